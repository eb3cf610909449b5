package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/backup"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/power"
)

// keepWriting enters entries with evidence until it is stopped. The function that it returns gives what was
// acknowledged.
func (r *room) keepWriting(edition string) (acknowledged func() []submissions.Entry, stop func()) {
	ctx, cancel := context.WithCancel(r.T.Context())
	var mutex sync.Mutex
	var entries []submissions.Entry
	var group sync.WaitGroup
	for writer := range 2 {
		group.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				snapshot, err := roomtest.IntakeOf(r.T.Context(), r.Store, roomtest.LongLog(300+2*i+writer))
				if err != nil {
					r.T.Error(err)
					return
				}
				entry, err := r.Submissions.CreateEntry(r.T.Context(), r.Submitter, edition, snapshot)
				if err != nil {
					r.T.Error(err)
					return
				}
				mutex.Lock()
				entries = append(entries, entry)
				mutex.Unlock()
			}
		})
	}
	acknowledged = func() []submissions.Entry {
		mutex.Lock()
		defer mutex.Unlock()
		return slices.Clone(entries)
	}
	return acknowledged, func() { cancel(); group.Wait() }
}

// TestBackupWhilePeopleWrite: what was acknowledged before it began is in the copy, and all of the copy is proved.
func TestBackupWhilePeopleWrite(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, waiting := r.History()
		piece := r.Begin(waiting, "a.csv", roomtest.ALog)
		if _, err := r.Uploads.Add(t.Context(), piece,
			roomtest.Chunk(0, strings.NewReader(roomtest.ALog[:10]))); err != nil {
			t.Fatal(err)
		}
		acknowledged, stop := r.keepWriting(waiting.Edition)
		defer stop()
		for len(acknowledged()) < 3 && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		out := filepath.Join(t.TempDir(), "backup")
		first := r.BackUp(out)
		before := acknowledged()
		second := r.BackUp(out)
		stop()
		if first.Copied == 0 || second.Copied >= second.Files-1 {
			t.Errorf("the first copied %d blobs, the second %d of %d files", first.Copied, second.Copied, second.Files)
		}
		if third, fourth := r.BackUp(out), r.BackUp(out); fourth.Copied != 0 || third.Files != fourth.Files {
			t.Errorf("nothing was new, and %d blobs were copied: %+v after %+v", fourth.Copied, fourth, third)
		}
		copied := r.Restored(out)
		copied.WantSound()
		for _, entry := range before {
			if got := copied.Reload(entry.ID); got.System != entry.System {
				t.Errorf("entry %d is of %q, was of %q", entry.ID, got.System, entry.System)
			}
		}
		if got := copied.Look(piece); got.Offset != 10 {
			t.Errorf("%d bytes of the upload are there", got.Offset)
		}
	})
}

// TestBackupHoldsWhatWasAcknowledged at the moment it begins, and no later run is needed for that.
func TestBackupHoldsWhatWasAcknowledged(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, waiting := r.History()
		acknowledged, stop := r.keepWriting(waiting.Edition)
		defer stop()
		for len(acknowledged()) < 3 && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		before := acknowledged()
		out := t.TempDir()
		r.BackUp(out)
		stop()
		copied := r.Restored(out)
		copied.WantSound()
		for _, entry := range before {
			copied.Reload(entry.ID)
		}
	})
}

func TestRestoreRefuses(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	r.History()
	whole := t.TempDir()
	r.BackUp(whole)
	blob := func(folder string) string { return roomtest.FirstFile(t, filepath.Join(folder, "blobs", "??", "*")) }
	for name, test := range map[string]struct {
		spoil    func(from, data string) error
		database string
		says     string
	}{
		"a folder that holds something": {says: "holds something already", spoil: func(_, data string) error {
			return errors.Join(os.MkdirAll(data, 0o700), os.WriteFile(filepath.Join(data, "mine"), nil, 0o600))
		}},
		"a blob that was altered": {says: "is not what was written", spoil: func(from, _ string) error {
			return roomtest.FlipByte(blob(from))
		}},
		"a blob that is missing": {says: "is missing",
			spoil: func(from, _ string) error { return os.Remove(blob(from)) }},
		"a blob that cannot be read": {says: "cannot be read", spoil: func(from, _ string) error {
			name := blob(from)
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o700))
		}},
		"rows that were altered": {says: "is not what was written", spoil: func(from, _ string) error {
			return roomtest.FlipByte(roomtest.FirstFile(t, filepath.Join(from, "state-*", "green500.db")))
		}},
		"no backup": {says: "there is no backup here",
			spoil: func(from, _ string) error { return os.Remove(filepath.Join(from, "manifest.json")) }},
		"another program": {says: "no manifest", spoil: func(from, _ string) error {
			return os.WriteFile(filepath.Join(from, "manifest.json"), []byte("x"), 0o600)
		}},
		"a path outside": {says: "lies elsewhere", spoil: func(from, _ string) error {
			text, err := os.ReadFile(filepath.Join(from, "manifest.json"))
			return errors.Join(err, os.WriteFile(filepath.Join(from, "manifest.json"),
				[]byte(strings.Replace(string(text), `"blobs/`, `"../blobs/`, 1)), 0o600))
		}},
		"another database": {says: "SQLite", database: "postgres://nobody@localhost/x",
			spoil: func(string, string) error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			from, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
			if err := errors.Join(os.CopyFS(from, os.DirFS(whole)), test.spoil(from, data)); err != nil {
				t.Fatal(err)
			}
			held, _ := filepath.Glob(filepath.Join(filepath.Dir(data), "*", "*"))
			_, err := backup.Restore(t.Context(),
				backup.Restoring{From: from, Data: data, Database: test.database, Now: roomtest.During})
			inputError, ok := errors.AsType[*power.InputError](err)
			if !ok || !strings.Contains(inputError.Problem, test.says) {
				t.Errorf("got %v", err)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(data), "*", "*")); !slices.Equal(left, held) {
				t.Errorf("it left %v", left)
			}
		})
	}
}

func TestBackupRefusesAFolderThatHoldsSomething(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	out := t.TempDir()
	if err := os.WriteFile(filepath.Join(out, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := backup.Installation{Database: r.At, Blobs: r.Kept.Location}.Backup(t.Context(),
		backup.Making{Out: out, Now: roomtest.During})
	if _, ok := errors.AsType[*power.InputError](err); !ok {
		t.Errorf("got %v", err)
	}
}

// TestABackupThatBreaksOffLeavesTheOneBefore: it is still restored.
func TestABackupThatBreaksOffLeavesTheOneBefore(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	r.History()
	out := t.TempDir()
	r.BackUp(out)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (backup.Installation{Database: r.At, Blobs: r.Kept.Location}).Backup(ended,
		backup.Making{Out: out, Now: roomtest.During}); err == nil {
		t.Fatal("a backup that was stopped says that it is whole")
	}
	if left, _ := filepath.Glob(filepath.Join(out, "state-*")); len(left) != 1 {
		t.Errorf("there are %v", left)
	}
	r.Restored(out).WantSound()
}

// TestARunThatDiedIsClearedAway once it is old enough that no other can be at work there.
func TestARunThatDiedIsClearedAway(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	out := t.TempDir()
	for name, age := range map[string]time.Duration{"state-dead": 48 * time.Hour, "state-busy": time.Hour} {
		folder, at := filepath.Join(out, name), roomtest.During.Add(-age)
		if err := errors.Join(os.Mkdir(folder, 0o700), os.Chtimes(folder, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	r.BackUp(out)
	r.BackUp(out)
	left, _ := filepath.Glob(filepath.Join(out, "state-*"))
	dead := slices.Contains(left, filepath.Join(out, "state-dead"))
	if busy := slices.Contains(left, filepath.Join(out, "state-busy")); len(left) != 2 || dead || !busy {
		t.Errorf("there are %v", left)
	}
}

func TestRestoreRefusesADatabaseThatHoldsSomething(t *testing.T) {
	r := newRoom(t, storetest.Postgres(t))
	out := t.TempDir()
	r.BackUp(out)
	for database, says := range map[string]string{r.At: "holds", "": "is of a PostgreSQL database"} {
		data := filepath.Join(t.TempDir(), "data")
		_, err := backup.Restore(t.Context(),
			backup.Restoring{From: out, Data: data, Database: database, Now: roomtest.During})
		inputError, ok := errors.AsType[*power.InputError](err)
		if !ok || inputError.Field != "--database" || !strings.Contains(inputError.Problem, says) {
			t.Errorf("got %v", err)
		}
		if _, err := os.Stat(data); err == nil {
			t.Error("it left a data folder")
		}
	}
}
