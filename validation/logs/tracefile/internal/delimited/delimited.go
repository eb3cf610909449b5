// Package delimited reads text whose cells are separated by a character, on several cores, with a fast path for rows of
// the same form.
package delimited

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// IsText admits what the formats before it left over, unless more of it than terminals are sent are control characters.
func IsText(head []byte) bool {
	head = head[:min(len(head), textHead)]
	controls, length := 0, len(head)
	for len(head) > 0 {
		padding := len(head) - len(bytes.TrimLeft(head, "\x00"))
		if padding >= leastPadding { // what loggers leave of room that they took ahead is no sign
			head = head[padding:]
			continue
		}
		if head[0] < ' ' && bytes.IndexByte([]byte("\a\b\t\n\v\f\r\x1a\x1b"), head[0]) < 0 {
			controls++
		}
		head = head[1:]
	}
	return controls <= mostControls || controls*leastText <= length
}

const (
	textHead     = 4 << 10 // bytes that are looked at
	leastPadding = 16      // NULs
	mostControls = 8       // of what is text for sure
	leastText    = 32      // characters for each of more
)

// Delimited is delimited text: a line a reading, mostly under a line with the names of the columns.
type Delimited struct {
	table.TextRow
	pieces *pieces
	first  *table.Piece // from the first reading on
	begins int          // the line that it begins on
}

// OpenDelimited opens text whose cells a comma, semicolon, tab, vertical line or spaces separate.
func OpenDelimited(in *input.File) (table.Sheet, error) {
	d, err := newDelimited(in)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func newDelimited(in *input.File) (*Delimited, error) {
	d := &Delimited{pieces: newPieces(in)}
	if err := d.open(); err != nil {
		return nil, err
	}
	return d, nil
}

// beginning returns the first piece and its records. A piece may end before the first reading, if that is long.
func (d *Delimited) beginning() (first *table.Piece, all []table.Sample, err error) {
	if first, err = d.pieces.next(nil); errors.Is(err, io.EOF) {
		return nil, nil, d.empty()
	}
	if err != nil {
		return nil, nil, err
	}
	if all = table.SamplesOf(first); len(all) > 1 || first.Last {
		return first, all, nil
	}
	second, err := d.pieces.next(nil)
	if errors.Is(err, io.EOF) {
		return first, all, nil
	}
	if err != nil {
		return nil, nil, further(err, bytes.Count(first.Text, celltext.Newline))
	}
	whole := &table.Piece{Text: append(first.Text, second.Text...), Last: second.Last}
	return whole, table.SamplesOf(whole), nil
}

func (d *Delimited) open() error {
	first, all, err := d.beginning()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return d.empty()
	}
	l, f, line := table.LayoutOf(all)
	if f != nil {
		return d.pieces.Refuse(line, f.Field, f.Problem, f.Remedy)
	}
	if line, is := l.Transposed(all); is {
		return d.pieces.Refuse(line, "", "holds a time in each column, and the lines below it what was read at these",
			"write a line for each time, with a column for each thing that was read")
	}
	d.Separator = l.Separator
	d.Table = table.NewTable(d.pieces.Source, l.Names)
	d.Table.Names = table.Named(d.Table.Names)
	d.noteLayout(l)
	d.Means = table.Headings(d.Table, l.Units)
	rows := d.rowsOf(all, l)
	d.Survey = d.Surveyed(rows, l.Invented)
	d.Untailed = untailed(all, l)
	d.Survey.ResolveLayout(l, rows)
	if f := d.resolveFlux(all, l); f != nil {
		return d.pieces.Refuse(l.Line, f.Field, f.Problem, f.Remedy)
	}
	d.resolveTime(l, rows)
	d.Table.ResolveIntervals(rows)
	d.ResolveStart(d.Survey, all, l)
	d.first, d.begins = &table.Piece{Text: first.Text[l.Begin:], Last: first.Last},
		1+bytes.Count(first.Text[:l.Begin], celltext.Newline)
	return nil
}

func (d *Delimited) empty() error {
	return d.pieces.Refuse(0, "", "is empty", "give the file with the meter's readings")
}

func (d *Delimited) noteLayout(l *table.Layout) {
	if l.Zeros {
		d.Notes.Add(d.Refuse(l.Line, "", "holds zero bytes beside the names of the columns", ""))
	}
	if l.Skipped > 0 {
		d.Notes.Add(d.Refuse(1, "", "begins with "+celltext.Several(l.Skipped, "line")+" not of the table", ""))
	}
	if l.Invented {
		d.Notes.Add(d.Refuse(l.Line, "",
			"has no line with the names of its columns; they are called column 1, column 2 and so on", ""))
	}
}

func (d *Delimited) rowsOf(all []table.Sample, l *table.Layout) [][][]byte {
	var rows [][][]byte
	for _, s := range all {
		if s.From < l.Begin || s.Comment || s.Zeros {
			continue
		}
		if cells := table.CellsIn(s, l.Separator); len(cells) >= len(l.Names) {
			rows = append(rows, cells)
		}
	}
	return rows
}

// untailed reports whether the names end with a separator, and most readings do not.
func untailed(all []table.Sample, l *table.Layout) bool {
	n, with, without := len(l.Names), 0, 0
	for _, s := range all {
		if s.From >= l.Begin && !s.Comment && l.Names[n-1] == "" {
			with, without = with+celltext.CountIf(s.Cells == n), without+celltext.CountIf(s.Cells == n-1)
		}
	}
	return without > with
}

// Columns returns the table that the lines fill.
func (d *Delimited) Columns() *table.Table { return d.Table }

// Each calls take for every line with readings.
func (d *Delimited) Each(_ []int, take func() error) error {
	d.resolveNotation()
	for p, line := d.first, d.begins; ; {
		var err error
		if line, err = d.eachOf(p, line, take); err != nil {
			return err
		}
		if p, err = d.pieces.next(p.Room); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return further(err, line-1)
		}
	}
}

func (d *Delimited) eachOf(p *table.Piece, begins int, take func() error) (next int, err error) {
	records := table.RecordsOf(p, begins)
	for {
		record, line, cut, ok := records.Next()
		if !ok {
			return records.Line, nil
		}
		if cut {
			d.Before = records.Before()
		}
		if inputErr := d.Stand(record, line, cut); inputErr != nil {
			return 0, inputErr
		}
		if err := take(); err != nil {
			return 0, err
		}
	}
}

func (d *Delimited) resolveNotation() {
	d.Survey.DoubtPoints(d.Separator, d.Table.Time, d.DateOrders)
	d.TextRow.Notation = d.Survey.Notation
	if d.Decimal != "" {
		d.TextRow.Notation = celltext.Notation{Comma: d.Decimal == celltext.DecimalComma, Known: true}
	}
}

// resolveTime determines the column of the times. Numbers are none because they stand first, but by name, or as they go
// forward.
func (d *Delimited) resolveTime(l *table.Layout, rows [][][]byte) {
	best, weight := d.Survey.TimeColumn(d.Names)
	d.Table.Time = best
	if weight >= 2*table.Dated {
		return
	}
	t := &table.TimeSearch{
		Table: d.Table, Survey: d.Survey, Rows: rows, Units: l.Units,
		Index: !l.Invented && !l.Timeless && d.Raw[0] == "",
		Entitled: !l.Invented && len(d.Raw) > 1 &&
			(l.Separator == ',' || slices.ContainsFunc(d.Raw, columnname.OfPower)),
	}
	switch called, refused := t.Called(); {
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

// resolveFlux recognises annotated CSV by its names, and has meters identified by what its tables are grouped by.
func (d *Delimited) resolveFlux(all []table.Sample, l *table.Layout) *celltext.Error {
	if d.Survey.Flux = fluxAt(d.Raw); d.Survey.Flux == table.NotFlux {
		return nil
	}
	var groups [][]byte
	for i := range all {
		switch cells := table.CellsIn(all[i], l.Separator); {
		case all[i].Line >= l.Line:
		case all[i].Comment && len(cells) > 0 && string(cells[0]) == "#group":
			groups = cells
		case fluxAt(table.TextsOf(cells)) != table.NotFlux:
			return table.OtherTable()
		}
	}
	for i, name := range d.Raw {
		switch {
		case slices.Contains(table.FluxColumns[:], name):
			d.Aside = append(d.Aside, i)
			d.Numeric[i] = false
		case name == "" || name[0] == '_' || d.Survey.Kinds[i] != table.Words:
		case i >= len(groups) || string(groups[i]) == "true":
			d.Keys = append(d.Keys, i)
		}
	}
	d.resolveFields(all, l)
	return nil
}

// resolveFields has a series choose among the fields of a table; one further down than the samples is a meter of its
// own.
func (d *Delimited) resolveFields(all []table.Sample, l *table.Layout) {
	at := slices.Index(d.Raw, "_field")
	if at < 0 {
		return
	}
	d.Mixed.Column = at
	for _, cells := range d.rowsOf(all, l) {
		name := celltext.Latin1(cells[at])
		known := func(one table.ReadingKind) bool { return one.Name == name }
		if table.IsFluxName(cells[d.Survey.Flux]) || slices.ContainsFunc(d.Mixed.Kinds, known) {
			continue
		}
		d.Mixed.Kinds = append(d.Mixed.Kinds, table.ReadingKind{Name: name})
	}
	if len(d.Mixed.Kinds) < 2 {
		d.Keys = append(d.Keys, at)
	}
}

func fluxAt(names []string) int {
	at := 0
	if len(names) > 0 && names[0] == "" {
		at++
	}
	if len(names) < at+3 || names[at] != table.FluxColumns[0] || names[at+1] != table.FluxColumns[1] {
		return table.NotFlux
	}
	return at
}
