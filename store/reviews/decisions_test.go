package reviews_test

import (
	"reflect"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review"
	"green500/validation/rules"
)

func TestTheLifeOfAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		start := r.Clock.Now().UTC().Truncate(time.Microsecond)
		steps := []struct {
			verb     review.Verb
			actor    accounts.User
			revision int
			to       review.State
		}{
			{review.Submit, r.Submitter, 1, review.Submitted},
			{review.Take, r.Reviewer, 1, review.InReview},
			{review.Return, r.Reviewer, 1, review.Returned},
			{review.Submit, r.Submitter, 2, review.Submitted},
			{review.Accept, r.Second, 2, review.Accepted},
		}
		var want []submissions.Decision
		from := review.Draft
		for i, step := range steps {
			if i == 3 {
				r.Save(r.Reload(entry.ID), "corrected")
			} else {
				r.Clock.Advance(time.Minute)
			}
			if to := r.Move(entry.ID, step.verb, step.actor); to != step.to {
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
		if got := r.Reload(entry.ID); *got.SubmittedAt != want[3].At || got.UpdatedAt != want[4].At {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSubmittingFreezesTheRevision(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		first, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || first.SubmittedAt == nil {
			t.Fatalf("got %+v, %v", first, err)
		}
		r.Clock.Advance(time.Hour)
		r.Move(entry.ID, review.Return, r.Reviewer)
		r.Move(entry.ID, review.Submit, r.Submitter) // unchanged
		again, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Errorf("got %+v, %v\nwant %+v", again, err, first)
		}
	})
}

// The table of moves is tested with it; here, that the store asks it.
func TestMovesThatTheTableRefuses(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		own := r.Entry(r.Reviewer, roomtest.Graded())
		r.Move(own.ID, review.Submit, r.Reviewer)
		theirs := r.Entry(r.Submitter, roomtest.Graded())
		for _, one := range []struct {
			entry  submissions.Entry
			verb   review.Verb
			actor  accounts.User
			reason string
			says   string
		}{
			{own, review.Accept, r.Reviewer, "", "your own submission"},
			{own, review.Return, r.Second, " \n\t", "write the reason"},
			{own, review.Withdraw, r.Second, "", "Only the owner"},
			{own, review.Accept, r.Submitter, "", "may not accept"},
			{own, review.Accept, r.Admin, "", "may not accept"},
			{own, "promote", r.Editor, "", "not something"},
			{theirs, review.Submit, r.Other, "", "Only the owner"},
			{theirs, review.Accept, r.Reviewer, "", "is draft"},
		} {
			_, err := r.Reviews.Move(t.Context(), one.entry.ID, one.verb, one.actor, one.reason)
			roomtest.WantRefusal(t, err, one.says)
		}
		history, err := r.Reviews.History(t.Context(), theirs.ID)
		if err != nil || len(history) != 0 {
			t.Errorf("got %+v, %v", history, err)
		}
	})
}

func TestEntriesAreNotPublishedOneByOne(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Accepted(r.Submitter, roomtest.Summary())
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Publish, r.Editor, "")
		roomtest.WantRefusal(t, err, "with their edition")
		if got := r.Reload(entry.ID); got.State != review.Accepted {
			t.Errorf("got %s", got.State)
		}
	})
}

func TestOfConcurrentDecisionsOneWins(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.Entry(r.Submitter, roomtest.Graded())
			r.Move(entry.ID, review.Submit, r.Submitter)
			r.Move(entry.ID, review.Take, r.Reviewer)
			verbs := []review.Verb{review.Accept, review.Reject, review.Return, review.Accept, review.Reject,
				review.Return}
			won, errs := storetest.AtOnce(len(verbs), func(i int) error {
				_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.InReview},
					verbs[i], r.Reviewer, "why")
				return err
			})
			if won != 1 {
				t.Errorf("%d won, want 1", won)
			}
			history, err := r.Reviews.History(t.Context(), entry.ID)
			if err != nil || len(history) != 3 || history[2].To != r.Reload(entry.ID).State {
				t.Fatalf("got %+v, %v", history, err)
			}
			winner, _ := review.MoveOf(history[2].Verb)
			for _, err := range errs {
				roomtest.WantRefusal(t, err, "eload the page")
				roomtest.WantRefusal(t, err, history[2].ActorName+" "+winner.Done+" it on 5 October 2026 at 12:30 UTC.")
			}
		}
	})
}

// What is submitted is what was graded, even if the owner saves and submits at once.
func TestSavingAndSubmittingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.Entry(r.Submitter, roomtest.Graded())
			_, errs := storetest.AtOnce(2, func(i int) error {
				if i == 0 {
					_, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, entry.Version, roomtest.Ungraded())
					return err
				}
				_, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, "")
				return err
			})
			for _, err := range errs {
				roomtest.WantRefusal(t, err, "")
			}
			if got := r.Reload(entry.ID); got.State == review.Submitted && !got.Complete {
				t.Errorf("an entry that cannot be graded was submitted: %+v", got)
			}
		}
	})
}

func TestNobodyAcceptsWhatTheyHaveNotSeen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Move(entry.ID, review.Return, r.Second)
		r.Save(r.Reload(entry.ID), "worse")
		r.Move(entry.ID, review.Submit, r.Submitter)
		_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1}, review.Accept, r.Reviewer, "")
		roomtest.WantRefusal(t, err, "at revision 2 now")
		r.Move(entry.ID, review.Take, r.Reviewer)
		if _, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 2}, review.Accept, r.Reviewer,
			""); err != nil {
			t.Error(err)
		}
	})
}

// Whoever decides has taken the submission, has read what stands against it or has had it answered, and writes why it
// is accepted nevertheless.
func TestDecidingWithWarnings(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rule, _, advice := rulesOfEach(t)
		entry := r.Entry(r.Submitter,
			systemAt("Delta", "North", 2, 2, finding(rule, rules.Pass, "0.5")+","+finding(advice, rules.Fail, "-1")))
		r.Move(entry.ID, review.Submit, r.Submitter)
		accept := func(by accounts.User, reason string, read ...string) error {
			_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, Read: read},
				review.Accept, by, reason)
			return err
		}
		roomtest.WantRefusal(t, accept(r.Reviewer, "why", advice), "You have not taken it for review")
		r.Move(entry.ID, review.Take, r.Reviewer)
		roomtest.WantRefusal(t, accept(r.Second, "why", advice), "You have not taken it for review")
		roomtest.WantRefusal(t, accept(r.Reviewer, "why"), "is not read")
		roomtest.WantRefusal(t, accept(r.Reviewer, "why", rule), "is not read")
		roomtest.WantRefusal(t, accept(r.Reviewer, "", advice), "write the reason")
		if err := accept(r.Reviewer, "why", advice); err != nil {
			t.Error(err)
		}
	})
}
