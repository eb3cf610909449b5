//go:build !linux

package database

import "os"

// flush has a file on the disk when it returns.
func flush(file *os.File) error { return file.Sync() }
