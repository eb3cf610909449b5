package recorded_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/store/recorded"
	"green500/store/roomtest"
	"green500/store/storetest"
)

// BenchmarkRecord measures what the audit log costs a person who types: what a transaction that records takes longer
// than one that writes a single row, as a part of a save of one field, which holds such a record.
func BenchmarkRecord(b *testing.B) {
	at := storetest.SQLite(b)
	s, owner, entry := roomtest.LongDraft(b, at, 20_000)
	db := roomtest.Recorded(b, at, time.Now)
	times := 0
	var saves, records time.Duration
	for b.Loop() {
		times++
		began := time.Now()
		roomtest.Retype(b, s, owner, entry, times)
		saved := time.Now()
		if err := db.Change(b.Context(), recorded.AuditEvent{Name: "write", EntryID: entry.ID, Revision: 1,
			Detail: "system.manufacturer"}, func(*gorm.DB) error { return nil }); err != nil {
			b.Fatal(err)
		}
		empty := time.Now()
		err := db.Transact(recorded.WithRoutine(b.Context(), recorded.RoutineUse), func(tx *gorm.DB) error {
			return tx.Table("users").Where("id = ?", owner.ID).Update("affiliation", "Centre").Error
		})
		if err != nil {
			b.Fatal(err)
		}
		saves += saved.Sub(began)
		records += empty.Sub(saved) - time.Since(empty)
	}
	b.ReportMetric(float64(records)/float64(saves), "of-a-save")
}
