package store_test

import (
	"errors"
	"slices"
	"testing"

	"green500/store"
	"green500/validation/lists/rehearsal"
	"green500/validation/review"
)

func (r *room) declare(by store.User, declared store.NewConflict) {
	r.t.Helper()
	declared.Reason = "a friend"
	if err := r.DeclareConflict(r.t.Context(), by, declared); err != nil {
		r.t.Fatal(err)
	}
}

// wantWithheld fails the test unless an entry is withheld from somebody for a reason, by each way to it.
func (r *room) wantWithheld(by store.User, entry int64, why review.Conflict) {
	r.t.Helper()
	ctx := r.t.Context()
	_, err := r.EntryAccess(ctx, entry, by)
	conflict, refused := errors.AsType[*review.ConflictError](err)
	if refused != (why != review.NoConflict) || refused && conflict.Conflict != why || !refused && err != nil {
		r.t.Errorf("the gate says %v, want %q", err, why)
	}
	withheld, err := r.Withheld(ctx, by)
	at := slices.IndexFunc(withheld, func(w store.Withheld) bool { return w.EntryID == entry })
	if err != nil || (at >= 0) != refused || refused && withheld[at].Conflict != why {
		r.t.Errorf("withheld is %+v, %v; want %q", withheld, err, why)
	}
	part, _, err := r.Queued(ctx, by, store.Queue{})
	at = slices.IndexFunc(part, func(q store.Queued) bool { return q.EntryID == entry })
	if err != nil || at < 0 || part[at].Conflict != why {
		r.t.Fatalf("the queue is %+v, %v; want %q", part, err, why)
	}
	bare := store.Queued{EntryID: entry, System: part[at].System, Site: part[at].Site, Edition: part[at].Edition, Conflict: why}
	if (part[at] == bare) != refused {
		r.t.Errorf("the queue tells %+v", part[at])
	}
	states := review.ReadableStates(by.Role)
	all, err := r.Margins(ctx, asked, states, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if counted, err := r.Margins(ctx, asked, states, store.EntryIDs(withheld)); err != nil || (counted.Entries == all.Entries) == refused {
		r.t.Errorf("%d of %d are counted, %v", counted.Entries, all.Entries, err)
	}
	var graded []int64
	again := store.Rehearsal{Submitted: true, Without: store.EntryIDs(withheld)}
	if err := r.Regrade(ctx, again, func(e rehearsal.Entry) error { graded = append(graded, e.ID); return nil }); err != nil || slices.Contains(graded, entry) == refused {
		r.t.Errorf("a rehearsal grades %v, %v", graded, err)
	}
}

func TestEachConflictWithholdsAnEntry(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		owner := r.account("owner", review.Submitter, r.CreateUser)
		if err := store.Execute(t.Context(), r.Store, "UPDATE users SET email = 'owner@mail.centre.org' WHERE name = 'OWNER'"); err != nil {
			t.Fatal(err)
		}
		entry := r.entry(owner, systemAt("Aurora", "Zürich Centre", 2, 2, ""))
		r.move(entry.ID, review.Submit, owner)
		for _, c := range []struct {
			name string
			with store.NewConflict
		}{
			{"entry", store.NewConflict{EntryID: entry.ID}},
			{"site", store.NewConflict{Site: " ZÜRICH centre "}},
			{"domain", store.NewConflict{Domain: "someone@Mail.Centre.org"}},
		} {
			t.Run(c.name, func(t *testing.T) {
				r.wantWithheld(r.reviewer, entry.ID, review.NoConflict)
				r.declare(r.reviewer, c.with)
				r.wantWithheld(r.reviewer, entry.ID, review.DeclaredBySelf)
				r.wantWithheld(r.second, entry.ID, review.NoConflict)
				declared, err := r.Conflicts(t.Context(), r.reviewer.ID)
				if err != nil || declared[0].Reason != "a friend" || declared[0].WithdrawnAt != nil {
					t.Fatalf("%+v, %v", declared, err)
				}
				wantNotFound(t, r.WithdrawConflict(t.Context(), r.second, declared[0].ID))
				if err := r.WithdrawConflict(t.Context(), r.reviewer, declared[0].ID); err != nil {
					t.Fatal(err)
				}
				wantNotFound(t, r.WithdrawConflict(t.Context(), r.reviewer, declared[0].ID))
				if again, err := r.Conflicts(t.Context(), r.reviewer.ID); err != nil || len(again) != len(declared) || again[0].WithdrawnAt == nil {
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
		for field, declared := range map[string]store.NewConflict{
			"with":   {Reason: "x"},
			"domain": {Domain: "gmail.com", Reason: "x"},
			"reason": {Site: "Centre", Reason: " "},
		} {
			wantField(t, r.DeclareConflict(t.Context(), r.reviewer, declared), field)
		}
		wantField(t, r.DeclareConflict(t.Context(), r.reviewer, store.NewConflict{Site: "Centre", EntryID: draft.ID, Reason: "x"}), "with")
		wantField(t, r.DeclareConflict(t.Context(), r.reviewer, store.NewConflict{Domain: "centre", Reason: "x"}), "domain")
		wantNotFound(t, r.DeclareConflict(t.Context(), r.reviewer, store.NewConflict{EntryID: draft.ID, Reason: "x"}))
		wantNotFound(t, r.DeclareConflict(t.Context(), r.reviewer, store.NewConflict{EntryID: 999, Reason: "x"}))
		wantRefusal(t, r.DeclareConflict(t.Context(), r.admin, store.NewConflict{Site: "Centre", Reason: "x"}), "decides nothing")
	})
}

func (r *room) wantReviewer(entry int64, want store.User) {
	r.t.Helper()
	if got := r.reload(entry).ReviewerID; got != want.ID {
		r.t.Errorf("%d reviews, want %d", got, want.ID)
	}
}

func (r *room) assign(entry int64, actor, to store.User) {
	r.t.Helper()
	if err := r.Assign(r.t.Context(), entry, actor, to.ID); err != nil {
		r.t.Fatal(err)
	}
	r.wantReviewer(entry, to)
}

func TestAssigning(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx, nobody := t.Context(), store.User{}
		entry := r.entry(r.submitter, graded()).ID
		wantRefusal(t, r.Assign(ctx, entry, r.editor, r.reviewer.ID), "waits for no reviewer")
		r.move(entry, review.Submit, r.submitter)
		wantRefusal(t, r.Assign(ctx, entry, r.reviewer, r.second.ID), "may not assign a reviewer")
		wantRefusal(t, r.Assign(ctx, entry, r.admin, r.second.ID), "may not assign a reviewer")
		wantRefusal(t, r.Assign(ctx, entry, r.submitter, r.second.ID), "of their own")
		wantRefusal(t, r.Assign(ctx, entry, r.editor, r.other.ID), "does not review")
		wantNotFound(t, r.Assign(ctx, entry, r.editor, 999))
		wantNotFound(t, r.Assign(ctx, 999, r.editor, r.reviewer.ID))
		r.assign(entry, r.editor, r.reviewer)
		_, err := r.Move(ctx, entry, review.Take, r.second, "")
		wantRefusal(t, err, "REV was asked")
		r.move(entry, review.Take, r.reviewer)
		wantRefusal(t, r.Assign(ctx, entry, r.second, 0), "may not unassign a reviewer")
		r.assign(entry, r.reviewer, nobody)
		r.assign(entry, r.second, r.second)
		wantRefusal(t, r.Assign(ctx, entry, r.reviewer, r.reviewer.ID), "may not assign a reviewer")
		r.assign(entry, r.editor, nobody)
		r.assign(entry, r.editor, r.second)
		r.declare(r.second, store.NewConflict{Site: "Centre"})
		r.wantReviewer(entry, nobody)
		wantRefusal(t, r.Assign(ctx, entry, r.editor, r.second.ID), "conflict of interest")
		r.declare(r.editor, store.NewConflict{EntryID: entry})
		if _, refused := errors.AsType[*review.ConflictError](r.Assign(ctx, entry, r.editor, r.reviewer.ID)); !refused {
			t.Error("an editor with a conflict chooses who reviews")
		}
		candidates, err := r.Candidates(ctx, entry)
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
