package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Flusher puts on the disk what was committed to SQLite, for all at once who wait for it. SQLite itself would do so for
// one after the other, each while all others wait to write: a disk that takes five milliseconds could then keep two
// hundred changes a second, and two hundred people who type would fill it.
type Flusher struct {
	Flush func() error // asks the disk
	turn  sync.Mutex   // held by the goroutine that asks the disk
	mutex sync.Mutex
	next  *flushed // that has not begun; nil if nobody waits for one
}

type flushed struct {
	done   chan struct{}
	failed error
}

// newFlusher returns nil for a database without a journal of ours: it flushes by itself.
func newFlusher(journal string) *Flusher {
	if journal == "" {
		return nil
	}
	return &Flusher{Flush: func() error { return flushJournal(journal) }}
}

func journalOf(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	return resolved + "-wal", err
}

// flushJournal has all of a journal on the disk when it returns. A journal that is gone was put into the database,
// which SQLite has on the disk before.
func flushJournal(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(flush(file), file.Close())
}

// Wait returns when what was committed before is on the disk. If it fails, what was committed may be lost with the
// power.
func (f *Flusher) Wait() error {
	if f == nil {
		return nil
	}
	f.mutex.Lock()
	mine := f.next
	first := mine == nil
	if first {
		mine = &flushed{done: make(chan struct{})}
		f.next = mine
	}
	f.mutex.Unlock()
	if first {
		f.ask(mine)
	}
	<-mine.done
	if mine.failed != nil {
		return fmt.Errorf("put a change on the disk: %w", mine.failed)
	}
	return nil
}

// ask begins when the one before has ended. A caller that comes once it has begun may have committed too late for it.
func (f *Flusher) ask(mine *flushed) {
	f.turn.Lock()
	defer f.turn.Unlock()
	f.mutex.Lock()
	f.next = nil
	f.mutex.Unlock()
	mine.failed = f.Flush()
	close(mine.done)
}
