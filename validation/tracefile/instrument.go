package tracefile

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// maxInstruments bounds the traces of a series; more come of naming a column that is no key.
const maxInstruments = 100_000

// instrument gathers the readings of one meter: nanoseconds since 1970 UTC, and microwatts or
// millijoules.
type instrument struct {
	index     int32 // among those of its selection
	key       []string
	at, value []int64
	number    int32       // the writer's
	known     bool        // to the writer
	next      *instrument // the one whose reading followed last
	lanes     []instrument
	counter   counter
}

// lane returns the part of the instrument that takes the readings of one of several columns: itself
// where there is only one.
func (i *instrument) lane(column, columns int) *instrument {
	if columns == 1 {
		return i
	}
	if i.lanes == nil {
		i.lanes = make([]instrument, columns)
		for k := range i.lanes {
			i.lanes[k].key = i.key
		}
	}
	return &i.lanes[column]
}

// name returns the keys with the names of their columns, as "rack=245 num=1".
func (i *instrument) name(columns []string) string {
	parts := make([]string, len(i.key))
	for k, key := range i.key {
		parts[k] = columns[k] + "=" + key
	}
	return strings.Join(parts, " ")
}

// instruments tells the meters of a long table apart by the cells of its key columns.
type instruments struct {
	all   []*instrument
	index map[string]int // by the joined cells

	joined []byte // every cell followed by its length, so that no two keys are the same bytes
	ends   []int  // where each cell ends in joined
}

// begin starts the key of the next row.
func (s *instruments) begin() { s.joined, s.ends = s.joined[:0], s.ends[:0] }

// addKey adds a cell to the key of the row.
func (s *instruments) addKey(cell []byte) {
	s.joined = append(s.joined, cell...)
	s.ends = append(s.ends, len(s.joined))
	s.joined = binary.LittleEndian.AppendUint32(s.joined, uint32(len(cell)))
}

// current returns the instrument of the key, or nil where there are more than most.
func (s *instruments) current(most int) *instrument {
	if i, met := s.index[string(s.joined)]; met {
		return s.all[i]
	}
	if len(s.all) == most {
		return nil
	}
	one := &instrument{index: int32(len(s.all))}
	start := 0
	for _, end := range s.ends {
		one.key = append(one.key, latin1(s.joined[start:end]))
		start = end + 4 // past the length
	}
	s.index[string(s.joined)] = len(s.all)
	s.all = append(s.all, one)
	return one
}

// sorted returns the instruments by their keys, numbers as numbers: rack 9 stands before rack 10.
func (s *instruments) sorted() []*instrument {
	return slices.SortedStableFunc(slices.Values(s.all), func(a, b *instrument) int {
		return slices.CompareFunc(a.key, b.key, naturally)
	})
}

// naturally orders numbers before words, words by the numbers in them, and equal numbers by how they
// are written.
func naturally(a, b string) int {
	x, aIsNumber := plainNumber([]byte(a))
	y, bIsNumber := plainNumber([]byte(b))
	switch {
	case aIsNumber && bIsNumber && x != y:
		return cmp.Compare(x, y)
	case aIsNumber != bIsNumber && aIsNumber:
		return -1
	case aIsNumber != bIsNumber:
		return 1
	}
	return byParts(a, b)
}
