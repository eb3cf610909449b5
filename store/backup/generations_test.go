package backup_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/problems"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// inputProblem demands a *power.InputError that says something.
func inputProblem(t *testing.T, err error, says string) {
	t.Helper()
	if wrong, is := errors.AsType[*power.InputError](err); !is || !strings.Contains(wrong.Problem, says) ||
		wrong.Remedy == "" {
		t.Errorf("got %v, and not %q", err, says)
	}
}

// TestABackupFolderBelongsToOneInstallation: another is refused and changes nothing, until it is said that it replaces
// the first.
func TestABackupFolderBelongsToOneInstallation(t *testing.T) {
	inRooms(t, func(t *testing.T, a *room) {
		a.History()
		out := t.TempDir()
		a.BackUp(out)
		before := content(t, out)
		b := a.Restored(out)
		_, err := b.Installation().Backup(t.Context(), backup.Making{Out: out, Now: roomtest.During})
		inputProblem(t, err, "it holds backups of the installation ")
		if after := content(t, out); len(after) != len(before) {
			t.Errorf("the refused backup left %d files, and there were %d", len(after), len(before))
		}
		a.Restored(out).WantSound()
		if _, err := b.Installation().Backup(t.Context(),
			backup.Making{Out: out, Now: roomtest.During.Add(time.Hour), TakeOver: true, Keep: 2}); err != nil {
			t.Fatal(err)
		}
		_, err = a.Installation().Backup(t.Context(), backup.Making{Out: out, Now: roomtest.During})
		inputProblem(t, err, "it holds backups of the installation ")
	})
}

// TestGenerationsAreKeptByNumberAndAge, each with its evidence.
func TestGenerationsAreKeptByNumberAndAge(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	_, waiting := r.History()
	out := t.TempDir()
	const day = 24 * time.Hour
	for at, want := range []int{1, 2, 2, 2} { // by number: the two newest
		snapshot, err := roomtest.IntakeOf(t.Context(), r.Store, roomtest.LongLog(200+at))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, waiting.Edition, snapshot); err != nil {
			t.Fatal(err)
		}
		r.generation(out, backup.Making{Now: roomtest.During.Add(time.Duration(at) * day), Keep: 2}, want)
	}
	// by age: those of day 2 and 3
	r.generation(out, backup.Making{Now: roomtest.During.Add(4 * day), Keep: 1, KeepFor: 2*day + time.Hour}, 3)
	all, err := backup.Generations(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		data := filepath.Join(t.TempDir(), "data")
		done, err := backup.Restore(t.Context(),
			backup.Restoring{From: out, At: one.TakenAt.Add(time.Minute), Data: data, Now: roomtest.During})
		if err != nil || !done.TakenAt.Equal(one.TakenAt) || done.Rows != one.Rows || done.Files != one.Files ||
			done.Rows == 0 {
			t.Errorf("%v: got %+v, %v", one.TakenAt, done, err)
		}
	}
	_, err = backup.Restore(t.Context(), backup.Restoring{From: out, At: roomtest.During,
		Data: filepath.Join(t.TempDir(), "data"), Now: roomtest.During})
	inputProblem(t, err, "no backup here was made at ")
}

// generation makes a backup, after which there are so many.
func (r *room) generation(out string, m backup.Making, want int) {
	r.T.Helper()
	m.Out, m.Verify = out, true
	if _, err := r.Installation().Backup(r.T.Context(), m); err != nil {
		r.T.Fatal(err)
	}
	if all, err := backup.Generations(out); err != nil || len(all) != want {
		r.T.Errorf("there are %d generations, %v; want %d", len(all), err, want)
	}
}

// TestBlobsOfNoGenerationAreRemoved: what was deleted in the installation leaves its backups in the end.
func TestBlobsOfNoGenerationAreRemoved(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	r.History()
	loose, err := r.Blobs().Put(t.Context(), strings.NewReader("of nobody"))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	r.BackUp(out)
	in := func() bool {
		found, _ := filepath.Glob(filepath.Join(out, "blobs", loose.Digest[:2], loose.Digest[2:]+"*"))
		return len(found) > 0
	}
	if !in() {
		t.Fatal("the blob is not in the backup")
	}
	if err := os.Remove(roomtest.FirstFile(t,
		filepath.Join(r.Kept.Path, loose.Digest[:2], loose.Digest[2:]+"*"))); err != nil {
		t.Fatal(err)
	}
	r.generation(out, backup.Making{Now: roomtest.During.Add(time.Hour), Keep: 2}, 2)
	if !in() {
		t.Error("an earlier backup lost a blob")
	}
	r.generation(out, backup.Making{Now: roomtest.During.Add(2 * time.Hour), Keep: 1}, 1)
	if in() {
		t.Error("a blob of no backup stays")
	}
	r.Restored(out).WantSound()
}

// TestMissingEvidenceRemovesNoBackup: the backups that still have it stay, and the administrator is told.
func TestMissingEvidenceRemovesNoBackup(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	published, _ := r.History()
	out := t.TempDir()
	r.BackUp(out)
	revision, err := r.Submissions.Revision(t.Context(), published.ID, 1)
	if err != nil || len(revision.Files) == 0 {
		t.Fatal(err)
	}
	digest := revision.Files[0].Digest
	if err := os.Remove(roomtest.FirstFile(t, filepath.Join(r.Kept.Path, digest[:2], digest[2:]+"*"))); err != nil {
		t.Fatal(err)
	}
	done, err := r.Installation().Backup(t.Context(), backup.Making{Out: out, Now: roomtest.During.Add(time.Hour)})
	inputProblem(t, err, "1 files of submissions are missing in the evidence")
	if all, err := backup.Generations(out); err != nil || len(all) != 2 || done.Removed != 0 {
		t.Errorf("there are %d generations, %v", len(all), err)
	}
	known, err := r.Administration.Installation(t.Context())
	if err != nil || known.BackupFailure == "" || known.BackupAt.Sub(roomtest.During).Round(time.Minute) != time.Hour ||
		known.BackupVerifiedAt.Sub(roomtest.During).Round(time.Minute) != 0 {
		t.Errorf("got %+v, %v", known, err)
	}
	if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != problems.Act ||
		!strings.Contains(got.Figure, "are missing") {
		t.Errorf("got %+v", got)
	}
}

// TestAnEncryptedBackupIsReadByItsKeyAlone, whether the evidence is in a folder or a bucket.
func TestAnEncryptedBackupIsReadByItsKeyAlone(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, waiting := r.History()
		piece := r.Begin(waiting, "a.csv", roomtest.ALog)
		if _, err := r.Uploads.Add(t.Context(), piece,
			roomtest.Chunk(0, strings.NewReader(roomtest.ALog[:10]))); err != nil {
			t.Fatal(err)
		}
		key, other := keyFile(t), keyFile(t)
		out := t.TempDir()
		making := backup.Making{Out: out, Now: roomtest.During, EncryptTo: []string{key.public}, Verify: true}
		for _, copied := range []bool{true, false} {
			done, err := r.Installation().Backup(t.Context(), making)
			if err != nil || (done.Copied > 0) != copied || !done.Verified {
				t.Fatalf("got %+v, %v", done, err)
			}
		}
		for name, text := range content(t, out) {
			if !strings.HasSuffix(name, "manifest.json") && name != "lock" &&
				!bytes.HasPrefix(text, []byte("age-encryption.org/v1")) {
				t.Errorf("%s is readable", name)
			}
		}
		making = backup.Making{Out: t.TempDir(), Now: roomtest.During}
		for _, keys := range [][]string{{key.public, other.public}, {other.public, key.public}} {
			making.EncryptTo = keys
			if _, err := r.Installation().Backup(t.Context(), making); err != nil {
				t.Errorf("the same keys in another order: %v", err)
			}
		}
		for _, keys := range [][]string{nil, {other.public}, {key.public, other.public}} {
			_, err := r.Installation().Backup(t.Context(),
				backup.Making{Out: out, Now: roomtest.During, EncryptTo: keys})
			inputProblem(t, err, "encrypted to other keys")
		}
		_, err := backup.Restore(t.Context(),
			backup.Restoring{From: out, Data: filepath.Join(t.TempDir(), "data"), Now: roomtest.During})
		inputProblem(t, err, "the backup is encrypted")
		copied := r.RestoredWith(out, key.file)
		copied.WantSound()
		if got := copied.Look(piece); got.Offset != 10 {
			t.Errorf("%d bytes of the upload are there", got.Offset)
		}
		if strings.HasPrefix(r.At, "postgres") {
			return
		}
		data := filepath.Join(t.TempDir(), "data")
		_, err = backup.Restore(t.Context(), backup.Restoring{From: out, Data: data, Identity: other.file,
			Now: roomtest.During, Blobs: blobs.Location{}})
		inputProblem(t, err, "cannot be decrypted with this key")
		if _, err := os.Stat(data); !errors.Is(err, fs.ErrNotExist) {
			t.Error("something was left")
		}
	})
}

// TestARestoredCopyHoldsItsMail until somebody releases it; then the messages from before are sent or dropped.
func TestARestoredCopyHoldsItsMail(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("before@example.org")
		hook, _, err := r.Notices.Webhooks().Create(t.Context(), r.Submitter.ID, "https://example.org/hook",
			[]review.Event{review.StateChanged})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Notices.Webhooks().SendTest(t.Context(), r.Submitter.ID, hook.ID); err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		r.BackUp(out)
		for _, drop := range []bool{false, true} {
			copied := r.Restored(out)
			copied.Clock.Advance(time.Hour)
			copied.Post("after@example.org")
			copied.Clock.Advance(time.Hour)
			if posted, ok, err := copied.Outbox.Lease(t.Context(), time.Minute); ok || err != nil {
				t.Fatalf("a copy sends %+v, %v", posted, err)
			}
			if called, ok, err := copied.Notices.Webhooks().Lease(t.Context(), time.Minute); ok || err != nil {
				t.Fatalf("a copy calls %+v, %v", called, err)
			}
			if held, err := copied.Outbox.Mails(t.Context(), 0, 10); err != nil || len(held) != 2 {
				t.Errorf("%d messages wait, %v", len(held), err)
			}
			known, err := copied.Administration.Installation(t.Context())
			if err != nil || known.MailHeldAt == nil || known.BackupAt != (time.Time{}) {
				t.Fatalf("got %+v, %v", known, err)
			}
			if waiting, err := copied.Administration.ReleaseMail(t.Context(), drop); err != nil || waiting != 1 {
				t.Errorf("got %d, %v", waiting, err)
			}
			sent := map[string]bool{}
			for range 3 {
				if posted, ok, err := copied.Outbox.Lease(t.Context(), time.Minute); err == nil && ok {
					sent[posted.To] = true
				}
			}
			if !sent["after@example.org"] || sent["before@example.org"] == drop {
				t.Errorf("drop %t: sent %v", drop, sent)
			}
			if _, called, err := copied.Notices.Webhooks().Lease(t.Context(), time.Minute); err != nil ||
				called == drop {
				t.Errorf("drop %t: the webhook is called: %t, %v", drop, called, err)
			}
			_, err = copied.Administration.ReleaseMail(t.Context(), drop)
			if _, refused := errors.AsType[*review.Refusal](err); !refused {
				t.Errorf("mail that is not held is released: %v", err)
			}
		}
		if _, ok, err := r.Outbox.Lease(t.Context(), time.Minute); !ok || err != nil {
			t.Errorf("the installation itself sends nothing: %v", err)
		}
	})
}

// content reads all files below a folder.
func content(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all[name], err = os.ReadFile(filepath.Join(folder, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

type ageKey struct{ public, file string }

func keyFile(t *testing.T) ageKey {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key.txt")
	if err := os.WriteFile(file, []byte("# a key\n"+identity.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return ageKey{identity.Recipient().String(), file}
}
