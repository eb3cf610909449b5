//go:build !linux

package setup

import "os"

// hideTyping hides nothing: a server runs on Linux.
func hideTyping(*os.File) (restore func(), terminal bool) { return nil, false }
