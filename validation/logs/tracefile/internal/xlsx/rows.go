package xlsx

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

type cellKind int

const (
	textCell cellKind = iota
	numberCell
	errorCell     // such as #N/A
	uncountedCell // a formula whose value no program has worked out
)

type bookCell struct {
	column int // of the sheet, from 0
	kind   cellKind
	text   string
	style  int
}

type bookRow struct {
	number int
	cells  []bookCell
}

type sheetRows struct {
	book   *workbook
	part   io.Closer
	fuse   *fuse
	xml    *xml.Decoder
	row    bookRow
	hidden [][2]int // columns from and to, from 1
	inside bool     // of the rows
	ended  bool
}

// fuse keeps a token from taking more memory than any cell needs.
type fuse struct {
	io.Reader
	left int
}

func (f *fuse) Read(into []byte) (int, error) {
	if f.left <= 0 {
		return 0, fmt.Errorf("a cell is longer than %d KiB", maxToken>>10)
	}
	n, err := f.Reader.Read(into)
	f.left -= n
	return n, err
}

func (b *workbook) rowsOf(sheet bookSheet) (*sheetRows, error) {
	from, err := sheet.part.Open()
	if err != nil {
		return nil, err
	}
	limited := &fuse{Reader: io.LimitReader(from, maxSheets)}
	return &sheetRows{book: b, part: from, fuse: limited, xml: xml.NewDecoder(limited)}, nil
}

func (r *sheetRows) close() { _ = r.part.Close() } // it was only read

func (r *sheetRows) token() (xml.Token, error) {
	r.fuse.left = maxToken
	token, err := r.xml.RawToken()
	if errors.Is(err, io.EOF) {
		return nil, input.ErrEndsEarly
	}
	return token, err
}

func (r *sheetRows) next() error {
	if r.ended {
		return io.EOF
	}
	r.row.cells = r.row.cells[:0]
	column := 0 // of the next cell, if it does not say
	for {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch one := token.(type) {
		case xml.StartElement:
			if column, err = r.begin(one, column); err != nil {
				return err
			}
		case xml.EndElement:
			switch {
			case one.Name.Local == "sheetData":
				r.ended = true
				return io.EOF
			case one.Name.Local == "row" && len(r.row.cells) > 0:
				return nil
			}
		}
	}
}

func (r *sheetRows) begin(one xml.StartElement, column int) (int, error) {
	switch {
	case one.Name.Local == "sheetData":
		r.inside = true
	case !r.inside && one.Name.Local == "col":
		r.hide(one)
	case r.inside && one.Name.Local == "row":
		r.row.number++
		if number, err := strconv.Atoi(attribute(one, "r")); err == nil && number > 0 {
			r.row.number = number
		}
		return 0, nil
	case r.inside && one.Name.Local == "c":
		cell := bookCell{column: column}
		if at, ok := columnOf(attribute(one, "r")); ok {
			cell.column = at
		}
		cell.style, _ = strconv.Atoi(attribute(one, "s"))
		if err := r.cell(&cell, attribute(one, "t")); err != nil {
			return 0, err
		}
		return cell.column + 1, nil
	}
	return column, nil
}

func (r *sheetRows) hide(one xml.StartElement) {
	from, failed := strconv.Atoi(attribute(one, "min"))
	to, wrong := strconv.Atoi(attribute(one, "max"))
	if hidden := attribute(one, "hidden"); (hidden == "1" || hidden == "true") && failed == nil && wrong == nil &&
		len(r.hidden) < table.MaxColumns {
		r.hidden = append(r.hidden, [2]int{from, to})
	}
}

func (r *sheetRows) cell(cell *bookCell, kind string) error {
	var into, value, inline []byte
	formula := false
	for {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch one := token.(type) {
		case xml.StartElement:
			into = nil
			switch one.Name.Local {
			case "f":
				formula = true
			case "v", "t":
				into = []byte{}
			case "rPh": // how a text is spoken
				if err := r.skip("rPh"); err != nil {
					return err
				}
			}
		case xml.CharData:
			if into != nil {
				into = append(into, one...)
			}
		case xml.EndElement:
			switch one.Name.Local {
			case "v":
				value = into
			case "t":
				inline = append(inline, into...)
			case "c":
				return r.resolve(cell, kind, string(value), string(inline), formula)
			}
			into = nil
		}
	}
}

func (r *sheetRows) skip(name string) error {
	for {
		token, err := r.token()
		if end, ok := token.(xml.EndElement); err != nil || ok && end.Name.Local == name {
			return err
		}
	}
}

func (r *sheetRows) resolve(cell *bookCell, kind, value, inline string, formula bool) error {
	switch cell.text = asSeen(value); kind {
	case "", "n":
		cell.kind = numberCell
	case "s":
		if err := r.shared(cell); err != nil {
			return err
		}
	case "inlineStr":
		cell.text = asSeen(inline)
	case "b":
		cell.text = map[string]string{"1": "TRUE", "0": "FALSE"}[cell.text]
	}
	switch {
	case cell.text == "" && formula && kind != "str":
		cell.kind = uncountedCell
	case cell.text == "":
		return nil
	case kind == "e" || cell.kind == textCell && slices.Contains(errorNames, cell.text):
		cell.kind = errorCell
	}
	if cell.column >= table.MaxColumns {
		return fmt.Errorf("row %d has more than %d columns", r.row.number, table.MaxColumns)
	}
	if len(r.row.cells) == table.MaxColumns {
		return fmt.Errorf("row %d has more than %d cells", r.row.number, table.MaxColumns)
	}
	r.row.cells = append(r.row.cells, *cell)
	return nil
}

func (r *sheetRows) shared(cell *bookCell) error {
	if cell.text == "" {
		return nil
	}
	at, err := strconv.Atoi(cell.text)
	if err != nil || at < 0 || at >= len(r.book.texts) {
		return fmt.Errorf("row %d names a text that it does not have", r.row.number)
	}
	cell.text = asSeen(r.book.texts[at])
	return nil
}

// errorNames are what a cell shows whose formula has no result; programs that copy the text of cells leave it as text.
var errorNames = []string{"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}

// asSeen is a text as people see it: files keep a carriage return as _x000D_.
func asSeen(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "_x000D_", "")) }

func attribute(of xml.StartElement, name string) string {
	for _, one := range of.Attr {
		if one.Name.Local == name && one.Name.Space == "" {
			return one.Value
		}
	}
	return ""
}

func columnOf(cell string) (column int, ok bool) {
	letters := 0
	for letters < len(cell) && celltext.IsLetter(cell[letters]) {
		column = column*26 + int(cell[letters]|0x20-'a') + 1
		if letters++; letters > 3 {
			return 0, false
		}
	}
	return column - 1, letters > 0
}

type merged struct {
	column   int // of the sheet, from 0
	from, to int // rows
}

const maxMerged = 100_000

var mergedCell = regexp.MustCompile(`mergeCell\s[^>]*?ref="([A-Za-z]{1,3})(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})"`)

func (b *workbook) mergedOf(sheet bookSheet) ([]merged, error) {
	behind, err := afterRows(sheet)
	if err != nil {
		return nil, err
	}
	var all []merged
	for _, found := range mergedCell.FindAllSubmatch(behind, maxMerged) {
		column, ok := columnOf(string(found[1]))
		from, _ := strconv.Atoi(string(found[2])) // seven digits
		if to, _ := strconv.Atoi(string(found[3])); ok && to > from {
			all = append(all, merged{column, from, to})
		}
	}
	return all, nil
}

func afterRows(sheet bookSheet) ([]byte, error) {
	part, err := sheet.part.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = part.Close() }() // it was only read
	end := []byte("sheetData>")
	limited := io.LimitReader(part, maxSheets)
	piece, kept := make([]byte, input.HeadBytes), 0
	for {
		n, err := limited.Read(piece[kept:])
		text := piece[:kept+n]
		if at := bytes.LastIndex(text, end); at >= 0 && at > 0 &&
			bytes.LastIndexByte(text[:at], '/') > bytes.LastIndexByte(text[:at], '<') {
			rest, err := io.ReadAll(io.LimitReader(limited, maxPart))
			return append(bytes.Clone(text[at:]), rest...), err
		}
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		kept = copy(piece, text[max(0, len(text)-len("</prefix:sheetData>")):])
	}
}

// stretch gives the rows of a merged cell what its first one has, but for a number, which is one reading.
func (x *xlsx) stretch(row int) {
	for len(x.merged) > 0 && x.merged[0].from <= row {
		one := x.merged[0]
		x.merged = x.merged[1:]
		if at := one.column - x.layout.left; at >= 0 && at < len(x.Cells) && one.to >= row {
			x.open[at], x.held[at] = one, x.held[at][:0]
		}
	}
	for at, one := range x.open {
		switch {
		case one.to < row || x.errs[at] != nil:
		case one.from == row && (!x.typed[at] || x.layout.forms[at] != asNumber):
			x.held[at] = append(x.held[at][:0], x.Cells[at]...)
		case one.from < row && len(x.Cells[at]) == 0:
			x.Cells[at] = x.held[at]
		}
	}
}
