//go:build !linux

package canonical

// advise does nothing where a system has no word for it.
func advise(onDisk, int64, int64) {}
