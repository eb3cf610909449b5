package store_test

import (
	"errors"
	"slices"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/lists/rehearsal"
	"green500/validation/review"
)

func (r *room) declare(by accounts.User, declared reviews.NewConflict) {
	r.t.Helper()
	declared.Reason = "a friend"
	if err := r.Reviews.DeclareConflict(r.t.Context(), by, declared); err != nil {
		r.t.Fatal(err)
	}
}

// wantWithheld fails the test unless an entry is withheld from somebody for a reason, by each way to it.
func (r *room) wantWithheld(by accounts.User, entry int64, why review.Conflict) {
	r.t.Helper()
	ctx := r.t.Context()
	_, err := r.Submissions.EntryAccess(ctx, entry, by)
	conflict, refused := errors.AsType[*review.ConflictError](err)
	if refused != (why != review.NoConflict) || refused && conflict.Conflict != why || !refused && err != nil {
		r.t.Errorf("the gate says %v, want %q", err, why)
	}
	withheld, err := r.Submissions.Withheld(ctx, by)
	at := slices.IndexFunc(withheld, func(w submissions.Withheld) bool { return w.EntryID == entry })
	if err != nil || (at >= 0) != refused || refused && withheld[at].Conflict != why {
		r.t.Errorf("withheld is %+v, %v; want %q", withheld, err, why)
	}
	part, _, err := r.Reviews.Queued(ctx, by, reviews.Queue{})
	at = slices.IndexFunc(part, func(q reviews.Queued) bool { return q.EntryID == entry })
	if err != nil || at < 0 || part[at].Conflict != why {
		r.t.Fatalf("the queue is %+v, %v; want %q", part, err, why)
	}
	bare := reviews.Queued{EntryID: entry, System: part[at].System, Site: part[at].Site, Edition: part[at].Edition, Conflict: why}
	if (part[at] == bare) != refused {
		r.t.Errorf("the queue tells %+v", part[at])
	}
	states := review.ReadableStates(by.Role)
	all, err := r.Submissions.Margins(ctx, asked, states, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if counted, err := r.Submissions.Margins(ctx, asked, states, submissions.EntryIDs(withheld)); err != nil || (counted.Entries == all.Entries) == refused {
		r.t.Errorf("%d of %d are counted, %v", counted.Entries, all.Entries, err)
	}
	var graded []int64
	again := lists.Rehearsal{Submitted: true, Without: submissions.EntryIDs(withheld)}
	if err := r.Lists.Regrade(ctx, again, func(e rehearsal.Entry) error { graded = append(graded, e.ID); return nil }); err != nil || slices.Contains(graded, entry) == refused {
		r.t.Errorf("a rehearsal grades %v, %v", graded, err)
	}
}

func TestEachConflictWithholdsAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		owner := r.account("owner", review.Submitter, r.Accounts.CreateUser)
		if err := store.Execute(t.Context(), r.Store, "UPDATE users SET email = 'owner@mail.centre.org' WHERE name = 'OWNER'"); err != nil {
			t.Fatal(err)
		}
		entry := r.entry(owner, systemAt("Aurora", "Zürich Centre", 2, 2, ""))
		r.move(entry.ID, review.Submit, owner)
		for _, c := range []struct {
			name string
			with reviews.NewConflict
		}{
			{"entry", reviews.NewConflict{EntryID: entry.ID}},
			{"site", reviews.NewConflict{Site: " ZÜRICH centre "}},
			{"domain", reviews.NewConflict{Domain: "someone@Mail.Centre.org"}},
		} {
			t.Run(c.name, func(t *testing.T) {
				r.wantWithheld(r.reviewer, entry.ID, review.NoConflict)
				r.declare(r.reviewer, c.with)
				r.wantWithheld(r.reviewer, entry.ID, review.DeclaredBySelf)
				r.wantWithheld(r.second, entry.ID, review.NoConflict)
				declared, err := r.Reviews.Conflicts(t.Context(), r.reviewer.ID)
				if err != nil || declared[0].Reason != "a friend" || declared[0].WithdrawnAt != nil {
					t.Fatalf("%+v, %v", declared, err)
				}
				wantNotFound(t, r.Reviews.WithdrawConflict(t.Context(), r.second, declared[0].ID))
				if err := r.Reviews.WithdrawConflict(t.Context(), r.reviewer, declared[0].ID); err != nil {
					t.Fatal(err)
				}
				wantNotFound(t, r.Reviews.WithdrawConflict(t.Context(), r.reviewer, declared[0].ID))
				if again, err := r.Reviews.Conflicts(t.Context(), r.reviewer.ID); err != nil || len(again) != len(declared) || again[0].WithdrawnAt == nil {
					t.Errorf("what was withdrawn is not kept: %+v, %v", again, err)
				}
			})
		}
		r.site("zürich CENTRE", r.second)
		r.wantWithheld(r.second, entry.ID, review.SameSite)
		if err := store.Execute(t.Context(), r.Store, "UPDATE users SET email = 'edi@mail.centre.org' WHERE name = 'EDI'"); err != nil {
			t.Fatal(err)
		}
		r.editor.Email = "edi@mail.centre.org"
		r.wantWithheld(r.editor, entry.ID, review.SameDomain)
	})
}

func TestWhatCannotBeDeclared(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		draft := r.entry(r.submitter, graded())
		for field, declared := range map[string]reviews.NewConflict{
			"with":   {Reason: "x"},
			"domain": {Domain: "gmail.com", Reason: "x"},
			"reason": {Site: "Centre", Reason: " "},
		} {
			wantField(t, r.Reviews.DeclareConflict(t.Context(), r.reviewer, declared), field)
		}
		wantField(t, r.Reviews.DeclareConflict(t.Context(), r.reviewer, reviews.NewConflict{Site: "Centre", EntryID: draft.ID, Reason: "x"}), "with")
		wantField(t, r.Reviews.DeclareConflict(t.Context(), r.reviewer, reviews.NewConflict{Domain: "centre", Reason: "x"}), "domain")
		wantNotFound(t, r.Reviews.DeclareConflict(t.Context(), r.reviewer, reviews.NewConflict{EntryID: draft.ID, Reason: "x"}))
		wantNotFound(t, r.Reviews.DeclareConflict(t.Context(), r.reviewer, reviews.NewConflict{EntryID: 999, Reason: "x"}))
		wantRefusal(t, r.Reviews.DeclareConflict(t.Context(), r.admin, reviews.NewConflict{Site: "Centre", Reason: "x"}), "cannot decide")
	})
}

func (r *room) wantReviewer(entry int64, want accounts.User) {
	r.t.Helper()
	if got := r.reload(entry).ReviewerID; got != want.ID {
		r.t.Errorf("%d reviews, want %d", got, want.ID)
	}
}

func (r *room) assign(entry int64, actor, to accounts.User) {
	r.t.Helper()
	if err := r.Reviews.Assign(r.t.Context(), entry, actor, to.ID); err != nil {
		r.t.Fatal(err)
	}
	r.wantReviewer(entry, to)
}

func TestAssigning(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx, nobody := t.Context(), accounts.User{}
		entry := r.entry(r.submitter, graded()).ID
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.editor, r.reviewer.ID), "needs no reviewer")
		r.move(entry, review.Submit, r.submitter)
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.reviewer, r.second.ID), "may not assign a reviewer")
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.admin, r.second.ID), "may not assign a reviewer")
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.submitter, r.second.ID), "your own submission")
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.editor, r.other.ID), "does not review")
		wantNotFound(t, r.Reviews.Assign(ctx, entry, r.editor, 999))
		wantNotFound(t, r.Reviews.Assign(ctx, 999, r.editor, r.reviewer.ID))
		r.assign(entry, r.editor, r.reviewer)
		_, err := r.Reviews.Move(ctx, entry, review.Take, r.second, "")
		wantRefusal(t, err, "REV was asked")
		r.move(entry, review.Take, r.reviewer)
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.second, 0), "may not unassign a reviewer")
		r.assign(entry, r.reviewer, nobody)
		r.assign(entry, r.second, r.second)
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.reviewer, r.reviewer.ID), "may not assign a reviewer")
		r.assign(entry, r.editor, nobody)
		r.assign(entry, r.editor, r.second)
		r.declare(r.second, reviews.NewConflict{Site: "Centre"})
		r.wantReviewer(entry, nobody)
		wantRefusal(t, r.Reviews.Assign(ctx, entry, r.editor, r.second.ID), "conflict of interest")
		r.declare(r.editor, reviews.NewConflict{EntryID: entry})
		if _, refused := errors.AsType[*review.ConflictError](r.Reviews.Assign(ctx, entry, r.editor, r.reviewer.ID)); !refused {
			t.Error("an editor with a conflict chooses who reviews")
		}
		candidates, err := r.Reviews.Candidates(ctx, entry)
		if err != nil || len(candidates) != 3 {
			t.Fatalf("%+v, %v", candidates, err)
		}
		for _, c := range candidates {
			conflicted := c.ID == r.second.ID || c.ID == r.editor.ID
			if (c.Party.Conflict == review.DeclaredBySelf) != conflicted || (c.Why == "a friend") != conflicted {
				t.Errorf("%+v", c)
			}
		}
	})
}
