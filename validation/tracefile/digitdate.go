package tracefile

import "slices"

// digitDate reads the date that text begins with, as 20260603; it is none before the earliest that a meter counted.
func digitDate(text []byte) (midnight int64, rest []byte, ok bool) {
	const length = len("20260603")
	if len(text) < length || !onlyDigits(text[:length]) {
		return 0, nil, false
	}
	year, _ := count(text[:4])
	month, _ := count(text[4:6])
	day, _ := count(text[6:length])
	midnight, ok = midnightOf(year, month, day)
	return midnight, text[length:], ok && midnight >= earliestCount
}

// namesPlace reports whether a column is called as those of instruments are, and not of dates as well, as date_id is: what stands
// there is a place or a serial number however much it looks like a date.
func namesPlace(name string) bool { return isID(name) && !timely(name) }

// kindIn is the kind of a cell of a column that is called so: 40-01-05 is a place where such stand, and no day of 2040.
func kindIn(name string, cell []byte) kind {
	k := kindOf(cell)
	if k != dateOnly || !namesPlace(name) {
		return k
	}
	if p, _, _, ok := partsOf(cell); ok && !slices.ContainsFunc(p[:], func(one part) bool { return one.month || one.digits > 2 }) {
		return words
	}
	return k
}

// settleDigitDates takes a column of dates of eight digits for such, where times of day stand beside it: anywhere else they may
// count something.
func (t *table) settleDigitDates(s *survey, rows [][][]byte) {
	for i, k := range s.kinds {
		if k != dayTime {
			continue
		}
		beside := func(other int) bool { return other >= 0 && other < len(s.kinds) }
		if beside(i-1) && s.kinds[i-1] == dateOnly || beside(i+1) && s.kinds[i+1] == dateOnly {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if beside(at) && s.kinds[at] == number && t.means[at].unit == "" && !ofPower(t.names[at]) && !namesPlace(t.names[at]) && holdsDigitDates(rows, at) {
				s.kinds[at] = dateOnly
				t.aside = append(t.aside, at)
				break
			}
		}
	}
}

// holdsDigitDates reports whether every cell of a column is a date of eight digits; a line that ends before it is none.
func holdsDigitDates(rows [][][]byte, column int) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(cells [][]byte) bool {
		midnight, rest, ok := digitDate(cells[column])
		return !ok || len(rest) > 0 || midnight >= lastSecond
	})
}
