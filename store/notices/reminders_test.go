package notices_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/review"
)

// reminded runs the reminders at a time, by two servers at once, and returns how many notices somebody has then.
func (r *room) reminded(at time.Time, who accounts.User) int {
	r.T.Helper()
	r.Clock.Set(at)
	var together sync.WaitGroup
	for range 2 {
		together.Go(func() {
			if err := r.Notices.RemindOfDeadlines(r.T.Context()); err != nil {
				r.T.Error(err)
			}
		})
	}
	together.Wait()
	return len(r.Heard(who))
}

func TestWhoHoldsADraftIsRemindedOfTheDeadline(t *testing.T) {
	const day = 24 * time.Hour
	inTellingRooms(t, func(t *testing.T, r *room) {
		first, second := r.Entry(r.Submitter, roomtest.Graded()), r.Entry(r.Submitter, roomtest.Graded())
		r.sharedEntry(first)
		r.Move(r.Entry(r.Second, roomtest.Graded()).ID, review.Submit, r.Second) // nothing is left to do
		r.Move(second.ID, review.Withdraw, r.Submitter)
		r.Entry(r.Submitter, roomtest.Graded())
		before := len(r.Heard(r.Submitter))
		for _, c := range []struct {
			left time.Duration
			want int
		}{{8 * day, 0}, {7 * day, 1}, {6 * day, 1}, {day + 1, 1}, {day, 2}, {time.Hour, 2}, {-time.Hour, 2}} {
			if got := r.reminded(roomtest.Closes.Add(-c.left), r.Submitter) - before; got != c.want {
				t.Errorf("%s before the deadline the holder was told %d times, want %d", c.left, got, c.want)
			}
		}
		if told := r.ToldTo(r.Other); len(told) != 2 ||
			told[0] != "The edition 2026-11 closes on 1 November 2026 00:00 UTC, and you hold a draft for it." {
			t.Errorf("the member of the site was told %q", told)
		}
		for _, nobody := range []accounts.User{r.Editor, r.Admin} {
			for _, text := range r.ToldTo(nobody) {
				if strings.Contains(text, "closes") {
					t.Errorf("%s was told %q", nobody.Name, text)
				}
			}
		}
		// A deadline that was put off is another one.
		r.Meddle("UPDATE editions SET closes_at = %d", roomtest.Closes.Add(30*day).UnixMicro())
		if got := r.reminded(roomtest.Closes.Add(29*day), r.Submitter) - before; got != 3 {
			t.Errorf("of the new deadline the holder was told %d times in all", got)
		}
	})
}

func TestReviewersAreRemindedOfWhatIsDue(t *testing.T) {
	const day = 24 * time.Hour
	inTellingRooms(t, func(t *testing.T, r *room) {
		due := roomtest.Closes.Add(20 * day)
		r.Meddle("UPDATE editions SET review_by = %d", due.UnixMicro())
		var last submissions.Entry
		for range 3 {
			last = r.Entry(r.Submitter, roomtest.Graded())
			r.Move(last.ID, review.Submit, r.Submitter)
			r.Move(last.ID, review.Take, r.Reviewer)
		}
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", r.Reviewer.ID, last.ID)
		before := len(r.Heard(r.Reviewer))
		for _, c := range []struct {
			left time.Duration
			want int
		}{{3*day + 1, 0}, {3 * day, 1}, {day, 1}} {
			if got := r.reminded(due.Add(-c.left), r.Reviewer) - before; got != c.want {
				t.Errorf("%s before it is due the reviewer was told %d times, want %d", c.left, got, c.want)
			}
		}
		if told := r.ToldTo(r.Reviewer)[0]; told !=
			"Reviews for 2026-11 are due on 2026-11-21 00:00 UTC; you have 2 left to decide." {
			t.Errorf("the reviewer was told %q", told)
		}
		for _, nobody := range []accounts.User{r.Submitter, r.Second, r.Editor} {
			for _, text := range r.ToldTo(nobody) {
				if strings.Contains(text, "due") {
					t.Errorf("%s was told %q", nobody.Name, text)
				}
			}
		}
	})
}
