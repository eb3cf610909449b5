package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
)

// coded is an error as PostgreSQL answers it.
type coded string

func (c coded) Error() string {
	if c == "0A000" {
		return "cached plan must not change result type"
	}
	return "refused"
}

func (c coded) SQLState() string { return string(c) }

// TestATransactionIsTriedAgain five times for another one, once more than there are connections for each that knows an
// older schema, and never for what trying again does not cure.
func TestATransactionIsTriedAgain(t *testing.T) {
	broken := errors.New("disk I/O error")
	for name, c := range map[string]struct {
		fails int // so often, and then not
		err   error
		tried int
		want  error
	}{
		"at once":                {0, nil, 1, nil},
		"serialization failures": {4, coded("40001"), 5, nil},
		"wrapped":                {4, fmt.Errorf("commit: %w", coded("40001")), 5, nil},
		"deadlocks":              {9, coded("40P01"), 5, coded("40P01")},
		"older plans":            {16, coded("0A000"), 17, nil},
		"ever older plans":       {99, coded("0A000"), 17, coded("0A000")},
		"broken":                 {9, broken, 1, broken},
		"not unique":             {9, coded("23505"), 1, coded("23505")},
	} {
		tried := 0
		err := (&DB{}).Retry(t.Context(), func() error {
			if tried++; tried <= c.fails {
				return c.err
			}
			return nil
		})
		if tried != c.tried || !errors.Is(err, c.want) {
			t.Errorf("%s: tried %d times, %v; want %d times, %v", name, tried, err, c.tried, c.want)
		}
	}
}

// TestWritersOfSQLiteComeOneByOne: who gives up while another writes, writes nothing.
func TestWritersOfSQLiteComeOneByOne(t *testing.T) {
	db := &DB{writing: make(chan struct{}, 1)}
	gone, leave := context.WithCancel(t.Context())
	leave()
	err := db.Retry(t.Context(), func() error {
		return db.Retry(gone, func() error { t.Error("two write at once"); return nil })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := db.Retry(t.Context(), func() error { return nil }); err != nil {
		t.Errorf("nobody lets the next writer in: %v", err)
	}
}

func TestWhatShowsThatTheDatabaseIsAway(t *testing.T) {
	for _, c := range []struct {
		err  error
		away bool
	}{
		{coded("08006"), true}, {coded("08001"), true}, {coded("57P01"), true}, {coded("57P02"), true},
		{coded("57P03"), true}, {coded("53300"), true},
		{driver.ErrBadConn, true}, {io.ErrUnexpectedEOF, true}, {&net.OpError{Op: "dial", Err: io.EOF}, true},
		{ErrUnavailable, true},
		{coded("40001"), false}, {coded("23505"), false}, {coded("57014"), false}, {context.Canceled, false},
		{errors.New("disk I/O error"), false}, {nil, false},
	} {
		if got := unavailable(c.err); errors.Is(got, ErrUnavailable) != c.away || !errors.Is(got, c.err) {
			t.Errorf("%v becomes %v", c.err, got)
		}
	}
}
