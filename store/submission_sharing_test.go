package store_test

import (
	"testing"

	"green500/store/accounts"
	"green500/store/submissions"
	"green500/validation/review"
)

func (r *room) wantHeld(entry submissions.Entry, want bool, people ...accounts.User) {
	r.t.Helper()
	for _, person := range people {
		held, err := r.Submissions.Holds(r.t.Context(), person.ID, r.reload(entry.ID))
		if err != nil || held != want {
			r.t.Errorf("%s holds the entry: %t, %v", person.Name, held, err)
		}
		all, err := r.Submissions.EntriesOf(r.t.Context(), person.ID)
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
		if alone.SiteID != submissions.Unshared || shared.SiteID != site.ID || shared.SharedWith != "Centre" || alone.SharedWith != "" {
			t.Errorf("%+v, %+v", alone, shared)
		}
		chosen, err := r.Submissions.CreateEntryAt(t.Context(), r.submitter, edition, graded(), submissions.Unshared)
		if err != nil || chosen.SiteID != submissions.Unshared {
			t.Errorf("%+v, %v", chosen, err)
		}
		second := r.founded(r.submitter, "Second")
		if entry := r.entry(r.submitter, graded()); entry.SiteID != submissions.Unshared {
			t.Errorf("of two sites it took %d", entry.SiteID)
		}
		chosen, err = r.Submissions.CreateEntryAt(t.Context(), r.submitter, edition, graded(), second.ID)
		if err != nil || chosen.SharedWith != "Second" {
			t.Errorf("%+v, %v", chosen, err)
		}
		before, err := r.Submissions.EntriesOf(t.Context(), r.other.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Submissions.CreateEntryAt(t.Context(), r.other, edition, graded(), site.ID)
		wantNotFound(t, err)
		if after, err := r.Submissions.EntriesOf(t.Context(), r.other.ID); err != nil || len(after) != len(before) {
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

		wantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.other, submissions.Unshared), "Only SUB")
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, submissions.Unshared); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.other, r.reviewer)
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID+1))

		// A member submits it; a colleague who reviews does not decide on it, however it is shared by then.
		r.move(entry.ID, review.Submit, r.other)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "your own submission")
		wantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, submissions.Unshared), "a submission that is submitted")
		r.move(entry.ID, review.Accept, r.second)
		wantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, submissions.Unshared), "a submission that is accepted")

		// A member who leaves keeps their own entries alone.
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.other, r.reviewer.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.reviewer)
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.submitter, r.submitter.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, true, r.submitter, r.other)
		r.move(entry.ID, review.Withdraw, r.submitter)
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, submissions.Unshared); err != nil {
			t.Error(err)
		}
		wantNotFound(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, site.ID))
	})
}
