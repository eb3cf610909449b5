package database

import (
	"errors"
	"os"
	"syscall"
)

// flush has the content of a file on the disk when it returns; when it was changed is not waited for.
func flush(file *os.File) error {
	for {
		if err := syscall.Fdatasync(int(file.Fd())); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
