package table

import (
	"bytes"
	"strings"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// resolveMillis finds the column of the milliseconds of the times on its left, which some meters write there once they measure more
// often than every second: it is called so, and its whole numbers rise as long as those times stand still. Without, the readings of
// a second would all have the same time, and their milliseconds would look like the numbers of meters.
func (s *Survey) resolveMillis(names []string, rows [][][]byte) {
	for i := 1; i < len(names); i++ {
		if k := s.Kinds[i-1]; (k == DayTime || k == LocalTime) && s.Kinds[i] == Number && SaysMillis(names[i]) && risesWithin(rows, i) {
			s.millis = i
			return
		}
	}
}

var millisWords = columnname.WordSet("ms msec millis millisecond milliseconds")

// SaysMillis reports whether the name of a column says milliseconds, and at most that they are of a time.
func SaysMillis(name string) bool {
	said := false
	for _, word := range columnname.WordsOf(name) {
		small := strings.ToLower(word)
		said = said || millisWords[small]
		if !millisWords[small] && !columnname.TimeWords[small] {
			return false
		}
	}
	return said
}

// risesWithin reports whether a column holds milliseconds that rise from row to row of the same time, of which there are some, where
// that time has none itself.
func risesWithin(rows [][][]byte, column int) bool {
	stood, before := false, -1
	for row, cells := range rows {
		n, fits := timestamp.Count(cells[column])
		if !fits || len(cells[column]) > len("999") || bytes.ContainsAny(cells[column-1], ".,") {
			return false
		}
		if row > 0 && bytes.Equal(cells[column-1], rows[row-1][column-1]) {
			if n < before { // of several meters, each row of a round has the same
				return false
			}
			stood = stood || n > before
		}
		before = n
	}
	return stood
}

// MillisOf returns the column of the milliseconds of the times of a column; -1 if there is none.
func (s *Survey) MillisOf(column int) int {
	if s.millis > 0 && (column == s.millis-1 || s.Partner[column] == s.millis-1) {
		return s.millis
	}
	return -1
}
