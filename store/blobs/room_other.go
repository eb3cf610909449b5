//go:build !linux

package blobs

// Room is not known if a system has no word for it.
func (f *Folder) Room() (free int64, known bool) { return 0, false }
