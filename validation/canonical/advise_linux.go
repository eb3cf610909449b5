package canonical

import "golang.org/x/sys/unix"

// advise asks the system to read a part of a file, and does not wait for what it holds. Whatever comes of it, the read that follows
// is what counts.
func advise(file onDisk, at, length int64) {
	if conn, err := file.SyscallConn(); err == nil {
		_ = conn.Control(func(number uintptr) {
			_ = unix.Fadvise(int(number), at, length, unix.FADV_WILLNEED)
		})
	}
}
