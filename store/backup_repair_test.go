package store_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store/backup"
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
