package table

import (
	"bytes"
	"fmt"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
)

const (
	// MaxRecord bounds a line, or the lines that quotes hold together, in bytes.
	MaxRecord = 1 << 20
	// PieceBytes is how much text is read at once: it stays in the cache of the core that reads it, and
	// takes long to parse beside what taking turns costs.
	PieceBytes = 1 << 18
)

// Piece is consecutive records of delimited text, whole ones only.
type Piece struct {
	Text []byte
	Room []byte // the memory that text lies in, for a piece after it; nil if that may not be used
	Last bool   // the file ends with it
	Bare bool   // it has no quotes, for sure
}

// LastRecordEnd returns where the last whole record ends: after the last line end outside quotes. bare reports that there are none.
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

// RecordAt returns the record that begins at a place of text, without its line end, and where the next
// one begins.
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
	return s.Refuse(line, "", fmt.Sprintf("is longer than %d bytes", MaxRecord), "give a text file with a line a reading, and close every quote")
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

// Next returns a record and the line it begins on; ok is false at the end of the piece. cut reports that
// the file ends with the record and without a line end.
func (r *PieceRecords) Next() (record []byte, line int, cut, ok bool) {
	for r.at < len(r.Text) {
		from := r.at
		r.from = from
		record, r.at = RecordAt(r.Text, from)
		line = r.Line
		r.Line += bytes.Count(r.Text[from:r.at], celltext.Newline)
		if !celltext.IsEmptyRecord(record) {
			return record, line, r.Last && r.at == len(r.Text) && r.Text[r.at-1] != '\n', true
		}
	}
	return nil, 0, false, false
}
