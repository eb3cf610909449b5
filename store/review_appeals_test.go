package store_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/review"
)

// madeAppeal is an appeal that a test made.
type madeAppeal struct{ entry, id int64 }

// appeal makes an appeal that has to succeed.
func (r *room) appeal(entry int64, by accounts.User) madeAppeal {
	r.t.Helper()
	if err := r.Reviews.MakeAppeal(r.t.Context(), entry, by, "psst: the idle power is there"); err != nil {
		r.t.Fatal(err)
	}
	return madeAppeal{entry, r.appeals(entry, by).All[0].ID}
}

func (r *room) appeals(entry int64, by accounts.User) reviews.Appeals {
	r.t.Helper()
	file, err := r.Reviews.Appeals(r.t.Context(), entry, by)
	if err != nil {
		r.t.Fatal(err)
	}
	return file
}

// actOn does something with an appeal that has to succeed.
func (r *room) actOn(a madeAppeal, verb review.AppealVerb, by accounts.User) {
	r.t.Helper()
	if err := r.Reviews.ActOnAppeal(r.t.Context(), a.entry, a.id, verb, by, "psst: so it is"); err != nil {
		r.t.Fatal(err)
	}
}

// rejected is an entry that the reviewer rejected.
func (r *room) rejected() submissions.Entry {
	r.t.Helper()
	entry := r.entry(r.submitter, graded())
	r.move(entry.ID, review.Submit, r.submitter)
	r.move(entry.ID, review.Take, r.reviewer)
	r.move(entry.ID, review.Reject, r.reviewer)
	return entry
}

func TestAnAppealThatIsUpheldReopensARejectedEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.rejected()
		if file := r.appeals(entry.ID, r.submitter); !file.MayMake || !file.Until.Equal(r.clock.Now().UTC().Truncate(time.Microsecond).AddDate(0, 0, 30)) {
			t.Errorf("the holder cannot appeal: %+v", file)
		}
		wantField(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.submitter, " \n"), "text")
		made := r.appeal(entry.ID, r.submitter)
		wantRefusal(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.submitter, "again"), "An open appeal exists")
		r.actOn(made, review.AnswerAppeal, r.reviewer)
		wantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.UpholdAppeal, r.reviewer, "yes"), "A reviewer may not uphold")
		wantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, "dance", r.editor, "yes"), "not something")
		wantField(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.UpholdAppeal, r.editor, ""), "text")
		wantField(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.AnswerAppeal, r.editor, strings.Repeat("ä", 20_001)), "text")
		r.actOn(made, review.UpholdAppeal, r.editor)
		after := r.reload(entry.ID)
		if after.State != review.Submitted || after.ReviewerID != 0 {
			t.Errorf("the entry is %s, of reviewer %d", after.State, after.ReviewerID)
		}
		history, err := r.Reviews.History(t.Context(), entry.ID)
		last := history[len(history)-1]
		if err != nil || last.Verb != review.Reopen || last.ActorID != r.editor.ID || strings.Contains(last.Reason, "psst") {
			t.Errorf("the history ends with %+v, %v", last, err)
		}
		file := r.appeals(entry.ID, r.second)
		one := file.All[0]
		if len(file.All) != 1 || one.State != review.AppealUpheld || one.DecidedBy != "EDI" || one.Reason != "psst: so it is" || len(one.Messages) != 3 || len(one.Possible) != 0 {
			t.Errorf("got %+v", file)
		}
		if !one.Messages[0].Holder || one.Messages[1].Holder || one.Messages[1].By != "REV" {
			t.Errorf("the sides are %+v", one.Messages)
		}
		wantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.DismissAppeal, r.editor, "no"), "closed")
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Reopen, r.editor, "so")
		wantRefusal(t, err, "is not possible")
	})
}

// TestAnAppealIsDecidedByWhoHadNoPart: not by a person who decided, approved, waived or has a conflict.
func TestAnAppealIsDecidedByWhoHadNoPart(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		r.move(entry.ID, review.Reject, r.editor)
		made := r.appeal(entry.ID, r.submitter)
		fresh := r.user("fresh", review.Editor)
		decide := func(by accounts.User) error {
			return r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.DismissAppeal, by, "no")
		}
		wantRefusal(t, decide(r.editor), "took part")
		if possible := r.appeals(entry.ID, r.editor).All[0].Possible; !slices.Equal(possible, []review.AppealVerb{review.AnswerAppeal}) {
			t.Errorf("the person who decided is offered %v", possible)
		}
		waiver := r.user("waiver", review.Editor)
		r.meddle("INSERT INTO waivers (entry_id, revision, rule, reason, until_edition, state, proposer_id, proposer_name, proposed_at, approver_id, approver_name, ended_by, ended_reason) VALUES (%d, 1, 'r', 'r', '2026-11', 'proposed', %d, 'W', 0, %d, '', '', '')", entry.ID, waiver.ID, r.second.ID)
		wantRefusal(t, decide(waiver), "took part")
		wantRefusal(t, decide(r.submitter), "your own submission")
		for _, stranger := range []accounts.User{r.other, r.admin} {
			wantNotFound(t, decide(stranger))
			_, err := r.Reviews.Appeals(t.Context(), entry.ID, stranger)
			wantNotFound(t, err)
		}
		conflicted := r.user("conflicted", review.Editor)
		r.meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (%d, %d, '', '', 'a friend', 0)", conflicted.ID, entry.ID)
		if conflict, is := errors.AsType[*review.ConflictError](decide(conflicted)); !is || conflict.Conflict != review.DeclaredBySelf {
			t.Error("a person with a conflict decides")
		}
		if err := decide(fresh); err != nil {
			t.Fatal(err)
		}
		if state := r.reload(entry.ID).State; state != review.Rejected {
			t.Errorf("the entry is %s", state)
		}
		wantRefusal(t, r.Reviews.MakeAppeal(t.Context(), entry.ID, r.submitter, "but"), "that stands")
		if file := r.appeals(entry.ID, r.submitter); file.MayMake || !strings.Contains(file.WhyNot, "that stands") {
			t.Errorf("another is offered: %+v", file)
		}
	})
}

func TestAnAppealThatWasTakenBackMayBeMadeAgainInTime(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.rejected()
		made := r.appeal(entry.ID, r.submitter)
		if err := r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.TakeBackAppeal, r.submitter, ""); err != nil {
			t.Fatal(err)
		}
		r.appeal(entry.ID, r.submitter)
		second := r.rejected()
		r.clock.advance(review.AppealTime)
		wantRefusal(t, r.Reviews.MakeAppeal(t.Context(), second.ID, r.submitter, "late"), "within 30 days")
		wantNotFound(t, r.Reviews.ActOnAppeal(t.Context(), second.ID, made.id, review.TakeBackAppeal, r.submitter, "")) // of another entry
		wantNotFound(t, r.Reviews.MakeAppeal(t.Context(), 999, r.submitter, "none"))
	})
}

// TestAnAppealOnAPublishedEntryWaitsForAnErratum: the list is frozen.
func TestAnAppealOnAPublishedEntryWaitsForAnErratum(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		low := summary()
		low.GrantedLevel = 1
		entry, full := r.accepted(r.submitter, low), r.accepted(r.submitter, summary())
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		wantRefusal(t, r.Reviews.MakeAppeal(t.Context(), full.ID, r.submitter, "why"), "granted the level")
		made := r.appeal(entry.ID, r.submitter)
		_, err := r.Reviews.Appeals(t.Context(), entry.ID, r.other) // who may read the entry
		wantNotFound(t, err)
		r.actOn(made, review.UpholdAppeal, r.editor) // publishing is no decision on one entry
		if file := r.appeals(entry.ID, r.submitter); file.Effect != review.ToErratum || file.All[0].State != review.AppealUpheld {
			t.Errorf("got %+v", file)
		}
		if state := r.reload(entry.ID).State; state != review.Published {
			t.Errorf("the entry is %s", state)
		}
	})
}

func TestNothingComesOfAnAppealOnAnEntryThatWasWithdrawn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		low := summary()
		low.GrantedLevel = 1
		entry := r.accepted(r.submitter, low)
		made := r.appeal(entry.ID, r.submitter)
		r.move(entry.ID, review.Withdraw, r.submitter)
		wantRefusal(t, r.Reviews.ActOnAppeal(t.Context(), entry.ID, made.id, review.UpholdAppeal, r.editor, "yes"), "has no effect")
		r.actOn(made, review.DismissAppeal, r.editor)
	})
}

// TestOfManyWhoActAtOnceOneGetsThrough: with appeals as with entries.
func TestOfManyWhoActAtOnceOneGetsThrough(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.rejected()
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
		if done := count(4, func() error { return r.Reviews.MakeAppeal(t.Context(), entry.ID, r.submitter, "text") }); done != 1 {
			t.Errorf("%d appeals were made", done)
		}
		made := r.appeals(entry.ID, r.submitter).All[0].ID
		if done := count(4, func() error {
			return r.Reviews.ActOnAppeal(t.Context(), entry.ID, made, review.UpholdAppeal, r.editor, "yes")
		}); done != 1 {
			t.Errorf("%d decided", done)
		}
		if messages := r.appeals(entry.ID, r.submitter).All[0].Messages; len(messages) != 2 {
			t.Errorf("got %+v", messages)
		}
	})
}
