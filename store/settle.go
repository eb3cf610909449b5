package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// settling puts on the disk what was committed to SQLite, for all at once who wait for it. SQLite itself would do so for one
// after the other, each while all others wait to write: a disk that takes five milliseconds could then keep two hundred
// changes a second, and two hundred people who type would fill it.
type settling struct {
	disk  func() error
	turn  sync.Mutex // held by whoever asks the disk
	mutex sync.Mutex
	next  *settled // that has not begun; nil where nobody waits for one
}

// settled is one question to the disk.
type settled struct {
	done   chan struct{}
	failed error
}

// newSettling settles the journal of a database. It returns nil for a database that does this by itself.
func newSettling(journal string) *settling {
	if journal == "" {
		return nil
	}
	return &settling{disk: func() error { return flushJournal(journal) }}
}

// journalOf is the journal that SQLite keeps beside the file of a database that is there.
func journalOf(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	return resolved + "-wal", err
}

// flushJournal has all of a journal on the disk when it returns. A journal that is gone was put into the database, which SQLite
// has on the disk before.
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

// wait returns when what was committed before is on the disk. Where it fails, what was committed may be lost with the power.
func (s *settling) wait() error {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	mine := s.next
	first := mine == nil
	if first {
		mine = &settled{done: make(chan struct{})}
		s.next = mine
	}
	s.mutex.Unlock()
	if first {
		s.ask(mine)
	}
	<-mine.done
	if mine.failed != nil {
		return fmt.Errorf("put a change on the disk: %w", mine.failed)
	}
	return nil
}

// ask begins when the one before has ended. Whoever comes once it has begun may have committed too late for it.
func (s *settling) ask(mine *settled) {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mutex.Lock()
	s.next = nil
	s.mutex.Unlock()
	mine.failed = s.disk()
	close(mine.done)
}

// madeAgain reports whether what a context changes is made again where it is lost with the power: a verdict that is not there
// is behind what was typed.
func madeAgain(ctx context.Context) bool {
	r, _ := ctx.Value(routineKey{}).(routine)
	return r == routineVerdict
}
