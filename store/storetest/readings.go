package storetest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"green500/store/blobs"
)

// Put keeps a blob. It ends the test where that fails.
func Put(t testing.TB, blobs blobs.Blobs, content []byte) blobs.Blob {
	t.Helper()
	blob, err := blobs.Put(t.Context(), bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return blob
}

// Readings returns bytes as meters write them: they compress, and take more than one block of the compressor.
func Readings(size int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	content := make([]byte, 0, size+10)
	for len(content) < size {
		content = append(content, "2026-10-05T14:30:00Z,"...)
		content = append(content, byte('0'+random.IntN(10)), byte('0'+random.IntN(10)), '\n')
	}
	return content[:size]
}
