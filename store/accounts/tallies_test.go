package accounts_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/storetest"
)

const mostGuesses, mostMails, tallyWindow = 10, 5, time.Hour

// count counts one, and reports whether it was allowed.
func count(t *testing.T, s *store.Store, of accounts.Tally, name string) bool {
	t.Helper()
	allowed, err := s.Accounts.Count(t.Context(), of, name)
	if err != nil {
		t.Fatal(err)
	}
	return allowed
}

func TestATallyAllowsSoManyWithinAnyHour(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range mostMails {
			if !count(t, r.Store, accounts.Mails, "a") {
				t.Fatalf("number %d was refused", i+1)
			}
			r.Clock.Advance(10 * time.Minute)
		}
		if count(t, r.Store, accounts.Mails, "a") {
			t.Error("one too many was allowed")
		}
		if !count(t, r.Store, accounts.Mails, "b") || !count(t, r.Store, accounts.Guesses, "a") {
			t.Error("others were refused with it")
		}
		r.Clock.Advance(10 * time.Minute) // the first no longer counts
		if !count(t, r.Store, accounts.Mails, "a") || count(t, r.Store, accounts.Mails, "a") {
			t.Error("an hour after the first there is room for one")
		}
		done(t, r.Accounts.Uncount(t.Context(), accounts.Mails, "a"))
		if !count(t, r.Store, accounts.Mails, "a") || count(t, r.Store, accounts.Mails, "a") {
			t.Error("there is room for the one that was taken back")
		}
		done(t, r.Accounts.Discount(t.Context(), accounts.Mails, "a"))
		done(t, r.Accounts.Uncount(t.Context(), accounts.Mails, "never"))
		for range mostMails {
			if !count(t, r.Store, accounts.Mails, "a") {
				t.Fatal("it did not begin again")
			}
		}
		for of, most := range map[accounts.Tally]int{accounts.Founded: 10, accounts.Resets: 5, accounts.Guesses: 10} {
			allowed := 0
			for count(t, r.Store, of, "c") {
				allowed++
			}
			if allowed != most {
				t.Errorf("%s: %d were allowed, want %d", of, allowed, most)
			}
		}
	})
}

// TestTwoServersAtOnceAllowNoMoreThanOne: however many guess on however many servers, the limit is of all together.
func TestTwoServersAtOnceAllowNoMoreThanOne(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		other := r.Beside()
		for round := range 5 {
			var allowed atomic.Int64
			var together sync.WaitGroup
			for i := range 3 * mostGuesses {
				server := []*store.Store{r.Store, other}[i%2]
				together.Go(func() {
					ok, err := server.Accounts.Count(t.Context(), accounts.Guesses, "victim@example.org")
					if err != nil {
						t.Error(err)
					}
					if ok {
						allowed.Add(1)
					}
				})
			}
			together.Wait()
			if allowed.Load() != mostGuesses {
				t.Errorf("in round %d %d were allowed", round, allowed.Load())
			}
			r.Clock.Advance(tallyWindow)
		}
	})
}

// TestADatabaseThatFailsAllowsNothing, and says so.
func TestADatabaseThatFailsAllowsNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		closed, err := store.Open(t.Context(), store.Config{Database: r.At, Blobs: r.Blobs(), Now: r.Clock.Now})
		done(t, err)
		done(t, closed.Close())
		if allowed, err := closed.Accounts.Count(t.Context(), accounts.Guesses, "a"); allowed || err == nil {
			t.Errorf("got %v, %v", allowed, err)
		}
	})
}

func TestTalliesAreBoundedAndForgotten(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const most = 20
		for i := range most + 5 {
			count(t, r.Store, accounts.Guesses, fmt.Sprint(i))
			r.Clock.Advance(time.Second)
		}
		if err := r.Accounts.ForgetBeyond(t.Context(), most); err != nil {
			t.Fatal(err)
		}
		if held := tallied(t, r.At); held != most {
			t.Errorf("%d names are kept of %d", held, most)
		}
		r.Clock.Advance(tallyWindow - time.Minute)
		r.PeriodicJobs()
		r.Clock.Advance(tallyWindow)
		if r.DoAll() == 0 || tallied(t, r.At) != 0 {
			t.Errorf("%d names are kept of which none counts", tallied(t, r.At))
		}
	})
}

// TestNoNameIsKept: who asked for what is nobody's business.
func TestNoNameIsKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		count(t, r.Store, accounts.Guesses, "someone@example.org")
		var name []byte
		done(t, storetest.Pool(t, r.At).QueryRowContext(t.Context(), "SELECT name FROM tallies").Scan(&name))
		if len(name) != 32 {
			t.Errorf("it is kept as %q", name)
		}
	})
}

func tallied(t *testing.T, database string) (count int) {
	t.Helper()
	done(t, storetest.Pool(t, database).QueryRowContext(t.Context(), "SELECT count(*) FROM tallies").Scan(&count))
	return count
}

func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
