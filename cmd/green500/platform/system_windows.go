package platform

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Scratch makes a file in the folder for temporary files, which is gone once it is closed, however the program ends.
func Scratch() (*os.File, error) {
	made, err := os.CreateTemp("", "green500-")
	if err != nil {
		return nil, err
	}
	if err := made.Close(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(made.Name(), os.O_RDWR|windows.FILE_FLAG_DELETE_ON_CLOSE, 0o600)
	if err != nil {
		return nil, errors.Join(err, os.Remove(made.Name()))
	}
	return file, nil
}

// erases has a console understand ESC [K, which older ones do only if asked.
func erases(file *os.File) bool {
	var mode uint32
	console := windows.Handle(file.Fd())
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
