package table

import (
	"bytes"
	"fmt"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Instant returns a cell of the current row as nanoseconds since 1970 UTC.
func (r *TextRow) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if r.stray != nil {
		return 0, r.stray
	}
	if r.timed && r.timedBy == column && r.timedAs == as {
		return r.timedAt, nil
	}
	at, f := r.instant(column, as)
	if f != nil && r.cut && (f.Field == "" || f.Field == StrayField) { // the others are of every line
		return 0, CutOff()
	}
	r.timed, r.timedBy, r.timedAs, r.timedAt = r.cells && f == nil, column, as, at
	return at, f
}

func (r *TextRow) instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	text, with, millis := r.Cells[column], r.Partner[column], r.MillisOf(column)
	for _, part := range [...]int{column, with, millis} {
		if part >= 0 && r.cutWithin(part) {
			return 0, CutOff()
		}
	}
	if with >= 0 {
		date, day := column, with
		if r.Kinds[column] == DayTime {
			date, day = with, column
		}
		r.Joined = append(append(append(r.Joined[:0], r.Cells[date]...), ' '), r.Cells[day]...)
		text = r.Joined
	}
	if millis >= 0 {
		r.Joined = fmt.Appendf(append(r.Joined[:0], text...), ".%03s", r.Cells[millis])
		text = r.Joined
	}
	at, f := r.Clock(column, as).Read(r.PlainTime(column, text))
	if f != nil && len(text) > 0 && f.Field == "" {
		if !celltext.HasDigit(text) || CommentMark(r.Cells[0]) > 0 {
			f := strayLine() // words where the time should stand: if all have, another column may hold the times
			f.Remedy = NoTimeRemedy + ", and take lines out that are no readings"
			return 0, f
		}
		f = r.halved(column, f)
	}
	return at, f
}

// PlainTime leaves out the commas between thousands of a count; zeros at the end may be left out of any.
func (r *TextRow) PlainTime(column int, cell []byte) []byte {
	switch k := r.Kinds[column]; {
	case k == Number && r.Notation.Known && !r.Notation.Comma && bytes.IndexByte(cell, ',') > 0 &&
		celltext.Grouped(cell, ','):
		return bytes.ReplaceAll(cell, []byte{','}, nil)
	case k == CountedTime && timestamp.HasExponent(cell):
		return timestamp.WithoutExponent(cell, true)
	}
	return timestamp.PlainTime(cell)
}

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
	if day < 0 {
		times := 0
		for _, name := range r.Raw {
			times += celltext.CountIf(KindOf([]byte(name)) == DayTime)
		}
		if times < 2 {
			return f
		}
		return &celltext.Error{
			Problem: celltext.Quoted(r.Cells[date]) +
				" is a date without a time of day, and the times of day are the names of columns",
			Remedy: "write a line for each reading, with its date and time of day",
		}
	}
	if r.cutWithin(day) || KindOf(r.Cells[day]) == DayTime {
		return f
	}
	if len(r.Cells[day]) == 0 {
		return &celltext.Error{Problem: "has no time of day beside the date",
			Remedy: "leave the line out or fill its time in", Unreadable: true}
	}
	where := ""
	if day != column {
		where = fmt.Sprintf(" in %s beside it", r.Names[day])
	}
	return &celltext.Error{Problem: celltext.Quoted(r.Cells[day]) + where + " is not a time of day that can be read",
		Remedy: "write it as 11:16:15", Unreadable: true}
}

func (r *TextRow) besideDate(date int) int {
	for _, at := range []int{date + 1, date - 1} {
		if at < 0 || at >= len(r.Names) || !celltext.HasDigit(r.Cells[at]) {
			continue
		}
		_, rest, dotted := timestamp.DottedTime(r.Cells[at])
		if bytes.IndexByte(r.Cells[at], ':') > 0 || dotted && len(rest) == 0 ||
			columnname.Says(r.Raw[at], columnname.TimeWords) {
			return at
		}
	}
	return -1
}

// Standing returns where the clocks of the row stand.
func (r *TextRow) Standing() []timestamp.Order { return r.clocks.Standing() }

// Resume lets the clocks go on from where those of the rows before stood; with nothing, from nothing.
func (r *TextRow) Resume(from []timestamp.Order) { r.clocks.Resume(from) }

// Unsettled reports whether a time could not be read for want of the rows before.
func (r *TextRow) Unsettled() bool { return r.clocks.Unsettled() }

// Clock returns the reader of the times of a column.
func (r *TextRow) Clock(column int, as timestamp.Timing) *timestamp.Clock {
	c, fresh := r.clocks.Find(column, as)
	if fresh {
		r.clockFor(column, c)
		if r.Started != "" { // the lines above the table say so
			c.StartAt(r.Started)
		}
	}
	return c
}
