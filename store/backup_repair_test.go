package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store/backup"
	"green500/store/problems"
	"green500/store/storetest"
)

// TestEveryBackupIsRestoredAfterARepair: a repaired blob of an encrypted backup has other bytes than before.
func TestEveryBackupIsRestoredAfterARepair(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.history()
		key, out := keyFile(t), t.TempDir()
		making := backup.Making{Out: out, Keep: 9, EncryptTo: []string{key.public}}
		for at, repaired := range []int{0, 1, 0, 0} {
			making.Now, making.Verify = during.Add(time.Duration(at)*time.Hour), repaired > 0
			if repaired > 0 {
				if err := flipByte(first(t, filepath.Join(out, "blobs", "??", "*"))); err != nil {
					t.Fatal(err)
				}
			}
			if done, err := r.installation().Backup(t.Context(), making); err != nil || done.Repaired != repaired {
				t.Fatalf("backup %d: got %+v, %v", at, done, err)
			}
			r.restoredWith(out, key.file).wantSound()
		}
		all, err := backup.Generations(out)
		if err != nil || len(all) != 4 {
			t.Fatalf("got %+v, %v", all, err)
		}
		for _, one := range all {
			restoring := backup.Restoring{From: out, At: one.TakenAt, Data: filepath.Join(t.TempDir(), "data"), Identity: key.file, Now: during}
			if strings.HasPrefix(r.at, "postgres") {
				restoring.Database = storetest.Empty(t)
			}
			if _, err := backup.Restore(t.Context(), restoring); err != nil {
				t.Errorf("the backup of %v: %v", one.TakenAt, err)
			}
		}
	})
}

// TestOnlyAVerifiedBackupEndsAFailure: until then one that is not verified removes no other, and the alert stays.
func TestOnlyAVerifiedBackupEndsAFailure(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		published, _ := r.history()
		out := t.TempDir()
		r.backUp(out)
		revision, err := r.Revision(t.Context(), published.ID, 1)
		if err != nil || len(revision.Files) == 0 {
			t.Fatal(err)
		}
		digest := revision.Files[0].Digest
		blob := first(t, filepath.Join(r.kept.Path, digest[:2], digest[2:]+"*"))
		away := filepath.Join(t.TempDir(), "blob")
		move := func(from, to string) {
			t.Helper()
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
		move(blob, away)
		_, err = r.installation().Backup(t.Context(), backup.Making{Out: out, Now: during.Add(time.Hour), Keep: 1, Verify: true})
		inputProblem(t, err, "are missing in the evidence")
		move(away, blob)
		for at, c := range []struct {
			verify   bool
			severity problems.Severity
			removed  int
		}{{false, problems.Act, 0}, {false, problems.Act, 0}, {true, problems.Fine, 4}, {false, problems.Fine, 1}} {
			making := backup.Making{Out: out, Now: during.Add(time.Duration(at+2) * time.Hour), Keep: 1, Verify: c.verify}
			done, err := r.installation().Backup(t.Context(), making)
			if err != nil || done.Removed != c.removed || (done.Unresolved != "") != (c.severity == problems.Act) || done.NotNoted != nil {
				t.Errorf("backup %d: got %+v, %v", at, done, err)
			}
			r.clock.set(making.Now)
			if got := problem(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != c.severity {
				t.Errorf("backup %d: got %+v", at, got)
			}
		}
	})
}
