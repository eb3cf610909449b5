package tracefile

import (
	"bytes"
	"errors"
	"io"
)

// isText admits what the formats before it left over, unless more of it than terminals are sent are control characters.
func isText(head []byte) bool {
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

// delimited is delimited text: a line a reading, mostly under a line with the names of the columns.
type delimited struct {
	textRow
	pieces *pieces
	first  *piece         // from the first reading on
	begins int            // the line that it begins on
	lend   func() *Hashed // as of input
}

func openDelimited(in *input) (sheet, error) {
	d, err := newDelimited(in)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func newDelimited(in *input) (*delimited, error) {
	d := &delimited{pieces: newPieces(in), lend: in.lend}
	if err := d.open(); err != nil {
		return nil, err
	}
	return d, nil
}

// beginning returns the first piece and its records. A piece may end before the first reading, if that
// is long.
func (d *delimited) beginning() (first *piece, all []sample, err error) {
	first, err = d.pieces.next(nil)
	if errors.Is(err, io.EOF) {
		return nil, nil, d.empty()
	}
	if err != nil {
		return nil, nil, err
	}
	if all = samplesOf(first); len(all) > 1 || first.last {
		return first, all, nil
	}
	second, err := d.pieces.next(nil)
	if errors.Is(err, io.EOF) {
		return first, all, nil
	}
	if err != nil {
		return nil, nil, further(err, bytes.Count(first.text, newline))
	}
	whole := &piece{text: append(first.text, second.text...), last: second.last}
	return whole, samplesOf(whole), nil
}

// open tells the layout by the first piece.
func (d *delimited) open() error {
	first, all, err := d.beginning()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return d.empty()
	}
	l, f, line := layoutOf(all)
	if f != nil {
		return d.pieces.refuse(line, f.field, f.problem, f.remedy)
	}
	if line, is := l.sideways(all); is {
		return d.pieces.refuse(line, "", "holds a time in each column, and the lines below it what was read at these", "write a line for each time, with a column for each thing that was read")
	}
	d.separator = l.separator
	d.table = newTable(d.pieces.source, l.names)
	d.table.names = named(d.table.names)
	d.remark(l)
	d.means = headings(d.table, l.units)
	rows := d.rowsOf(all, l)
	d.survey = d.surveyed(rows, l.invented)
	d.survey.settleLayout(l, rows)
	if f := d.settleFlux(all, l); f != nil {
		return d.pieces.refuse(l.line, f.field, f.problem, f.remedy)
	}
	d.settleTime(l, rows)
	d.table.settleIntervals(rows)
	d.first, d.begins = &piece{text: first.text[l.begin:], last: first.last}, 1+bytes.Count(first.text[:l.begin], newline)
	return nil
}

func (d *delimited) empty() error {
	return d.pieces.refuse(0, "", "is empty", "give the file with the meter's readings")
}

// remark notes what a person has to know of how the table was found.
func (d *delimited) remark(l *layout) {
	if l.skipped > 0 {
		d.notes.add(d.refuse(1, "", "begins with "+several(l.skipped, "line")+" not of the table", ""))
	}
	if l.invented {
		d.notes.add(d.refuse(l.line, "", "has no line with the names of its columns; they are called column 1, column 2 and so on", ""))
	}
}

// headings returns what the names of the columns tell, and a line of units under them.
func headings(t *table, units []string) []meaning {
	means := make([]meaning, len(t.names))
	for i, name := range t.names {
		means[i] = heading(name)
		if i < len(units) {
			if m := heading("[" + trimBrackets(units[i]) + "]"); m.certain {
				means[i] = m
			}
		}
	}
	return means
}

// rowsOf cuts the readings among the samples.
func (d *delimited) rowsOf(all []sample, l *layout) [][][]byte {
	var rows [][][]byte
	for _, s := range all {
		if s.from < l.begin || s.comment {
			continue
		}
		if cells := cellsIn(s, l.separator); len(cells) >= len(l.names) {
			rows = append(rows, cells)
		}
	}
	return rows
}

func (d *delimited) columns() *table { return d.table }

func (d *delimited) each(_ []int, take func() error) error {
	d.settle()
	for p, line := d.first, d.begins; ; {
		var err error
		if line, err = d.eachOf(p, line, take); err != nil {
			return err
		}
		if p, err = d.pieces.next(p.room); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return further(err, line-1)
		}
	}
}

// eachOf stands on the records of a piece that begins on a line, and returns the one behind it.
func (d *delimited) eachOf(p *piece, begins int, take func() error) (next int, err error) {
	records := recordsOf(p, begins)
	for {
		record, line, cut, ok := records.next()
		if !ok {
			return records.line, nil
		}
		if trouble := d.stand(record, line, cut); trouble != nil {
			return 0, trouble
		}
		if err := take(); err != nil {
			return 0, err
		}
	}
}

// settle takes what the document says of the numbers over what the file shows.
func (d *delimited) settle() {
	d.survey.doubtPoints(d.separator, d.table.time, d.ordersTold)
	d.textRow.notation = d.survey.notation
	if d.decimal != "" {
		d.textRow.notation = notation{comma: d.decimal == decimalComma, settled: true}
	}
}
