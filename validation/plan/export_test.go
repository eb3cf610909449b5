package plan

// Computes reports whether the checklist has a line for a rule.
func Computes(rule string) bool {
	_, known := lines[rule]
	return known
}
