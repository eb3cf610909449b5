package review

// MayCompare reports whether a person may read what was submitted before what counts: the owner, and those who review
// without a conflict of interest. A list makes public what it holds, and nothing that was returned.
func MayCompare(by Reader) bool {
	return MayReadReadings(by)
}
