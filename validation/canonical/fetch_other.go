//go:build !linux

package canonical

// fetch does nothing where a system has no word for it.
func fetch(onDisk, int64, int64) {}
