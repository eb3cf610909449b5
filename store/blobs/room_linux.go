package blobs

import (
	"syscall"
)

// Room asks the file system for what is free for a process without privileges.
func (f *Folder) Room() (free int64, known bool) {
	var state syscall.Statfs_t
	if err := syscall.Statfs(f.path, &state); err != nil {
		return 0, false
	}
	return int64(state.Bavail) * state.Bsize, true
}
