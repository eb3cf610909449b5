//go:build unix

package blobs

import (
	"errors"
	"os"
	"syscall"
)

// locksTell says that a file which can be locked is written by nobody.
const locksTell = true

// lockAlone keeps other processes from writing to a file until it is closed. It returns ErrBusy if one does.
func lockAlone(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return err
}
