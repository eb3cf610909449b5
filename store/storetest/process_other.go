//go:build !linux

package storetest

import (
	"os"
	"os/exec"
	"testing"
)

// identity is whom the server runs as: the user who runs the tests.
type identity struct{}

func serverIdentity(string) (*identity, error) { return &identity{}, nil }

func (i *identity) apply(*exec.Cmd) {}

func startWithParent(command *exec.Cmd) (end func(), err error) {
	if err := command.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	}, nil
}

// OnSmallDisk skips the test: only Linux has a file system that can be filled.
func OnSmallDisk(t *testing.T, _ string, _ func(t *testing.T, folder string)) {
	t.Helper()
	t.Skip("No file system can be mounted here, so none is filled.")
}

func killAll(process *os.Process) error { return process.Kill() }
