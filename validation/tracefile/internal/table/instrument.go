package table

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
)

// maxInstruments bounds the traces of a series; more come of naming a column that is no key.
const maxInstruments = 100_000

// Instrument gathers the readings of one meter: nanoseconds since 1970 UTC, and microwatts or
// millijoules.
type Instrument struct {
	Index     int32 // among those of its selection
	Key       []string
	at, value []int64
	number    int32       // the writer's
	known     bool        // to the writer
	Next      *Instrument // the one whose reading followed last
	lanes     []Instrument
	counter   counter
}

// Lane returns the part of the meter that takes the readings of one of several columns: itself
// where there is only one.
func (i *Instrument) Lane(column, columns int) *Instrument {
	if columns == 1 {
		return i
	}
	if i.lanes == nil {
		i.lanes = make([]Instrument, columns)
		for k := range i.lanes {
			i.lanes[k].Key = i.Key
		}
	}
	return &i.lanes[column]
}

// name returns the keys with the names of their columns, as "rack=245 num=1".
func (i *Instrument) name(columns []string) string {
	parts := make([]string, len(i.Key))
	for k, key := range i.Key {
		parts[k] = columns[k] + "=" + key
	}
	return strings.Join(parts, " ")
}

// instruments distinguishes the meters of a long table by the cells of its key columns.
type instruments struct {
	All   []*Instrument
	index map[string]int // by the joined cells

	joined []byte // every cell followed by its length, so that no two keys are the same bytes
	ends   []int  // where each cell ends in joined
}

// Begin starts the key of the next row.
func (s *instruments) Begin() { s.joined, s.ends = s.joined[:0], s.ends[:0] }

// AddKey adds a cell to the key of the row.
func (s *instruments) AddKey(cell []byte) {
	s.joined = append(s.joined, cell...)
	s.ends = append(s.ends, len(s.joined))
	s.joined = binary.LittleEndian.AppendUint32(s.joined, uint32(len(cell)))
}

// Current returns the meter of the key, or nil if there are more than most.
func (s *instruments) Current(most int) *Instrument {
	if i, met := s.index[string(s.joined)]; met {
		return s.All[i]
	}
	if len(s.All) == most {
		return nil
	}
	one := &Instrument{Index: int32(len(s.All))}
	start := 0
	for _, end := range s.ends {
		one.Key = append(one.Key, celltext.Latin1(s.joined[start:end]))
		start = end + 4 // past the length
	}
	s.index[string(s.joined)] = len(s.All)
	s.All = append(s.All, one)
	return one
}

// sorted returns the meters by their keys, numbers as numbers: rack 9 stands before rack 10.
func (s *instruments) sorted() []*Instrument {
	return slices.SortedStableFunc(slices.Values(s.All), func(a, b *Instrument) int {
		return slices.CompareFunc(a.Key, b.Key, naturally)
	})
}

// naturally orders numbers before words, words by the numbers in them, and equal numbers by how they
// are written.
func naturally(a, b string) int {
	x, aIsNumber := celltext.PlainNumber([]byte(a))
	y, bIsNumber := celltext.PlainNumber([]byte(b))
	switch {
	case aIsNumber && bIsNumber && x != y:
		return cmp.Compare(x, y)
	case aIsNumber != bIsNumber && aIsNumber:
		return -1
	case aIsNumber != bIsNumber:
		return 1
	}
	return celltext.NaturalOrder(a, b)
}
