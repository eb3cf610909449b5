package delimited

import (
	"slices"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// resolveTime determines which column holds the times. Numbers are no times because they stand first: their name says so, or
// they go forward and nothing says that they are something else.
func (d *Delimited) resolveTime(l *table.Layout, rows [][][]byte) {
	best, weight := d.Survey.TimeColumn(d.Names)
	d.Table.Time = best
	if weight >= 2*table.Dated {
		return
	}
	t := &table.TimeSearch{
		Table: d.Table, Survey: d.Survey, Rows: rows, Units: l.Units,
		Index:    !l.Invented && !l.Timeless && d.Raw[0] == "",
		Entitled: !l.Invented && len(d.Raw) > 1 && (l.Separator == ',' || slices.ContainsFunc(d.Raw, columnname.OfPower)),
	}
	called, refused := t.Called()
	switch {
	case called >= 0:
		d.Table.Time = called
	case d.Survey.Counted >= 0:
		d.Table.Time = d.Survey.Counted
	case refused < 0 && t.Unreadable():
		d.Table.Time = 0 // the reader of the column reports why it cannot be read
	case refused < 0 && !t.Other(0) && len(t.Names) > 1 && table.ProgressOf(t.NumbersIn(0)).Forward():
		d.Table.Time = 0
	default:
		d.Table.Time = 0
		d.Table.Untimed = t.NoColumn(refused)
		d.Table.Untimed.Line = l.Line
	}
}
