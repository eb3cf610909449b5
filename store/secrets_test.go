package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/outbox"
	"green500/store/roomtest"
	"green500/store/secret"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review/receipt"
)

// receipted sends a file to a new entry, and returns the receipt for it.
func (r *room) receipted(name string) submissions.Receipt {
	r.T.Helper()
	entry := r.Fresh()
	r.Receive(r.Send(r.Begin(entry, name, roomtest.ALog), roomtest.ALog))
	given, err := r.Submissions.Receipts(r.T.Context(), entry.ID)
	if err != nil || len(given) != 1 {
		r.T.Fatalf("%d receipts, %v", len(given), err)
	}
	return given[0]
}

// signer is the key that signed a receipt.
func signer(t *testing.T, given submissions.Receipt) string {
	t.Helper()
	_, key, err := receipt.Read(given.Name, given.Text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func otherSecret() secret.Source { return secret.Of(strings.Repeat("ab", 32)) }

// TestServersShareTheSecretKey: one with another key does not start, and says what to do.
func TestServersShareTheSecretKey(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		second := storetest.Open(t, store.Config{Database: r.At, Blobs: r.Blobs(), Now: r.Clock.Now})
		ours, err := r.PublicKey(t.Context())
		if theirs, failed := second.PublicKey(t.Context()); err != nil || failed != nil || ours != theirs {
			t.Errorf("%q and %q, %v, %v", ours, theirs, err, failed)
		}
		_, err = store.Open(t.Context(), store.Config{Database: r.At, Blobs: r.Blobs(), Secret: otherSecret()})
		if err == nil || !strings.Contains(err.Error(), "--secret-key") ||
			!strings.Contains(err.Error(), "another secret key") {
			t.Errorf("got %v", err)
		}
	})
}

// TestABackupWithoutItsSecretKey holds no secret, is proved all the same, and works again with new keys: what was
// signed before is checked with the public key before.
func TestABackupWithoutItsSecretKey(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		before := r.receipted("a.csv")
		if err := r.Outbox.Post(t.Context(), outbox.Mail{To: "a@example.org", Subject: "A link",
			Text: "https://example.org/confirm/SECRET"}); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "backup")
		r.BackUp(out)
		wantNoSecret(t, out)
		copied := &room{r.Restored(out)}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(copied.Close())
		missing := func(bool) (*secret.Key, error) { return nil, secret.ErrMissing }
		locked, err := store.Open(t.Context(),
			store.Config{Database: copied.At, Blobs: copied.Blobs(), Now: r.Clock.Now, Secret: missing})
		must(err)
		if !errors.Is(locked.Locked(), secret.ErrMissing) {
			t.Errorf("it is locked by %v", locked.Locked())
		}
		copied.Store = locked
		if problems := copied.Inspect(nil); len(problems) > 0 {
			t.Errorf("without the key there is wrong %v", problems)
		}
		if err := locked.Outbox.Post(t.Context(), outbox.Mail{To: "b@example.org"}); !errors.Is(err,
			secret.ErrMissing) {
			t.Errorf("a mail is written: %v", err)
		}
		if _, err := locked.ReplaceSigningKey(t.Context()); !errors.Is(err, secret.ErrMissing) {
			t.Errorf("a new key is made: %v", err)
		}
		public, lost, err := locked.ReplaceSecret(t.Context(), otherSecret(), nil)
		if err != nil || lost != 1 || public == signer(t, before) {
			t.Fatalf("%q, %d lost, %v", public, lost, err)
		}
		if after := copied.receipted("b.csv"); signer(t, after) != public {
			t.Error("the new receipt is signed with another key")
		}
		if problems := copied.Inspect(nil); len(problems) > 0 {
			t.Errorf("with new keys there is wrong %v", problems)
		}
		must(locked.Close())
		again, err := store.Open(t.Context(),
			store.Config{Database: copied.At, Blobs: copied.Blobs(), Secret: otherSecret()})
		must(err)
		if _, ok, err := again.Outbox.Lease(t.Context(), roomtest.LeaseFor); ok || err != nil {
			t.Errorf("the mail that cannot be read is sent: %v", err)
		}
		must(again.Close())
	})
}

// wantNoSecret demands that no file of a backup is a key, or holds a link.
func wantNoSecret(t *testing.T, folder string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), "SECRET") || strings.Contains(string(content), storetest.SecretText) ||
			entry.Name() == secret.FileName {
			t.Errorf("%s holds a secret", path)
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestASigningKeyIsReplaced: receipts of both keys are right, the private part before is gone, and a key that no record
// introduced is named.
func TestASigningKeyIsReplaced(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		first := signer(t, r.receipted("a.csv"))
		public, err := r.ReplaceSigningKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if second := signer(t, r.receipted("b.csv")); second != public || second == first {
			t.Errorf("it was signed with %s", second)
		}
		if keys, err := r.PublicKeys(t.Context()); err != nil || !slices.Equal(keys, []string{public, first}) {
			t.Errorf("the keys are %v, %v", keys, err)
		}
		if problems := r.Inspect(nil); len(problems) > 0 {
			t.Errorf("there is wrong %v", problems)
		}
		for _, row := range roomtest.ReadRows(t, storetest.Pool(t, r.At),
			"SELECT id, length(seed) AS size FROM signing_keys ORDER BY id") {
			if want := map[string]string{"1": "0", "2": "72"}[row["id"]]; row["size"] != want {
				t.Errorf("key %s has %s bytes", row["id"], row["size"])
			}
		}
		r.Meddle("INSERT INTO signing_keys (id, seed, public, created_at) SELECT 3, seed, 'x' || public, created_at " +
			"FROM signing_keys WHERE id = 2")
		if problems := r.Inspect(nil); !slices.ContainsFunc(problems,
			func(p string) bool { return strings.Contains(p, "signing key 3: no record") }) {
			t.Errorf("a key that came from nowhere: %v", problems)
		}
		r.Meddle("DELETE FROM signing_keys WHERE id > 1")
		if problems := r.Inspect(nil); !slices.ContainsFunc(problems,
			func(p string) bool { return strings.Contains(p, public+" is missing") }) {
			t.Errorf("a key that is missing: %v", problems)
		}
	})
}

// TestASecretKeyIsChanged while the one before is known: mail that waits is not lost, and cannot be read with the key
// before.
func TestASecretKeyIsChanged(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Outbox.Post(t.Context(), outbox.Mail{To: "a@example.org", Text: "A link"}); err != nil {
			t.Fatal(err)
		}
		before, err := storetest.Secret()(false)
		if err != nil {
			t.Fatal(err)
		}
		if _, lost, err := r.ReplaceSecret(t.Context(), otherSecret(), before); err != nil || lost != 0 {
			t.Fatalf("%d lost, %v", lost, err)
		}
		if posted, ok, err := r.Outbox.Lease(t.Context(), roomtest.LeaseFor); !ok || err != nil ||
			posted.Text != "A link" {
			t.Errorf("got %+v, %v, %v", posted, ok, err)
		}
		if _, err := store.Open(t.Context(),
			store.Config{Database: r.At, Blobs: r.Blobs(), Secret: storetest.Secret()}); err == nil {
			t.Error("it opens with the key before")
		}
	})
}

// TestAMessageForSomebodyElseIsNotSent: who can write to the database cannot have a link sent to another address.
func TestAMessageForSomebodyElseIsNotSent(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Outbox.Post(t.Context(), outbox.Mail{To: "a@example.org", Text: "A link"}); err != nil {
			t.Fatal(err)
		}
		r.Meddle("UPDATE outbox SET recipient = 'b@example.org'")
		if posted, ok, err := r.Outbox.Lease(t.Context(), roomtest.LeaseFor); ok || err != nil {
			t.Errorf("got %+v, %v", posted, err)
		}
		posted, err := r.Outbox.Mails(t.Context(), 0, 1)
		if err != nil || len(posted) != 1 || !posted[0].GivenUp || !strings.Contains(posted[0].Failure, "altered") {
			t.Errorf("got %+v, %v", posted, err)
		}
	})
}

// TestMailThatIsNotSentIsForgotten once every link in it has expired.
func TestMailThatIsNotSentIsForgotten(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("a@example.org")
		for _, step := range []struct{ want int }{{1}, {0}} {
			r.Clock.Advance(accounts.InvitationValid/2 + time.Minute)
			if err := r.Outbox.ForgetSentMail(t.Context()); err != nil {
				t.Fatal(err)
			}
			if posted, err := r.Outbox.Mails(t.Context(), 0, 10); err != nil || len(posted) != step.want {
				t.Errorf("%d messages are kept, %v", len(posted), err)
			}
		}
	})
}
