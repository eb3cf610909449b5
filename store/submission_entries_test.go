package store_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

func TestAnEntryComesBackAsItWasSaved(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		now := during.UTC().Truncate(time.Microsecond)
		created := r.entry(r.submitter, graded())
		want := submissions.Entry{
			ID: created.ID, Edition: edition, OwnerID: r.submitter.ID, OwnerName: "SUB", State: review.Draft,
			Version: 1, Revision: 1, CreatedAt: now, UpdatedAt: now, Complete: true, Summary: summary(),
		}
		if got := r.reload(created.ID); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(created, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
		revision, err := r.Submissions.Revision(t.Context(), created.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		saved := graded()
		wantRevision := submissions.Revision{
			EntryID: created.ID, Number: 1, Document: saved.Document, Report: saved.Report,
			RulesDigest: "rules", InputDigest: "input", ReportDigest: "report",
			CreatedAt: now, Files: saved.Files, Series: saved.Series,
		}
		if !reflect.DeepEqual(revision.Alone(), wantRevision) {
			t.Errorf("got %+v\nwant %+v", revision, wantRevision)
		}
	})
}

func TestAnEntryThatCannotBeGraded(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		snapshot := ungraded()
		snapshot.Summary = submissions.Summary{System: "half"} // the figures are not known yet
		entry := r.entry(r.submitter, snapshot)
		revision, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || entry.Complete || revision.Report != nil || !bytes.Equal(revision.InputErrors, snapshot.InputErrors) {
			t.Errorf("got %+v with %+v, %v", entry, revision, err)
		}
		if got := r.reload(entry.ID); got.PowerUncertainty != nil || got.EfficiencyUncertainty != nil {
			t.Errorf("an uncertainty that is not known came back as a number: %+v", got)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.submitter, "")
		wantRefusal(t, err, "cannot be graded yet")
	})
}

func TestWhatIsNotThere(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		_, err := r.Submissions.Entry(t.Context(), 4711)
		wantNotFound(t, err)
		_, err = r.Submissions.Revision(t.Context(), 4711, 0)
		wantNotFound(t, err)
		_, err = r.Submissions.Revision(t.Context(), entry.ID, 2)
		wantNotFound(t, err)
		_, err = r.Submissions.CreateEntry(t.Context(), r.submitter, "2031-06", graded())
		wantNotFound(t, err)
		_, err = r.SaveDraft(t.Context(), 4711, r.submitter, 1, graded())
		wantNotFound(t, err)
		_, err = r.Reviews.Move(t.Context(), 4711, review.Submit, r.submitter, "")
		wantNotFound(t, err)
		_, err = r.Lists.PublishEdition(t.Context(), "2031-06", r.editor, review.Outstanding.Anyway)
		wantNotFound(t, err)
		_, err = r.Lists.PublicEntry(t.Context(), entry.ID)
		wantNotFound(t, err)
		_, err = r.Lists.PublishedList(t.Context(), edition, accounts.User{}, lists.AsOf{})
		wantNotFound(t, err)
	})
}

func TestSaveDraftOverwritesUntilSubmitted(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		saved := r.save(entry, "second")
		if saved.Revision != 1 || saved.Version != 2 || saved.System != "second" {
			t.Errorf("got %+v", saved)
		}
		r.move(entry.ID, review.Submit, r.submitter)
		r.move(entry.ID, review.Return, r.reviewer)
		third := r.save(r.reload(entry.ID), "third")
		fourth := r.save(third, "fourth")
		if fourth.Revision != 2 || fourth.State != review.Returned {
			t.Errorf("got %+v", fourth)
		}
		r.wantSystems(entry.ID, "second", "fourth")
		revisions, err := r.Submissions.Revisions(t.Context(), entry.ID)
		if err != nil || len(revisions) != 2 || revisions[0].SubmittedAt == nil || revisions[1].SubmittedAt != nil {
			t.Errorf("got %+v, %v", revisions, err)
		}
		for _, revision := range revisions {
			if revision.Document != nil || revision.Report != nil || revision.RulesDigest != "rules" {
				t.Errorf("got %+v, want digests and no bodies", revision)
			}
		}
	})
}

// save saves a draft under another name, with one file.
func (r *room) save(entry submissions.Entry, system string) submissions.Entry {
	r.t.Helper()
	r.clock.advance(time.Minute)
	summary := summary()
	summary.System = system
	snapshot := gradedAs(summary)
	snapshot.Files = []submissions.File{{Name: "submission.yaml", Digest: digest('d'), Size: 1, Kind: "document"}}
	saved, err := r.SaveDraft(r.t.Context(), entry.ID, r.submitter, entry.Version, snapshot)
	if err != nil {
		r.t.Fatal(err)
	}
	return saved
}

// wantSystems fails the test unless the documents of the revisions name these systems.
func (r *room) wantSystems(entryID int64, systems ...string) {
	r.t.Helper()
	for i, system := range systems {
		revision, err := r.Submissions.Revision(r.t.Context(), entryID, i+1)
		if err != nil {
			r.t.Fatal(err)
		}
		if !bytes.Contains(revision.Document, []byte(system)) || len(revision.Files) != 1 || len(revision.Series) != 1 {
			r.t.Errorf("revision %d: got %s with %v, want %s", i+1, revision.Document, revision.Files, system)
		}
	}
}

func TestSaveDraftToldTheWrongVersion(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.save(entry, "first")
		_, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, entry.Version, graded())
		wantRefusal(t, err, "saved this submission in the meantime")
		if got := r.reload(entry.ID); got.System != "first" || got.Version != 2 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSaveDraftAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		won, errs := storetest.AtOnce(8, func(int) error {
			_, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, entry.Version, graded())
			return err
		})
		if won != 1 {
			t.Errorf("%d saved, want 1", won)
		}
		for _, err := range errs {
			wantRefusal(t, err, "meantime")
		}
	})
}

func TestOnlyTheOwnerSavesAndOnlyWhileOpen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		for _, stranger := range []accounts.User{r.other, r.reviewer, r.editor, r.admin, {}} {
			_, err := r.SaveDraft(t.Context(), entry.ID, stranger, entry.Version, graded())
			wantRefusal(t, err, "Only the owner")
		}
		for _, verb := range []review.Verb{review.Submit, review.Withdraw} {
			r.move(entry.ID, verb, r.submitter)
			now := r.reload(entry.ID)
			_, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, now.Version, graded())
			wantRefusal(t, err, "is "+now.State.Word())
		}
	})
}

func TestNobodyCreatesEntriesUnknown(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Submissions.CreateEntry(t.Context(), accounts.User{Role: review.Public}, edition, graded())
		wantRefusal(t, err, "may not create")
	})
}

// Nothing of a snapshot that cannot be kept is kept.
func TestSnapshotsThatCannotBeKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		for name, spoil := range map[string]func(*submissions.Snapshot){
			"no document":      func(s *submissions.Snapshot) { s.Document = nil },
			"NaN":              func(s *submissions.Snapshot) { s.Efficiency = math.NaN() },
			"infinite":         func(s *submissions.Snapshot) { s.Power = power.Watts(math.Inf(1)) },
			"NaN uncertainty":  func(s *submissions.Snapshot) { s.PowerUncertainty = ptr(math.NaN()) },
			"short digest":     func(s *submissions.Snapshot) { s.Files[0].Digest = "abc" },
			"path as digest":   func(s *submissions.Snapshot) { s.Series[0].Digest = "../../etc/passwd" },
			"negative size":    func(s *submissions.Snapshot) { s.Files[0].Size = -1 },
			"one index twice":  func(s *submissions.Snapshot) { s.Series = append(s.Series, s.Series[0]) },
			"one name twice":   func(s *submissions.Snapshot) { s.Files[0].Name = s.Files[1].Name },
			"file and folder":  func(s *submissions.Snapshot) { s.Files[0].Name = "power" },
			"out of bundle":    func(s *submissions.Snapshot) { s.Files[0].Name = "../x" },
			"absolute":         func(s *submissions.Snapshot) { s.Files[0].Name = "/x" },
			"zero byte":        func(s *submissions.Snapshot) { s.Files[0].Name = "x\x00" },
			"the folder":       func(s *submissions.Snapshot) { s.Files[0].Name = "." },
			"failed below nil": func(s *submissions.Snapshot) { s.Failed = -1 },
		} {
			bad := graded()
			spoil(&bad)
			if _, err := r.Submissions.CreateEntry(t.Context(), r.submitter, edition, bad); err == nil {
				t.Errorf("%s: an entry was created", name)
			}
			if _, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, entry.Version, bad); err == nil {
				t.Errorf("%s: a draft was saved", name)
			}
		}
		entries, err := r.Submissions.EntriesOf(t.Context(), r.submitter.ID)
		if err != nil || len(entries) != 1 || entries[0].Version != 1 {
			t.Errorf("got %+v, %v", entries, err)
		}
		bad := graded()
		bad.Files[0].Name = "../x"
		_, err = r.Submissions.CreateEntry(t.Context(), r.submitter, edition, bad)
		if inputError, ok := errors.AsType[*power.InputError](err); !ok || inputError.File != "../x" {
			t.Errorf("got %v, want an error of the file", err)
		}
	})
}

func TestManyFilesAndOddNames(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		snapshot := graded()
		snapshot.System = "Zürich \x00\xff <b>'\"; --"
		snapshot.Files = nil
		for i := range 1200 {
			name := string(rune('一'+i)) + " 'quoted' %_.csv"
			snapshot.Files = append(snapshot.Files, submissions.File{Name: name, Digest: digest('e'), Size: int64(i)})
		}
		entry := r.entry(r.submitter, snapshot)
		if want := "Zürich \uFFFD <b>'\"; --"; entry.System != want {
			t.Errorf("got %q, want %q", entry.System, want)
		}
		revision, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
		if err != nil || !reflect.DeepEqual(revision.Files, snapshot.Files) {
			t.Errorf("got %d files, %v", len(revision.Files), err)
		}
	})
}

func TestEntriesOf(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		var ids []int64
		for range 4 {
			ids = append(ids, r.entry(r.submitter, graded()).ID)
		}
		r.entry(r.other, graded())
		for _, i := range []int{2, 0, 1} { // the order of submission, not of creation
			r.clock.advance(time.Second)
			r.move(ids[i], review.Submit, r.submitter)
		}
		r.clock.advance(time.Second)
		r.move(ids[0], review.Take, r.reviewer)
		r.move(ids[1], review.Accept, r.second)
		mine, err := r.Submissions.EntriesOf(t.Context(), r.submitter.ID)
		if err != nil || !reflect.DeepEqual(idsOf(mine), []int64{ids[1], ids[0], ids[2], ids[3]}) {
			t.Errorf("the entries are %v, %v", idsOf(mine), err)
		}
	})
}

func idsOf(entries []submissions.Entry) []int64 {
	ids := make([]int64, len(entries))
	for i, entry := range entries {
		ids[i] = entry.ID
	}
	return ids
}
