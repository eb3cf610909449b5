package reviews_test

import (
	"errors"
	"slices"
	"testing"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/lists/rehearsal"
	"green500/validation/review"
)

// wantWithheld fails the test unless an entry is withheld from somebody for a reason, by each way to it.
func (r *room) wantWithheld(by accounts.User, entry int64, why review.Conflict) {
	r.T.Helper()
	ctx := r.T.Context()
	_, err := r.Submissions.EntryAccess(ctx, entry, by)
	conflict, refused := errors.AsType[*review.ConflictError](err)
	if refused != (why != review.NoConflict) || refused && conflict.Conflict != why || !refused && err != nil {
		r.T.Errorf("the gate says %v, want %q", err, why)
	}
	withheld, err := r.Submissions.Withheld(ctx, by)
	at := slices.IndexFunc(withheld, func(w submissions.Withheld) bool { return w.EntryID == entry })
	if err != nil || (at >= 0) != refused || refused && withheld[at].Conflict != why {
		r.T.Errorf("withheld is %+v, %v; want %q", withheld, err, why)
	}
	part, _, err := r.Reviews.Queued(ctx, by, reviews.Queue{})
	at = slices.IndexFunc(part, func(q reviews.Queued) bool { return q.EntryID == entry })
	if err != nil || at < 0 || part[at].Conflict != why {
		r.T.Fatalf("the queue is %+v, %v; want %q", part, err, why)
	}
	bare := reviews.Queued{EntryID: entry, System: part[at].System, Site: part[at].Site, Edition: part[at].Edition,
		Conflict: why}
	if (part[at] == bare) != refused {
		r.T.Errorf("the queue tells %+v", part[at])
	}
	states := review.ReadableStates(by.Role)
	all, err := r.Submissions.Margins(ctx, roomtest.Asked, states, nil)
	if err != nil {
		r.T.Fatal(err)
	}
	if counted, err := r.Submissions.Margins(ctx, roomtest.Asked, states, submissions.EntryIDs(withheld)); err != nil ||
		(counted.Entries == all.Entries) == refused {
		r.T.Errorf("%d of %d are counted, %v", counted.Entries, all.Entries, err)
	}
	var graded []int64
	again := lists.Rehearsal{Submitted: true, Without: submissions.EntryIDs(withheld)}
	if err := r.Lists.Regrade(ctx, again,
		func(e rehearsal.Entry) error { graded = append(graded, e.ID); return nil }); err != nil ||
		slices.Contains(graded, entry) == refused {
		r.T.Errorf("a rehearsal grades %v, %v", graded, err)
	}
}

func TestEachConflictWithholdsAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		owner := r.User("owner", review.Submitter)
		r.Meddle("UPDATE users SET email = 'owner@mail.centre.org' WHERE name = 'OWNER'")
		entry := r.Entry(owner, systemAt("Aurora", "Zürich Centre", 2, 2, ""))
		r.Move(entry.ID, review.Submit, owner)
		for _, c := range []struct {
			name string
			with reviews.NewConflict
		}{
			{"entry", reviews.NewConflict{EntryID: entry.ID}},
			{"site", reviews.NewConflict{Site: " ZÜRICH centre "}},
			{"domain", reviews.NewConflict{Domain: "someone@Mail.Centre.org"}},
		} {
			t.Run(c.name, func(t *testing.T) {
				r.wantWithheld(r.Reviewer, entry.ID, review.NoConflict)
				r.Declare(r.Reviewer, c.with)
				r.wantWithheld(r.Reviewer, entry.ID, review.DeclaredBySelf)
				r.wantWithheld(r.Second, entry.ID, review.NoConflict)
				declared, err := r.Reviews.Conflicts(t.Context(), r.Reviewer.ID)
				if err != nil || declared[0].Reason != "a friend" || declared[0].WithdrawnAt != nil {
					t.Fatalf("%+v, %v", declared, err)
				}
				roomtest.WantNotFound(t, r.Reviews.WithdrawConflict(t.Context(), r.Second, declared[0].ID))
				if err := r.Reviews.WithdrawConflict(t.Context(), r.Reviewer, declared[0].ID); err != nil {
					t.Fatal(err)
				}
				roomtest.WantNotFound(t, r.Reviews.WithdrawConflict(t.Context(), r.Reviewer, declared[0].ID))
				if again, err := r.Reviews.Conflicts(t.Context(), r.Reviewer.ID); err != nil ||
					len(again) != len(declared) || again[0].WithdrawnAt == nil {
					t.Errorf("what was withdrawn is not kept: %+v, %v", again, err)
				}
			})
		}
		r.Site("zürich CENTRE", r.Second)
		r.wantWithheld(r.Second, entry.ID, review.SameSite)
		r.Meddle("UPDATE users SET email = 'edi@mail.centre.org' WHERE name = 'EDI'")
		r.Editor.Email = "edi@mail.centre.org"
		r.wantWithheld(r.Editor, entry.ID, review.SameDomain)
	})
}

func TestWhatCannotBeDeclared(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		draft := r.Entry(r.Submitter, roomtest.Graded())
		for field, declared := range map[string]reviews.NewConflict{
			"with":   {Reason: "x"},
			"domain": {Domain: "gmail.com", Reason: "x"},
			"reason": {Site: "Centre", Reason: " "},
		} {
			roomtest.WantField(t, r.Reviews.DeclareConflict(t.Context(), r.Reviewer, declared), field)
		}
		roomtest.WantField(t, r.Reviews.DeclareConflict(t.Context(), r.Reviewer,
			reviews.NewConflict{Site: "Centre", EntryID: draft.ID, Reason: "x"}), "with")
		roomtest.WantField(t, r.Reviews.DeclareConflict(t.Context(), r.Reviewer,
			reviews.NewConflict{Domain: "centre", Reason: "x"}), "domain")
		roomtest.WantNotFound(t,
			r.Reviews.DeclareConflict(t.Context(), r.Reviewer, reviews.NewConflict{EntryID: draft.ID, Reason: "x"}))
		roomtest.WantNotFound(t,
			r.Reviews.DeclareConflict(t.Context(), r.Reviewer, reviews.NewConflict{EntryID: 999, Reason: "x"}))
		roomtest.WantRefusal(t, r.Reviews.DeclareConflict(t.Context(), r.Admin,
			reviews.NewConflict{Site: "Centre", Reason: "x"}), "cannot decide")
	})
}

func TestAssigning(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx, nobody := t.Context(), accounts.User{}
		entry := r.Entry(r.Submitter, roomtest.Graded()).ID
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Editor, r.Reviewer.ID), "needs no reviewer")
		r.Move(entry, review.Submit, r.Submitter)
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Reviewer, r.Second.ID), "may not assign a reviewer")
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Admin, r.Second.ID), "may not assign a reviewer")
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Submitter, r.Second.ID), "your own submission")
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Editor, r.Other.ID), "does not review")
		roomtest.WantNotFound(t, r.Reviews.Assign(ctx, entry, r.Editor, 999))
		roomtest.WantNotFound(t, r.Reviews.Assign(ctx, 999, r.Editor, r.Reviewer.ID))
		r.Assign(entry, r.Editor, r.Reviewer)
		_, err := r.Reviews.Move(ctx, entry, review.Take, r.Second, "")
		roomtest.WantRefusal(t, err, "REV was asked")
		r.Move(entry, review.Take, r.Reviewer)
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Second, 0), "may not unassign a reviewer")
		r.Assign(entry, r.Reviewer, nobody)
		r.Assign(entry, r.Second, r.Second)
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Reviewer, r.Reviewer.ID), "may not assign a reviewer")
		r.Assign(entry, r.Editor, nobody)
		r.Assign(entry, r.Editor, r.Second)
		r.Declare(r.Second, reviews.NewConflict{Site: "Centre"})
		r.WantReviewer(entry, nobody)
		roomtest.WantRefusal(t, r.Reviews.Assign(ctx, entry, r.Editor, r.Second.ID), "conflict of interest")
		r.Declare(r.Editor, reviews.NewConflict{EntryID: entry})
		if _, refused := errors.AsType[*review.ConflictError](r.Reviews.Assign(ctx, entry, r.Editor,
			r.Reviewer.ID)); !refused {
			t.Error("an editor with a conflict chooses who reviews")
		}
		candidates, err := r.Reviews.Candidates(ctx, entry)
		if err != nil || len(candidates) != 3 {
			t.Fatalf("%+v, %v", candidates, err)
		}
		for _, c := range candidates {
			conflicted := c.ID == r.Second.ID || c.ID == r.Editor.ID
			if (c.Party.Conflict == review.DeclaredBySelf) != conflicted || (c.Why == "a friend") != conflicted {
				t.Errorf("%+v", c)
			}
		}
	})
}
