//go:build unix

package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// sameOwner gives a folder and all in it to the owner of another, if that is there and we may. A service cannot use
// what root made.
func sameOwner(as, folder string) error {
	info, err := os.Stat(as)
	if errors.Is(err, fs.ErrNotExist) || os.Geteuid() != 0 {
		return nil
	}
	if err != nil {
		return err
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return nil
	}
	return filepath.WalkDir(folder, func(at string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(at, int(owner.Uid), int(owner.Gid))
	})
}
