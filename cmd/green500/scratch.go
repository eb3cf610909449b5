package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"green500/cmd/green500/platform"
	"green500/validation/canonical"
)

// scratch makes files that are gone when they are closed: whatever ends the program, nothing is left of them.
func scratch() (canonical.File, error) {
	file, err := platform.Scratch()
	if err != nil {
		return nil, err // no file, rather than a file that is nil
	}
	return file, nil
}

const heldAtMost = 1 << 20

func small() (canonical.File, error) { return canonical.MemoryUpTo(heldAtMost, scratch)() }

var errInterrupted = errors.New("interrupted")

// watched is a file that is read: it counts its bytes, and reads none once the work is stopped.
type watched struct {
	ctx    context.Context
	at     io.ReaderAt
	stream io.Reader
	count  atomic.Int64
}

func (w *watched) ReadAt(into []byte, at int64) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.at.ReadAt(into, at)
	w.count.Add(int64(n))
	return n, err
}

func (w *watched) Read(into []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.stream.Read(into)
	w.count.Add(int64(n))
	return n, err
}

// progressAfter is how long work may last before its progress is shown, and progressEvery how often it
// is.
const (
	progressAfter = 300 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// progress shows how much was read on a terminal, until it is stopped; a file that takes what is
// written to the screen gets nothing.
func (w *watched) progress(screen *os.File) (stop func()) {
	if !platform.Terminal(screen) {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		w.show(screen, done)
	}()
	return func() {
		close(done)
		<-ended
	}
}

func (w *watched) show(screen io.Writer, done <-chan struct{}) {
	const wipe = "\r\x1b[K"
	began := time.Now()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	shown := false
	for {
		select {
		case <-done:
			if shown {
				_, _ = fmt.Fprint(screen, wipe)
			}
			return
		case <-tick.C:
			if elapsed := time.Since(began); elapsed > progressAfter {
				megabytes := float64(w.count.Load()) / 1e6
				_, _ = fmt.Fprintf(screen, wipe+"read %.0f MB, %.0f MB/s", megabytes, megabytes/elapsed.Seconds())
				shown = true
			}
		}
	}
}
