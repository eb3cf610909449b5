package table

import (
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
