package tracefile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"

	"github.com/xuri/excelize/v2"

	"green500/validation/power"
)

// A spreadsheet (Office Open XML, ECMA-376) is read from the first of its sheets that holds a table: a
// row of names, perhaps a row of units, and rows with numbers, below whatever text. Cells are taken as
// they are kept, not as they are shown.

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

// What a spreadsheet may hold, in bytes. The library holds the packed file and all parts but long
// sheets, which it lays out, and takes some ten times the length of a part that it unfolds.
const (
	maxWorkbook     = 48 << 20
	maxSheets       = 512 << 20 // unpacked
	maxPart         = 16 << 20  // of what is unfolded: shared texts, styles, the list of sheets
	maxSheetInHand  = 4 << 20
	maxWorkbookList = 10_000 // parts
)

// headerRows is how far down a table may begin.
const headerRows = 200

// Days since the end of 1899, as spreadsheets count them.
const (
	serial1970 = 25_569
	serial2200 = 109_575
	days1904   = 1462 // less where a file counts from 1904
)

type xlsx struct {
	lineSheet
	file     *excelize.File
	rows     *excelize.Rows
	numbered int // the row
	since    float64
	ahead    [][]string // rows that were looked at to find the table
	above    int        // rows above them
	wide     int        // columns of the table
}

func openXLSX(in *input) (sheet, error) {
	if err := in.jump(); err != nil {
		return nil, err
	}
	x := &xlsx{}
	x.records = &records{source: in.source}
	x.lineSheet.missing = func(text []byte) bool { return len(text) == 0 || text[0] == '#' || string(text) == "NaN" }
	if err := x.check(); err != nil {
		return nil, x.damaged(err)
	}
	err := guard(func() (err error) {
		x.file, err = excelize.OpenReader(io.NewSectionReader(in.bytes, 0, in.size), excelize.Options{
			RawCellValue: true, UnzipSizeLimit: maxSheets, UnzipXMLSizeLimit: maxSheetInHand,
		})
		return err
	})
	if err != nil {
		return nil, x.damaged(err)
	}
	in.closing = append(in.closing, func() { _ = x.Close() }) // it was only read
	if err = guard(x.find); err != nil {
		return nil, x.damaged(err)
	}
	x.fill = x.next
	_, err = x.begin()
	return x, err
}

// Close removes what the library laid out.
func (x *xlsx) Close() error { return guard(x.file.Close) }

func (x *xlsx) damaged(err error) error {
	if trouble, ours := err.(*power.InputError); ours { //nolint:errorlint // nothing wraps it on the way
		return trouble
	}
	return x.refuse(0, "", "is no spreadsheet that can be read: "+err.Error(), "save it again, or save the sheet as CSV")
}

// check looks at the list of parts before the library unfolds them.
func (x *xlsx) check() error {
	if x.size > maxWorkbook {
		return x.refuse(0, "", fmt.Sprintf("is a spreadsheet of more than %d MiB", maxWorkbook>>20), "save the sheet as CSV")
	}
	archive, err := ReadZip(x.records.bytes, x.size)
	if err != nil {
		return err
	}
	if len(archive.File) > maxWorkbookList {
		return fmt.Errorf("it has more than %d parts", maxWorkbookList)
	}
	for _, part := range archive.File {
		sheet := bytes.HasPrefix([]byte(part.Name), []byte("xl/worksheets/"))
		if part.UncompressedSize64 > maxSheets || !sheet && part.UncompressedSize64 > maxPart {
			return fmt.Errorf("its part %s is too long", quoted([]byte(part.Name)))
		}
	}
	return nil
}

// find stands above the first row of the first table.
func (x *xlsx) find() error {
	properties, err := x.file.GetWorkbookProps()
	if err != nil {
		return err
	}
	if properties.Date1904 != nil && *properties.Date1904 {
		x.since = days1904
	}
	for _, name := range x.file.GetSheetList() {
		rows, err := x.file.Rows(name)
		if err != nil {
			continue // a sheet that is a chart
		}
		x.rows, x.ahead = rows, nil
		for len(x.ahead) < headerRows && rows.Next() {
			cells, err := rows.Columns()
			if err != nil {
				return err
			}
			x.ahead = append(x.ahead, cells)
			if x.isTable() {
				return nil
			}
		}
		if err := rows.Close(); err != nil {
			return err
		}
	}
	return x.refuse(0, "", "has no sheet with a table of times and numbers", "put the names of the columns above the readings")
}

// isTable reports whether the last row is the first of a table, and settles its columns then.
func (x *xlsx) isTable() bool {
	last := len(x.ahead) - 1
	first := x.ahead[last]
	if last == 0 || !x.isReading(first) {
		return false
	}
	header := last - 1
	units := []string(nil)
	if header > 0 && isNames(x.ahead[header-1]) && isUnits(x.ahead[header]) {
		header, units = header-1, x.ahead[header]
	}
	if !isNames(x.ahead[header]) || len(x.ahead[header]) > maxColumns {
		return false
	}
	x.have(x.ahead[header]...)
	x.wide = len(x.ahead[header])
	x.table.means = headings(x.table, units)
	for i := range min(x.wide, len(first)) {
		_, x.table.numeric[i] = plainNumber([]byte(first[i]))
	}
	x.above, x.ahead = last, x.ahead[last:]
	return true
}

// isReading reports whether a row begins with a time and holds a number behind it.
func (x *xlsx) isReading(cells []string) bool {
	if len(cells) < 2 {
		return false
	}
	if _, counted := x.day([]byte(cells[0])); !counted && !isTime([]byte(cells[0])) {
		return false
	}
	for _, cell := range cells[1:] {
		if _, plain := plainNumber([]byte(cell)); plain {
			return true
		}
	}
	return false
}

// isNames reports whether a row may name columns: two words at least, and no number.
func isNames(cells []string) bool {
	words := 0
	for _, cell := range cells {
		if _, plain := plainNumber([]byte(cell)); plain {
			return false
		}
		if cell != "" {
			words++
		}
	}
	return words > 1
}

// next stands on the next row that is not empty.
func (x *xlsx) next() error {
	for {
		cells, err := x.row()
		if err != nil {
			return err
		}
		empty := true
		for i, cell := range cells {
			if i >= x.wide && cell != "" {
				return x.refuse(x.numbered, "", fmt.Sprintf("has a cell where no column has a name: %s", quoted([]byte(cell))), "name the column, or clear the cell")
			}
			empty = empty && cell == ""
		}
		if empty {
			continue
		}
		x.lineSheet.at = x.numbered
		for i := range x.wide {
			text := ""
			if i < len(cells) {
				text = cells[i]
			}
			x.set(i, []byte(text))
		}
		return nil
	}
}

func (x *xlsx) row() (cells []string, err error) {
	if len(x.ahead) > 0 {
		cells, x.ahead = x.ahead[0], x.ahead[1:]
		x.numbered = x.above + 1
		return cells, nil
	}
	err = guard(func() error {
		if !x.rows.Next() {
			return cmp.Or(x.rows.Error(), io.EOF)
		}
		cells, err = x.rows.Columns()
		return err
	})
	x.numbered++
	if err != nil && err != io.EOF { //nolint:errorlint // it is ours
		return nil, x.damaged(err)
	}
	return cells, err
}

// instant reads days since 1899 or 1904, or a time that is written as text.
func (x *xlsx) instant(column int, as timing) (int64, *fault) {
	text, f := x.text(column)
	if f != nil {
		return 0, f
	}
	days, counted := x.day(text)
	if !counted {
		return x.lineSheet.instant(column, as)
	}
	milliseconds := int64(math.Round(days * secondsPerDay * 1000)) // what 15 digits tell
	m := moment{seconds: milliseconds / 1000, nanoseconds: milliseconds % 1000 * 1_000_000}
	return x.clocks.of(column, as).wall.instant(m)
}

// day returns the days since 1970 of a cell that counts them, if they lie in the allowed years.
func (x *xlsx) day(text []byte) (since1970 float64, ok bool) {
	days, plain := plainNumber(text)
	days += x.since
	return days - serial1970, plain && days >= serial1970 && days < serial2200
}
