//go:build !unix

package inuse

import (
	"errors"
	"os"
)

// lock takes none: servers run on Unix.
func lock(*os.File, LockKind) error { return errors.ErrUnsupported }
