//go:build !unix

package filelock

import (
	"errors"
	"os"
)

// lock takes none: servers run on Unix.
func lock(*os.File, Kind) error { return errors.ErrUnsupported }
