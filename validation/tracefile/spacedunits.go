package tracefile

import (
	"bytes"
	"fmt"
	"slices"
)

// Some programs lay out tables for people, in whose cells a unit stands behind its number and a blank, as amd-smi monitor --watch does:
//
//	 TIMESTAMP  GPU  POWER  GPU_T  GFX_CLK
//	1727428560    0  150 W  45 °C  1700 MHz
//
// Blanks alone would cut each of them in two. It is told by a line of names of which one is that of the times, and by the line below
// it, which has as many cells as there are names once the units are put to their numbers.

// spacedHead is how many lines may come before the first reading.
const spacedHead = 20

// spacedCells cuts a line at its blanks, but for those between numbers and their units.
func spacedCells(line []byte) [][]byte {
	var cells [][]byte
	begin, bare := 0, false // of the last cell, and whether it is a number that its unit may follow
	for at := 0; at < len(line); {
		word := line[at:]
		if end := bytes.IndexAny(word, " \t"); end >= 0 {
			word = word[:end]
		}
		begins := beginsWithDigit(unsigned(word))
		switch {
		case len(word) == 0:
			at++
		case bare && !begins && absent(word) == nil:
			cells[len(cells)-1], bare = line[begin:at+len(word)], false
		default:
			cells, begin, bare = append(cells, word), at, begins && isDigit(word[len(word)-1])
		}
		at += len(word)
	}
	return cells
}

// spacedNames returns the names of such a table, nil where there is none.
func spacedNames(head []byte) (names [][]byte) {
	count := 0
	for line := range bytes.Lines(head) {
		if count++; count > spacedHead {
			break
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		cells := spacedCells(line)
		if len(cells) == len(names) && slices.ContainsFunc(names, namesTime) && slices.ContainsFunc(cells, hasSpacedPower) {
			return names
		}
		if names = bytes.Fields(line); bytes.ContainsAny(line, ",;|\t\"") || slices.ContainsFunc(names, beginsWithDigit) {
			names = nil
		}
	}
	return nil
}

// hasSpacedPower reports whether a cell has a unit of power or energy behind a blank.
func hasSpacedPower(cell []byte) bool {
	value, sign, spaced := bytes.Cut(cell, []byte{' '})
	_, known := unitNamed(string(bytes.TrimSpace(sign)))
	return spaced && known && isPlain(value)
}

func isSpacedUnits(head []byte) bool { return spacedNames(head) != nil }

// spacedUnits is such a table, standing on a row.
type spacedUnits struct {
	lineSheet
	begun bool     // the names are passed
	signs []string // of the units of the first row; nil before it
}

func openSpacedUnits(in *input) (sheet, error) {
	s := &spacedUnits{lineSheet: lineSheet{records: newRecords(in.source, in.Reader)}}
	names := spacedNames(in.head)
	s.missing = func(text []byte) bool { return absent(text) != nil }
	s.have(textsOf(names)...)
	s.table.time, s.table.timed = slices.IndexFunc(names, namesTime), true
	s.fill = s.next
	_, err := s.begin()
	return s, err
}

// next stands on the next row.
func (s *spacedUnits) next() error {
	for {
		line, err := s.solidLine()
		if err != nil {
			return err
		}
		cells := spacedCells(line)
		switch named := slices.Equal(textsOf(bytes.Fields(line)), s.table.raw); {
		case named || !s.begun:
			s.begun = s.begun || named
		case len(cells) == len(s.cells):
			return s.take(cells)
		case len(cells) < len(s.cells) && s.cut:
			s.table.notes.add(s.refuse(s.at, "", cutOff().problem, ""))
		case beginsWithDigit(line):
			return s.unevenLine(len(cells))
		default:
			s.table.notes.add(s.refuse(s.at, "", "is no reading", ""))
		}
	}
}

// take takes the cells of a row. The first one tells the units of its columns.
func (s *spacedUnits) take(cells [][]byte) error {
	first := s.signs == nil
	for i, cell := range cells {
		value, sign, _ := bytes.Cut(cell, []byte{' '})
		sign = bytes.TrimSpace(sign)
		if first {
			s.measure(i, value, latin1(sign))
		}
		if s.table.means[i].certain && absent(value) == nil && latin1(sign) != s.signs[i] {
			return s.refuse(s.at, s.table.names[i], fmt.Sprintf("is in %s, where it was in %s before", quoted(sign), s.signs[i]), "give the readings of one unit; the last line may be cut off")
		}
		s.set(i, value)
	}
	return nil
}

// measure takes the unit of a column. What has another unit than one of power or energy is no reading.
func (s *spacedUnits) measure(column int, value []byte, sign string) {
	s.signs = append(s.signs, sign)
	switch unit, known := unitNamed(sign); {
	case known:
		s.measures(column, meaning{unit: unit, certain: true})
	case sign != "":
		s.table.aside = append(s.table.aside, column)
	default:
		s.table.numeric[column] = isPlain(value)
	}
}
