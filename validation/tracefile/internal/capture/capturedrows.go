package capture

import (
	"errors"
	"io"
	"slices"

	"green500/validation/tracefile/internal/celltext"
)

// Row is a row of a capture.
type Row struct {
	At         int
	Time, Host string
	NoTime     *celltext.Error // why it has no time
	Unclear    bool            // it has none, whatever line of the time stands beside it
	Cells      [][]byte        // behind the time; nil if there is none
	NoValue    *celltext.Error // why its value is no reading
	Unread     int             // rows without a reading that come first
}

// Next fills the row with the next one that read makes of lines. Where they end, those that are held get no time any more.
func (s *Sheet) Next(read func(line []byte) error) error {
	for len(s.ready) == 0 {
		line, err := s.NextLine()
		if errors.Is(err, io.EOF) && len(s.held) > 0 {
			s.ready, s.held = s.held, nil
			continue
		}
		if err == nil {
			err = read(line)
		}
		if err != nil {
			return err
		}
	}
	s.row = s.ready[0]
	if s.Finish != nil {
		s.Finish(s.row)
	}
	s.At = s.row.At
	for i, cell := range s.row.Cells {
		if cell != nil {
			s.Set(i+1, cell)
		}
	}
	if s.row.Unread--; s.row.Unread < 0 {
		s.ready = s.ready[1:]
	} else {
		s.Set(s.Table.Value, []byte("no reading"))
	}
	if s.row.Time != "" && !s.row.Unclear {
		s.Set(0, []byte(s.row.Time))
	}
	if s.HostAt >= 0 {
		s.Set(s.HostAt, []byte(s.row.Host))
	}
	return nil
}

// Under returns the row of a capture that begins, with its time if that is known. One before captures is that of the next one of its
// machine only.
func (s *Sheet) Under(lost func(side string) *celltext.Error) *Row {
	row, now := &Row{At: s.At, Host: s.Host}, s.Now()
	switch s.Layout.Place {
	case TimesAfter:
		row.NoTime = lost("behind")
	case TimesBefore:
		row.NoTime = lost("before")
		if now.Count > s.spent[s.Host] {
			row.Time = now.Time
		}
	}
	s.spent[s.Host] = now.Count
	return row
}

// Hold keeps a row until it is complete or its time comes.
func (s *Sheet) Hold(row *Row) { s.held = append(s.held, row) }

// Complete makes a row ready that was held.
func (s *Sheet) Complete(row *Row) {
	if at := slices.Index(s.held, row); at >= 0 {
		s.held, s.ready = slices.Delete(s.held, at, at+1), append(s.ready, row)
	}
}

// Keep makes a row ready, or holds it until the time after it; what is the word for its capture.
func (s *Sheet) Keep(row *Row, what string) error {
	switch {
	case s.Layout.Place != TimesAfter:
		s.ready = append(s.ready, row)
	case len(s.held) == MaxSensors:
		return s.Refuse(s.At, "time", "stands behind too many "+what+"s", "log a line of the time before each "+what)
	default:
		s.Hold(row)
	}
	return nil
}

// release gives a time to the rows that it follows: those of its machine, if it states one.
func (s *Sheet) release(given Caption) {
	kept := s.held[:0]
	for _, row := range s.held {
		if row.Host != s.Host && (s.Layout.Prefixed || given.Host != "") {
			kept = append(kept, row)
			continue
		}
		row.Time = given.Time
		s.ready = append(s.ready, row)
	}
	s.held = kept
}

// Number returns a cell of the row as a number.
func (s *Sheet) Number(column int) (float64, *celltext.Error) {
	if column == s.Table.Value && s.row.NoValue != nil {
		return 0, s.row.NoValue
	}
	return s.LineSheet.Number(column)
}
