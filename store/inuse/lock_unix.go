//go:build unix

package inuse

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

func lock(file *os.File, kind LockKind) error {
	how := syscall.LOCK_SH
	if kind == Exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrHeld
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL):
		return fmt.Errorf("take the lock: %w: %w", errors.ErrUnsupported, err)
	case err != nil:
		return fmt.Errorf("take the lock: %w", err)
	}
	return nil
}
