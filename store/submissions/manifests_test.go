package submissions_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

const (
	graceTime     = 48 * time.Hour
	graced        = "2027-06"
	serverAddress = "https://green500.example.org"
)

// berlin is an edition whose deadline is read in Berlin: on the day summer time ends there.
var berlinCloses = time.Date(2026, 10, 25, 22, 59, 0, 0, time.UTC)

func (r *room) gracedEdition() editions.Edition {
	r.T.Helper()
	made, err := r.Editions.Create(r.T.Context(), editions.Edition{
		Name: graced, Methodology: methodology.V20, OpensAt: roomtest.Opens, ClosesAt: berlinCloses,
		Zone: "Europe/Berlin", Grace: graceTime,
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return made
}

func (r *room) gracedEntry() submissions.Entry {
	r.T.Helper()
	entry, err := r.Submissions.CreateEntry(r.T.Context(), r.Submitter, graced, roomtest.Graded())
	if err != nil {
		r.T.Fatal(err)
	}
	return entry
}

func (r *room) commit(entry submissions.Entry, further ...receipt.File) (submissions.Manifest, submissions.Receipt) {
	r.T.Helper()
	m, given, err := r.Submissions.CommitManifest(r.T.Context(), entry.ID, r.Submitter, r.Reload(entry.ID).Version,
		serverAddress, further)
	if err != nil {
		r.T.Fatal(err)
	}
	return m, given
}

func (r *room) submit(entry submissions.Entry) error {
	_, err := r.Reviews.Move(r.T.Context(), entry.ID, review.Submit, r.Submitter, "")
	return err
}

func TestAManifestIsNumberedSignedAndKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.gracedEdition()
		entry := r.gracedEntry()
		first, given := r.commit(entry, receipt.File{Name: "later.csv", SHA256: roomtest.Digest('e')})
		if first.Number != 1 || len(first.Files) != 3 || first.UserID != r.Submitter.ID ||
			!first.CommittedAt.Equal(roomtest.During.Truncate(time.Microsecond)) {
			t.Errorf("got %+v", first)
		}
		read, key, err := receipt.Read("receipt.json", given.Text)
		public, keyErr := r.PublicKey(t.Context())
		if err != nil || keyErr != nil || key != public {
			t.Fatalf("signed by %s: %v, %v", key, err, keyErr)
		}
		if read.Kind != receipt.OfManifest || read.Submission != entry.ID || read.Edition != graced ||
			read.Zone != "Europe/Berlin" || read.Server != serverAddress ||
			read.ReceivedAt.Format("-07:00") != "+02:00" || read.Files[0].SHA256 != first.Digest ||
			given.Digest != first.Digest || len(read.Files) != 4 {
			t.Errorf("acknowledged %+v", read)
		}
		second, _ := r.commit(entry)
		if second.Number != 2 || second.Digest == first.Digest {
			t.Errorf("got %+v", second)
		}
		all, err := r.Submissions.Manifests(t.Context(), entry.ID)
		if err != nil || len(all) != 2 || string(all[0].Text) != string(first.Text) || all[1].Number != 2 {
			t.Errorf("kept %+v, %v", all, err)
		}
		var raw map[string]any
		if err := json.Unmarshal(all[0].Text, &raw); err != nil || raw["schema"] != receipt.ManifestSchema {
			t.Errorf("wrote %s, %v", all[0].Text, err)
		}
	})
}

func TestWhoMayCommitAndWhen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.gracedEdition()
		entry := r.gracedEntry()
		commit := func(actor accounts.User, version int64, further ...receipt.File) error {
			_, _, err := r.Submissions.CommitManifest(t.Context(), entry.ID, actor, version, serverAddress, further)
			return err
		}
		roomtest.WantRefusal(t, commit(r.Other, entry.Version), "Only the owner")
		roomtest.WantRefusal(t, commit(r.Submitter, entry.Version-1), "was changed")
		err := commit(r.Submitter, entry.Version, receipt.File{Name: "power/rack1.csv", SHA256: roomtest.Digest('9')})
		wantProblem(t, err, "sums")
		r.Clock.Set(berlinCloses)
		roomtest.WantRefusal(t, commit(r.Submitter, entry.Version),
			"closed on 25 October 2026 23:59 +01:00 in Europe/Berlin, which is 25 October 2026 22:59 UTC")
		r.Clock.Set(berlinCloses.Add(-time.Microsecond))
		if err := commit(r.Submitter, entry.Version); err != nil {
			t.Error(err)
		}
		if err := r.submit(entry); err != nil {
			t.Fatal(err)
		}
		roomtest.WantRefusal(t, commit(r.Submitter, r.Reload(entry.ID).Version), "cannot be changed")
		r.Move(entry.ID, review.Return, r.Reviewer)
		roomtest.WantRefusal(t, commit(r.Submitter, r.Reload(entry.ID).Version), "Only a draft")
		_, _, err = r.Submissions.CommitManifest(t.Context(), 999, r.Submitter, 1, serverAddress, nil)
		roomtest.WantNotFound(t, err)
	})
}

func wantProblem(t *testing.T, err error, field string) {
	t.Helper()
	many, ok := errors.AsType[power.InputErrors](err)
	if !ok || len(many) == 0 || many[0].Field != field {
		t.Errorf("got %v, want an error of %s", err, field)
	}
}

// TestBytesOfAManifestFollowInTheGraceTime goes through the deadline to the microsecond.
func TestBytesOfAManifestFollowInTheGraceTime(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.gracedEdition()
		bare, entry := r.gracedEntry(), r.gracedEntry()
		r.commit(entry, receipt.File{Name: "never.csv", SHA256: roomtest.Digest('f')}) // which the next one supersedes
		r.commit(entry, receipt.File{Name: "later.csv", SHA256: roomtest.Digest('e')},
			receipt.File{Name: "last.csv", SHA256: roomtest.Digest('d')})

		r.Clock.Set(berlinCloses)
		roomtest.WantRefusal(t, r.Attach(bare, "later.csv", 'e'), "closed on 25 October 2026 23:59 +01:00")
		roomtest.WantRefusal(t, r.submit(bare), "closed on 25 October 2026")
		roomtest.WantRefusal(t, r.Attach(entry, "other.csv", '9'), "was not committed before the deadline")
		roomtest.WantRefusal(t, r.Attach(entry, "never.csv", 'f'), "was not committed before the deadline")
		roomtest.WantRefusal(t, r.Attach(entry, "later.csv", 'd'), "is not the file that was committed under this name")
		if err := r.Attach(entry, "later.csv", 'e'); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Drafts.Detach(t.Context(), entry.ID, r.Submitter, "later.csv"); err != nil {
			t.Error(err)
		}

		r.Clock.Set(berlinCloses.Add(graceTime - time.Microsecond))
		if err := r.Attach(entry, "last.csv", 'd'); err != nil {
			t.Fatal(err)
		}
		other := roomtest.Graded()
		other.Document = []byte(`{"methodology":"2.0","system":{"name":"Another"}}`)
		saved, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, r.Reload(entry.ID).Version, other)
		if err != nil {
			t.Fatalf("a draft cannot be written after the deadline: %v", err)
		}
		roomtest.WantRefusal(t, r.submit(entry), "Undo the changes")
		if _, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, saved.Version, roomtest.Graded()); err != nil {
			t.Fatal(err)
		}

		r.Clock.Advance(time.Microsecond)
		roomtest.WantRefusal(t, r.Attach(entry, "later.csv", 'e'), "closed on")
		roomtest.WantRefusal(t, r.submit(entry), "closed on")
		r.Clock.Advance(-time.Microsecond)
		if err := r.submit(entry); err != nil {
			t.Errorf("what was committed cannot be submitted: %v", err)
		}
	})
}

func TestWithdrawingIsPossibleAtAnyTimeBeforePublication(t *testing.T) {
	paths := map[string][]review.Verb{
		"draft": nil, "submitted": {review.Submit}, "in review": {review.Submit, review.Take},
		"returned": {review.Submit, review.Return}, "accepted": {review.Submit, review.Accept},
	}
	inRooms(t, func(t *testing.T, r *room) {
		for name, path := range paths {
			for when, at := range map[string]time.Time{"while it is open": roomtest.During,
				"at the deadline": roomtest.Closes, "long after it": roomtest.Closes.Add(10000 * time.Hour)} {
				r.Clock.Set(roomtest.During)
				entry := r.Entry(r.Submitter, roomtest.Graded())
				for _, verb := range path {
					actor := r.Reviewer
					if verb == review.Submit {
						actor = r.Submitter
					}
					r.Move(entry.ID, verb, actor)
				}
				r.Clock.Set(at)
				if state, err := r.Reviews.Move(t.Context(), entry.ID, review.Withdraw, r.Submitter,
					"we measure again"); err != nil || state != review.Withdrawn {
					t.Errorf("%s, %s: %s, %v", name, when, state, err)
				}
			}
		}
	})
}

// TestAWithdrawalIsUndoneUntilTheDeadline leads back to where the submission stood, for its owner alone, and is
// recorded.
func TestAWithdrawalIsUndoneUntilTheDeadline(t *testing.T) {
	paths := map[review.State][]review.Verb{
		review.Draft: nil, review.Submitted: {review.Submit}, review.InReview: {review.Submit, review.Take},
		review.Returned: {review.Submit, review.Return}, review.Accepted: {review.Submit, review.Accept},
	}
	inRooms(t, func(t *testing.T, r *room) {
		for before, path := range paths {
			r.Clock.Set(roomtest.During)
			entry := r.Entry(r.Submitter, roomtest.Graded())
			for _, verb := range path {
				actor := r.Reviewer
				if verb == review.Submit {
					actor = r.Submitter
				}
				r.Move(entry.ID, verb, actor)
			}
			was := r.Reload(entry.ID)
			_, err := r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.Submitter, "")
			roomtest.WantRefusal(t, err, "eload the page")
			r.Move(entry.ID, review.Withdraw, r.Submitter)
			_, err = r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.Reviewer, "")
			roomtest.WantRefusal(t, err, "Only the owner")
			r.Clock.Set(roomtest.Closes)
			_, err = r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.Submitter, "")
			roomtest.WantRefusal(t, err, "closed on")
			r.Clock.Set(roomtest.Closes.Add(-time.Microsecond))
			if state, err := r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.Submitter, ""); err != nil ||
				state != before {
				t.Errorf("%s: undone it is %s, %v", before, state, err)
			}
			is := r.Reload(entry.ID)
			if is.State != before || is.ReviewerID != was.ReviewerID || is.Revision != was.Revision ||
				(is.SubmittedAt == nil) != (was.SubmittedAt == nil) {
				t.Errorf("%s: got %+v, want %+v", before, is, was)
			}
			history, err := r.Reviews.History(t.Context(), entry.ID)
			if last := history[len(history)-1]; err != nil || last.Verb != review.Restore ||
				last.From != review.Withdrawn || last.To != before {
				t.Errorf("%s: the history ends with %+v, %v", before, last, err)
			}
		}
	})
}

func TestAnEditionHasAZoneAndAGraceTime(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		made := r.gracedEdition()
		if made.Zone != "Europe/Berlin" || made.Grace != graceTime || made.Location().String() != "Europe/Berlin" {
			t.Errorf("got %+v", made)
		}
		for field, spoil := range map[string]func(*editions.Edition){
			"zone":  func(e *editions.Edition) { e.Zone = "Europe/Nowhere" },
			"grace": func(e *editions.Edition) { e.Grace = -time.Hour },
		} {
			bad := made
			bad.Name = "2028-06"
			spoil(&bad)
			_, err := r.Editions.Create(t.Context(), bad)
			roomtest.WantField(t, err, field)
		}
		bad := made
		bad.Grace = editions.MaximumGrace + time.Second
		_, err := r.Editions.Create(t.Context(), bad)
		roomtest.WantField(t, err, "grace")
	})
}
