package main

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"green500/validation/canonical"
)

// heldAtMost is how much of a file of scratch stays in memory: readings of most runs never see the disk.
const heldAtMost = 1 << 20

// scratch makes a file that lies in memory while it is small, and then in the folder for temporary
// files, without a name: it is gone however the program ends.
func scratch() (canonical.File, error) {
	held, err := canonical.Memory()
	if err != nil {
		return nil, err
	}
	return &scratchFile{File: held}, nil
}

type scratchFile struct {
	mutex sync.RWMutex
	canonical.File
	written int64
	laid    bool
}

// Write adds to the file. It fails where the disk is needed and has no room.
func (s *scratchFile) Write(b []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.laid && s.written+int64(len(b)) > heldAtMost {
		if err := s.lay(); err != nil {
			return 0, fmt.Errorf("keep readings in a temporary file: %w", err)
		}
	}
	n, err := s.File.Write(b)
	s.written += int64(n)
	return n, err
}

// lay moves what was written to the disk.
func (s *scratchFile) lay() error {
	held := make([]byte, s.written)
	if _, err := s.File.ReadAt(held, 0); err != nil && s.written > 0 {
		return err
	}
	file, err := os.CreateTemp("", "green500-")
	if err != nil {
		return err
	}
	_, err = file.Write(held)
	if err := errors.Join(os.Remove(file.Name()), err); err != nil {
		return errors.Join(err, file.Close())
	}
	s.File, s.laid = file, true
	return nil
}

// ReadAt reads what was written. It fails as a file does, and may be called in parallel.
func (s *scratchFile) ReadAt(b []byte, at int64) (int, error) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.File.ReadAt(b, at)
}
