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

// resolveSerialParts finds the dates and times of day that a spreadsheet saved as numbers in two columns: whole days since 1899-12-30,
// and the part of the day beside them.
func (t *Table) resolveSerialParts(s *Survey, rows [][][]byte) {
	may := func(i int) bool {
		return i >= 0 && i < len(s.Kinds) && s.Kinds[i] == Number && s.Tick[i] == 0 && t.Means[i].Unit == "" && (t.Raw[i] == "" || columnname.Timely(t.Raw[i]))
	}
	for i := range s.Kinds {
		for _, at := range []int{i + 1, i - 1} {
			if !may(i) || !may(at) {
				continue
			}
			if found := serialParts(rows, i, at, t.Raw[i] != "" && t.Raw[at] != ""); found.Found {
				s.Kinds[i], s.Kinds[at] = DateOnly, DayTime
				s.serials[i], s.serials[at] = found, found
				t.Numeric[i], t.Numeric[at] = false, false
				t.Serials = append(t.Serials, i, at)
			}
		}
	}
}

// serialParts reports whether a column holds the days of a spreadsheet, and another one the parts of a day.
func serialParts(rows [][][]byte, days, parts int, named bool) timestamp.Serial {
	var cells [][]byte
	for _, row := range rows {
		if KindOf(row[days]) != Number || KindOf(row[parts]) != Number {
			continue
		}
		joined, ok := timestamp.JoinSerial(row[days], row[parts])
		if !ok {
			return timestamp.Serial{}
		}
		cells = append(cells, joined)
	}
	return timestamp.SerialOf(cells, named)
}

// saysDate reports whether a name says date, of which a number is one of days rather than of seconds.
func saysDate(name string) bool {
	small := strings.ToLower(name)
	return strings.Contains(small, "date") || strings.Contains(small, "datum")
}
