package store_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/submissions"
	"green500/validation/review"
)

// reminded runs the reminders at a time, by two servers at once, and returns how many notices somebody has then.
func (r *room) reminded(at time.Time, who accounts.User) int {
	r.t.Helper()
	r.clock.set(at)
	var together sync.WaitGroup
	for range 2 {
		together.Go(func() {
			if err := r.Notices.RemindOfDeadlines(r.t.Context()); err != nil {
				r.t.Error(err)
			}
		})
	}
	together.Wait()
	return len(r.heard(who))
}

func TestWhoHoldsADraftIsRemindedOfTheDeadline(t *testing.T) {
	const day = 24 * time.Hour
	inTellingRooms(t, func(t *testing.T, r *room) {
		first, second := r.entry(r.submitter, graded()), r.entry(r.submitter, graded())
		r.sharedEntry(first)
		r.move(r.entry(r.second, graded()).ID, review.Submit, r.second) // nothing is left to do
		r.move(second.ID, review.Withdraw, r.submitter)
		r.entry(r.submitter, graded())
		before := len(r.heard(r.submitter))
		for _, c := range []struct {
			left time.Duration
			want int
		}{{8 * day, 0}, {7 * day, 1}, {6 * day, 1}, {day + 1, 1}, {day, 2}, {time.Hour, 2}, {-time.Hour, 2}} {
			if got := r.reminded(closes.Add(-c.left), r.submitter) - before; got != c.want {
				t.Errorf("%s before the deadline the holder was told %d times, want %d", c.left, got, c.want)
			}
		}
		if told := r.toldTo(r.other); len(told) != 2 || told[0] != "The edition 2026-11 closes on 1 November 2026 00:00 UTC, and you hold a draft for it." {
			t.Errorf("the member of the site was told %q", told)
		}
		for _, nobody := range []accounts.User{r.editor, r.admin} {
			for _, text := range r.toldTo(nobody) {
				if strings.Contains(text, "closes") {
					t.Errorf("%s was told %q", nobody.Name, text)
				}
			}
		}
		// A deadline that was put off is another one.
		r.meddle("UPDATE editions SET closes_at = %d", closes.Add(30*day).UnixMicro())
		if got := r.reminded(closes.Add(29*day), r.submitter) - before; got != 3 {
			t.Errorf("of the new deadline the holder was told %d times in all", got)
		}
	})
}

func TestReviewersAreRemindedOfWhatIsDue(t *testing.T) {
	const day = 24 * time.Hour
	inTellingRooms(t, func(t *testing.T, r *room) {
		due := closes.Add(20 * day)
		r.meddle("UPDATE editions SET review_by = %d", due.UnixMicro())
		var last submissions.Entry
		for range 3 {
			last = r.entry(r.submitter, graded())
			r.move(last.ID, review.Submit, r.submitter)
			r.move(last.ID, review.Take, r.reviewer)
		}
		r.meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (%d, %d, '', '', 'a friend', 0)", r.reviewer.ID, last.ID)
		before := len(r.heard(r.reviewer))
		for _, c := range []struct {
			left time.Duration
			want int
		}{{3*day + 1, 0}, {3 * day, 1}, {day, 1}} {
			if got := r.reminded(due.Add(-c.left), r.reviewer) - before; got != c.want {
				t.Errorf("%s before it is due the reviewer was told %d times, want %d", c.left, got, c.want)
			}
		}
		if told := r.toldTo(r.reviewer)[0]; told != "Reviews for 2026-11 are due on 2026-11-21 00:00 UTC; you have 2 left to decide." {
			t.Errorf("the reviewer was told %q", told)
		}
		for _, nobody := range []accounts.User{r.submitter, r.second, r.editor} {
			for _, text := range r.toldTo(nobody) {
				if strings.Contains(text, "due") {
					t.Errorf("%s was told %q", nobody.Name, text)
				}
			}
		}
	})
}
