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
	"green500/validation/logs/canonical"
)

const (
	// eraseLine returns to the start of the line and clears it.
	eraseLine = "\r\x1b[K"
	// lookEvery is the time between two updates of the line.
	lookEvery = 300 * time.Millisecond
)

type progress struct {
	out      io.Writer
	terminal bool
}

func progressOn(out io.Writer) progress {
	file, is := out.(*os.File)
	if !is {
		return progress{out: out}
	}
	return progress{out, platform.Terminal(file)}
}

func (p progress) line(format string, args ...any) {
	if p.terminal {
		_, _ = fmt.Fprint(p.out, eraseLine) // of what nobody need read
	}
	_, _ = fmt.Fprintf(p.out, format+"\n", args...)
}

func (p progress) now(format string, args ...any) {
	if p.terminal {
		_, _ = fmt.Fprintf(p.out, eraseLine+format, args...)
	}
}

func (p progress) counting() func(part string, done, total int64) {
	var shown time.Time
	return func(part string, done, total int64) {
		if now := time.Now(); now.Sub(shown) > lookEvery {
			shown = now
			p.now("%s: %d of %d", part, done, max(done, total))
		}
	}
}

// reading shows how far, how fast and how long a file is read; moved is called with each piece.
func (p progress) reading(name string, from io.Reader, offset, size int64, moved func()) io.Reader {
	return &readingProgress{progress: p, from: from, moved: moved, name: name, began: time.Now(), first: offset,
		at: offset, size: size}
}

const mega = 1e6

type readingProgress struct {
	progress
	from            io.Reader
	moved           func()
	name            string
	began, told     time.Time
	first, at, size int64
}

func (r *readingProgress) Read(b []byte) (int, error) {
	n, err := r.from.Read(b)
	r.at += int64(n)
	r.moved()
	if now := time.Now(); now.Sub(r.told) > lookEvery {
		r.told = now
		r.tell(now)
	}
	return n, err
}

func (r *readingProgress) tell(now time.Time) {
	rate := float64(r.at-r.first) / max(now.Sub(r.began).Seconds(), time.Millisecond.Seconds())
	left := time.Duration(float64(r.size-r.at) / max(rate, 1) * float64(time.Second)).Round(time.Second)
	r.now("%s  %.1f of %.1f MB  %.1f MB/s  %s left", r.name, float64(r.at)/mega, float64(r.size)/mega, rate/mega, left)
}

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

// watched is a file that is read: it shows how much, and reads none once the work is stopped.
type watched struct {
	ctx         context.Context
	at          io.ReaderAt
	stream      io.Reader
	shown       progress
	began       time.Time
	count, told atomic.Int64 // bytes, and how long after it began they were shown last
}

func (w *watched) ReadAt(into []byte, at int64) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.at.ReadAt(into, at)
	w.show(n)
	return n, err
}

func (w *watched) Read(into []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.stream.Read(into)
	w.show(n)
	return n, err
}

func (w *watched) show(read int) {
	count, passed, told := w.count.Add(int64(read)), time.Since(w.began), w.told.Load()
	if passed > time.Duration(told)+lookEvery && w.told.CompareAndSwap(told, int64(passed)) {
		w.shown.now("read %.0f MB, %.0f MB/s", float64(count)/mega, float64(count)/mega/passed.Seconds())
	}
}

func (w *watched) end() {
	if w.told.Load() > 0 {
		w.shown.now("")
	}
}
