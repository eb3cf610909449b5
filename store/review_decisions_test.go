package store_test

import (
	"reflect"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review"
	"green500/validation/rules"
)

func TestTheLifeOfAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		start := r.clock.Now().UTC().Truncate(time.Microsecond)
		steps := []struct {
			verb     review.Verb
			actor    accounts.User
			revision int
			to       review.State
		}{
			{review.Submit, r.submitter, 1, review.Submitted},
			{review.Take, r.reviewer, 1, review.InReview},
			{review.Return, r.reviewer, 1, review.Returned},
			{review.Submit, r.submitter, 2, review.Submitted},
			{review.Accept, r.second, 2, review.Accepted},
		}
		var want []submissions.Decision
		from := review.Draft
		for i, step := range steps {
			if i == 3 {
				r.save(r.reload(entry.ID), "corrected")
			} else {
				r.clock.advance(time.Minute)
			}
			if to := r.move(entry.ID, step.verb, step.actor); to != step.to {
				t.Fatalf("%s led to %s, want %s", step.verb, to, step.to)
			}
			want = append(want, submissions.Decision{
				EntryID: entry.ID, Revision: step.revision, Verb: step.verb, From: from, To: step.to,
				ActorID: step.actor.ID, ActorName: step.actor.Name, Reason: "a reason",
				At: start.Add(time.Duration(i+1) * time.Minute),
			})
			from = step.to
		}
		history, err := r.Reviews.History(t.Context(), entry.ID)
		if err != nil || !reflect.DeepEqual(history, want) {
			t.Errorf("got %+v, %v\nwant %+v", history, err, want)
		}
		if got := r.reload(entry.ID); *got.SubmittedAt != want[3].At || got.UpdatedAt != want[4].At {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSubmittingFreezesTheRevision(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		first, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || first.SubmittedAt == nil {
			t.Fatalf("got %+v, %v", first, err)
		}
		r.clock.advance(time.Hour)
		r.move(entry.ID, review.Return, r.reviewer)
		r.move(entry.ID, review.Submit, r.submitter) // unchanged
		again, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Errorf("got %+v, %v\nwant %+v", again, err, first)
		}
	})
}

// The table of moves is tested with it; here, that the store asks it.
func TestMovesThatTheTableRefuses(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		own := r.entry(r.reviewer, graded())
		r.move(own.ID, review.Submit, r.reviewer)
		theirs := r.entry(r.submitter, graded())
		for _, one := range []struct {
			entry  submissions.Entry
			verb   review.Verb
			actor  accounts.User
			reason string
			says   string
		}{
			{own, review.Accept, r.reviewer, "", "your own submission"},
			{own, review.Return, r.second, " \n\t", "write the reason"},
			{own, review.Withdraw, r.second, "", "Only the owner"},
			{own, review.Accept, r.submitter, "", "may not accept"},
			{own, review.Accept, r.admin, "", "may not accept"},
			{own, "promote", r.editor, "", "not something"},
			{theirs, review.Submit, r.other, "", "Only the owner"},
			{theirs, review.Accept, r.reviewer, "", "is draft"},
		} {
			_, err := r.Reviews.Move(t.Context(), one.entry.ID, one.verb, one.actor, one.reason)
			wantRefusal(t, err, one.says)
		}
		history, err := r.Reviews.History(t.Context(), theirs.ID)
		if err != nil || len(history) != 0 {
			t.Errorf("got %+v, %v", history, err)
		}
	})
}

func TestEntriesAreNotPublishedOneByOne(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.accepted(r.submitter, summary())
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Publish, r.editor, "")
		wantRefusal(t, err, "with their edition")
		if got := r.reload(entry.ID); got.State != review.Accepted {
			t.Errorf("got %s", got.State)
		}
	})
}

func TestOfConcurrentDecisionsOneWins(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.entry(r.submitter, graded())
			r.move(entry.ID, review.Submit, r.submitter)
			r.move(entry.ID, review.Take, r.reviewer)
			verbs := []review.Verb{review.Accept, review.Reject, review.Return, review.Accept, review.Reject, review.Return}
			won, errs := storetest.AtOnce(len(verbs), func(i int) error {
				_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.InReview}, verbs[i], r.reviewer, "why")
				return err
			})
			if won != 1 {
				t.Errorf("%d won, want 1", won)
			}
			history, err := r.Reviews.History(t.Context(), entry.ID)
			if err != nil || len(history) != 3 || history[2].To != r.reload(entry.ID).State {
				t.Fatalf("got %+v, %v", history, err)
			}
			winner, _ := review.MoveOf(history[2].Verb)
			for _, err := range errs {
				wantRefusal(t, err, "eload the page")
				wantRefusal(t, err, history[2].ActorName+" "+winner.Done+" it on 5 October 2026 at 12:30 UTC.")
			}
		}
	})
}

// What is submitted is what was graded, even if the owner saves and submits at once.
func TestSavingAndSubmittingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.entry(r.submitter, graded())
			_, errs := storetest.AtOnce(2, func(i int) error {
				if i == 0 {
					_, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, entry.Version, ungraded())
					return err
				}
				_, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.submitter, "")
				return err
			})
			for _, err := range errs {
				wantRefusal(t, err, "")
			}
			if got := r.reload(entry.ID); got.State == review.Submitted && !got.Complete {
				t.Errorf("an entry that cannot be graded was submitted: %+v", got)
			}
		}
	})
}

func TestNobodyAcceptsWhatTheyHaveNotSeen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		r.move(entry.ID, review.Return, r.second)
		r.save(r.reload(entry.ID), "worse")
		r.move(entry.ID, review.Submit, r.submitter)
		_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1}, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "at revision 2 now")
		r.move(entry.ID, review.Take, r.reviewer)
		if _, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 2}, review.Accept, r.reviewer, ""); err != nil {
			t.Error(err)
		}
	})
}

// Whoever decides has taken the submission, has read what stands against it or has had it answered, and writes why it is accepted
// nevertheless.
func TestDecidingWithWarnings(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rule, _, advice := rulesOfEach(t)
		entry := r.entry(r.submitter, systemAt("Delta", "North", 2, 2, finding(rule, rules.Pass, "0.5")+","+finding(advice, rules.Fail, "-1")))
		r.move(entry.ID, review.Submit, r.submitter)
		accept := func(by accounts.User, reason string, read ...string) error {
			_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, Read: read}, review.Accept, by, reason)
			return err
		}
		wantRefusal(t, accept(r.reviewer, "why", advice), "You have not taken it for review")
		r.move(entry.ID, review.Take, r.reviewer)
		wantRefusal(t, accept(r.second, "why", advice), "You have not taken it for review")
		wantRefusal(t, accept(r.reviewer, "why"), "is not read")
		wantRefusal(t, accept(r.reviewer, "why", rule), "is not read")
		wantRefusal(t, accept(r.reviewer, "", advice), "write the reason")
		if err := accept(r.reviewer, "why", advice); err != nil {
			t.Error(err)
		}
	})
}
