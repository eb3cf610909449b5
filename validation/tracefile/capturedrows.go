package tracefile

import (
	"errors"
	"io"
)

// capturedRow is what rows of captures have in common.
type capturedRow struct {
	at         int
	time, host string
	lack       *fault // why it has no time
}

func (r *capturedRow) captured() *capturedRow { return r }

// capturedRows are rows to stand on, and those that wait for the time behind them.
type capturedRows[T interface{ captured() *capturedRow }] struct {
	ready, held []T
}

// fill reads lines until a row is ready. Where they end, those that wait get no time any more.
func (c *capturedRows[T]) fill(next func() ([]byte, error), read func(line []byte) error) error {
	for len(c.ready) == 0 {
		line, err := next()
		if errors.Is(err, io.EOF) && len(c.held) > 0 {
			c.ready, c.held = c.held, nil
			continue
		}
		if err == nil {
			err = read(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hold lets a row wait, if not too many do.
func (c *capturedRows[T]) hold(one T) bool {
	if len(c.held) == maxSensors {
		return false
	}
	c.held = append(c.held, one)
	return true
}

// release gives a time to the rows that it stands behind: those of its machine, if it tells one.
func (c *capturedRows[T]) release(s *captureSheet, told caption) {
	var kept []T
	for _, one := range c.held {
		row := one.captured()
		if row.host != s.host && (s.layout.prefixed || told.host != "") {
			kept = append(kept, one)
			continue
		}
		row.time = told.time
		c.ready = append(c.ready, one)
	}
	c.held = kept
}
