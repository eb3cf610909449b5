package submissions_test

import (
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/roomtest"
	"green500/validation/review"
)

func TestLooksOfReviewersAreRecordedAndNotOfTheOwner(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		before := len(r.Records(auditlog.AuditFilter{}))
		for _, c := range []struct {
			by      accounts.User
			records int
		}{{r.Submitter, 0}, {r.Reviewer, 1}} {
			if _, err := r.Submissions.EntryAccess(t.Context(), entry.ID, c.by); err != nil {
				t.Fatal(err)
			}
			if got := len(r.Records(auditlog.AuditFilter{})) - before; got != c.records {
				t.Errorf("%s looked: %d records, want %d", c.by.Name, got, c.records)
			}
		}
	})
}

func TestAnEmbargoWithholdsUntilItEnds(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		until := r.Embargoed()
		for i, want := range []int{2, 0} {
			r.Clock.Set(until.Add(time.Duration(i-1) * time.Second))
			withheld, err := r.Submissions.Withheld(t.Context(), accounts.User{})
			if err != nil || len(withheld) != want {
				t.Errorf("%d s from its end: %d are withheld, want %d; %v", i-1, len(withheld), want, err)
			}
		}
	})
}
