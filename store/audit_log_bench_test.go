package store_test

import (
	"testing"
	"time"

	"green500/store"
)

// BenchmarkRecord measures what the audit log costs a person who types: what a transaction that records takes longer than
// one that writes a single row, as a part of a save of one field, which holds such a record.
func BenchmarkRecord(b *testing.B) {
	s, owner, entry := drafted(b, 20_000)
	times := 0
	var saves, records time.Duration
	for b.Loop() {
		times++
		began := time.Now()
		retype(b, s, owner, entry, times)
		saved := time.Now()
		if err := store.RecordOnly(b.Context(), s); err != nil {
			b.Fatal(err)
		}
		empty := time.Now()
		if err := store.RecordNothing(b.Context(), s); err != nil {
			b.Fatal(err)
		}
		saves += saved.Sub(began)
		records += empty.Sub(saved) - time.Since(empty)
	}
	b.ReportMetric(float64(records)/float64(saves), "of-a-save")
}
