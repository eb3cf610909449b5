package input

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestADigestIsThatOfTheFileHoweverItIsRead reads a file from any places, in any order and by several at once.
func TestADigestIsThatOfTheFileHoweverItIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SliceOfN(rapid.Byte(), 0, 4000).Draw(t, "content")
		wanted := sha256.Sum256(content)
		hashed := NewHashed(bytes.NewReader(content), int64(len(content)))
		at := int64(0)
		for range rapid.IntRange(0, 20).Draw(t, "reads") {
			into := make([]byte, rapid.IntRange(0, 500).Draw(t, "length"))
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				at = rapid.Int64Range(0, int64(len(content))).Draw(t, "jump")
			}
			n, err := hashed.ReadAt(into, at)
			if err != nil && !errors.Is(err, io.EOF) ||
				!bytes.Equal(into[:n], content[min(at, int64(len(content))):][:n]) {
				t.Fatalf("read %d bytes at %d: %v", n, at, err)
			}
			at += int64(n)
		}
		var beside sync.WaitGroup
		for from := range 3 {
			beside.Go(func() { _, _ = hashed.ReadAt(make([]byte, 50), int64(from*60)) })
		}
		beside.Wait()
		if digest, err := hashed.Digest(); err != nil || digest != hex.EncodeToString(wanted[:]) {
			t.Fatalf("digest %s, %v", digest, err)
		}
	})
}

// TestADigestIsOfWhatWasRead reads a longer file into one memory again and again, which is hashed after its reader.
func TestADigestIsOfWhatWasRead(t *testing.T) {
	t.Parallel()
	content := make([]byte, 5*hashedAtOnce+1234)
	for i := range content {
		content[i] = byte(i ^ i>>9)
	}
	wanted := sha256.Sum256(content)
	for _, jump := range []int64{-1, hashedAtOnce + 77, int64(len(content)) - 5} {
		hashed := NewHashed(bytes.NewReader(content), int64(len(content)))
		into := make([]byte, 100_000)
		for at := int64(0); at < int64(len(content)); at += int64(len(into)) {
			if at > jump && jump >= 0 {
				_, _ = hashed.ReadAt(into[:1], int64(len(content))-1)
				jump = -1
			}
			if _, err := hashed.ReadAt(into, at); err != nil && !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			clear(into)
		}
		if digest, err := hashed.Digest(); err != nil || digest != hex.EncodeToString(wanted[:]) {
			t.Errorf("digest %s, %v", digest, err)
		}
	}
}

// TestAFileThatCannotBeReadHasNoDigest fails if the file ends early.
func TestAFileThatCannotBeReadHasNoDigest(t *testing.T) {
	t.Parallel()
	short := NewHashed(bytes.NewReader([]byte("12345")), 9)
	if _, err := short.Digest(); err == nil {
		t.Error("a file that ends too early has a digest")
	}
}
