package roomtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/storetest"
)

// BackUp backs a room up.
func (r *Room) BackUp(out string) backup.BackedUp {
	r.T.Helper()
	done, err := r.Installation().Backup(r.T.Context(), backup.Making{Out: out, Now: During, Verify: true})
	if err != nil {
		r.T.Fatal(err)
	}
	return done
}

// Restored is a room made of a backup, in an empty database of the kind of another room.
func (r *Room) Restored(from string) *Room { return r.RestoredWith(from, "") }

// RestoredWith is restored for a backup that is encrypted.
func (r *Room) RestoredWith(from, identity string) *Room {
	r.T.Helper()
	data, database, at := filepath.Join(r.T.TempDir(), "new", "data"), "", ""
	if strings.HasPrefix(r.At, "postgres") {
		database = storetest.Empty(r.T)
		at = database
	} else {
		at = filepath.Join(data, "green500.db")
	}
	kept := storetest.EvidenceBeside(r.T, at)
	if !kept.Remote() {
		kept = storetest.Evidence{Location: blobs.Location{At: filepath.Join(data, "blobs")},
			Path: filepath.Join(data, "blobs")}
	}
	if _, err := backup.Restore(r.T.Context(), backup.Restoring{From: from, Data: data, Database: database,
		Blobs: kept.Location, Identity: identity, Now: r.Clock.Now()}); err != nil {
		r.T.Fatal(err)
	}
	return r.Twin(r.T, at, kept)
}

// FirstFile is the first of the files of a pattern.
func FirstFile(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatal("nothing is at", pattern, err)
	}
	return found[0]
}

// FlipByte changes a byte in the middle of a file.
func FlipByte(name string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	content[len(content)/2] ^= 1
	return os.WriteFile(name, content, 0o600)
}

// Installation is what is backed up.
func (r *Room) Installation() backup.Installation {
	return backup.Installation{Database: r.At, Blobs: r.Kept.Location}
}
