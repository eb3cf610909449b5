//go:build !linux

package database

import "os"

func flush(file *os.File) error { return file.Sync() }
