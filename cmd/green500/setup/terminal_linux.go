package setup

import (
	"os"

	"golang.org/x/sys/unix"
)

// hideTyping has a terminal not show what is typed, until the returned function is called. terminal is false for other files.
func hideTyping(file *os.File) (restore func(), terminal bool) {
	at := int(file.Fd())
	before, err := unix.IoctlGetTermios(at, unix.TCGETS)
	if err != nil {
		return nil, false
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(at, unix.TCSETS, &hidden); err != nil {
		return nil, false
	}
	return func() { _ = unix.IoctlSetTermios(at, unix.TCSETS, before) }, true
}
