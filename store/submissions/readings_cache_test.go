package submissions_test

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// TestReadingsAreTakenOnce: a log is read again only if something of reading it changed, and the
// report is the one that reading it again gives.
func TestReadingsAreTakenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		blobs := &roomtest.Watched{Folder: storetest.Blobs(t), Opened: map[string]int{}}
		s := storetest.Open(t, store.Config{Database: database, Blobs: blobs})
		b := sample.Clean(1, "2.0")
		log := b.Entry.Series[0].File
		digest := storetest.Put(t, s.Blobs(), b.Files[log]).Digest
		for _, c := range []struct {
			name   string
			file   string
			change func(*power.Entry)
			reads  int
		}{
			{"the first time", log, func(*power.Entry) {}, 1},
			{"saved again", log, func(*power.Entry) {}, 0},
			{"of another system", log, func(e *power.Entry) { e.System.Name = "Another" }, 0},
			{"of another meter", log, func(e *power.Entry) { e.Meters[0].ID, e.Series[0].Meter = "other", "other" }, 0},
			{"under another name", "other.csv", func(e *power.Entry) { e.Series[0].File = "other.csv" }, 0},
			{"of another column", log, func(e *power.Entry) { e.Series[0].Time = "TIME" }, 1},
			{"in another zone", log, func(e *power.Entry) { e.Series[0].Timezone = "Asia/Tokyo" }, 1},
		} {
			t.Run(c.name, func(t *testing.T) {
				entry := sample.Clean(1, "2.0").Entry
				c.change(&entry)
				before := blobs.Opened[digest]
				snapshot := roomtest.Snapshot(t, s, entry, roomtest.KeepFilesAs(t, s, b, log, c.file))
				if reads := blobs.Opened[digest] - before; reads != c.reads {
					t.Errorf("the log was read %d times, want %d", reads, c.reads)
				}
				named := sample.Bundle{Files: maps.Clone(b.Files)}
				named.Files[c.file] = b.Files[log]
				if want := roomtest.Offline(t, &entry, named.FS()); !bytes.Equal(snapshot.Report, want) {
					t.Errorf("the report is another: %s", snapshot.InputErrors)
				}
			})
		}
	})
}

// TestReadErrorsAreNotCached, but the readings of a series that has none are.
func TestReadErrorsAreNotCached(t *testing.T) {
	blobs := &roomtest.Watched{Folder: storetest.Blobs(t), Opened: map[string]int{}}
	s := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Blobs: blobs})
	b := sample.Clean(2, "2.0")
	sound, broken := b.Entry.Series[0].File, "broken.csv"
	b.Entry.Series[1].File = broken
	// more than are left out
	b.Files[broken] = append(bytes.Clone(b.Files[sound]), strings.Repeat("2026-11-05T99:30:00+01:00,1\n", 1000)...)
	files := roomtest.KeepFilesAs(t, s, b, "", "")
	for range 2 {
		if snapshot := roomtest.Snapshot(t, s, b.Entry, files); snapshot.InputErrors == nil {
			t.Error("there is no error")
		}
	}
	if reads := blobs.Opened[storetest.Put(t, blobs, b.Files[sound]).Digest]; reads != 1 {
		t.Errorf("the sound file was read %d times", reads)
	}
	if reads := blobs.Opened[storetest.Put(t, blobs, b.Files[broken]).Digest]; reads != 2 {
		t.Errorf("the broken file was read %d times", reads)
	}
}

// TestNotesOfReadingsAreRemembered by the name that their file has here.
func TestNotesOfReadingsAreRemembered(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := sample.Clean(1, "2.0").Entry
		_, cache := r.Submissions.BundleSource(t.Context(), &entry,
			[]submissions.File{{Name: entry.Series[0].File, Digest: roomtest.Digest('a')}}, nil)
		writer := canonical.NewWriter(power.Power, r.Blobs().Scratch)
		if err := writer.Add(writer.Instrument("value"), []int64{1, 2}, []int64{3, 4},
			canonical.Multiples{}); err != nil {
			t.Fatal(err)
		}
		writer.CountMissing(&power.InputError{File: entry.Series[0].File, Line: 7, Field: "value", Problem: "is empty"})
		written, err := writer.Finish(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := cache.Keep(0, written); err != nil {
			t.Fatal(err)
		}
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
		entry.Series[0].File = "other.csv"
		_, cache = r.Submissions.BundleSource(t.Context(), &entry,
			[]submissions.File{{Name: "other.csv", Digest: roomtest.Digest('a')}}, nil)
		found, err := cache.Find(0)
		if err != nil || found == nil {
			t.Fatalf("not found, %v", err)
		}
		want := []power.Note{{File: "other.csv", Line: 7, Field: "value", Problem: "is empty", Count: 1}}
		if !slices.Equal(found.Notes, want) || len(found.Traces) != 1 || found.Traces[0].Len() != 2 {
			t.Errorf("got %+v", found)
		}
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestNotesComeBackWithTheirRevision: what was met while a file was read is graded again, too.
func TestNotesComeBackWithTheirRevision(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		snapshot := roomtest.Graded()
		snapshot.Series[0].Notes = []power.Note{{File: "a.csv", Line: 3, Problem: "is empty", Count: 2}}
		entry := r.Entry(r.Submitter, snapshot)
		kept, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
		if err != nil || !slices.Equal(kept.Series[0].Notes, snapshot.Series[0].Notes) {
			t.Errorf("got %+v, %v", kept.Series, err)
		}
	})
}

// TestReadingsAreTakenAnew if their blob is gone or damaged: the report and the drawing are the same as before.
func TestReadingsAreTakenAnew(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		b := sample.Clean(2, "2.0")
		first := roomtest.Snapshot(t, r.Store, b.Entry, r.KeepFiles(b))
		entry := r.Entry(r.Submitter, first)
		for name, spoil := range map[string]func(path string) error{
			"gone": os.Remove,
			"cut":  func(path string) error { return os.Truncate(path, 50) },
		} {
			t.Run(name, func(t *testing.T) {
				revision, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
				if err != nil {
					t.Fatal(err)
				}
				for _, series := range revision.Series {
					if err := spoil(r.PathOf(series.Digest, ".plain")); err != nil {
						t.Fatal(err)
					}
				}
				report, err := r.Submissions.GradeAgain(t.Context(), revision, "")
				if err != nil {
					t.Fatal(err)
				}
				again, err := report.JSON()
				if err != nil || !bytes.Equal(again, first.Report) {
					t.Error("the report is another", err)
				}
				r.WantDrawn(revision)
			})
		}
	})
}
