package submissions_test

import (
	"testing"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/review"
)

func (r *room) wantHeld(entry submissions.Entry, want bool, people ...accounts.User) {
	r.T.Helper()
	for _, person := range people {
		held, err := r.Submissions.Holds(r.T.Context(), person.ID, r.Reload(entry.ID))
		if err != nil || held != want {
			r.T.Errorf("%s holds the entry: %t, %v", person.Name, held, err)
		}
		all, err := r.Submissions.EntriesOf(r.T.Context(), person.ID)
		if err != nil || (len(all) > 0) != want {
			r.T.Errorf("%s has %d entries, %v", person.Name, len(all), err)
		}
	}
}

func TestAnEntryIsSharedWithTheOnlySite(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		alone := r.Entry(r.Submitter, roomtest.Graded())
		site := r.Founded(r.Submitter, "Centre")
		shared := r.Entry(r.Submitter, roomtest.Graded())
		if alone.SiteID != submissions.Unshared || shared.SiteID != site.ID || shared.SharedWith != "Centre" ||
			alone.SharedWith != "" {
			t.Errorf("%+v, %+v", alone, shared)
		}
		chosen, err := r.Submissions.CreateEntryAt(t.Context(), r.Submitter, roomtest.Edition, roomtest.Graded(),
			submissions.Unshared)
		if err != nil || chosen.SiteID != submissions.Unshared {
			t.Errorf("%+v, %v", chosen, err)
		}
		second := r.Founded(r.Submitter, "Second")
		if entry := r.Entry(r.Submitter, roomtest.Graded()); entry.SiteID != submissions.Unshared {
			t.Errorf("of two sites it took %d", entry.SiteID)
		}
		chosen, err = r.Submissions.CreateEntryAt(t.Context(), r.Submitter, roomtest.Edition,
			roomtest.Graded(), second.ID)
		if err != nil || chosen.SharedWith != "Second" {
			t.Errorf("%+v, %v", chosen, err)
		}
		before, err := r.Submissions.EntriesOf(t.Context(), r.Other.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Submissions.CreateEntryAt(t.Context(), r.Other, roomtest.Edition, roomtest.Graded(), site.ID)
		roomtest.WantNotFound(t, err)
		if after, err := r.Submissions.EntriesOf(t.Context(), r.Other.ID); err != nil || len(after) != len(before) {
			t.Errorf("a refused entry was kept: %d, %v", len(after), err)
		}
	})
}

func TestMembersWriteWhatIsSharedUntilTheyLeave(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		r.Joins(site, r.Submitter, r.Other, review.Keeper)
		r.Joins(site, r.Submitter, r.Reviewer, review.Member)
		r.Founded(r.Second, "Elsewhere")
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.wantHeld(entry, true, r.Submitter, r.Other, r.Reviewer)
		r.wantHeld(entry, false, r.Second, r.Admin)

		roomtest.WantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.Other, submissions.Unshared),
			"Only SUB")
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, submissions.Unshared); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.Other, r.Reviewer)
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, site.ID); err != nil {
			t.Fatal(err)
		}
		roomtest.WantNotFound(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, site.ID+1))

		// A member submits it; a colleague who reviews does not decide on it, however it is shared by then.
		r.Move(entry.ID, review.Submit, r.Other)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Reviewer, "")
		roomtest.WantRefusal(t, err, "your own submission")
		roomtest.WantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, submissions.Unshared),
			"a submission that is submitted")
		r.Move(entry.ID, review.Accept, r.Second)
		roomtest.WantRefusal(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, submissions.Unshared),
			"a submission that is accepted")

		// A member who leaves keeps their own entries alone.
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.Other, r.Reviewer.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, false, r.Reviewer)
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.Submitter, r.Submitter.ID); err != nil {
			t.Fatal(err)
		}
		r.wantHeld(entry, true, r.Submitter, r.Other)
		r.Move(entry.ID, review.Withdraw, r.Submitter)
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, submissions.Unshared); err != nil {
			t.Error(err)
		}
		roomtest.WantNotFound(t, r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, site.ID))
	})
}
