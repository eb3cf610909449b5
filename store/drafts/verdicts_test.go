package drafts_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"green500/store"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/power"
)

// TestAVerdictIsGivenAgain if only what names and describes is another: nothing is read for it, and it is the one that
// grading gives. Whatever else changed is graded.
func TestAVerdictIsGivenAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		blobs := &roomtest.Watched{Folder: storetest.Blobs(t), Opened: map[string]int{}}
		s := storetest.Open(t, store.Config{Database: database, Blobs: blobs})
		b := sample.Clean(2, "2.0")
		output := storetest.Put(t, s.Blobs(), b.Files[b.Entry.Run.Output]).Digest
		for _, c := range []struct {
			name   string
			change func(*power.Entry)
			graded int
		}{
			{"the first time", func(*power.Entry) {}, 1},
			{"saved again", func(*power.Entry) {}, 0},
			{"of another name", func(e *power.Entry) { e.System.Name, e.Contact.Name = `<"Another">`, "Somebody" }, 0},
			{"of an older edition, whose lists bound it", func(e *power.Entry) { e.Edition = "2025-11" }, 1},
			{"of other processors", func(e *power.Entry) { e.System.Processor = "Other" }, 0},
			{"of other cores", func(e *power.Entry) { e.System.TotalCores = 12 }, 1},
			{"of another Rmax on the TOP500", func(e *power.Entry) { e.System.Top500Teraflops = 1 }, 1},
			{"at slower mains", func(e *power.Entry) { e.Site.MainsHz = 50 }, 1},
			{"of another meter", func(e *power.Entry) { e.Meters[0].Make = "Other" }, 1},
			{"that claims less", func(e *power.Entry) { e.ClaimedLevel = 1 }, 1},
			{"with another note on a file", func(e *power.Entry) { e.Attachments[0].Kind = "other" }, 1},
		} {
			t.Run(c.name, func(t *testing.T) {
				entry := sample.Clean(2, "2.0").Entry
				c.change(&entry)
				before := blobs.Opened[output]
				snapshot := roomtest.Snapshot(t, s, entry, roomtest.KeepFilesAs(t, s, b, "", ""))
				if graded := blobs.Opened[output] - before; graded != c.graded {
					t.Errorf("it was graded %d times, want %d", graded, c.graded)
				}
				if want := roomtest.Offline(t, &entry, b.FS()); !bytes.Equal(snapshot.Report, want) {
					t.Errorf("the report is another: %s", snapshot.InputErrors)
				}
				if len(snapshot.Series) != len(entry.Series) {
					t.Errorf("there are %d series", len(snapshot.Series))
				}
				if snapshot.System != entry.System.Name || snapshot.GrantedLevel == 0 || snapshot.Power == 0 {
					t.Errorf("it is summed up as %+v", snapshot.Summary)
				}
			})
		}
	})
}

// TestAVerdictThatIsGivenAgainWaitsForNobody: only those wait whose readings have to be looked at.
func TestAVerdictThatIsGivenAgainWaitsForNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		r.edit(entry, r.Submitter, "system.name", "First")
		r.grade(entry.ID)
		slots, take, leave := r.Drafts.GradingSlots()
		for range slots {
			take()
		}
		r.edit(r.Reload(entry.ID), r.Submitter, "system.name", "Second")
		if draft := r.grade(entry.ID); draft.System != "Second" || !draft.Complete {
			t.Errorf("got %+v", draft.Entry)
		}
		r.edit(r.Reload(entry.ID), r.Submitter, "meters[0].make", "Another")
		impatient, leaveEarly := context.WithTimeout(t.Context(), roomtest.WaitingTurn)
		defer leaveEarly()
		if _, err := r.Drafts.GradeDraft(impatient, entry.ID); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("readings were looked at out of turn: %v", err)
		}
		graded := make(chan error)
		go func() {
			draft, err := r.Drafts.GradeDraft(t.Context(), entry.ID)
			if err == nil && draft.Behind() {
				err = errors.New("the verdict is behind")
			}
			graded <- err
		}()
		for range slots {
			leave()
		}
		if err := <-graded; err != nil {
			t.Error(err)
		}
		for range slots { // which are free again
			take()
			leave()
		}
	})
}

// TestNoVerdictIsGivenAgainOnAnythingInvalid: the document is checked first, whatever was said of another.
func TestNoVerdictIsGivenAgainOnAnythingInvalid(t *testing.T) {
	s := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	b := sample.Clean(1, "2.0")
	files := roomtest.KeepFilesAs(t, s, b, "", "")
	if snapshot := roomtest.Snapshot(t, s, b.Entry, files); snapshot.Report == nil {
		t.Fatalf("got %s", snapshot.InputErrors)
	}
	b.Entry.System.Name = ""
	if snapshot := roomtest.Snapshot(t, s, b.Entry, files); snapshot.Report != nil ||
		!bytes.Contains(snapshot.InputErrors, []byte("system.name")) {
		t.Errorf("got %s", snapshot.InputErrors)
	}
	b.Entry.System.Name = "Named"
	if snapshot := roomtest.Snapshot(t, s, b.Entry, files[1:]); snapshot.Report != nil {
		t.Errorf("there is a verdict without %s", files[0].Name)
	}
}

// TestReadingsAreMadeAnewForAVerdictThatIsGivenAgain if they lie there no more.
func TestReadingsAreMadeAnewForAVerdictThatIsGivenAgain(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	b := sample.Clean(2, "2.0")
	files := r.KeepFiles(b)
	first := roomtest.Snapshot(t, r.Store, b.Entry, files)
	for _, series := range first.Series {
		if err := os.Remove(r.PathOf(series.Digest, ".plain")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	b.Entry.System.Name = "Another"
	second := roomtest.Snapshot(t, r.Store, b.Entry, files)
	if want := roomtest.Offline(t, &b.Entry, b.FS()); !bytes.Equal(second.Report, want) {
		t.Errorf("the report is another: %s", second.InputErrors)
	}
	r.WantDrawn(r.revisionOf(second))
}

// revisionOf is the revision of a new entry.
func (r *room) revisionOf(snapshot submissions.Snapshot) submissions.Revision {
	r.T.Helper()
	revision, err := r.Submissions.Revision(r.T.Context(), r.Entry(r.Submitter, snapshot).ID, 0)
	if err != nil {
		r.T.Fatal(err)
	}
	return revision
}

// TestAReportIsReadOnce, and is what reading it again would give.
func TestAReportIsReadOnce(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	b := sample.Clean(2, "2.0")
	kept := r.revisionOf(roomtest.Snapshot(t, r.Store, b.Entry, r.KeepFiles(b)))
	first, _, err := kept.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := kept.Verdict(); err != nil || again != first {
		t.Errorf("it was read twice, %v", err)
	}
	if text, err := first.JSON(); err != nil || !bytes.Equal(text, kept.Report) {
		t.Errorf("the report says something else than its text, %v", err)
	}
	kept.Report = []byte(`{"findings": 7}`)
	if _, _, err := kept.Verdict(); err == nil {
		t.Error("what is no report was read as one")
	}
}
