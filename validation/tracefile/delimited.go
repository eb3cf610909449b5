package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

// isText admits whatever the formats before it left over.
func isText([]byte) bool { return true }

// openDelimited reads text with a header line and a line a reading.
func openDelimited(in *input) (sheet, error) {
	d := &delimited{records: newRecords(in)}
	if err := d.open(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *delimited) columns() *table { return d.table }

func (d *delimited) each(needed []int, take func() error) error {
	if trouble := d.checkHeader(needed); trouble != nil {
		return trouble
	}
	for !d.ended {
		if err := take(); err != nil {
			return err
		}
		if err := d.advance(); err != nil {
			return err
		}
	}
	return nil
}

// delimited is delimited text, standing on a row.
type delimited struct {
	*records
	table     *table
	separator byte
	cells     [][]byte
	at        int // line the row begins on
	ended     bool
	clocks    clocks
}

// open reads the header and stands on the first row.
func (d *delimited) open() error {
	header, line, err := d.next()
	if errors.Is(err, io.EOF) {
		return d.refuse(0, "", "is empty", "give the file with the meter's readings")
	}
	if err != nil {
		return d.hard(err)
	}
	header = bytes.Clone(header)
	first, at, err := d.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return d.hard(err)
	}
	d.separator = separatorOf(header, first)
	names, f := cellsOf(nil, header, d.separator)
	if f != nil {
		return d.refuse(line, f.field, f.problem, f.remedy)
	}
	d.table = newTable(d.source, textsOf(names))
	if d.ended = err != nil; d.ended {
		return nil
	}
	if err := d.stand(first, at); err != nil {
		return err
	}
	for i, cell := range d.cells {
		_, d.table.numeric[i] = plainNumber(cell)
	}
	return nil
}

func textsOf(cells [][]byte) []string {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = latin1(cell)
	}
	return texts
}

// checkHeader refuses a file without a header: its first reading would be lost as column names.
func (d *delimited) checkHeader(needed []int) *power.InputError {
	for _, column := range needed {
		if isTime([]byte(d.table.raw[column])) {
			return d.refuse(1, "time", "the file begins with a reading, not with the names of its columns", "add a line with the names, as time,power")
		}
	}
	return nil
}

// advance stands on the next row, or ends.
func (d *delimited) advance() error {
	record, line, err := d.next()
	if errors.Is(err, io.EOF) {
		d.ended = true
		return nil
	}
	if err != nil {
		return d.hard(err)
	}
	return d.stand(record, line)
}

func (d *delimited) stand(record []byte, line int) error {
	cells, f := cellsOf(d.cells[:0], record, d.separator)
	if f != nil {
		return d.refuse(line, f.field, f.problem, f.remedy)
	}
	d.cells, d.at = cells, line
	if len(cells) != len(d.table.names) {
		return d.uneven(line, len(cells))
	}
	return nil
}

func (d *delimited) uneven(line, cells int) *power.InputError {
	problem := fmt.Sprintf("has %d cells where the header has %d", cells, len(d.table.names))
	remedy := "give every line a cell a column"
	if d.separator == ',' && cells > len(d.table.names) {
		remedy = "write numbers with a decimal point, or put cells with a comma in quotes"
	}
	return d.refuse(line, "", problem, remedy)
}

// hard keeps trouble with the input as it is and says of any other which file could not be read.
func (d *delimited) hard(err error) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return err
	}
	return fmt.Errorf("reading %s: %w", d.name, err)
}

func (d *delimited) text(column int) ([]byte, *fault) { return d.cells[column], nil }

func (d *delimited) number(column int) (float64, *fault) { return reading(d.cells[column]) }

func (d *delimited) instant(column int, as timing) (int64, *fault) {
	return d.clocks.of(column, as).read(d.cells[column])
}

func (d *delimited) place(column int, f *fault) *power.InputError {
	field := f.field
	if field == "" {
		field = d.table.names[column]
	}
	return d.refuse(d.at, field, f.problem, f.remedy)
}
