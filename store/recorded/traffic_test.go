package recorded

import (
	"bytes"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadingGivesWayToPeople while they wait for an answer, and not for ever.
func TestReadingGivesWayToPeople(t *testing.T) {
	for name, c := range map[string]struct {
		people   int
		answered time.Duration // after which they have what they waited for; 0 is never
		want     time.Duration
	}{
		"nobody":                 {0, 0, 0},
		"somebody":               {1, 5 * time.Millisecond, 6 * time.Millisecond},
		"many, for ever":         {200, 0, recorded.longestYield},
		"somebody, for a second": {1, time.Second, recorded.longestYield},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Store{}
				for range c.people {
					answered := s.BeginRequest()
					if c.answered > 0 {
						time.AfterFunc(c.answered, func() {
							answered()
							answered() // as a handler that ends does once more
						})
					}
				}
				begun := time.Now()
				s.db.Requests.Yield(t.Context())
				if got := time.Since(begun); got != c.want {
					t.Errorf("it waits %s, want %s", got, c.want)
				}
				time.Sleep(2 * time.Second)
				if left := s.db.Requests.waiting.Load(); c.answered > 0 && left != 0 {
					t.Errorf("%d people wait after all were answered", left)
				}
			})
		})
	}
}

// TestSmallPiecesGiveWayNoOftener: a zip is read four kilobytes at a time.
func TestSmallPiecesGiveWayNoOftener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Store{}
		defer s.BeginRequest()()
		const length = 4 * uploads.yieldEvery
		for _, piece := range []int{4 << 10, 32 << 10, uploads.yieldEvery} {
			var all atomic.Int64
			content := &uploads.countingReader{ctx: t.Context(), content: bytes.NewReader(make([]byte, length)), progress: &uploads.readProgress{}, all: &all, traffic: &s.db.Requests}
			begun := time.Now()
			if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, io.NewSectionReader(content, 0, length), make([]byte, piece)); err != nil {
				t.Fatal(err)
			}
			if got := time.Since(begun); got < 3*recorded.longestYield || got > 5*recorded.longestYield || all.Load() != length {
				t.Errorf("in pieces of %d bytes it waits %s for %d MiB", piece, got, length>>20)
			}
		}
	})
}
