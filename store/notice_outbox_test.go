package store_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/outbox"
	"green500/validation/review"
)

const leaseFor = time.Minute

// lease takes a message that has to be there.
func (r *room) lease() outbox.Posted {
	r.t.Helper()
	taken, ok, err := r.Outbox.Lease(r.t.Context(), leaseFor)
	if err != nil || !ok {
		r.t.Fatalf("nothing is due: %v", err)
	}
	return taken
}

// noLease demands that nothing is due.
func (r *room) noLease() {
	r.t.Helper()
	if taken, ok, err := r.Outbox.Lease(r.t.Context(), leaseFor); ok || err != nil {
		r.t.Fatalf("got %+v, %v", taken, err)
	}
}

func (r *room) post(to string) {
	r.t.Helper()
	if err := r.Outbox.Post(r.t.Context(), outbox.Mail{To: to, Subject: "About " + to, Text: "Hello\x00 " + to}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) outbox() []outbox.Posted {
	r.t.Helper()
	all, err := r.Outbox.Outbox(r.t.Context(), 0, 1000)
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

func TestAMessageIsTakenByOneUntilItsLeaseEnds(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.noLease()
		r.post("a@example.org")
		r.clock.advance(time.Second)
		r.post("b@example.org")
		first, second := r.lease(), r.lease()
		if first.To != "a@example.org" || second.To != "b@example.org" || first.Text != "Hello a@example.org" || first.Attempts != 1 {
			t.Errorf("got %+v, %+v", first, second)
		}
		r.noLease()
		r.clock.advance(leaseFor - time.Microsecond)
		r.noLease()
		r.clock.advance(time.Microsecond)
		again := r.lease() // its holder was killed
		if again.ID != first.ID || again.Attempts != 2 || !again.CreatedAt.Equal(first.CreatedAt) {
			t.Errorf("got %+v after %+v", again, first)
		}
		if err := r.Outbox.Failed(t.Context(), first, "too late to say", true); err != nil {
			t.Fatal(err)
		}
		if held := r.outbox()[1]; held.GivenUp || held.Failure != "" {
			t.Errorf("the server that lost the lease changed the message: %+v", held)
		}
		if err := r.Outbox.Sent(t.Context(), again); err != nil {
			t.Fatal(err)
		}
		held := r.outbox()[1]
		if held.SentAt == nil || !held.SentAt.Equal(r.clock.Now().Truncate(time.Microsecond)) || held.Text != "" || held.Subject != "About a@example.org" {
			t.Errorf("got %+v", held)
		}
	})
}

func TestFailuresAreTriedForTwoDays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.post("a@example.org")
		begun := r.clock.Now()
		var last time.Duration
		for attempt := 1; ; attempt++ {
			taken := r.lease()
			if err := r.Outbox.Failed(t.Context(), taken, strings.Repeat("x", 5000)+"\x00", false); err != nil {
				t.Fatal(err)
			}
			held := r.outbox()[0]
			if len(held.Failure) > 2000 || held.Failure == "" {
				t.Fatalf("kept %d bytes of the failure", len(held.Failure))
			}
			if held.GivenUp {
				break
			}
			wait := held.DueAt.Sub(r.clock.Now().Truncate(time.Microsecond))
			if wait < last || wait > 6*time.Hour || attempt == 1 && wait != time.Minute {
				t.Fatalf("after attempt %d it waits %s, before %s", attempt, wait, last)
			}
			last = wait
			r.clock.advance(wait - time.Microsecond)
			r.noLease()
			r.clock.advance(2 * time.Microsecond)
		}
		if tried := r.clock.Now().Sub(begun); tried < 40*time.Hour || tried > 60*time.Hour {
			t.Errorf("it was given up after %s", tried)
		}
		r.clock.advance(1000 * time.Hour)
		r.noLease()
		given := r.outbox()[0]
		if err := r.Outbox.SendAgain(t.Context(), given.ID); err != nil {
			t.Fatal(err)
		}
		if again := r.lease(); again.ID != given.ID || again.Attempts != 1 || again.Text == "" {
			t.Errorf("got %+v", again)
		}
		wantRefusal(t, r.Outbox.SendAgain(t.Context(), given.ID), "given up")
		wantNotFound(t, r.Outbox.SendAgain(t.Context(), given.ID+1))
	})
}

func TestWhatIsUselessIsGivenUpAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.post("nobody@example.org")
		if err := r.Outbox.Failed(t.Context(), r.lease(), "550 no such user", true); err != nil {
			t.Fatal(err)
		}
		if held := r.outbox()[0]; !held.GivenUp || held.Failure != "550 no such user" || held.SentAt != nil {
			t.Errorf("got %+v", held)
		}
		r.clock.advance(1000 * time.Hour)
		r.noLease()
	})
}

// TestManySendersTakeEachMessageOnce: as many replicas as there may be.
func TestManySendersTakeEachMessageOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const messages, senders = 40, 4
		for range messages {
			r.post("a@example.org")
		}
		var mutex sync.Mutex
		var together sync.WaitGroup
		times := map[int64]int{}
		for range senders {
			together.Go(func() {
				for misses := 0; misses < messages; {
					taken, ok, err := r.Outbox.Lease(t.Context(), leaseFor)
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
			r.post(to)
		}
		first, err := r.Outbox.Outbox(t.Context(), 0, 2)
		if err != nil || len(first) != 2 || first[0].To != "c@x.org" || first[1].To != "b@x.org" {
			t.Fatalf("got %+v, %v", first, err)
		}
		rest, err := r.Outbox.Outbox(t.Context(), first[1].ID, 2)
		if err != nil || len(rest) != 1 || rest[0].To != "a@x.org" {
			t.Fatalf("got %+v, %v", rest, err)
		}
		if err := r.Outbox.Sent(t.Context(), r.lease()); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ days, want int }{{13, 3}, {2, 1}, {74, 1}, {2, 0}} { // what waits is forgotten first
			r.clock.advance(time.Duration(step.days) * 24 * time.Hour)
			if err := r.Outbox.ForgetSentMail(t.Context()); err != nil {
				t.Fatal(err)
			}
			if left := r.outbox(); len(left) != step.want {
				t.Errorf("%d are left, want %d", len(left), step.want)
			}
		}
	})
}

// TestWhatIsRefusedTellsNobody: a message is posted with what it is about, or not at all.
func TestWhatIsRefusedTellsNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, ungraded())
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.submitter, ""); err == nil {
			t.Fatal("it was submitted")
		}
		if held := r.outbox(); len(held) != 0 {
			t.Errorf("posted %+v", held)
		}
	})
}
