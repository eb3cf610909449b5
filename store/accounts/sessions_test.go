package accounts_test

import (
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"green500/store/accounts"
)

var _ scs.CtxStore = (*accounts.Sessions)(nil)

func TestSessions(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sessions := r.SignIns.Sessions()
		commit := func(token, data string, life time.Duration) {
			t.Helper()
			if err := sessions.Commit(token, []byte(data), r.Clock.Now().Add(life)); err != nil {
				t.Fatal(err)
			}
		}
		want := func(token, data string, exists bool) {
			t.Helper()
			got, found, err := sessions.Find(token)
			if err != nil || found != exists || string(got) != data {
				t.Errorf("%s: got %q, %v, %v; want %q, %v", token, got, found, err, data, exists)
			}
		}
		commit("a", "one", time.Hour)
		commit("a", "two", time.Hour)
		commit("b", "", 2*time.Hour)
		commit("c", "gone", -time.Second)
		want("a", "two", true)
		want("b", "", true)
		want("c", "", false)
		want("never\x00", "", false)

		r.Clock.Advance(time.Hour) // the instant of expiry is too late already
		want("a", "", false)
		want("b", "", true)
		if deleted, err := sessions.DeleteExpired(t.Context()); err != nil || deleted != 1 {
			t.Errorf("%d deleted, %v; want the one that ended an hour ago", deleted, err)
		}
		for range 2 { // ending what has ended is no error
			if err := sessions.Delete("b"); err != nil {
				t.Error(err)
			}
		}
		want("b", "", false)
		commit("b", "of a request that began before it ended", time.Hour)
		want("b", "", false)
	})
}

// TestAClockThatWasBehindEndsNoSession: what it kept goes on when the clock is right again, or ahead.
func TestAClockThatWasBehindEndsNoSession(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sessions, ends := r.SignIns.Sessions(), r.Clock.Now().Add(14*24*time.Hour)
		for _, jump := range []time.Duration{0, -40 * time.Hour, 75 * time.Hour} {
			r.Clock.Advance(jump)
			if data, exists, err := sessions.Find("used"); jump != 0 &&
				(err != nil || !exists || string(data) != "data") {
				t.Errorf("after a jump of %s: %q, %v, %v", jump, data, exists, err)
			}
			if err := sessions.Commit("used", []byte("data"), ends); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A session that is used lives on, to its own end; one that is not ends after three days.
func TestSessionsThatAreUsed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sessions := r.SignIns.Sessions()
		const day = 24 * time.Hour
		for _, token := range []string{"used", "left"} {
			if err := sessions.Commit(token, []byte(token), r.Clock.Now().Add(14*day)); err != nil {
				t.Fatal(err)
			}
		}
		for hours := 0; hours <= 14*24; hours += 12 {
			for token, life := range map[string]int{"used": 14 * 24, "left": 3 * 24} {
				if token == "left" && hours < life {
					continue
				}
				if _, found, err := sessions.Find(token); err != nil || found != (hours < life) {
					t.Fatalf("%s after %d h: %v, %v", token, hours, found, err)
				}
			}
			r.Accounts.AwaitNotes()
			r.Clock.Advance(12 * time.Hour)
		}
	})
}
