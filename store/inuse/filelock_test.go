package inuse

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestLocks: what excludes what, and that a lock is free once it is released.
func TestLocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second LockKind
		held          bool
	}{
		"two servers":            {Shared, Shared, false},
		"a copy beside a server": {Shared, Exclusive, true},
		"a server beside a copy": {Exclusive, Shared, true},
		"two copies":             {Exclusive, Exclusive, true},
	} {
		file := filepath.Join(t.TempDir(), "lock")
		first, err := HoldFile(file, c.first)
		if errors.Is(err, errors.ErrUnsupported) {
			t.Skip("this system has no locks")
		}
		if err != nil {
			t.Fatal(err)
		}
		second, err := HoldFile(file, c.second)
		if errors.Is(err, ErrHeld) != c.held || !c.held && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if err := second.Release(); err != nil {
				t.Fatal(err)
			}
		}
		if err := first.Release(); err != nil {
			t.Fatal(err)
		}
		again, err := HoldFile(file, Exclusive)
		if err != nil {
			t.Errorf("%s: after both ended: %v", name, err)
			continue
		}
		if err := again.Release(); err != nil {
			t.Fatal(err)
		}
	}
}
