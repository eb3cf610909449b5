// Package platform has what differs between systems. Servers run on Linux, all other commands everywhere.
package platform

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"green500/validation/power"
)

const linux = "linux"

// Client lists the commands that need no installation. They run on Linux, macOS and Windows; verify checks receipts and
// archives there.
func Client() []string {
	return []string{"calibrate", "check", "completion", "fetch", "machine", "man", "manifest", "monitoring", "plan",
		"study", "submit", "trace", "verify", "version", "watch"}
}

// Server lists the commands that work on an installation: its locks, owners and flushes to disk are those of Linux.
func Server() []string {
	return []string{"archive", "backup", "import", "init", "key", "mail", "migrate-store", "ready", "regrade",
		"restore", "serve", "user"}
}

// Demo is the command of the demonstration, which runs on Linux and macOS.
const Demo = "demo"

func runs(command, system string) bool {
	switch {
	case system == linux || slices.Contains(Client(), command):
		return true
	case command == Demo:
		return system != "windows"
	}
	return false
}

// Hide leaves the commands that do not run on a system out of help, completion and manual pages.
func Hide(app *kong.Application, system string) {
	for _, command := range app.Children {
		command.Hidden = command.Hidden || !runs(command.Name, system)
	}
}

// Refuse returns a *power.InputError if a command does not run on a system. The command may have others and arguments
// behind it.
func Refuse(command, system string) error {
	name, _, _ := strings.Cut(command, " ")
	if runs(name, system) {
		return nil
	}
	return &power.InputError{
		Field: name, Problem: "this command is for a server, which runs on Linux",
		Remedy: "use it on Linux, in a container or in the Windows Subsystem for Linux",
	}
}

// Terminal reports whether a file is a terminal on which a line can be erased and written again (ESC [K).
func Terminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && erases(file)
}
