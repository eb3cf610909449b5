package drafts_test

import (
	"testing"

	"green500/store/roomtest"
	"green500/store/storetest"
)

// BenchmarkEdit keeps one field.
func BenchmarkEdit(b *testing.B) {
	s, owner, entry := roomtest.LongDraft(b, storetest.SQLite(b), 20_000)
	times := 0
	for b.Loop() {
		times++
		roomtest.Retype(b, s, owner, entry, times)
	}
}

// BenchmarkGradeDraft grades a draft again after one text was changed.
func BenchmarkGradeDraft(b *testing.B) {
	s, owner, entry := roomtest.LongDraft(b, storetest.SQLite(b), roomtest.BenchReadings(b))
	times := 0
	for b.Loop() {
		b.StopTimer()
		times++
		roomtest.Retype(b, s, owner, entry, times)
		b.StartTimer()
		draft, err := s.Drafts.GradeDraft(b.Context(), entry.ID)
		if err != nil || draft.Behind() || draft.Revision.Report == nil {
			b.Fatalf("%+v, %v", draft.Entry, err)
		}
	}
}
