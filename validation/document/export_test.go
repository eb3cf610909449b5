package document

// Fates is what becomes of every field if a document begins from an earlier one.
func Fates() map[string]fate { return fates }

// ByPath orders the fields of a form.
func ByPath(fields map[string]string) []string { return byPath(fields) }
