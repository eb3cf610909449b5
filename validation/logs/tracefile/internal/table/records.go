package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/power"
)

// Separators may stand between cells, in the order of preference. A blank stands for any run of blanks and tabs.
var Separators = [...]byte{',', ';', '\t', '|', ' '}

// CellCount returns how many cells separator makes of record.
func CellCount(record []byte, separator byte) int {
	if separator == ' ' {
		return len(bytes.FieldsFunc(record, func(r rune) bool { return r == ' ' || r == '\t' }))
	}
	if bytes.IndexByte(record, '"') < 0 {
		return 1 + bytes.Count(record, []byte{separator})
	}
	count, quoted := 1, false
	for _, c := range record {
		switch {
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			count++
		}
	}
	return count
}

// CellsOf appends the cells of a record, trimmed, to into. They share its memory; quoted ones, but between blanks, are
// unquoted in place.
func CellsOf(into [][]byte, record []byte, separator byte) ([][]byte, *celltext.Error) {
	if separator == ' ' {
		return blankCellsOf(into, record)
	}
	quoted := bytes.IndexByte(record, '"') >= 0
	for len(into) < MaxColumns {
		cell, rest, more := bytes.Cut(record, []byte{separator})
		if quoted {
			var f *celltext.Error
			if cell, rest, more, f = firstCell(record, separator); f != nil {
				return nil, f
			}
		}
		if into = append(into, bytes.TrimSpace(cell)); !more {
			return into, nil
		}
		record = rest
	}
	return nil, TooManyCells()
}

func blankCellsOf(into [][]byte, record []byte) ([][]byte, *celltext.Error) {
	for len(into) < MaxColumns {
		record = bytes.TrimLeft(record, " \t")
		end := bytes.IndexAny(record, " \t")
		switch {
		case len(record) == 0:
			return into, nil
		case end < 0:
			return append(into, bytes.TrimSpace(record)), nil
		}
		into = append(into, record[:end])
		record = record[end:]
	}
	return nil, TooManyCells()
}

// TooManyCells is the error of a line with more than MaxColumns cells.
func TooManyCells() *celltext.Error {
	return &celltext.Error{Problem: fmt.Sprintf("has more than %d columns", MaxColumns),
		Remedy: "give the file in parts"}
}

func firstCell(record []byte, separator byte) (cell, rest []byte, more bool, f *celltext.Error) {
	text, begins := bytes.CutPrefix(bytes.TrimLeft(record, " "), celltext.Quote)
	if !begins {
		if cell, rest, more = bytes.Cut(record, []byte{separator}); bytes.IndexByte(cell, '"') >= 0 {
			return nil, nil, false, strayQuote()
		}
		return cell, rest, more, nil
	}
	cell, rest, closed := unquote(text)
	between, rest, more := bytes.Cut(rest, []byte{separator})
	if !closed || len(bytes.TrimSpace(between)) > 0 {
		return nil, nil, false, strayQuote()
	}
	return cell, rest, more, nil
}

// unquote returns the text up to the closing quote, with "" made one quote, and what follows.
func unquote(text []byte) (cell, rest []byte, closed bool) {
	cell = text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			if i+1 == len(text) || text[i+1] != '"' {
				return cell, text[i+1:], true
			}
			i++
		}
		cell = append(cell, text[i])
	}
	return nil, nil, false
}

func strayQuote() *celltext.Error {
	return &celltext.Error{Problem: "has a quote within a cell",
		Remedy: `put the whole cell in quotes and write "" for a quote within`, Unreadable: true}
}

const (
	// MaxRecord bounds a line, or the lines that quotes hold together, in bytes.
	MaxRecord = 1 << 20
	// PieceBytes is how much text is read at once: it stays in the cache of the core that reads it, and
	// takes long to parse beside what taking turns costs.
	PieceBytes = 1 << 18
)

// Records reads the lines of a format that makes rows of them.
type Records struct {
	celltext.Source
	In    *bufio.Reader
	Lines int  // physical lines read so far
	Cut   bool // the file ends with the line that was read last, and without a line end
	CutAt int  // that line
}

// NewRecords reads the records of a text from in, after a byte order mark if it has one.
func NewRecords(of celltext.Source, in *bufio.Reader) *Records {
	if head, _ := in.Peek(len(celltext.Utf8Mark)); string(head) == celltext.Utf8Mark {
		_, _ = in.Discard(len(head)) // just peeked, so it can't fail
	}
	return &Records{Source: of, In: in}
}

// Line returns the next physical line without its end, good until the next call.
func (r *Records) Line() ([]byte, error) {
	r.Lines++
	piece, err := r.In.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		long := bytes.Clone(piece) // than the buffer
		for errors.Is(err, bufio.ErrBufferFull) {
			piece, err = r.In.ReadSlice('\n')
			if long = append(long, piece...); len(long) > MaxRecord {
				return nil, TooLong(r.Source, r.Lines)
			}
		}
		piece = long
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(piece) == 0 {
		return nil, io.EOF
	}
	if r.Cut = err != nil; r.Cut {
		r.CutAt = r.Lines
	}
	if r.Cut && endsWithinNumber.Match(piece) {
		return append(bytes.Clone(piece), TornMark), nil
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(piece, celltext.Newline), []byte{'\r'}), nil
}

const longestPause = 4096 // more white space than any logger leaves between two captures, in bytes

// Lasts reports whether anything but white space follows in the next bytes.
func (r *Records) Lasts() bool {
	rest, _ := r.In.Peek(longestPause) // what can't be peeked is met when it is read
	return len(bytes.Trim(rest, " \t\r\n")) > 0 || len(rest) == longestPause
}

// TornMark follows the number that a file ends with, without a line end: digits may be missing, so that no reader may
// take it for a number. It is the character that ends a transmission, which stands in no log.
const TornMark = '\x04'

var endsWithinNumber = regexp.MustCompile(`\d(?:[.,']|[eE][-+]?)?$`)

// WithoutTornMark returns a line as the file has it.
func WithoutTornMark(line []byte) []byte { return bytes.TrimSuffix(line, []byte{TornMark}) }

// IsTorn reports whether a cell is the number, or the name that ends with digits, within which the file ends.
func IsTorn(cell []byte) bool { return len(cell) > 0 && cell[len(cell)-1] == TornMark }

// Piece is consecutive records of delimited text, whole ones only.
type Piece struct {
	Text []byte
	Room []byte // the memory that text lies in, for a piece after it; nil if that may not be used
	Last bool   // the file ends with it
	Bare bool   // it has no quotes, for sure
}

// LastRecordEnd returns where the last whole record ends: after the last line end outside quotes. bare reports that
// there are none.
func LastRecordEnd(text []byte) (end int, bare bool) {
	quotes := bytes.Count(text, celltext.Quote)
	open := quotes%2 == 1
	end = len(text)
	for {
		at := bytes.LastIndexByte(text[:end], '\n')
		if at < 0 {
			return 0, false
		}
		if quotes > 0 && bytes.Count(text[at:end], celltext.Quote)%2 == 1 {
			open = !open
		}
		if !open {
			return at + 1, quotes == 0
		}
		end = at
	}
}

// RecordAt returns the record at a place of text, without its line end, and where the next one begins.
func RecordAt(text []byte, at int) (record []byte, next int) {
	rest := text[at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	for open := bytes.Count(rest[:end], celltext.Quote)%2 == 1; open && end < len(rest); {
		more := bytes.IndexByte(rest[end+1:], '\n')
		if more < 0 {
			more = len(rest) - end - 1
		}
		open = bytes.Count(rest[end+1:end+1+more], celltext.Quote)%2 == 0
		end += 1 + more
	}
	return bytes.TrimSuffix(rest[:end], []byte{'\r'}), min(at+end+1, len(text))
}

// Unclosed is the error of a quoted cell without an end. line is where its record begins.
func Unclosed(s celltext.Source, line int) *power.InputError {
	return s.Refuse(line, "", "a quote is opened and never closed", `close it, or write "" for a quote within quotes`)
}

// TooLong is the error of a record that is longer than MaxRecord bytes.
func TooLong(s celltext.Source, line int) *power.InputError {
	return s.Refuse(line, "", fmt.Sprintf("is longer than %d bytes", MaxRecord),
		"give a text file with a line a reading, and close every quote")
}

// PieceRecords goes through the records of a piece. Blank lines, rulers and footers are no records.
type PieceRecords struct {
	*Piece
	from, at int // where the record that was returned last begins, and the next one
	Line     int // the one that at is on
}

// Before returns the text of the piece before the record that was returned last.
func (r *PieceRecords) Before() []byte { return r.Text[:r.from] }

// RecordsOf begins with the records of a piece, the first of which stands on such a line.
func RecordsOf(p *Piece, line int) PieceRecords { return PieceRecords{Piece: p, Line: line} }

// Next returns a record and its line; cut reports that the file ends with it and without a line end, ok is false at the
// end.
func (r *PieceRecords) Next() (record []byte, line int, cut, ok bool) {
	for r.at < len(r.Text) {
		r.from = r.at
		record, r.at = RecordAt(r.Text, r.from)
		line = r.Line
		r.Line += bytes.Count(r.Text[r.from:r.at], celltext.Newline)
		if !celltext.IsEmptyRecord(record) {
			return record, line, r.Last && r.at == len(r.Text) && r.Text[r.at-1] != '\n', true
		}
	}
	return nil, 0, false, false
}

// MaxColumns bounds the columns of a file.
const MaxColumns = 10_000
