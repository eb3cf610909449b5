//go:build !windows

package platform

import (
	"errors"
	"os"
)

// Scratch makes a file in the folder for temporary files, which has no name: whatever ends the program, nothing is left
// of it.
func Scratch() (*os.File, error) {
	file, err := os.CreateTemp("", "green500-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// erases is true: every terminal of Unix understands ESC [K.
func erases(*os.File) bool { return true }
