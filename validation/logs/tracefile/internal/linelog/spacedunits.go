package linelog

import (
	"bytes"
	"fmt"
	"slices"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// Some programs lay out tables for people, in whose cells a unit follows its number and a blank, as amd-smi monitor
// --watch does:
//
//	 TIMESTAMP  GPU  POWER  GPU_T  GFX_CLK
//	1727428560    0  150 W  45 °C  1700 MHz
//
// Blanks alone would cut each of them in two. It is recognised by a line of names of which one is that of the times,
// and by the line below it, which has as many cells as there are names once the units are put to their numbers.

const spacedHead = 20

func spacedCells(line []byte) [][]byte {
	var cells [][]byte
	begin, bare := 0, false // of the last cell, and whether it is a number that its unit may follow
	for at := 0; at < len(line); {
		word := line[at:]
		if end := bytes.IndexAny(word, " \t"); end >= 0 {
			word = word[:end]
		}
		switch begins := celltext.BeginsWithDigit(celltext.Unsigned(word)); {
		case len(word) == 0:
			at++
		case bare && !begins && celltext.Absent(word) == nil:
			cells[len(cells)-1], bare = line[begin:at+len(word)], false
		default:
			cells, begin, bare = append(cells, word), at, begins && celltext.IsDigit(word[len(word)-1])
		}
		at += len(word)
	}
	return cells
}

func spacedNames(head []byte) (names [][]byte) {
	for line := range capture.HeadLines(head, spacedHead) {
		cells := spacedCells(line)
		if len(cells) == len(names) && slices.ContainsFunc(names, table.NamesTime) &&
			slices.ContainsFunc(cells, hasSpacedPower) {
			return names
		}
		if names = bytes.Fields(line); bytes.ContainsAny(line, ",;|\t\"") ||
			slices.ContainsFunc(names, celltext.BeginsWithDigit) {
			names = nil
		}
	}
	return nil
}

func hasSpacedPower(cell []byte) bool {
	value, sign, spaced := bytes.Cut(cell, []byte{' '})
	_, known := columnname.UnitNamed(string(bytes.TrimSpace(sign)))
	return spaced && known && capture.IsPlain(value)
}

func isSpacedUnits(head []byte) bool { return spacedNames(head) != nil }

type spacedUnits struct {
	table.LineSheet
	begun bool     // the names are passed
	signs []string // of the units of the first row; nil before it
}

func openSpacedUnits(in *input.File) (table.Sheet, error) {
	s := &spacedUnits{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
	names := spacedNames(in.Head)
	s.Missing = func(text []byte) bool { return celltext.Absent(text) != nil }
	s.Have(table.TextsOf(names)...)
	s.Table.Time, s.Table.Timed = slices.IndexFunc(names, table.NamesTime), true
	return openLines(s, &s.LineSheet, s.line)
}

func (s *spacedUnits) line(line []byte) (row bool, err error) {
	cells := spacedCells(line)
	switch named := slices.Equal(table.TextsOf(bytes.Fields(line)), s.Table.Raw); {
	case named || !s.begun:
		s.begun = s.begun || named
	case len(cells) == len(s.Cells):
		return true, s.take(cells)
	case celltext.BeginsWithDigit(line):
		s.UnevenLine(len(cells))
		return true, nil
	default:
		s.Table.Notes.Add(s.Refuse(s.At, "", "is no reading", ""))
	}
	return false, nil
}

// take takes the cells of a row. The first one states the units of its columns.
func (s *spacedUnits) take(cells [][]byte) error {
	first := s.signs == nil
	for i, cell := range cells {
		value, sign, _ := bytes.Cut(cell, []byte{' '})
		sign = bytes.TrimSpace(sign)
		if first {
			s.measure(i, value, celltext.Latin1(sign))
		}
		if s.Table.Means[i].Certain && len(sign) == 0 && celltext.Absent(value) == nil {
			s.Break(celltext.Quoted(value)+" has no unit, as all others have; it may be cut off", "give the whole log")
			return nil
		}
		if s.Table.Means[i].Certain && celltext.Absent(value) == nil && celltext.Latin1(sign) != s.signs[i] {
			return s.Refuse(s.At, s.Table.Names[i], fmt.Sprintf("is in %s, but was in %s before", celltext.Quoted(sign),
				s.signs[i]), "give the readings of one unit; the last line may be cut off")
		}
		s.Set(i, value)
	}
	return nil
}

func (s *spacedUnits) measure(column int, value []byte, sign string) {
	s.signs = append(s.signs, sign)
	switch unit, known := columnname.UnitNamed(sign); {
	case known:
		s.Measures(column, columnname.Meaning{Unit: unit, Certain: true})
	case sign != "":
		s.Table.Aside = append(s.Table.Aside, column)
	default:
		s.Table.Numeric[column] = capture.IsPlain(value)
	}
}
