package store_test

import (
	"testing"
	"time"

	"green500/store"
	"green500/store/uploads"
)

// TestAClockThatIsSetBackKeepsNothingWaiting: what was begun, or put off, by a clock that was a day ahead is taken up again as
// soon as the clock is right, and not a day later.
func TestAClockThatIsSetBackKeepsNothingWaiting(t *testing.T) {
	const day = 24 * time.Hour
	inRooms(t, func(t *testing.T, r *room) {
		r.clock.advance(day)
		u := r.send(r.begin(r.fresh(), "a.csv", aLog), aLog)
		r.post("a@example.org")
		if err := store.LeaseUpload(t.Context(), r.Store); err != nil {
			t.Fatal(err)
		}
		first := r.lease()
		r.post("b@example.org")
		r.clock.advance(-day)
		if u = r.receive(u); u.State != uploads.Kept {
			t.Errorf("the upload is %+v", u)
		}
		for _, want := range []string{first.To, "b@example.org"} {
			if got := r.lease(); got.To != want {
				t.Errorf("got %+v", got)
			}
		}
		r.noLease()
	})
}
