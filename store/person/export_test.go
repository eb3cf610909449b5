package person

// Queries are those of all parts.
func Queries() (all []string) {
	for _, part := range Parts() {
		all = append(all, part.query)
	}
	return all
}
