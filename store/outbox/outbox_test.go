package outbox_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/roomtest"
	"green500/validation/review"
)

func TestAMessageIsTakenByOneUntilItsLeaseEnds(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.NoLease()
		r.Post("a@example.org")
		r.Clock.Advance(time.Second)
		r.Post("b@example.org")
		first, second := r.Lease(), r.Lease()
		if first.To != "a@example.org" || second.To != "b@example.org" || first.Text != "Hello a@example.org" ||
			first.Attempts != 1 {
			t.Errorf("got %+v, %+v", first, second)
		}
		r.NoLease()
		r.Clock.Advance(roomtest.LeaseFor - time.Microsecond)
		r.NoLease()
		r.Clock.Advance(time.Microsecond)
		again := r.Lease() // its holder was killed
		if again.ID != first.ID || again.Attempts != 2 || !again.CreatedAt.Equal(first.CreatedAt) {
			t.Errorf("got %+v after %+v", again, first)
		}
		if err := r.Outbox.Failed(t.Context(), first, "too late to say", true); err != nil {
			t.Fatal(err)
		}
		if held := r.Posted()[1]; held.GivenUp || held.Failure != "" {
			t.Errorf("the server that lost the lease changed the message: %+v", held)
		}
		if err := r.Outbox.Sent(t.Context(), again); err != nil {
			t.Fatal(err)
		}
		held := r.Posted()[1]
		if held.SentAt == nil || !held.SentAt.Equal(r.Clock.Now().Truncate(time.Microsecond)) || held.Text != "" ||
			held.Subject != "About a@example.org" {
			t.Errorf("got %+v", held)
		}
	})
}

func TestFailuresAreTriedForTwoDays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("a@example.org")
		begun := r.Clock.Now()
		var last time.Duration
		for attempt := 1; ; attempt++ {
			taken := r.Lease()
			if err := r.Outbox.Failed(t.Context(), taken, strings.Repeat("x", 5000)+"\x00", false); err != nil {
				t.Fatal(err)
			}
			held := r.Posted()[0]
			if len(held.Failure) > 2000 || held.Failure == "" {
				t.Fatalf("kept %d bytes of the failure", len(held.Failure))
			}
			if held.GivenUp {
				break
			}
			wait := held.DueAt.Sub(r.Clock.Now().Truncate(time.Microsecond))
			if wait < last || wait > 6*time.Hour || attempt == 1 && wait != time.Minute {
				t.Fatalf("after attempt %d it waits %s, before %s", attempt, wait, last)
			}
			last = wait
			r.Clock.Advance(wait - time.Microsecond)
			r.NoLease()
			r.Clock.Advance(2 * time.Microsecond)
		}
		if tried := r.Clock.Now().Sub(begun); tried < 40*time.Hour || tried > 60*time.Hour {
			t.Errorf("it was given up after %s", tried)
		}
		r.Clock.Advance(1000 * time.Hour)
		r.NoLease()
		given := r.Posted()[0]
		if err := r.Outbox.SendAgain(t.Context(), given.ID); err != nil {
			t.Fatal(err)
		}
		if again := r.Lease(); again.ID != given.ID || again.Attempts != 1 || again.Text == "" {
			t.Errorf("got %+v", again)
		}
		roomtest.WantRefusal(t, r.Outbox.SendAgain(t.Context(), given.ID), "given up")
		roomtest.WantNotFound(t, r.Outbox.SendAgain(t.Context(), given.ID+1))
	})
}

func TestWhatIsUselessIsGivenUpAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("nobody@example.org")
		if err := r.Outbox.Failed(t.Context(), r.Lease(), "550 no such user", true); err != nil {
			t.Fatal(err)
		}
		if held := r.Posted()[0]; !held.GivenUp || held.Failure != "550 no such user" || held.SentAt != nil {
			t.Errorf("got %+v", held)
		}
		r.Clock.Advance(1000 * time.Hour)
		r.NoLease()
	})
}

// TestManySendersTakeEachMessageOnce: as many replicas as there may be.
func TestManySendersTakeEachMessageOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const messages, senders = 40, 4
		for range messages {
			r.Post("a@example.org")
		}
		var mutex sync.Mutex
		var together sync.WaitGroup
		times := map[int64]int{}
		for range senders {
			together.Go(func() {
				for misses := 0; misses < messages; {
					taken, ok, err := r.Outbox.Lease(t.Context(), roomtest.LeaseFor)
					if err != nil {
						t.Error(err)
						return
					}
					if !ok { // or another took what this one had picked
						misses++
						continue
					}
					mutex.Lock()
					times[taken.ID]++
					mutex.Unlock()
					if err := r.Outbox.Sent(t.Context(), taken); err != nil {
						t.Error(err)
					}
				}
			})
		}
		together.Wait()
		for id, count := range times {
			if count != 1 {
				t.Errorf("message %d was taken %d times", id, count)
			}
		}
		if len(times) != messages {
			t.Errorf("%d of %d messages were taken", len(times), messages)
		}
	})
}

func TestTheOutboxIsReadInPagesAndForgotten(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, to := range []string{"a@x.org", "b@x.org", "c@x.org"} {
			r.Post(to)
		}
		first, err := r.Outbox.Mails(t.Context(), 0, 2)
		if err != nil || len(first) != 2 || first[0].To != "c@x.org" || first[1].To != "b@x.org" {
			t.Fatalf("got %+v, %v", first, err)
		}
		rest, err := r.Outbox.Mails(t.Context(), first[1].ID, 2)
		if err != nil || len(rest) != 1 || rest[0].To != "a@x.org" {
			t.Fatalf("got %+v, %v", rest, err)
		}
		if err := r.Outbox.Sent(t.Context(), r.Lease()); err != nil {
			t.Fatal(err)
		}
		// what waits is forgotten first
		for _, step := range []struct{ days, want int }{{13, 3}, {2, 1}, {74, 1}, {2, 0}} {
			r.Clock.Advance(time.Duration(step.days) * 24 * time.Hour)
			if err := r.Outbox.ForgetSentMail(t.Context()); err != nil {
				t.Fatal(err)
			}
			if left := r.Posted(); len(left) != step.want {
				t.Errorf("%d are left, want %d", len(left), step.want)
			}
		}
	})
}

// TestWhatIsRefusedTellsNobody: a message is posted with what it is about, or not at all.
func TestWhatIsRefusedTellsNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Ungraded())
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, ""); err == nil {
			t.Fatal("it was submitted")
		}
		if held := r.Posted(); len(held) != 0 {
			t.Errorf("posted %+v", held)
		}
	})
}
