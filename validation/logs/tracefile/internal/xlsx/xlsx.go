// Package xlsx reads the tables of a workbook. It does not use excelize, whose row reader returns no cell types, styles
// or merged cells. Getting them from excelize loads the sheet: 1.7 GiB for a million rows, if this reader needs 60 MiB.
// A file of 0.5 MB with a cell of 400 MiB takes excelize more than 1.8 GiB; this reader refuses it within 20 MiB.
// excelize also returns the rows of a truncated sheet without an error.
package xlsx

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

type xlsx struct {
	table.TextRow
	book   *workbook
	rows   *sheetRows
	layout *bookTable
	ahead  []bookRow // rows that were looked at to find the table
	counts bool      // the sheet holds rows of numbers

	room    [][]byte
	typed   []bool            // the cells that are kept as numbers, for which no notation is needed
	errs    []*celltext.Error // of cells that hold no value
	again   int               // a row that names other columns, 0 if none does
	decimal celltext.Notation // of numbers that are kept as text

	merged []merged // cells that stretch over rows, in the order of their first, from the next row on
	open   []merged // the one that the row is in, or one above it, by column
	held   [][]byte // what they hold, by column
}

// OpenXLSX opens the sheet of a workbook that holds the log.
func OpenXLSX(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	if in.Length > maxWorkbook {
		return nil, in.Refuse(0, "", fmt.Sprintf("is a spreadsheet of more than %d MiB", maxWorkbook>>20),
			"save the sheet as CSV")
	}
	archive, failed, err := input.ListZip(in.Bytes, in.Length)
	if failed != nil {
		return nil, in.ReadError(failed)
	}
	if err == nil && len(archive.File) > maxWorkbookList {
		err = fmt.Errorf("it has more than %d parts", maxWorkbookList)
	}
	if err != nil {
		return nil, noSpreadsheet(in.Source, err)
	}
	book, err := openWorkbook(archive)
	if err != nil {
		return nil, noSpreadsheet(in.Source, err)
	}
	return openSheets(in, book)
}

// What is looked at of a sheet to find its table and what its columns hold.
const (
	sampledRows  = headerRows + 300
	sampledCells = 400_000
)

func (b *workbook) openSheet(in *input.File, of bookSheet) (*xlsx, error) {
	rows, err := b.rowsOf(of)
	if err != nil {
		return nil, noSpreadsheet(in.Source, err)
	}
	in.Closing = append(in.Closing, rows.close)
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
		return nil, noSpreadsheet(in.Source, err)
	}
	x.counts = counting > 1
	if x.layout = b.tableOf(x.ahead); x.layout == nil {
		return x, nil
	}
	all, err := b.mergedOf(of)
	if err != nil {
		return nil, noSpreadsheet(in.Source, err)
	}
	slices.SortStableFunc(all, func(a, b merged) int { return cmp.Compare(a.from, b.from) })
	x.merged = all
	if err := x.resolveTable(in.Source); err != nil {
		return nil, err
	}
	x.merged, x.open = all, make([]merged, len(x.Cells))
	return x, nil
}

// bytesless copies the cells of a row that is gone with the next one.
func bytesless(cells []bookCell) []bookCell { return append([]bookCell(nil), cells...) }

func (x *xlsx) resolveTable(from celltext.Source) error {
	l := x.layout
	if l.wide > table.MaxColumns {
		return from.Refuse(x.ahead[l.first].number, "", table.TooManyCells().Problem, table.TooManyCells().Remedy)
	}
	t := table.NewTable(from, l.names)
	t.Names = table.Named(t.Names)
	t.Means = table.Headings(t, l.units)
	x.Table = t
	x.ahead = x.ahead[l.first:]
	x.held, x.open = make([][]byte, l.wide), make([]merged, l.wide)
	x.room, x.Cells, x.typed, x.errs = make([][]byte, l.wide), make([][]byte, l.wide), make([]bool, l.wide),
		make([]*celltext.Error, l.wide)
	var sample [][][]byte
	var comma, point bool
	for _, row := range x.ahead {
		if inputErr := x.stand(row); inputErr != nil {
			break // it is met again
		}
		cells := make([][]byte, l.wide)
		for i, cell := range x.Cells {
			if x.errs[i] != nil {
				continue
			}
			cells[i] = bytes.Clone(cell)
			if !x.typed[i] {
				digits, _ := celltext.WithUnit(cell)
				c, p := celltext.Evidence(digits)
				comma, point = comma || c, point || p
			}
		}
		sample = append(sample, cells)
	}
	x.Survey = t.Surveyed(sample, false)
	x.again = 0
	x.decimal = celltext.Notation{Comma: comma && !point, Known: comma != point}
	x.resolveTimes()
	return nil
}

// resolveTimes determines which column holds the times, and that nothing else of them is a reading.
func (x *xlsx) resolveTimes() {
	x.Table.Time, _ = x.Survey.TimeColumn(x.Names)
	for i, form := range x.layout.forms {
		if form == asElapsed {
			x.Tick[i] = timestamp.NanosecondsPerSecond
			if k := x.Kinds[x.Table.Time]; k == table.Number || k == table.Words || k == table.KindNone {
				x.Table.Time = i
			}
		}
	}
	for i, form := range x.layout.forms {
		if form != asNumber {
			x.Numeric[i] = false
		}
	}
	x.Table.Hidden = make([]bool, len(x.Names))
	for i := range x.Table.Hidden {
		for _, span := range x.rows.hidden {
			at := i + x.layout.left + 1
			x.Table.Hidden[i] = x.Table.Hidden[i] || at >= span[0] && at <= span[1]
		}
	}
}

func (x *xlsx) Columns() *table.Table { return x.Table }

// Each stands on every row that has something in it.
func (x *xlsx) Each(_ []int, take func() error) error {
	if x.Table.Decimal != "" {
		x.decimal = celltext.Notation{Comma: x.Table.Decimal == celltext.DecimalComma, Known: true}
	}
	for {
		row, err := x.nextRow()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return noSpreadsheet(x.Source, err)
		}
		if inputErr := x.stand(row); inputErr != nil {
			return inputErr
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
	for i := range x.Cells {
		if len(x.Cells[i]) > 0 || x.errs[i] != nil {
			return false
		}
	}
	return true
}

func (x *xlsx) stand(row bookRow) *power.InputError {
	x.Line = row.number
	for i := range x.Cells {
		x.Cells[i], x.typed[i], x.errs[i] = nil, false, nil
	}
	for _, cell := range row.cells {
		at := cell.column - x.layout.left
		if at < 0 || at >= x.layout.wide {
			return x.Refuse(row.number, "", fmt.Sprintf("has a cell where no column has a name: %s",
				celltext.Quoted([]byte(cell.text))), "name the column, or clear the cell")
		}
		x.typed[at] = cell.kind == numberCell
		switch cell.kind {
		case numberCell:
			x.room[at] = x.book.write(x.room[at][:0], cell, x.layout.forms[at])
		case uncountedCell:
			x.room[at] = x.room[at][:0]
			x.errs[at] = &celltext.Error{Problem: "is a formula without its value",
				Remedy: "open the file in a spreadsheet program and save it there", Unreadable: true}
		default:
			x.room[at] = append(x.room[at][:0], cell.text...)
			if cell.kind == errorCell {
				x.errs[at] = &celltext.Error{Missing: true, Problem: celltext.Quoted([]byte(cell.text)) +
					" is no reading", Remedy: "leave the line out if the meter has no reading"}
			}
		}
		x.Cells[at] = x.room[at]
	}
	x.stretch(row.number)
	return x.anotherTable(row)
}

// anotherTable refuses readings below names of other columns than those of the table.
func (x *xlsx) anotherTable(row bookRow) *power.InputError {
	if isNames(row.cells) && !table.IsUnits(textsIn(row.cells)) && !x.book.isReading(row.cells) {
		if x.again = row.number; sameTexts(x.layout.spread(row.cells), x.layout.names) {
			x.again = 0
		}
		return nil
	}
	if x.again == 0 || !x.book.isReading(row.cells) {
		return nil
	}
	problem := fmt.Sprintf("is a reading below row %d, which names other columns than the table above it", x.again)
	return x.Refuse(row.number, "", problem, "put each table on a sheet of its own")
}

func sameTexts(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

func (x *xlsx) Number(column int) (float64, *celltext.Error) {
	if f := x.errs[column]; f != nil {
		return 0, f
	}
	x.Notation = x.decimal
	if x.typed[column] {
		x.Notation = celltext.Notation{Known: true}
	}
	return x.TextRow.Number(column)
}

func (x *xlsx) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	f := x.errs[column]
	if with := x.Partner[column]; f == nil && with >= 0 {
		f = x.errs[with]
	}
	if f != nil {
		return 0, f
	}
	return x.TextRow.Instant(column, as)
}

// noSpreadsheet keeps an error of the input as it is, and says of any other that the file is no workbook.
func noSpreadsheet(in celltext.Source, err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	return in.Refuse(0, "", "is no spreadsheet that can be read: "+err.Error(),
		"save it again, or save the sheet as CSV")
}
