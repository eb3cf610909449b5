package reviews_test

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"testing"

	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/review"
)

// machine is a summary of a machine that differs from others in these.
func machine(system, site, processor, accelerator string, efficiency float64) submissions.Summary {
	s := roomtest.Summary()
	s.System, s.Site, s.Processor, s.Accelerator, s.Efficiency = system, site, processor, accelerator, efficiency
	return s
}

func (r *room) access(id int64, by accounts.User) submissions.EntryAccess {
	r.T.Helper()
	access, err := r.Submissions.EntryAccess(r.T.Context(), id, by)
	if err != nil {
		r.T.Fatal(err)
	}
	return access
}

func systemsOf(peers []reviews.Peer) []string {
	names := []string{}
	for _, p := range peers {
		names = append(names, p.System)
	}
	return names
}

// TestPeers: the same system is found by its name and site in earlier editions, others by what they are made of, and
// what is not published by reviewers alone.
func TestPeers(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, s := range []submissions.Summary{
			machine("Aurora", "Centre", "P1", "GPU X", 40), machine("AURORA", "Elsewhere", "P2", "gpu x", 45),
			machine("Plain", "Third", "P1", "", 9), machine("Other", "Third", "P1", "GPU Y", 50),
		} {
			r.Accepted(r.Submitter, s)
		}
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		r.Edition("2027-06")
		enter := func(owner accounts.User, s submissions.Summary) int64 {
			entry, err := r.Submissions.CreateEntry(t.Context(), owner, "2027-06", roomtest.GradedAs(s))
			if err != nil {
				t.Fatal(err)
			}
			r.Move(entry.ID, review.Submit, owner)
			return entry.ID
		}
		own := enter(r.Submitter, machine("aurora", "Centre", "P1", "GPU X", 42))
		enter(r.Other, machine("Rival", "Fourth", "P9", "GPU X", 41))
		hidden := enter(r.Other, machine("Hidden", "Fifth", "P9", "GPU X", 43))
		plain := enter(r.Other, machine("Plainer", "Sixth", "p1", "", 8))
		for _, c := range []struct {
			of                      int64
			by                      accounts.User
			earlier, alike, waiting []string
		}{
			{own, r.Reviewer, []string{"Aurora"}, []string{"AURORA"}, []string{"Hidden", "Rival"}},
			{own, r.Submitter, []string{"Aurora"}, []string{"AURORA"}, []string{}},
			{plain, r.Reviewer, []string{}, []string{"Plain"}, []string{}},
		} {
			peers, err := r.Reviews.Peers(t.Context(), r.access(c.of, c.by), c.by)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(systemsOf(peers.Earlier), c.earlier) || !slices.Equal(systemsOf(peers.Alike), c.alike) ||
				!slices.Equal(systemsOf(peers.Waiting), c.waiting) {
				t.Errorf("%d as %s: %v %v %v", c.of, c.by.Name, systemsOf(peers.Earlier), systemsOf(peers.Alike),
					systemsOf(peers.Waiting))
			}
		}
		r.Declare(r.Reviewer, reviews.NewConflict{EntryID: hidden})
		peers, err := r.Reviews.Peers(t.Context(), r.access(own, r.Reviewer), r.Reviewer)
		if err != nil || !slices.Equal(systemsOf(peers.Waiting), []string{"Rival"}) {
			t.Errorf("in a conflict of interest: %v, %v", systemsOf(peers.Waiting), err)
		}
		for figure, want := range map[float64]int{50: 1, 42.5: 2, 41: 3, 5: 4} {
			if rank, of, err := r.Lists.RankAs(t.Context(), r.Reload(own), figure, 1e6); err != nil ||
				rank != want || of != 4 {
				t.Errorf("with %g it would be at %d of %d, %v", figure, rank, of, err)
			}
		}
	})
}

// TestWhatWasSubmittedNeverChanges: nobody and nothing that writes to an entry alters a revision that was submitted.
func TestWhatWasSubmittedNeverChanges(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx := context.WithoutCancel(t.Context())
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		frozen, err := r.Submissions.Revision(ctx, entry.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		r.Move(entry.ID, review.Return, r.Reviewer)
		blob, err := r.Blobs().Put(ctx, bytes.NewReader([]byte("other")))
		if err != nil {
			t.Fatal(err)
		}
		for _, write := range []struct {
			name string
			do   func() error
		}{
			{"attach", func() error {
				_, err := r.Drafts.Attach(ctx, entry.ID, r.Submitter,
					[]submissions.File{{Name: "power/rack1.csv", Digest: blob.Digest, Size: blob.Size}})
				return err
			}},
			{"detach", func() error {
				_, err := r.Drafts.Detach(ctx, entry.ID, r.Submitter, "power/rack1.csv")
				return err
			}},
			{"edit", func() error {
				_, _, err := r.Drafts.Edit(ctx, entry.ID, r.Submitter, r.Reload(entry.ID).Version,
					[]drafts.Change{{Path: "system.name", Value: "Other"}})
				return err
			}},
			{"grade", func() error { _, err := r.Drafts.GradeDraft(ctx, entry.ID); return err }},
			{"submit again",
				func() error { _, err := r.Reviews.Move(ctx, entry.ID, review.Submit, r.Submitter, ""); return err }},
			{"withdraw", func() error {
				_, err := r.Reviews.Move(ctx, entry.ID, review.Withdraw, r.Submitter, "a reason")
				return err
			}},
		} {
			// what is no submission any more may be refused
			if err := write.do(); err != nil && write.name != "submit again" {
				t.Fatalf("%s: %v", write.name, err)
			}
			if now, err := r.Submissions.Revision(ctx, entry.ID, 1); err != nil || !reflect.DeepEqual(now, frozen) {
				t.Errorf("after %s the first revision is %+v, %v", write.name, now, err)
			}
		}
		if r.Reload(entry.ID).Revision < 2 {
			t.Error("nothing was written")
		}
	})
}
