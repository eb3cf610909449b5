package timestamp

import (
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// digitDate reads the date that text begins with, as 20260603; it is none before the earliest that a meter counted.
func digitDate(text []byte) (midnight int64, rest []byte, ok bool) {
	const length = len("20260603")
	if len(text) < length || !celltext.OnlyDigits(text[:length]) {
		return 0, nil, false
	}
	year, _ := Count(text[:4])
	month, _ := Count(text[4:6])
	day, _ := Count(text[6:length])
	midnight, ok = midnightOf(year, month, day)
	return midnight, text[length:], ok && midnight >= EarliestCount
}

// NamesPlace reports whether a column is called as those of meters are, and not of dates as well, as date_id is: what stands
// there is a place or a serial number however much it looks like a date.
func NamesPlace(name string) bool { return columnname.IsID(name) && !columnname.Timely(name) }

// HoldsDigitDates reports whether every cell of a column is a date of eight digits; a line that ends before it is none.
func HoldsDigitDates(rows [][][]byte, column int) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(cells [][]byte) bool {
		midnight, rest, ok := digitDate(cells[column])
		return !ok || len(rest) > 0 || midnight >= LastSecond
	})
}
