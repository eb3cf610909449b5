//go:build !unix

package blobs

import "os"

// locksTell says that lockAlone tells nothing.
const locksTell = false

func lockAlone(*os.File) error { return nil }
