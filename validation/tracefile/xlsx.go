package tracefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"green500/validation/power"
)

// A spreadsheet is read from the sheets that hold a table: a row of names, perhaps a row of units, and rows
// with numbers, below whatever text. Numbers that stand for times are written as text, and what that text
// says is understood as that of delimited text is.

// spreadsheetFormat is what people call the format.
const spreadsheetFormat = "spreadsheet"

// isXLSX tells a spreadsheet from other archives by what its first part is called.
func isXLSX(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < zipNameAt {
		return false
	}
	name := head[zipNameAt:]
	for _, one := range []string{"[Content_Types].xml", "xl/", "_rels/.rels", "docProps/"} {
		if bytes.HasPrefix(name, []byte(one)) {
			return true
		}
	}
	return false
}

// zipNameAt is where the name of the first part of a zip archive lies.
const zipNameAt = 30

// xlsx is the table of a sheet.
type xlsx struct {
	textRow
	book   *workbook
	rows   *sheetRows
	layout *bookTable
	ahead  []bookRow // rows that were looked at to find the table
	counts bool      // the sheet holds rows of numbers

	room    [][]byte
	typed   []bool   // the cells that are kept as numbers, which no notation is asked for
	faults  []*fault // of cells that hold no value
	again   int      // a row that names other columns, 0 where none does
	decimal notation // of numbers that are kept as text

	merged []merged // cells that stretch over rows, in the order of their first, from the next row on
	open   []merged // the one that the row is in, or one above it, by column
	held   [][]byte // what they hold, by column
}

func openXLSX(in *input) (sheet, error) {
	if err := in.jump(); err != nil {
		return nil, err
	}
	if in.size > maxWorkbook {
		return nil, in.refuse(0, "", fmt.Sprintf("is a spreadsheet of more than %d MiB", maxWorkbook>>20), "save the sheet as CSV")
	}
	archive, failed, err := readZip(in.bytes, in.size)
	if failed != nil {
		return nil, in.hard(failed)
	}
	if err == nil && len(archive.File) > maxWorkbookList {
		err = fmt.Errorf("it has more than %d parts", maxWorkbookList)
	}
	if err != nil {
		return nil, in.noSpreadsheet(err)
	}
	book, err := openWorkbook(archive)
	if err != nil {
		return nil, in.noSpreadsheet(err)
	}
	return openSheets(in, book)
}

func (s source) noSpreadsheet(err error) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return trouble
	}
	return s.refuse(0, "", "is no spreadsheet that can be read: "+err.Error(), "save it again, or save the sheet as CSV")
}

// What is looked at of a sheet to find its table and what its columns hold.
const (
	sampledRows  = headerRows + 300
	sampledCells = 400_000
)

// openSheet looks at a sheet; its table is nil where it has none.
func (b *workbook) openSheet(in *input, of bookSheet) (*xlsx, error) {
	rows, err := b.rowsOf(of)
	if err != nil {
		return nil, in.noSpreadsheet(err)
	}
	in.closing = append(in.closing, rows.close)
	x := &xlsx{book: b, rows: rows}
	cells, counting := 0, 0
	for len(x.ahead) < sampledRows && cells < sampledCells {
		if err = rows.next(); err != nil {
			break
		}
		x.ahead = append(x.ahead, bookRow{rows.row.number, bytesless(rows.row.cells)})
		cells += len(rows.row.cells)
		if b.isReading(rows.row.cells) {
			counting++
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, in.noSpreadsheet(err)
	}
	x.counts = counting > 1
	if x.layout = b.tableOf(x.ahead); x.layout == nil {
		return x, nil
	}
	all, err := b.mergedOf(of)
	if err != nil {
		return nil, in.noSpreadsheet(err)
	}
	slices.SortStableFunc(all, func(a, b merged) int { return cmp.Compare(a.from, b.from) })
	x.merged = all
	if err := x.settleTable(in.source); err != nil {
		return nil, err
	}
	x.merged, x.open = all, make([]merged, len(x.cells))
	return x, nil
}

// bytesless copies the cells of a row that is gone with the next one.
func bytesless(cells []bookCell) []bookCell { return append([]bookCell(nil), cells...) }

// settleTable makes the columns of the table.
func (x *xlsx) settleTable(from source) error {
	l := x.layout
	if l.wide > maxColumns {
		return from.refuse(x.ahead[l.first].number, "", tooManyCells().problem, tooManyCells().remedy)
	}
	t := newTable(from, l.names)
	t.names = named(t.names)
	t.means = headings(t, l.units)
	x.table = t
	x.ahead = x.ahead[l.first:]
	x.held, x.open = make([][]byte, l.wide), make([]merged, l.wide)
	x.room, x.cells, x.typed, x.faults = make([][]byte, l.wide), make([][]byte, l.wide), make([]bool, l.wide), make([]*fault, l.wide)
	var sample [][][]byte
	var comma, point bool
	for _, row := range x.ahead {
		if trouble := x.stand(row); trouble != nil {
			break // it is met again
		}
		cells := make([][]byte, l.wide)
		for i, cell := range x.cells {
			if x.faults[i] != nil {
				continue
			}
			cells[i] = bytes.Clone(cell)
			if !x.typed[i] {
				digits, _ := withUnit(cell)
				c, p := evidence(digits)
				comma, point = comma || c, point || p
			}
		}
		sample = append(sample, cells)
	}
	x.survey = t.surveyed(sample, false)
	x.again = 0
	x.decimal = notation{comma: comma && !point, settled: comma != point}
	x.settleTimes()
	return nil
}

// settleTimes settles which column holds the times, and that nothing else of them is a reading.
func (x *xlsx) settleTimes() {
	x.table.time, _ = x.survey.timeColumn(x.names)
	for i, form := range x.layout.forms {
		if form == asElapsed {
			x.tick[i] = nanosecondsPerSecond
			if k := x.kinds[x.table.time]; k == number || k == words || k == kindNone {
				x.table.time = i
			}
		}
	}
	for i, form := range x.layout.forms {
		if form != asNumber {
			x.numeric[i] = false
		}
	}
	x.table.hidden = make([]bool, len(x.names))
	for i := range x.table.hidden {
		for _, span := range x.rows.hidden {
			at := i + x.layout.left + 1
			x.table.hidden[i] = x.table.hidden[i] || at >= span[0] && at <= span[1]
		}
	}
}

func (x *xlsx) columns() *table { return x.table }

// each stands on every row that has something in it.
func (x *xlsx) each(_ []int, take func() error) error {
	if x.table.decimal != "" {
		x.decimal = notation{comma: x.table.decimal == decimalComma, settled: true}
	}
	for {
		row, err := x.nextRow()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return x.noSpreadsheet(err)
		}
		if trouble := x.stand(row); trouble != nil {
			return trouble
		}
		if x.empty() {
			continue
		}
		if err := take(); err != nil {
			return err
		}
	}
}

func (x *xlsx) nextRow() (row bookRow, err error) {
	if len(x.ahead) > 0 {
		row, x.ahead = x.ahead[0], x.ahead[1:]
		return row, nil
	}
	err = x.rows.next()
	return x.rows.row, err
}

func (x *xlsx) empty() bool {
	for i := range x.cells {
		if len(x.cells[i]) > 0 || x.faults[i] != nil {
			return false
		}
	}
	return true
}

// stand writes the cells of a row.
func (x *xlsx) stand(row bookRow) *power.InputError {
	x.line = row.number
	for i := range x.cells {
		x.cells[i], x.typed[i], x.faults[i] = nil, false, nil
	}
	for _, cell := range row.cells {
		at := cell.column - x.layout.left
		if at < 0 || at >= x.layout.wide {
			return x.refuse(row.number, "", fmt.Sprintf("has a cell where no column has a name: %s", quoted([]byte(cell.text))), "name the column, or clear the cell")
		}
		x.typed[at] = cell.kind == numberCell
		switch cell.kind {
		case numberCell:
			x.room[at] = x.book.write(x.room[at][:0], cell, x.layout.forms[at])
		case uncountedCell:
			x.room[at] = x.room[at][:0]
			x.faults[at] = &fault{problem: "is a formula without its value", remedy: "open the file in a spreadsheet program and save it there"}
		default:
			x.room[at] = append(x.room[at][:0], cell.text...)
			if cell.kind == errorCell {
				x.faults[at] = &fault{missing: true, problem: quoted([]byte(cell.text)) + " is no reading", remedy: "leave the line out where the meter has no reading"}
			}
		}
		x.cells[at] = x.room[at]
	}
	x.stretch(row.number)
	return x.anotherTable(row)
}

// anotherTable refuses readings below names of other columns than those of the table.
func (x *xlsx) anotherTable(row bookRow) *power.InputError {
	if isNames(row.cells) && !isUnits(textsIn(row.cells)) && !x.book.isReading(row.cells) {
		if x.again = row.number; sameTexts(x.layout.spread(row.cells), x.layout.names) {
			x.again = 0
		}
		return nil
	}
	if x.again == 0 || !x.book.isReading(row.cells) {
		return nil
	}
	problem := fmt.Sprintf("is a reading below row %d, which names other columns than the table above it", x.again)
	return x.refuse(row.number, "", problem, "put each table on a sheet of its own")
}

func sameTexts(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

func (x *xlsx) number(column int) (float64, *fault) {
	if f := x.faults[column]; f != nil {
		return 0, f
	}
	x.notation = x.decimal
	if x.typed[column] {
		x.notation = notation{settled: true}
	}
	return x.textRow.number(column)
}

func (x *xlsx) instant(column int, as timing) (int64, *fault) {
	f := x.faults[column]
	if with := x.partner[column]; f == nil && with >= 0 {
		f = x.faults[with]
	}
	if f != nil {
		return 0, f
	}
	return x.textRow.instant(column, as)
}
