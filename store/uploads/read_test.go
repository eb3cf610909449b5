package uploads

import (
	"bytes"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"green500/store/recorded"
)

// TestSmallPiecesGiveWayNoOftener: a zip is read four kilobytes at a time.
func TestSmallPiecesGiveWayNoOftener(t *testing.T) {
	const longestYield = 20 * time.Millisecond // of package recorded
	synctest.Test(t, func(t *testing.T) {
		s := &recorded.Database{}
		defer s.BeginRequest()()
		const length = 4 * yieldEvery
		for _, piece := range []int{4 << 10, 32 << 10, yieldEvery} {
			var all atomic.Int64
			content := &countingReader{ctx: t.Context(), content: bytes.NewReader(make([]byte, length)),
				progress: &readProgress{}, all: &all, traffic: &s.Requests}
			begun := time.Now()
			if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.NewSectionReader(content, 0, length),
				make([]byte, piece)); err != nil {
				t.Fatal(err)
			}
			if got := time.Since(begun); got < 3*longestYield || got > 5*longestYield || all.Load() != length {
				t.Errorf("in pieces of %d bytes it waits %s for %d MiB", piece, got, length>>20)
			}
		}
	})
}
