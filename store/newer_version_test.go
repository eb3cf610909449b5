package store_test

import (
	"strings"
	"sync"
	"testing"

	"green500/store/roomtest"
	"green500/store/storetest"
)

// TestANewerVersionBesideThisOneStopsNobody: a newer version adds columns to tables while this one runs, whose
// connections have statements prepared from before.
func TestANewerVersionBesideThisOneStopsNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("a@example.org")
		work := func(name string) {
			entry := r.Fresh()
			u := r.Send(r.Begin(entry, name, roomtest.ALog), roomtest.ALog)
			r.Receive(u) // it, or that of another
			if _, _, err := r.Outbox.Lease(t.Context(), roomtest.LeaseFor); err != nil {
				t.Error(err)
			}
			if _, err := r.Submissions.EntriesOf(t.Context(), r.Submitter.ID); err != nil {
				t.Error(err)
			}
			if _, err := r.Editions.All(t.Context()); err != nil {
				t.Error(err)
			}
			if _, err := r.Reviews.Conflicts(t.Context(), r.Reviewer.ID); err != nil {
				t.Error(err)
			}
		}
		atOnce := func(name string) {
			var together sync.WaitGroup
			for range 6 { // on several connections
				together.Go(func() { work(name) })
			}
			together.Wait()
			uploads, err := r.Jobs.Counts(t.Context())
			if err != nil || len(uploads) != 0 {
				t.Errorf("after %s there is left to do: %+v, %v", name, uploads, err)
			}
		}
		atOnce("a.csv")
		pool := storetest.Pool(t, r.At)
		for _, table := range r.Tables() {
			if strings.HasPrefix(table, "sqlite_") {
				continue
			}
			if _, err := pool.ExecContext(t.Context(),
				"ALTER TABLE "+table+" ADD COLUMN of_a_newer_version TEXT"); err != nil {
				t.Fatal(err)
			}
		}
		atOnce("b.csv")
	})
}
