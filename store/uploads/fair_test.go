package uploads_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/store/uploads"
)

// TestOnePersonsUploadsKeepNobodyWaiting: of people who wait, the one served longest ago is next, however many files
// somebody sent before the others came.
func TestOnePersonsUploadsKeepNobodyWaiting(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		many := r.Fresh()
		sender := r.Submitter
		names := map[string]string{}
		arrive := func(entry submissions.Entry, by accounts.User, name string) {
			r.Submitter = by
			names[r.Send(r.Begin(entry, name, name), name).ID] = name
			r.Clock.Advance(time.Second)
		}
		for i := range 5 {
			arrive(many, sender, fmt.Sprintf("many-%d", i))
		}
		r.Submitter = r.Other
		one := r.Fresh()
		arrive(one, r.Other, "one")
		arrive(one, r.Other, "two")
		var order []string
		for range len(names) {
			if worked, err := r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); err != nil || !worked {
				t.Fatal(worked, err)
			}
			r.Clock.Advance(time.Second)
			for id, name := range names {
				if u, err := r.Uploads.ByID(t.Context(), id, map[bool]accounts.User{true: r.Other,
					false: sender}[name == "one" || name == "two"]); err == nil && u.State != uploads.Arrived {
					order = append(order, name)
					delete(names, id)
				}
			}
		}
		if want := []string{"many-0", "one", "many-1", "two", "many-2", "many-3",
			"many-4"}; !slices.Equal(order, want) {
			t.Errorf("got %v, want %v", order, want)
		}
	})
}
