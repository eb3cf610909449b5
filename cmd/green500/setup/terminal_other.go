//go:build !linux

package setup

import "os"

func hideTyping(*os.File) (restore func(), terminal bool) { return nil, false }
