package table

import (
	"bytes"
	"fmt"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// halved blames the time of day where that, and not the date beside it, can't be read: f is the error of both.
func (r *TextRow) halved(column int, f *celltext.Error) *celltext.Error {
	date, day := column, r.Partner[column]
	if r.Kinds[column] == DayTime {
		date, day = day, column
	}
	if date < 0 || !timestamp.IsDate(r.Cells[date]) {
		return f
	}
	if day < 0 {
		day = r.besideDate(date)
	}
	if day < 0 && r.spreads() {
		return &celltext.Error{
			Problem: celltext.Quoted(r.Cells[date]) + " is a date without a time of day, and the times of day are the names of columns",
			Remedy:  "write a line for each reading, with its date and time of day",
		}
	}
	if day < 0 || r.cutWithin(day) || KindOf(r.Cells[day]) == DayTime {
		return f
	}
	if len(r.Cells[day]) == 0 {
		return &celltext.Error{Problem: "has no time of day beside the date", Remedy: "leave the line out or fill its time in", Unreadable: true}
	}
	where := ""
	if day != column {
		where = fmt.Sprintf(" in %s beside it", r.Names[day])
	}
	return &celltext.Error{
		Problem: fmt.Sprintf("%s%s is not a time of day that can be read", celltext.Quoted(r.Cells[day]), where),
		Remedy:  "write it as 11:16:15",

		Unreadable: true,
	}
}

// spreads reports whether a line holds the readings of a day, in columns that are called by their times of day.
func (r *TextRow) spreads() bool {
	times := 0
	for _, name := range r.Raw {
		if KindOf([]byte(name)) == DayTime {
			times++
		}
	}
	return times > 1
}

// besideDate returns the column beside that of a date which holds a time of day in a way that nobody knows; -1 if none does.
func (r *TextRow) besideDate(date int) int {
	for _, at := range []int{date + 1, date - 1} {
		if at >= 0 && at < len(r.Names) && (bytes.IndexByte(r.Cells[at], ':') > 0 || isDotted(r.Cells[at]) || columnname.Says(r.Raw[at], columnname.TimeWords)) && celltext.HasDigit(r.Cells[at]) {
			return at
		}
	}
	return -1
}

// isDotted reports whether a cell holds a time of day whose parts are parted by points.
func isDotted(cell []byte) bool {
	_, rest, ok := timestamp.DottedTime(cell)
	return ok && len(rest) == 0
}
