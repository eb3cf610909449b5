package plan

// Covers reports whether the checklist has a line for a rule.
func Covers(rule string) bool {
	_, known := lines[rule]
	return known
}
