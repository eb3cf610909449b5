package tracefile

import (
	"bytes"
	"fmt"
)

// dateAlone is the fault of a date where a time is asked for.
func dateAlone(text []byte) *fault {
	return &fault{
		problem: quoted(text) + " is a date without a time of day",
		remedy:  "export the readings with their times of day, since those of whole days are too coarse for a run",
	}
}

// halved blames the time of day where that, and not the date beside it, can't be read: f is the fault of both.
func (r *textRow) halved(column int, f *fault) *fault {
	date, day := column, r.partner[column]
	if r.kinds[column] == dayTime {
		date, day = day, column
	}
	if date < 0 || !isDate(r.cells[date]) {
		return f
	}
	if day < 0 {
		day = r.besideDate(date)
	}
	if day < 0 && r.spreads() {
		return &fault{
			problem: quoted(r.cells[date]) + " is a date without a time of day, and the times of day are the names of columns",
			remedy:  "write a line for each reading, with its date and time of day",
		}
	}
	if day < 0 || r.cutWithin(day) || kindOf(r.cells[day]) == dayTime {
		return f
	}
	if len(r.cells[day]) == 0 {
		return &fault{problem: "has no time of day beside the date", remedy: "leave the line out or fill its time in"}
	}
	where := ""
	if day != column {
		where = fmt.Sprintf(" in %s beside it", r.names[day])
	}
	return &fault{
		problem: fmt.Sprintf("%s%s is not a time of day that can be read", quoted(r.cells[day]), where),
		remedy:  "write it as 11:16:15",
	}
}

// spreads reports whether a line holds the readings of a day, in columns that are called by their times of day.
func (r *textRow) spreads() bool {
	times := 0
	for _, name := range r.raw {
		if kindOf([]byte(name)) == dayTime {
			times++
		}
	}
	return times > 1
}

// besideDate returns the column beside that of a date which holds a time of day in a way that nobody knows; -1 where none does.
func (r *textRow) besideDate(date int) int {
	for _, at := range []int{date + 1, date - 1} {
		if at >= 0 && at < len(r.names) && (bytes.IndexByte(r.cells[at], ':') > 0 || isDotted(r.cells[at]) || says(r.raw[at], timeWords)) && hasDigit(r.cells[at]) {
			return at
		}
	}
	return -1
}

// isDotted reports whether a cell holds a time of day whose parts are parted by points.
func isDotted(cell []byte) bool {
	_, rest, ok := dottedTime(cell)
	return ok && len(rest) == 0
}
