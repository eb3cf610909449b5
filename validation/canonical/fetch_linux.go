package canonical

import "golang.org/x/sys/unix"

// fetch asks the system to read a part of a file, and does not wait for it. Whatever comes of it, the read that follows is what
// counts.
func fetch(file onDisk, at, length int64) {
	_ = unix.Fadvise(int(file.Fd()), at, length, unix.FADV_WILLNEED)
}
