package submissions_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

func TestAnEntryComesBackAsItWasSaved(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		now := roomtest.During.UTC().Truncate(time.Microsecond)
		created := r.Entry(r.Submitter, roomtest.Graded())
		want := submissions.Entry{
			ID: created.ID, Edition: roomtest.Edition, OwnerID: r.Submitter.ID, OwnerName: "SUB", State: review.Draft,
			Version: 1, Revision: 1, CreatedAt: now, UpdatedAt: now, Complete: true, Summary: roomtest.Summary(),
		}
		if got := r.Reload(created.ID); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(created, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
		revision, err := r.Submissions.Revision(t.Context(), created.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		saved := roomtest.Graded()
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
		snapshot := roomtest.Ungraded()
		snapshot.Summary = submissions.Summary{System: "half"} // the figures are not known yet
		entry := r.Entry(r.Submitter, snapshot)
		revision, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || entry.Complete || revision.Report != nil ||
			!bytes.Equal(revision.InputErrors, snapshot.InputErrors) {
			t.Errorf("got %+v with %+v, %v", entry, revision, err)
		}
		if got := r.Reload(entry.ID); got.PowerUncertainty != nil || got.EfficiencyUncertainty != nil {
			t.Errorf("an uncertainty that is not known came back as a number: %+v", got)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "cannot be graded yet")
	})
}

func TestWhatIsNotThere(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		_, err := r.Submissions.Entry(t.Context(), 4711)
		roomtest.WantNotFound(t, err)
		_, err = r.Submissions.Revision(t.Context(), 4711, 0)
		roomtest.WantNotFound(t, err)
		_, err = r.Submissions.Revision(t.Context(), entry.ID, 2)
		roomtest.WantNotFound(t, err)
		_, err = r.Submissions.CreateEntry(t.Context(), r.Submitter, "2031-06", roomtest.Graded())
		roomtest.WantNotFound(t, err)
		_, err = r.SaveDraft(t.Context(), 4711, r.Submitter, 1, roomtest.Graded())
		roomtest.WantNotFound(t, err)
		_, err = r.Reviews.Move(t.Context(), 4711, review.Submit, r.Submitter, "")
		roomtest.WantNotFound(t, err)
		_, err = r.Lists.PublishEdition(t.Context(), "2031-06", r.Editor, review.Outstanding.Anyway)
		roomtest.WantNotFound(t, err)
		_, err = r.Lists.PublicEntry(t.Context(), entry.ID)
		roomtest.WantNotFound(t, err)
		_, err = r.Lists.PublishedList(t.Context(), roomtest.Edition, accounts.User{}, lists.AsOf{})
		roomtest.WantNotFound(t, err)
	})
}

func TestSaveDraftOverwritesUntilSubmitted(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		saved := r.Save(entry, "second")
		if saved.Revision != 1 || saved.Version != 2 || saved.System != "second" {
			t.Errorf("got %+v", saved)
		}
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Move(entry.ID, review.Return, r.Reviewer)
		third := r.Save(r.Reload(entry.ID), "third")
		fourth := r.Save(third, "fourth")
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

// wantSystems fails the test unless the documents of the revisions name these systems.
func (r *room) wantSystems(entryID int64, systems ...string) {
	r.T.Helper()
	for i, system := range systems {
		revision, err := r.Submissions.Revision(r.T.Context(), entryID, i+1)
		if err != nil {
			r.T.Fatal(err)
		}
		if !bytes.Contains(revision.Document, []byte(system)) || len(revision.Files) != 1 || len(revision.Series) != 1 {
			r.T.Errorf("revision %d: got %s with %v, want %s", i+1, revision.Document, revision.Files, system)
		}
	}
}

func TestSaveDraftToldTheWrongVersion(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Save(entry, "first")
		_, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, entry.Version, roomtest.Graded())
		roomtest.WantRefusal(t, err, "saved this submission in the meantime")
		if got := r.Reload(entry.ID); got.System != "first" || got.Version != 2 {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSaveDraftAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		won, errs := storetest.AtOnce(8, func(int) error {
			_, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, entry.Version, roomtest.Graded())
			return err
		})
		if won != 1 {
			t.Errorf("%d saved, want 1", won)
		}
		for _, err := range errs {
			roomtest.WantRefusal(t, err, "meantime")
		}
	})
}

func TestOnlyTheOwnerSavesAndOnlyWhileOpen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		for _, stranger := range []accounts.User{r.Other, r.Reviewer, r.Editor, r.Admin, {}} {
			_, err := r.SaveDraft(t.Context(), entry.ID, stranger, entry.Version, roomtest.Graded())
			roomtest.WantRefusal(t, err, "Only the owner")
		}
		for _, verb := range []review.Verb{review.Submit, review.Withdraw} {
			r.Move(entry.ID, verb, r.Submitter)
			now := r.Reload(entry.ID)
			_, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, now.Version, roomtest.Graded())
			roomtest.WantRefusal(t, err, "is "+now.State.Word())
		}
	})
}

func TestNobodyCreatesEntriesUnknown(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Submissions.CreateEntry(t.Context(), accounts.User{Role: review.Public}, roomtest.Edition,
			roomtest.Graded())
		roomtest.WantRefusal(t, err, "may not create")
	})
}

// Nothing of a snapshot that cannot be kept is kept.
func TestSnapshotsThatCannotBeKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		for name, spoil := range map[string]func(*submissions.Snapshot){
			"no document":      func(s *submissions.Snapshot) { s.Document = nil },
			"NaN":              func(s *submissions.Snapshot) { s.Efficiency = math.NaN() },
			"infinite":         func(s *submissions.Snapshot) { s.Power = power.Watts(math.Inf(1)) },
			"NaN uncertainty":  func(s *submissions.Snapshot) { s.PowerUncertainty = new(math.NaN()) },
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
			bad := roomtest.Graded()
			spoil(&bad)
			if _, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, bad); err == nil {
				t.Errorf("%s: an entry was created", name)
			}
			if _, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, entry.Version, bad); err == nil {
				t.Errorf("%s: a draft was saved", name)
			}
		}
		entries, err := r.Submissions.EntriesOf(t.Context(), r.Submitter.ID)
		if err != nil || len(entries) != 1 || entries[0].Version != 1 {
			t.Errorf("got %+v, %v", entries, err)
		}
		bad := roomtest.Graded()
		bad.Files[0].Name = "../x"
		_, err = r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, bad)
		if inputError, ok := errors.AsType[*power.InputError](err); !ok || inputError.File != "../x" {
			t.Errorf("got %v, want an error of the file", err)
		}
	})
}

func TestManyFilesAndOddNames(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		snapshot := roomtest.Graded()
		snapshot.System = "Zürich \x00\xff <b>'\"; --"
		snapshot.Files = nil
		for i := range 1200 {
			name := string(rune('一'+i)) + " 'quoted' %_.csv"
			snapshot.Files = append(snapshot.Files,
				submissions.File{Name: name, Digest: roomtest.Digest('e'), Size: int64(i)})
		}
		entry := r.Entry(r.Submitter, snapshot)
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
			ids = append(ids, r.Entry(r.Submitter, roomtest.Graded()).ID)
		}
		r.Entry(r.Other, roomtest.Graded())
		for _, i := range []int{2, 0, 1} { // the order of submission, not of creation
			r.Clock.Advance(time.Second)
			r.Move(ids[i], review.Submit, r.Submitter)
		}
		r.Clock.Advance(time.Second)
		r.Move(ids[0], review.Take, r.Reviewer)
		r.Move(ids[1], review.Accept, r.Second)
		mine, err := r.Submissions.EntriesOf(t.Context(), r.Submitter.ID)
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
