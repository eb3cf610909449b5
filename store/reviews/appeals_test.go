package reviews_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/validation/review"
)

func TestAnAppealThatIsUpheldReopensARejectedEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Rejected()
		if file := r.Appeals(entry.ID, r.Submitter); !file.MayMake ||
			!file.Until.Equal(r.Clock.Now().UTC().Truncate(time.Microsecond).AddDate(0, 0, 30)) {
			t.Errorf("the holder cannot appeal: %+v", file)
		}
		roomtest.WantField(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.Submitter, " \n"), "text")
		made := r.Appeal(entry.ID, r.Submitter)
		roomtest.WantRefusal(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.Submitter, "again"),
			"An open appeal exists")
		r.ActOn(made, review.AnswerAppeal, r.Reviewer)
		roomtest.WantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.UpholdAppeal, r.Reviewer,
			"yes"), "A reviewer may not uphold")
		roomtest.WantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, "dance", r.Editor, "yes"),
			"not something")
		roomtest.WantField(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.UpholdAppeal, r.Editor, ""),
			"text")
		roomtest.WantField(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.AnswerAppeal, r.Editor,
			strings.Repeat("ä", 20_001)), "text")
		r.ActOn(made, review.UpholdAppeal, r.Editor)
		after := r.Reload(entry.ID)
		if after.State != review.Submitted || after.ReviewerID != 0 {
			t.Errorf("the entry is %s, of reviewer %d", after.State, after.ReviewerID)
		}
		history, err := r.Reviews.History(t.Context(), entry.ID)
		last := history[len(history)-1]
		if err != nil || last.Verb != review.Reopen || last.ActorID != r.Editor.ID ||
			strings.Contains(last.Reason, "psst") {
			t.Errorf("the history ends with %+v, %v", last, err)
		}
		file := r.Appeals(entry.ID, r.Second)
		one := file.All[0]
		if len(file.All) != 1 || one.State != review.AppealUpheld || one.DecidedBy != "EDI" ||
			one.Reason != "psst: so it is" || len(one.Messages) != 3 || len(one.Possible) != 0 {
			t.Errorf("got %+v", file)
		}
		if !one.Messages[0].Holder || one.Messages[1].Holder || one.Messages[1].By != "REV" {
			t.Errorf("the sides are %+v", one.Messages)
		}
		roomtest.WantRefusal(t,
			r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.DismissAppeal, r.Editor, "no"), "closed")
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Reopen, r.Editor, "so")
		roomtest.WantRefusal(t, err, "is not possible")
	})
}

// TestAnAppealIsDecidedByWhoHadNoPart: not by a person who decided, approved, waived or has a conflict.
func TestAnAppealIsDecidedByWhoHadNoPart(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Move(entry.ID, review.Reject, r.Editor)
		made := r.Appeal(entry.ID, r.Submitter)
		fresh := r.User("fresh", review.Editor)
		decide := func(by accounts.User) error {
			return r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.DismissAppeal, by, "no")
		}
		roomtest.WantRefusal(t, decide(r.Editor), "took part")
		if possible := r.Appeals(entry.ID, r.Editor).All[0].Possible; !slices.Equal(possible,
			[]review.AppealVerb{review.AnswerAppeal}) {
			t.Errorf("the person who decided is offered %v", possible)
		}
		waiver := r.User("waiver", review.Editor)
		r.Meddle("INSERT INTO waivers (entry_id, revision, rule, reason, until_edition, state, proposer_id, "+
			"proposer_name, proposed_at, approver_id, approver_name, ended_by, ended_reason) VALUES (%d, 1, 'r', "+
			"'r', '2026-11', 'proposed', %d, 'W', 0, %d, '', '', '')", entry.ID, waiver.ID, r.Second.ID)
		roomtest.WantRefusal(t, decide(waiver), "took part")
		roomtest.WantRefusal(t, decide(r.Submitter), "your own submission")
		for _, stranger := range []accounts.User{r.Other, r.Admin} {
			roomtest.WantNotFound(t, decide(stranger))
			_, err := r.Reviews.Appeals(t.Context(), entry.ID, stranger)
			roomtest.WantNotFound(t, err)
		}
		conflicted := r.User("conflicted", review.Editor)
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", conflicted.ID, entry.ID)
		if conflict, is := errors.AsType[*review.ConflictError](decide(conflicted)); !is ||
			conflict.Conflict != review.DeclaredBySelf {
			t.Error("a person with a conflict decides")
		}
		if err := decide(fresh); err != nil {
			t.Fatal(err)
		}
		if state := r.Reload(entry.ID).State; state != review.Rejected {
			t.Errorf("the entry is %s", state)
		}
		roomtest.WantRefusal(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.Submitter, "but"), "decided already")
		if file := r.Appeals(entry.ID, r.Submitter); file.MayMake || !strings.Contains(file.WhyNot, "decided already") {
			t.Errorf("another is offered: %+v", file)
		}
	})
}

func TestAnAppealThatWasTakenBackMayBeMadeAgainInTime(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Rejected()
		made := r.Appeal(entry.ID, r.Submitter)
		if err := r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.TakeBackAppeal, r.Submitter,
			""); err != nil {
			t.Fatal(err)
		}
		r.Appeal(entry.ID, r.Submitter)
		second := r.Rejected()
		r.Clock.Advance(review.AppealTime)
		roomtest.WantRefusal(t, r.Reviews.MakeAppeal(t.Context(), second.ID, r.Submitter, "late"), "within 30 days")
		// of another entry
		roomtest.WantNotFound(t,
			r.Reviews.ActOnAppeal(t.Context(), second.ID, made.ID, review.TakeBackAppeal, r.Submitter, ""))
		roomtest.WantNotFound(t, r.Reviews.MakeAppeal(t.Context(), 999, r.Submitter, "none"))
	})
}

// TestAnAppealOnAPublishedEntryWaitsForAnErratum: the list is frozen.
func TestAnAppealOnAPublishedEntryWaitsForAnErratum(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		low := roomtest.Summary()
		low.GrantedLevel = 1
		entry, full := r.Accepted(r.Submitter, low), r.Accepted(r.Submitter, roomtest.Summary())
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		roomtest.WantRefusal(t, r.Reviews.MakeAppeal(t.Context(), full.ID, r.Submitter, "why"), "granted the level")
		made := r.Appeal(entry.ID, r.Submitter)
		_, err := r.Reviews.Appeals(t.Context(), entry.ID, r.Other) // who may read the entry
		roomtest.WantNotFound(t, err)
		r.ActOn(made, review.UpholdAppeal, r.Editor) // publishing is no decision on one entry
		if file := r.Appeals(entry.ID, r.Submitter); file.Effect != review.ToErratum ||
			file.All[0].State != review.AppealUpheld {
			t.Errorf("got %+v", file)
		}
		if state := r.Reload(entry.ID).State; state != review.Published {
			t.Errorf("the entry is %s", state)
		}
	})
}

func TestNothingComesOfAnAppealOnAnEntryThatWasWithdrawn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		low := roomtest.Summary()
		low.GrantedLevel = 1
		entry := r.Accepted(r.Submitter, low)
		made := r.Appeal(entry.ID, r.Submitter)
		r.Move(entry.ID, review.Withdraw, r.Submitter)
		roomtest.WantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.ID, review.UpholdAppeal, r.Editor,
			"yes"), "has no effect")
		r.ActOn(made, review.DismissAppeal, r.Editor)
	})
}

// TestOfManyWhoActAtOnceOneGetsThrough: with appeals as with entries.
func TestOfManyWhoActAtOnceOneGetsThrough(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Rejected()
		count := func(times int, act func() error) (done int) {
			t.Helper()
			results := make([]error, times)
			var together sync.WaitGroup
			for i := range results {
				together.Go(func() { results[i] = act() })
			}
			together.Wait()
			for _, err := range results {
				if err == nil {
					done++
				} else if _, refused := errors.AsType[*review.Refusal](err); !refused {
					t.Error(err)
				}
			}
			return done
		}
		if done := count(4,
			func() error { return r.Reviews.MakeAppeal(t.Context(), entry.ID, r.Submitter, "text") }); done != 1 {
			t.Errorf("%d appeals were made", done)
		}
		made := r.Appeals(entry.ID, r.Submitter).All[0].ID
		if done := count(4, func() error {
			return r.Reviews.ActOnAppeal(t.Context(), entry.ID, made, review.UpholdAppeal, r.Editor, "yes")
		}); done != 1 {
			t.Errorf("%d decided", done)
		}
		if messages := r.Appeals(entry.ID, r.Submitter).All[0].Messages; len(messages) != 2 {
			t.Errorf("got %+v", messages)
		}
	})
}
