package xlsx

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"

	"green500/validation/tracefile/internal/hashed"
)

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
		to, _ := strconv.Atoi(string(found[3]))
		if ok && to > from {
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
	piece, kept := make([]byte, hashed.HeadBytes), 0
	for {
		n, err := limited.Read(piece[kept:])
		text := piece[:kept+n]
		if at := bytes.LastIndex(text, end); at >= 0 && at > 0 && bytes.LastIndexByte(text[:at], '/') > bytes.LastIndexByte(text[:at], '<') {
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

// stretch gives the rows that a merged cell covers what its first row has. Numbers are left where they stand: a reading
// that stretches over rows is one reading.
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
