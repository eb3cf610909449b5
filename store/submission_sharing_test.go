package store_test

import (
	"testing"

	"green500/store"
	"green500/validation/review"
)

func (r *room) wantHeld(entry store.Entry, want bool, people ...store.User) {
	r.t.Helper()
	for _, person := range people {
		held, err := r.Holds(r.t.Context(), person.ID, r.reload(entry.ID))
		if err != nil || held != want {
			r.t.Errorf("%s holds the entry: %t, %v", person.Name, held, err)
		}
		all, err := r.EntriesOf(r.t.Context(), person.ID)
		if err != nil || (len(all) > 0) != want {
			r.t.Errorf("%s has %d entries, %v", person.Name, len(all), err)
		}
	}
}

func TestAnEntryIsSharedWithTheOnlySite(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		alone := r.entry(r.submitter, graded())
		site := r.founded(r.submitter, "Centre")
		shared := r.entry(r.submitter, graded())
		if alone.SiteID != store.Unshared || shared.SiteID != site.ID || shared.SharedWith != "Centre" || alone.SharedWith != "" {
			t.Errorf("%+v, %+v", alone, shared)
		}
		chosen, err := r.CreateEntryAt(t.Context(), r.submitter, edition, graded(), store.Unshared)
		if err != nil || chosen.SiteID != store.Unshared {
			t.Errorf("%+v, %v", chosen, err)
		}
		second := r.founded(r.submitter, "Second")
		if entry := r.entry(r.submitter, graded()); entry.SiteID != store.Unshared {
			t.Errorf("of two sites it took %d", entry.SiteID)
		}
		chosen, err = r.CreateEntryAt(t.Context(), r.submitter, edition, graded(), second.ID)
		if err != nil || chosen.SharedWith != "Second" {
			t.Errorf("%+v, %v", chosen, err)
		}
		before, err := r.EntriesOf(t.Context(), r.other.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.CreateEntryAt(t.Context(), r.other, edition, graded(), site.ID)
		wantNotFound(t, err)
		if after, err := r.EntriesOf(t.Context(), r.other.ID); err != nil || len(after) != len(before) {
			t.Errorf("a refused entry was kept: %d, %v", len(after), err)
		}
	})
}

func TestMembersWriteWhatIsSharedUntilTheyLeave(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.founded(r.submitter, "Centre")
		r.joins(site, r.submitter, r.other, review.Keeper)
		r.joins(site, r.submitter, r.reviewer, review.Member)
		entry := r.entry(r.submitter, graded())
		r.wantHeld(entry, true, r.submitter, r.other, r.reviewer)
		r.wantHeld(entry, false, r.second, r.admin)

		wantRefusal(t, r.ShareEntry(t.Context(), entry.ID, r.other, store.Unshared), "Only SUB")
		if err := r.ShareEntry(t.Context(), entry.ID, r.submitter, store.Unshared); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.other, r.reviewer)
		if err := r.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID+1))

		// A member submits it; a colleague who reviews does not decide on it, however it is shared by then.
		r.move(entry.ID, review.Submit, r.other)
		_, err := r.Move(t.Context(), entry.ID, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "of their own")
		wantRefusal(t, r.ShareEntry(t.Context(), entry.ID, r.submitter, store.Unshared), "While an entry is submitted")
		r.move(entry.ID, review.Accept, r.second)
		wantRefusal(t, r.ShareEntry(t.Context(), entry.ID, r.submitter, store.Unshared), "While an entry is accepted")

		// A member who leaves keeps their own entries alone.
		if err := r.RemoveMember(t.Context(), site.ID, r.other, r.reviewer.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.reviewer)
		if err := r.RemoveMember(t.Context(), site.ID, r.submitter, r.submitter.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, true, r.submitter, r.other)
		r.move(entry.ID, review.Withdraw, r.submitter)
		if err := r.ShareEntry(t.Context(), entry.ID, r.submitter, store.Unshared); err != nil {
			t.Error(err)
		}
		wantNotFound(t, r.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID))
	})
}
