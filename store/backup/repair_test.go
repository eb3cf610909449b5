package backup_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store/backup"
	"green500/store/problems"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

// TestEveryBackupIsRestoredAfterARepair: a repaired blob of an encrypted backup has other bytes than before.
func TestEveryBackupIsRestoredAfterARepair(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		key, out := keyFile(t), t.TempDir()
		making := backup.Making{Out: out, Keep: 9, EncryptTo: []string{key.public}}
		for at, repaired := range []int{0, 1, 0, 0} {
			making.Now, making.Verify = roomtest.During.Add(time.Duration(at)*time.Hour), repaired > 0
			if repaired > 0 {
				if err := roomtest.FlipByte(roomtest.FirstFile(t, filepath.Join(out, "blobs", "??", "*"))); err != nil {
					t.Fatal(err)
				}
			}
			if done, err := r.Installation().Backup(t.Context(), making); err != nil || done.Repaired != repaired {
				t.Fatalf("backup %d: got %+v, %v", at, done, err)
			}
			r.RestoredWith(out, key.file).WantSound()
		}
		all, err := backup.Generations(out)
		if err != nil || len(all) != 4 {
			t.Fatalf("got %+v, %v", all, err)
		}
		for _, one := range all {
			restoring := backup.Restoring{From: out, At: one.TakenAt, Data: filepath.Join(t.TempDir(), "data"),
				Identity: key.file, Now: roomtest.During}
			if strings.HasPrefix(r.At, "postgres") {
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
		published, _ := r.History()
		out := t.TempDir()
		r.BackUp(out)
		revision, err := r.Submissions.Revision(t.Context(), published.ID, 1)
		if err != nil || len(revision.Files) == 0 {
			t.Fatal(err)
		}
		digest := revision.Files[0].Digest
		blob := roomtest.FirstFile(t, filepath.Join(r.Kept.Path, digest[:2], digest[2:]+"*"))
		away := filepath.Join(t.TempDir(), "blob")
		move := func(from, to string) {
			t.Helper()
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
		move(blob, away)
		_, err = r.Installation().Backup(t.Context(),
			backup.Making{Out: out, Now: roomtest.During.Add(time.Hour), Keep: 1, Verify: true})
		inputProblem(t, err, "are missing in the evidence")
		move(away, blob)
		for at, c := range []struct {
			verify   bool
			severity problems.Severity
			removed  int
		}{{false, problems.Act, 0}, {false, problems.Act, 0}, {true, problems.Fine, 4}, {false, problems.Fine, 1}} {
			making := backup.Making{Out: out, Now: roomtest.During.Add(time.Duration(at+2) * time.Hour), Keep: 1,
				Verify: c.verify}
			done, err := r.Installation().Backup(t.Context(), making)
			if err != nil || done.Removed != c.removed || (done.Unresolved != "") != (c.severity == problems.Act) ||
				done.NotNoted != nil {
				t.Errorf("backup %d: got %+v, %v", at, done, err)
			}
			r.Clock.Set(making.Now)
			if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != c.severity {
				t.Errorf("backup %d: got %+v", at, got)
			}
		}
	})
}

// spoilUnreadably returns the path of a blob of a backup that cannot be read, although its size is what was written: a
// folder, or a link to one.
func spoilUnreadably(t *testing.T, out string, link bool) string {
	t.Helper()
	blob, folder := roomtest.FirstFile(t, filepath.Join(out, "blobs", "??", "*")), t.TempDir()
	err := os.Remove(blob)
	if link {
		err = errors.Join(err, os.Symlink(folder, blob))
	} else {
		err = errors.Join(err, os.Mkdir(blob, 0o700))
	}
	info, failed := os.Stat(blob)
	if err := errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	name, err := filepath.Rel(out, blob)
	if err != nil {
		t.Fatal(err)
	}
	for _, manifest := range []string{filepath.Join(out, "manifest.json"),
		roomtest.FirstFile(t, filepath.Join(out, "state-*", "manifest.json"))} {
		var written map[string]any
		text, err := os.ReadFile(manifest)
		if err == nil {
			err = json.Unmarshal(text, &written)
		}
		if err != nil {
			t.Fatal(err)
		}
		written["files"].(map[string]any)[filepath.ToSlash(name)].(map[string]any)["size"] = info.Size()
		text, err = json.Marshal(written)
		if err := errors.Join(err, os.WriteFile(manifest, text, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return blob
}

// TestAFileThatCannotBeReadIsCopiedAgain, as one bad sector must not end all backups.
func TestAFileThatCannotBeReadIsCopiedAgain(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		out := t.TempDir()
		r.BackUp(out)
		spoilUnreadably(t, out, true)
		done, err := r.Installation().Backup(t.Context(),
			backup.Making{Out: out, Now: roomtest.During.Add(time.Hour), Keep: 2, Verify: true})
		if err != nil || done.Repaired != 1 || !done.Verified {
			t.Fatalf("got %+v, %v", done, err)
		}
		r.Restored(out).WantSound()
	})
}

// TestAFileThatCannotBeCopiedAgainIsReported: the rest is backed up, no backup is removed, and the alert stays until it
// is repaired.
func TestAFileThatCannotBeCopiedAgainIsReported(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		out := t.TempDir()
		r.BackUp(out)
		damaged := spoilUnreadably(t, out, false)
		making := backup.Making{Out: out, Keep: 1}
		run := func(at int, verify bool, severity problems.Severity, generations int) (backup.BackedUp, error) {
			making.Now, making.Verify = roomtest.During.Add(time.Duration(at)*time.Hour), verify
			done, err := r.Installation().Backup(t.Context(), making)
			r.Clock.Set(making.Now)
			if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != severity {
				t.Errorf("backup %d: got %+v", at, got)
			}
			if all, err := backup.Generations(out); err != nil || len(all) != generations {
				t.Errorf("backup %d: %d backups are there, %v", at, len(all), err)
			}
			return done, err
		}
		done, err := run(1, true, problems.Act, 2)
		inputProblem(t, err, "cannot be copied again")
		if done.Verified || done.Files == 0 {
			t.Errorf("got %+v", done)
		}
		if done, err := run(2, false, problems.Act, 3); err != nil || done.Unresolved == "" {
			t.Errorf("got %+v, %v", done, err)
		}
		if err := os.Remove(damaged); err != nil {
			t.Fatal(err)
		}
		if done, err := run(3, true, problems.Fine, 1); err != nil || done.Repaired != 1 {
			t.Errorf("got %+v, %v", done, err)
		}
		r.Restored(out).WantSound()
	})
}

// TestARestoreThatFailsAtTheEndLeavesNothing, neither in a database nor beside the data folder, and can be done again.
func TestARestoreThatFailsAtTheEndLeavesNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		out, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
		r.BackUp(out)
		restoring := backup.Restoring{From: out, Data: data, Now: roomtest.During}
		if strings.HasPrefix(r.At, "postgres") {
			restoring.Database = storetest.Empty(t)
		}
		restoring.Begin = func(backup.Contents) error { return os.MkdirAll(filepath.Join(data, "of another"), 0o700) }
		if _, err := backup.Restore(t.Context(), restoring); err == nil {
			t.Fatal("a folder that holds something was replaced")
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(data), "*")); err != nil || len(left) != 1 {
			t.Errorf("there are %v, %v", left, err)
		}
		restoring.Begin = nil
		if err := os.RemoveAll(data); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Restore(t.Context(), restoring); err != nil {
			t.Errorf("it cannot be done again: %v", err)
		}
	})
}

// TestACopyTellsOfAListAfterItsEmbargo: a message that was not due when the backup was restored was sent by nobody, and
// is not dropped.
func TestACopyTellsOfAListAfterItsEmbargo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		hook, _, err := r.Notices.Webhooks().Create(t.Context(), r.Reviewer.ID, "https://example.org/hook",
			[]review.Event{review.ListPublished})
		if err != nil {
			t.Fatal(err)
		}
		until := r.Embargoed()
		if err := r.Notices.Webhooks().SendTest(t.Context(), r.Reviewer.ID, hook.ID); err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		_, err = r.Installation().Backup(t.Context(), backup.Making{Out: out, Now: roomtest.During})
		inputProblem(t, err, "are missing in the evidence") // as this test stores none
		for _, drop := range []bool{false, true} {
			copied := r.Restored(out)
			if _, err := copied.Administration.ReleaseMail(t.Context(), drop); err != nil {
				t.Fatal(err)
			}
			if taken, sent, err := copied.Notices.Webhooks().Lease(t.Context(), time.Minute); err != nil ||
				sent == drop || taken.Event == review.ListPublished {
				t.Errorf("drop %t: it sends %+v, %v", drop, taken, err)
			}
			r.Clock.Set(until)
			if taken, sent, err := copied.Notices.Webhooks().Lease(t.Context(), time.Hour); err != nil || !sent ||
				drop && taken.Event != review.ListPublished {
				t.Errorf("drop %t: after the embargo it sends %+v, %t, %v", drop, taken, sent, err)
			}
			r.Clock.Set(until.Add(-time.Hour))
		}
	})
}
