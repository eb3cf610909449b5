//go:build !linux

package store

// Room is not known where a system has no word for it.
func (f *Folder) Room() (free int64, known bool) { return 0, false }
