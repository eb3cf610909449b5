// Package table has a log as a table: columns with names, the layout of the text, and the readings that a series
// selects.
package table

import (
	"fmt"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Row is the row a sheet stands on, seen cell by cell. Texts are only good until the next row.
type Row interface {
	Text(column int) ([]byte, *celltext.Error)
	Number(column int) (float64, *celltext.Error)
	Instant(column int, as timestamp.Timing) (int64, *celltext.Error) // nanoseconds since 1970 UTC
	Place(column int, f *celltext.Error) *power.InputError
}

// Sheet is a log seen as a table: columns with names, and a row a reading.
type Sheet interface {
	Row
	Columns() *Table
	// Each stands on every row one after another and calls take there, until it fails. Only cells of the
	// needed columns will be requested.
	Each(needed []int, take func() error) error
}

type bulk interface {
	TakeAll(selections []*Selection) error
}

// MaxRows bounds what one file may ask for: a few kilobytes of Parquet can claim any number of rows.
const MaxRows = 4_000_000_000

// Request is a series and the zone of its times written without one.
type Request struct {
	Series *power.Series
	Zone   *time.Location
}

// Take gives every row of a sheet to the selections.
func Take(s Sheet, selections []*Selection) error {
	if fast, ok := s.(bulk); ok {
		return settling(selections, func() error { return fast.TakeAll(selections) })
	}
	return TakeRows(s, selections)
}

func settling(selections []*Selection, take func() error) error {
	for _, one := range selections {
		one.damage = damage{before: one.Rows, readings: one.Taken, refusal: one.damage.refusal}
	}
	err := take()
	for _, one := range selections {
		one.damage.settle(one)
	}
	return err
}

// TakeRows stands on every row of a sheet one after another.
func TakeRows(s Sheet, selections []*Selection) error {
	return settling(selections, func() error {
		var needed []int
		for _, one := range selections {
			if inputErr := one.Start(s.Columns()); inputErr != nil {
				return inputErr
			}
			needed = append(needed, one.Columns()...)
		}
		rows := 0
		err := s.Each(needed, func() error {
			if rows++; rows > MaxRows {
				return s.Columns().Refuse(0, "", fmt.Sprintf("has more than %d rows", MaxRows),
					"give the file in parts")
			}
			return TakeRow(selections, s)
		})
		for _, one := range selections {
			one.Notes.AddAll(s.Columns().Notes)
		}
		return err
	})
}

// Batch is what a selection takes from a piece of a file, in its order, with the number of its meter.
type Batch struct {
	Keyed      bool // there are several meters
	Instrument []int32
	At, Value  []int64
	multiples  canonical.Multiples // of the values
	missing    []leftOut
	Rows       int
	stray      *power.InputError
	met        []metValues // by each filter
}

type leftOut struct {
	where   *power.InputError
	damaged bool
}

type metValues struct {
	values []string
	more   bool
}

// Add appends a reading: at in nanoseconds since 1970 UTC, value as the trace holds it.
func (c *Batch) Add(instrument int32, at, value int64) {
	if c.Keyed {
		c.Instrument = append(c.Instrument, instrument)
	}
	c.At, c.Value = append(c.At, at), append(c.Value, value)
}

// NoteMultiples records values that all are multiples of a factor: of the most that stand together.
func (c *Batch) NoteMultiples(given canonical.Multiples) {
	if given.To-given.From > c.multiples.To-c.multiples.From {
		c.multiples = given
	}
}

// Forget leaves nothing but memory for readings.
func (c *Batch) Forget() { *c = Batch{Instrument: c.Instrument[:0], At: c.At[:0], Value: c.Value[:0]} }

// LaneNumber is the number of the i-th lane of a meter among all lanes of the selection.
func (s *Selection) LaneNumber(of *Instrument, i int) int32 {
	return of.Index*int32(len(s.ValuesAt)) + int32(i)
}

// BranchesOf returns a copy of each selection for the readings of one core.
func BranchesOf(selections []*Selection) []*Selection {
	branches := make([]*Selection, len(selections))
	for k, s := range selections {
		b := *s
		b.Writer = nil
		b.Instruments = instruments{index: map[string]int{}}
		b.Filters = make([]Filter, len(s.Filters))
		for i := range s.Filters {
			b.Filters[i] = newFilter(s.Filters[i].name, s.Filters[i].Column, s.Filters[i].Allowed)
		}
		branches[k] = &b
	}
	return branches
}

// Begin lets the branch catch readings, in what was emptied.
func (s *Selection) Begin(c *Batch) {
	c.Forget()
	s.Batch, s.Rows, s.stray, c.Keyed = c, 0, nil, len(s.KeyAt) > 0 || len(s.ValuesAt) > 1
	for i := range s.Filters {
		s.Filters[i].fresh = nil
	}
}

// End closes what the branch has caught.
func (s *Selection) End() {
	s.Batch.Rows, s.Batch.stray = s.Rows, s.stray
	for i := range s.Filters {
		s.Batch.met = append(s.Batch.met, metValues{s.Filters[i].fresh, s.Filters[i].more})
	}
}

// Merge takes what a branch caught in the next piece, after so many lines. known holds the writer's numbers for its
// lanes.
func (s *Selection) Merge(c *Batch, lines int, known *[]int32, branch []*Instrument) error {
	s.Rows += c.Rows
	s.Taken += len(c.At)
	if s.stray == nil {
		s.stray = c.stray
	}
	for i, met := range c.met {
		f := &s.Filters[i]
		f.more = f.more || met.more
		for _, value := range met.values {
			f.Admits([]byte(value))
		}
	}
	for _, one := range c.missing {
		one.where.Line += lines
		if !one.damaged {
			s.Writer.CountMissing(one.where)
		} else if err := s.leaveOut(one.where); err != nil {
			return err
		}
	}
	if len(c.At) == 0 {
		return nil
	}
	if !c.Keyed {
		return s.Writer.Add(s.WritersNumber(s.same(branch[0]), s.ValuesAt[0]), c.At, c.Value, c.multiples)
	}
	for lane := len(*known); lane < len(branch)*len(s.ValuesAt); lane++ {
		one, at := s.same(branch[lane/len(s.ValuesAt)]), lane%len(s.ValuesAt)
		if one == nil {
			f := tooManyInstruments()
			return s.Refuse(0, f.Field, f.Problem, f.Remedy)
		}
		*known = append(*known, s.WritersNumber(one.Lane(at, len(s.ValuesAt)), s.ValuesAt[at]))
	}
	return s.Writer.AddRows(*known, c.Instrument, c.At, c.Value, c.multiples)
}

func (s *Selection) same(of *Instrument) *Instrument {
	s.Instruments.Begin()
	for _, key := range of.Key {
		s.Instruments.AddKey([]byte(key))
	}
	return s.Instruments.Current(s.MostInstruments())
}
