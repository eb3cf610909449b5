//go:build !linux

package blobs

import "os"

func writeback(*os.File, int64, int64) {}
