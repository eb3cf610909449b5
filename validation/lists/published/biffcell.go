package published

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
)

type cells struct {
	book    *workbook
	rows    [][]string
	waiting *place // of the formula whose result is a text that follows
}

type place struct{ row, column int }

// cellHead is what every record of a cell begins with: row, column and format, two bytes each.
const cellHead = 6

func (c *cells) readSheet(stream []byte) error {
	depth := 0 // drawings lie inside of a sheet
	for at := c.book.first; ; {
		r, next, ok := recordAt(stream, at)
		switch {
		case !ok:
			return errors.New("its sheet ends too early")
		case r.kind == recordBegin:
			depth++
		case depth == 0:
			return errors.New("the sheet is not at the stated place")
		case r.kind == recordEnd:
			if depth--; depth == 0 {
				return nil
			}
		case depth == 1:
			if err := c.take(r); err != nil {
				return err
			}
		}
		at = next
	}
}

// cellRecords state what a record of a cell holds after its head.
var cellRecords = map[recordKind]func(c *cells, at place, body []byte) (text string){
	recordNumber: func(_ *cells, _ place, body []byte) string { return double(body) },
	recordRK: func(_ *cells, _ place, body []byte) string {
		if len(body) < rkBytes {
			return ""
		}
		return written(packed(body))
	},
	recordText:       func(c *cells, _ place, body []byte) string { return c.book.text(body) },
	recordRichText:   func(c *cells, _ place, body []byte) string { return c.book.text(body) },
	recordSharedText: (*cells).sharedText,
	recordTruth:      func(_ *cells, _ place, body []byte) string { return truth(body) },
	recordFormula:    (*cells).formula,
}

func (c *cells) take(r record) error {
	switch r.kind {
	case recordResult:
		return c.result(r.body)
	case recordManyRK:
		return c.manyRK(r.body)
	}
	text, known := cellRecords[r.kind]
	if !known || len(r.body) < cellHead {
		return nil
	}
	at := placeOf(r.body)
	return c.set(at, text(c, at, r.body[cellHead:]))
}

func placeOf(body []byte) place {
	return place{int(binary.LittleEndian.Uint16(body)), int(binary.LittleEndian.Uint16(body[2:]))}
}

func (c *cells) set(at place, text string) error {
	if text == "" {
		return nil
	}
	if at.row >= mostLines || at.column >= mostColumns {
		return fmt.Errorf("it has a cell in line %d, column %d, beyond what lists have", at.row+1, at.column+1)
	}
	for len(c.rows) <= at.row {
		c.rows = append(c.rows, nil)
	}
	for len(c.rows[at.row]) <= at.column {
		c.rows[at.row] = append(c.rows[at.row], "")
	}
	c.rows[at.row][at.column] = text
	return nil
}

func (c *cells) sharedText(_ place, body []byte) string {
	if len(body) < 4 {
		return ""
	}
	if at := binary.LittleEndian.Uint32(body); uint64(at) < uint64(len(c.book.shared)) {
		return c.book.shared[at]
	}
	return ""
}

// A formula is read for what it gave: a number, or if its last two bytes are set, something else.
func (c *cells) formula(at place, body []byte) string {
	if len(body) < 8 {
		return ""
	}
	if body[6] != 0xff || body[7] != 0xff {
		return double(body)
	}
	switch body[0] {
	case 0:
		c.waiting = &at
	case 1, 2:
		return truth([]byte{body[2], body[0] - 1})
	}
	return ""
}

func (c *cells) result(body []byte) error {
	if c.waiting == nil {
		return nil
	}
	at := *c.waiting
	c.waiting = nil
	return c.set(at, c.book.text(body))
}

// manyRK are numbers side by side: row and first column, then format and number of each, then the last column.
func (c *cells) manyRK(body []byte) error {
	const each = 2 + rkBytes
	if len(body) < cellHead {
		return nil
	}
	at := placeOf(body)
	for rest := body[4 : len(body)-2]; len(rest) >= each; rest = rest[each:] {
		if err := c.set(at, written(packed(rest[2:]))); err != nil {
			return err
		}
		at.column++
	}
	return nil
}

// rkBytes is how long a packed number is.
const rkBytes = 4

// packed is a number in four bytes: an upper part of a double or a whole number, perhaps times a hundred.
func packed(body []byte) float64 {
	bits := binary.LittleEndian.Uint32(body)
	number := math.Float64frombits(uint64(bits&^3) << 32)
	if bits&2 != 0 {
		number = float64(int32(bits) >> 2)
	}
	if bits&1 != 0 {
		number /= 100
	}
	return number
}

func double(body []byte) string {
	if len(body) < 8 {
		return ""
	}
	return written(math.Float64frombits(binary.LittleEndian.Uint64(body)))
}

func written(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

var faults = map[byte]string{
	0x00: "#NULL!", 0x07: "#DIV/0!", 0x0f: "#VALUE!", 0x17: "#REF!", 0x1d: "#NAME?", 0x24: "#NUM!", 0x2a: "#N/A",
}

func truth(body []byte) string {
	switch {
	case len(body) < 2:
		return ""
	case body[1] != 0:
		return faults[body[0]]
	case body[0] != 0:
		return "TRUE"
	}
	return "FALSE"
}
