package roomtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/recorded"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/review"
)

// Save saves a draft under another name, with one file.
func (r *Room) Save(entry submissions.Entry, system string) submissions.Entry {
	r.T.Helper()
	r.Clock.Advance(time.Minute)
	summary := Summary()
	summary.System = system
	snapshot := GradedAs(summary)
	snapshot.Files = []submissions.File{{Name: "submission.yaml", Digest: Digest('d'), Size: 1, Kind: "document"}}
	saved, err := r.SaveDraft(r.T.Context(), entry.ID, r.Submitter, entry.Version, snapshot)
	if err != nil {
		r.T.Fatal(err)
	}
	return saved
}

// SaveDraft puts an entry into any state that it can be graded to: over the current revision while that was not
// submitted, as the next revision once it was.
func (r *Room) SaveDraft(ctx context.Context, entryID int64, actor accounts.User, version int64,
	snapshot submissions.Snapshot) (saved submissions.Entry, err error) {
	if err := snapshot.Check(); err != nil {
		return saved, err
	}
	err = r.Recorded().Change(ctx, recorded.AuditEvent{Name: "save", EntryID: entryID}, func(tx *gorm.DB) error {
		view, err := submissions.EntryByID(tx, entryID)
		if err != nil {
			return err
		}
		if err := submissions.RefuseToChange(tx, view, actor); err != nil {
			return err
		}
		if view.Row.Version != version {
			return submissions.ErrSavedMeanwhile()
		}
		return r.saveOver(tx, view.Row, snapshot)
	})
	if err != nil {
		return saved, err
	}
	return r.Submissions.Entry(ctx, entryID)
}

func (r *Room) saveOver(tx *gorm.DB, before submissions.EntryRow, snapshot submissions.Snapshot) error {
	frozen, err := submissions.RevisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return err
	}
	now, after := r.Recorded().Now(), before
	after.Complete, after.Summary, after.Updated = snapshot.Complete(), snapshot.Summary.Storable(), now.UnixMicro()
	after.Changed, after.Graded = before.Version+1, before.Version+1
	if frozen {
		after.Revision++
	}
	// The row of the entry comes first: a change of it locks all that belongs to the entry.
	if err := submissions.ReplaceEntry(tx, before, after, submissions.ErrSavedMeanwhile()); err != nil {
		return err
	}
	if frozen {
		return submissions.InsertRevision(tx, before.ID, after.Revision, snapshot, now)
	}
	of := func() *gorm.DB { return tx.Where("entry_id = ? AND number = ?", before.ID, before.Revision) }
	row := submissions.NewRevisionRow(before.ID, before.Revision, snapshot, now)
	return errors.Join(
		of().Select("*").Omit("entry_id", "number", "submitted_at").Updates(&row).Error,
		of().Delete(&submissions.FileRow{}).Error, of().Delete(&submissions.SeriesRow{}).Error,
		submissions.InsertFileRows(tx, before.ID, before.Revision, snapshot.Files),
		submissions.InsertSeries(tx, before.ID, before.Revision, snapshot.Series),
	)
}

// BenchReadings is how long the logs of benchmarks are: make bench asks for the full length.
func BenchReadings(b *testing.B) int {
	b.Helper()
	asked, err := strconv.Atoi(cmp.Or(os.Getenv("GREEN500_BENCH_READINGS"), "500000"))
	if err != nil {
		b.Fatal(err)
	}
	return asked
}

// IntakeOf keeps a log beside the other files of the clean submission, and takes them in.
func IntakeOf(ctx context.Context, s *store.Store, log io.Reader) (submissions.Snapshot, error) {
	clean := sample.Clean(1, "2.0")
	var files []submissions.File
	for name, content := range clean.Files {
		var from io.Reader = bytes.NewReader(content)
		if name == clean.Entry.Series[0].File {
			from = log
		}
		file, err := s.Uploads.Receive(ctx, name, from, &clean.Entry)
		if err != nil {
			return submissions.Snapshot{}, err
		}
		files = append(files, file)
	}
	snapshot, err := s.Submissions.Intake(ctx, &clean.Entry, files)
	if err == nil && snapshot.Report == nil {
		err = fmt.Errorf("it was not graded: %s", snapshot.InputErrors)
	}
	return snapshot, err
}

// KeepFiles keeps the files of a bundle as blobs.
func (r *Room) KeepFiles(b sample.Bundle) []submissions.File {
	r.T.Helper()
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(b.Files)) {
		blob, err := r.Blobs().Put(r.T.Context(), bytes.NewReader(b.Files[name]))
		if err != nil {
			r.T.Fatal(err)
		}
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	return files
}

// Offline is the report that the command line makes.
func Offline(t *testing.T, entry *power.Entry, folder fs.FS) []byte {
	t.Helper()
	read, err := bundle.Assemble(entry, folder, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Attach attaches a file to an entry.
func (r *Room) Attach(entry submissions.Entry, name string, digit rune) error {
	_, err := r.Drafts.Attach(r.T.Context(), entry.ID, r.Submitter,
		[]submissions.File{{Name: name, Digest: Digest(digit), Size: 5}})
	return err
}

// Asked is the rule whose margins are asked for.
const Asked = "reading-interval"

// Watched counts how often the content of each blob is read from its beginning.
type Watched struct {
	*blobs.Folder
	mutex  sync.Mutex
	Opened map[string]int
}

func (w *Watched) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	w.mutex.Lock()
	w.Opened[digest]++
	w.mutex.Unlock()
	return w.Folder.Open(ctx, digest)
}

// Snapshot is the snapshot of a bundle that can be graded.
func Snapshot(t *testing.T, s *store.Store, entry power.Entry, files []submissions.File) submissions.Snapshot {
	t.Helper()
	snapshot, err := s.Submissions.Intake(t.Context(), &entry, files)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// KeepFilesAs keeps the files of a bundle, and calls one of them otherwise.
func KeepFilesAs(t *testing.T, s *store.Store, b sample.Bundle, old, other string) []submissions.File {
	t.Helper()
	var files []submissions.File
	for name, content := range b.Files {
		if name == old {
			name = other
		}
		blob := storetest.Put(t, s.Blobs(), content)
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	return files
}

// WantDrawn fails the test unless the readings of a revision can be drawn.
func (r *Room) WantDrawn(revision submissions.Revision) {
	r.T.Helper()
	drawn, err := r.Submissions.Measurement(r.T.Context(), revision)
	if err != nil {
		r.T.Fatal(err)
	}
	defer drawn.Close()
	if !drawn.Average(drawn.Entry.Run.FullRun).Known || drawn.Err() != nil {
		r.T.Errorf("the readings cannot be averaged: %v", drawn.Err())
	}
}

// Take stores a bundle as an entry of an edition and moves it on.
func (r *Room) Take(edition string, b sample.Bundle, moves ...review.Verb) submissions.Entry {
	r.T.Helper()
	snapshot, err := r.Submissions.Intake(r.T.Context(), &b.Entry, r.KeepFiles(b))
	if err != nil {
		r.T.Fatal(err)
	}
	entry, err := r.Submissions.CreateEntry(r.T.Context(), r.Submitter, edition, snapshot)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, verb := range moves {
		switch verb {
		case review.Submit:
			r.Move(entry.ID, verb, r.Submitter)
		case review.Accept:
			r.accept(entry.ID, r.Reload(entry.ID).GrantedLevel)
		default:
			r.Move(entry.ID, verb, r.Reviewer)
		}
	}
	return r.Reload(entry.ID)
}

// PathOf is where a blob lies.
func (r *Room) PathOf(digest, form string) string {
	return filepath.Join(r.Kept.Path, digest[:2], digest[2:]+form)
}
