package store_test

import (
	"strings"
	"sync"
	"testing"

	"green500/store"
	"green500/store/storetest"
)

// TestANewerVersionBesideThisOneStopsNobody: a newer version adds columns to tables while this one runs, whose connections
// have statements prepared from before.
func TestANewerVersionBesideThisOneStopsNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.post("a@example.org")
		work := func(name string) {
			entry := r.fresh()
			u := r.send(r.begin(entry, name, aLog), aLog)
			r.receive(u) // it, or that of another
			if _, _, err := r.Outbox.Lease(t.Context(), leaseFor); err != nil {
				t.Error(err)
			}
			if _, err := r.Submissions.EntriesOf(t.Context(), r.submitter.ID); err != nil {
				t.Error(err)
			}
			if _, err := r.Editions.Editions(t.Context()); err != nil {
				t.Error(err)
			}
			if _, err := r.Reviews.Conflicts(t.Context(), r.reviewer.ID); err != nil {
				t.Error(err)
			}
		}
		atOnce := func(name string) {
			var together sync.WaitGroup
			for range 6 { // on several connections
				together.Go(func() { work(name) })
			}
			together.Wait()
			uploads, err := r.Jobs.JobCounts(t.Context())
			if err != nil || len(uploads) != 0 {
				t.Errorf("after %s there is left to do: %+v, %v", name, uploads, err)
			}
		}
		atOnce("a.csv")
		pool := storetest.Pool(t, r.at)
		tables, err := store.Tables(t.Context(), r.Store)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			if strings.HasPrefix(table, "sqlite_") {
				continue
			}
			if _, err := pool.ExecContext(t.Context(), "ALTER TABLE "+table+" ADD COLUMN of_a_newer_version TEXT"); err != nil {
				t.Fatal(err)
			}
		}
		atOnce("b.csv")
	})
}
