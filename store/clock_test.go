package store_test

import (
	"testing"
	"time"

	"green500/store/jobs"
	"green500/store/roomtest"
	"green500/store/uploads"
)

// TestAClockThatIsSetBackKeepsNothingWaiting: what was begun, or put off, by a clock that was a day ahead is taken up
// again as soon as the clock is right, and not a day later.
func TestAClockThatIsSetBackKeepsNothingWaiting(t *testing.T) {
	const day = 24 * time.Hour
	inRooms(t, func(t *testing.T, r *room) {
		r.Clock.Advance(day)
		u := r.Send(r.Begin(r.Fresh(), "a.csv", roomtest.ALog), roomtest.ALog)
		r.Post("a@example.org")
		if _, err := r.Jobs.Take(t.Context(), []string{string(jobs.ReadUpload)}); err != nil {
			t.Fatal(err)
		}
		first := r.Lease()
		r.Post("b@example.org")
		r.Clock.Advance(-day)
		if u = r.Receive(u); u.State != uploads.Kept {
			t.Errorf("the upload is %+v", u)
		}
		for _, want := range []string{first.To, "b@example.org"} {
			if got := r.Lease(); got.To != want {
				t.Errorf("got %+v", got)
			}
		}
		r.NoLease()
	})
}
