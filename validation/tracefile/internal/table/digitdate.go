package table

import (
	"bytes"
	"strings"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// resolveDigitDates takes a column of dates of eight digits for such, where times of day stand beside it: anywhere else they may
// count something.
func (t *Table) resolveDigitDates(s *Survey, rows [][][]byte) {
	for i, k := range s.Kinds {
		if k != DayTime {
			continue
		}
		beside := func(other int) bool { return other >= 0 && other < len(s.Kinds) }
		if beside(i-1) && s.Kinds[i-1] == DateOnly || beside(i+1) && s.Kinds[i+1] == DateOnly {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if beside(at) && s.Kinds[at] == Number && t.Means[at].Unit == "" && !columnname.OfPower(t.Names[at]) && !timestamp.NamesPlace(t.Names[at]) && timestamp.HoldsDigitDates(rows, at) {
				s.Kinds[at] = DateOnly
				t.Aside = append(t.Aside, at)
				break
			}
		}
	}
}

// resolveSerials finds the columns of times that a spreadsheet saved as numbers: days since 1899-12-30. They show local times.
func (t *Table) resolveSerials(s *Survey, rows [][][]byte) {
	s.serials = make([]timestamp.Serial, len(s.Kinds))
	for i, k := range s.Kinds {
		if k != Number || s.Tick[i] != 0 || t.Means[i].Unit != "" || !columnname.Timely(t.Raw[i]) && (i > 0 || t.Raw[i] != "" && SaysNoTime(t.Raw[i])) {
			continue
		}
		var cells [][]byte
		for _, row := range rows {
			if cell := row[i]; KindOf(cell) == Number {
				cells = append(cells, bytes.ReplaceAll(cell, []byte{','}, []byte{'.'}))
			}
		}
		if s.serials[i] = timestamp.SerialOf(cells, saysDate(t.Raw[i])); s.serials[i].Found {
			s.Kinds[i] = LocalTime
			t.Serials = append(t.Serials, i)
		}
	}
}

// saysDate reports whether a name says date, of which a number is one of days rather than of seconds.
func saysDate(name string) bool {
	small := strings.ToLower(name)
	return strings.Contains(small, "date") || strings.Contains(small, "datum")
}
