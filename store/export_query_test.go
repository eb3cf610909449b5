package store

// GradingSlots is for how many drafts readings may be looked at a time; take and leave occupy one.
func GradingSlots(s *Store) (slots int, take, leave func()) {
	return cap(s.grading.slots), func() { s.grading.slots <- struct{}{} }, func() { <-s.grading.slots }
}
