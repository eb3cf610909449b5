package capture

import (
	"errors"
	"io"

	"green500/validation/tracefile/internal/celltext"
)

// CapturedRow is what rows of captures have in common.
type CapturedRow struct {
	At         int
	Time, Host string
	NoTime     *celltext.Error // why it has no time
}

func (r *CapturedRow) captured() *CapturedRow { return r }

// CapturedRows are rows to stand on, and those that wait for the time after them.
type CapturedRows[T interface{ captured() *CapturedRow }] struct {
	Ready, held []T
}

// Fill reads lines until a row is ready. Where they end, those that wait get no time any more.
func (c *CapturedRows[T]) Fill(next func() ([]byte, error), read func(line []byte) error) error {
	for len(c.Ready) == 0 {
		line, err := next()
		if errors.Is(err, io.EOF) && len(c.held) > 0 {
			c.Ready, c.held = c.held, nil
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

// Hold lets a row wait, if not too many do.
func (c *CapturedRows[T]) Hold(one T) bool {
	if len(c.held) == MaxSensors {
		return false
	}
	c.held = append(c.held, one)
	return true
}

// Release gives a time to the rows that it follows: those of its machine, if it states one.
func (c *CapturedRows[T]) Release(s *Sheet, given Caption) {
	var kept []T
	for _, one := range c.held {
		row := one.captured()
		if row.Host != s.Host && (s.Layout.Prefixed || given.Host != "") {
			kept = append(kept, one)
			continue
		}
		row.Time = given.Time
		c.Ready = append(c.Ready, one)
	}
	c.held = kept
}
