package store_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
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
	r.t.Helper()
	made, err := r.Editions.CreateEdition(r.t.Context(), editions.Edition{
		Name: graced, Methodology: methodology.V20, OpensAt: opens, ClosesAt: berlinCloses, Zone: "Europe/Berlin", Grace: graceTime,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return made
}

func (r *room) gracedEntry() submissions.Entry {
	r.t.Helper()
	entry, err := r.Submissions.CreateEntry(r.t.Context(), r.submitter, graced, graded())
	if err != nil {
		r.t.Fatal(err)
	}
	return entry
}

func (r *room) commit(entry submissions.Entry, further ...receipt.File) (submissions.Manifest, submissions.Receipt) {
	r.t.Helper()
	m, given, err := r.Submissions.CommitManifest(r.t.Context(), entry.ID, r.submitter, r.reload(entry.ID).Version, serverAddress, further)
	if err != nil {
		r.t.Fatal(err)
	}
	return m, given
}

func (r *room) attach(entry submissions.Entry, name string, digit rune) error {
	_, err := r.Drafts.Attach(r.t.Context(), entry.ID, r.submitter, []submissions.File{{Name: name, Digest: digest(digit), Size: 5}})
	return err
}

func (r *room) submit(entry submissions.Entry) error {
	_, err := r.Reviews.Move(r.t.Context(), entry.ID, review.Submit, r.submitter, "")
	return err
}

func TestAManifestIsNumberedSignedAndKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.gracedEdition()
		entry := r.gracedEntry()
		first, given := r.commit(entry, receipt.File{Name: "later.csv", SHA256: digest('e')})
		if first.Number != 1 || len(first.Files) != 3 || first.UserID != r.submitter.ID || !first.CommittedAt.Equal(during.Truncate(time.Microsecond)) {
			t.Errorf("got %+v", first)
		}
		read, key, err := receipt.Read("receipt.json", given.Text)
		public, keyErr := r.PublicKey(t.Context())
		if err != nil || keyErr != nil || key != public {
			t.Fatalf("signed by %s: %v, %v", key, err, keyErr)
		}
		if read.Kind != receipt.OfManifest || read.Submission != entry.ID || read.Edition != graced || read.Zone != "Europe/Berlin" || read.Server != serverAddress ||
			read.ReceivedAt.Format("-07:00") != "+02:00" || read.Files[0].SHA256 != first.Digest || given.Digest != first.Digest || len(read.Files) != 4 {
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
		wantRefusal(t, commit(r.other, entry.Version), "Only the owner")
		wantRefusal(t, commit(r.submitter, entry.Version-1), "was changed")
		err := commit(r.submitter, entry.Version, receipt.File{Name: "power/rack1.csv", SHA256: digest('9')})
		wantProblem(t, err, "sums")
		r.clock.set(berlinCloses)
		wantRefusal(t, commit(r.submitter, entry.Version), "closed on 25 October 2026 23:59 +01:00 in Europe/Berlin, which is 25 October 2026 22:59 UTC")
		r.clock.set(berlinCloses.Add(-time.Microsecond))
		if err := commit(r.submitter, entry.Version); err != nil {
			t.Error(err)
		}
		if err := r.submit(entry); err != nil {
			t.Fatal(err)
		}
		wantRefusal(t, commit(r.submitter, r.reload(entry.ID).Version), "cannot be changed")
		r.move(entry.ID, review.Return, r.reviewer)
		wantRefusal(t, commit(r.submitter, r.reload(entry.ID).Version), "Only a draft")
		_, _, err = r.Submissions.CommitManifest(t.Context(), 999, r.submitter, 1, serverAddress, nil)
		wantNotFound(t, err)
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
		r.commit(entry, receipt.File{Name: "never.csv", SHA256: digest('f')}) // which the next one supersedes
		r.commit(entry, receipt.File{Name: "later.csv", SHA256: digest('e')}, receipt.File{Name: "last.csv", SHA256: digest('d')})

		r.clock.set(berlinCloses)
		wantRefusal(t, r.attach(bare, "later.csv", 'e'), "closed on 25 October 2026 23:59 +01:00")
		wantRefusal(t, r.submit(bare), "closed on 25 October 2026")
		wantRefusal(t, r.attach(entry, "other.csv", '9'), "was not committed before the deadline")
		wantRefusal(t, r.attach(entry, "never.csv", 'f'), "was not committed before the deadline")
		wantRefusal(t, r.attach(entry, "later.csv", 'd'), "is not the file that was committed under this name")
		if err := r.attach(entry, "later.csv", 'e'); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Drafts.Detach(t.Context(), entry.ID, r.submitter, "later.csv"); err != nil {
			t.Error(err)
		}

		r.clock.set(berlinCloses.Add(graceTime - time.Microsecond))
		if err := r.attach(entry, "last.csv", 'd'); err != nil {
			t.Fatal(err)
		}
		other := graded()
		other.Document = []byte(`{"methodology":"2.0","system":{"name":"Another"}}`)
		saved, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, r.reload(entry.ID).Version, other)
		if err != nil {
			t.Fatalf("a draft cannot be written after the deadline: %v", err)
		}
		wantRefusal(t, r.submit(entry), "Undo the changes")
		if _, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, saved.Version, graded()); err != nil {
			t.Fatal(err)
		}

		r.clock.advance(time.Microsecond)
		wantRefusal(t, r.attach(entry, "later.csv", 'e'), "closed on")
		wantRefusal(t, r.submit(entry), "closed on")
		r.clock.advance(-time.Microsecond)
		if err := r.submit(entry); err != nil {
			t.Errorf("what was committed cannot be submitted: %v", err)
		}
	})
}

func TestWithdrawingIsPossibleAtAnyTimeBeforePublication(t *testing.T) {
	paths := map[string][]review.Verb{
		"draft": nil, "submitted": {review.Submit}, "in review": {review.Submit, review.Take}, "returned": {review.Submit, review.Return}, "accepted": {review.Submit, review.Accept},
	}
	inRooms(t, func(t *testing.T, r *room) {
		for name, path := range paths {
			for when, at := range map[string]time.Time{"while it is open": during, "at the deadline": closes, "long after it": closes.Add(10000 * time.Hour)} {
				r.clock.set(during)
				entry := r.entry(r.submitter, graded())
				for _, verb := range path {
					actor := r.reviewer
					if verb == review.Submit {
						actor = r.submitter
					}
					r.move(entry.ID, verb, actor)
				}
				r.clock.set(at)
				if state, err := r.Reviews.Move(t.Context(), entry.ID, review.Withdraw, r.submitter, "we measure again"); err != nil || state != review.Withdrawn {
					t.Errorf("%s, %s: %s, %v", name, when, state, err)
				}
			}
		}
	})
}

// TestAWithdrawalIsUndoneUntilTheDeadline leads back to where the submission stood, for its owner alone, and is recorded.
func TestAWithdrawalIsUndoneUntilTheDeadline(t *testing.T) {
	paths := map[review.State][]review.Verb{
		review.Draft: nil, review.Submitted: {review.Submit}, review.InReview: {review.Submit, review.Take}, review.Returned: {review.Submit, review.Return}, review.Accepted: {review.Submit, review.Accept},
	}
	inRooms(t, func(t *testing.T, r *room) {
		for before, path := range paths {
			r.clock.set(during)
			entry := r.entry(r.submitter, graded())
			for _, verb := range path {
				actor := r.reviewer
				if verb == review.Submit {
					actor = r.submitter
				}
				r.move(entry.ID, verb, actor)
			}
			was := r.reload(entry.ID)
			_, err := r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.submitter, "")
			wantRefusal(t, err, "eload the page")
			r.move(entry.ID, review.Withdraw, r.submitter)
			_, err = r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.reviewer, "")
			wantRefusal(t, err, "Only the owner")
			r.clock.set(closes)
			_, err = r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.submitter, "")
			wantRefusal(t, err, "closed on")
			r.clock.set(closes.Add(-time.Microsecond))
			if state, err := r.Reviews.Move(t.Context(), entry.ID, review.Restore, r.submitter, ""); err != nil || state != before {
				t.Errorf("%s: undone it is %s, %v", before, state, err)
			}
			is := r.reload(entry.ID)
			if is.State != before || is.ReviewerID != was.ReviewerID || is.Revision != was.Revision || (is.SubmittedAt == nil) != (was.SubmittedAt == nil) {
				t.Errorf("%s: got %+v, want %+v", before, is, was)
			}
			history, err := r.Reviews.History(t.Context(), entry.ID)
			if last := history[len(history)-1]; err != nil || last.Verb != review.Restore || last.From != review.Withdrawn || last.To != before {
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
			_, err := r.Editions.CreateEdition(t.Context(), bad)
			wantField(t, err, field)
		}
		bad := made
		bad.Grace = editions.MaximumGrace + time.Second
		_, err := r.Editions.CreateEdition(t.Context(), bad)
		wantField(t, err, "grace")
	})
}
