package secret_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"green500/store/secret"
)

func key(t *testing.T) *secret.Key {
	t.Helper()
	made, err := secret.Parse(secret.NewText())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestOnlyTheKeyOpens: no other key, no altered byte, and nothing that was sealed as something else.
func TestOnlyTheKeyOpens(t *testing.T) {
	ours, theirs := key(t), key(t)
	const content = "https://example.org/confirm/a-secret"
	sealed := ours.SealText(content, "mail to a")
	if got, err := ours.OpenText(sealed, "mail to a"); got != content || err != nil {
		t.Fatalf("got %q, %v", got, err)
	}
	if strings.Contains(sealed, "confirm") || sealed == ours.SealText(content, "mail to a") {
		t.Error("the text is readable, or two are alike")
	}
	if _, err := theirs.OpenText(sealed, "mail to a"); !errors.Is(err, secret.ErrOtherKey) {
		t.Errorf("another key: %v", err)
	}
	if _, err := ours.OpenText(sealed, "mail to b"); !errors.Is(err, secret.ErrAltered) {
		t.Errorf("for another: %v", err)
	}
	raw := ours.Seal([]byte(content), "mail to a")
	for i := range raw {
		altered := []byte(string(raw))
		altered[i] ^= 1
		if _, err := ours.Open(altered, "mail to a"); err == nil {
			t.Errorf("byte %d was altered, and it opens", i)
		}
		if _, err := ours.Open(raw[:i], "mail to a"); err == nil {
			t.Errorf("it opens without all after byte %d", i)
		}
	}
}

func TestTextsThatAreNoKey(t *testing.T) {
	for _, text := range []string{"", "secret", strings.Repeat("0", 63), strings.Repeat("0", 66),
		strings.Repeat("g", 64)} {
		if _, err := secret.Parse(text); !errors.Is(err, secret.ErrText) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := secret.Parse(" " + secret.NewText() + "\n"); err != nil {
		t.Error(err)
	}
}

// TestTheFileIsMadeOnce by many at once, for its owner alone; it is not made if it should be there.
func TestTheFileIsMadeOnce(t *testing.T) {
	folder := t.TempDir()
	if _, err := secret.InFolder(folder)(false); !errors.Is(err, secret.ErrMissing) ||
		!strings.Contains(err.Error(), "--secret-key @FILE") {
		t.Fatalf("got %v", err)
	}
	var together sync.WaitGroup
	sealed := make(chan string, 20)
	for range cap(sealed) {
		together.Go(func() {
			made, err := secret.InFolder(folder)(true)
			if err != nil {
				t.Error(err)
				return
			}
			sealed <- made.SealText("text", "")
		})
	}
	together.Wait()
	close(sealed)
	one, err := secret.InFolder(folder)(false)
	if err != nil {
		t.Fatal(err)
	}
	for text := range sealed {
		if _, err := one.OpenText(text, ""); err != nil {
			t.Error(err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	name := filepath.Join(folder, secret.FileName)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 || secret.ReadableByOthers("@"+name) {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.Chmod(name, 0o644); err != nil || !secret.ReadableByOthers("@"+name) {
		t.Errorf("all may read it, and nobody is warned: %v", err)
	}
	if err := os.WriteFile(name, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secret.InFolder(folder)(true); err == nil || errors.Is(err, secret.ErrMissing) {
		t.Errorf("a file without a key: %v", err)
	}
}
