package store

// GradingSlots is for how many drafts readings may be looked at a time; take and leave occupy one.
func GradingSlots(s *Store) (slots int, take, leave func()) {
	return cap(s.Drafts.grading.slots), func() { s.Drafts.grading.slots <- struct{}{} }, func() { <-s.Drafts.grading.slots }
}
