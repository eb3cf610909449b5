package inuse

import (
	"errors"
	"fmt"
	"os"
)

// ErrHeld says that another process holds a lock that excludes the one that was asked for.
var ErrHeld = errors.New("another process holds the lock")

// LockKind is what a lock excludes.
type LockKind int

// The kinds of locks.
const (
	Shared    LockKind = iota // excludes exclusive ones
	Exclusive                 // excludes all others
)

// FileLock is a lock that is held.
type FileLock struct{ file *os.File }

// HoldFile takes a lock on a file, which is made if it is missing. It does not wait: it returns ErrHeld if another
// process is in the way, and an error that is errors.ErrUnsupported if the file system has no locks.
func HoldFile(name string, kind LockKind) (*FileLock, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("take the lock: %w", err)
	}
	if err := lock(file, kind); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &FileLock{file}, nil
}

// Release ends the lock. The file stays: to remove it would let two processes lock different files of one name.
func (l *FileLock) Release() error { return l.file.Close() }
