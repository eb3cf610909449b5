package blobs

import (
	"os"
	"syscall"
)

// writeback asks the disk to begin with what was written to a part of a file. Whatever comes of it,
// the sync at the end is what counts.
func writeback(file *os.File, from, length int64) {
	const begin = 2 // SYNC_FILE_RANGE_WRITE of sync_file_range(2): begin, and do not wait
	_ = syscall.SyncFileRange(int(file.Fd()), from, length, begin)
}
