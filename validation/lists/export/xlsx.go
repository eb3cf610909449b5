package export

import (
	"io"

	"github.com/xuri/excelize/v2"

	"green500/validation/lists/listing"
)

// xlsxWriter writes a workbook of one sheet. Cells are typed, so that no text is ever run as a formula; the head stays
// in view. The library keeps what is long in a temporary file.
type xlsxWriter struct {
	out    io.Writer
	book   *excelize.File
	rows   *excelize.StreamWriter
	fields []field
	next   int // number of the row that comes
}

const sheetName = "List"

func beginXLSX(w io.Writer, head Head, fields []field) (Writer, error) {
	x := &xlsxWriter{out: w, book: excelize.NewFile(), fields: fields, next: 1}
	if err := x.begin(head); err != nil {
		_ = x.book.Close() // the reason is reported
		return nil, err
	}
	return x, nil
}

func (x *xlsxWriter) begin(head Head) error {
	if err := x.book.SetSheetName("Sheet1", sheetName); err != nil {
		return err
	}
	said := excelize.DocProperties{Title: head.Title, Description: head.address(), Creator: "green500"}
	if err := x.book.SetDocProps(&said); err != nil {
		return err
	}
	bold, err := x.book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	if x.rows, err = x.book.NewStreamWriter(sheetName); err != nil {
		return err
	}
	if err := x.rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2",
		ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	heads := make([]any, len(x.fields))
	for i, f := range x.fields {
		const narrow, wide = 14, 28 // letters
		width := float64(narrow)
		if f.kind == words {
			width = wide
		}
		if err := x.rows.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
		heads[i] = excelize.Cell{StyleID: bold, Value: f.name}
	}
	return x.line(heads)
}

// Write adds rows.
func (x *xlsxWriter) Write(rows []listing.Row) error {
	for _, row := range rows {
		cells := make([]any, len(x.fields))
		for i, f := range x.fields {
			cells[i] = f.value(row)
		}
		if err := x.line(cells); err != nil {
			return err
		}
	}
	return nil
}

func (x *xlsxWriter) line(cells []any) error {
	at, err := excelize.CoordinatesToCellName(1, x.next)
	if err != nil {
		return err
	}
	x.next++
	return x.rows.SetRow(at, cells)
}

// Close writes the workbook: it is a ZIP whose parts are known only when all rows are.
func (x *xlsxWriter) Close() error {
	if err := x.rows.Flush(); err != nil {
		_ = x.book.Close() // the reason is reported
		return err
	}
	if _, err := x.book.WriteTo(x.out); err != nil {
		_ = x.book.Close() // the reason is reported
		return err
	}
	return x.book.Close()
}
