package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

const (
	// maxRecord bounds a line, or the lines that quotes hold together, in bytes.
	maxRecord = 1 << 20
	// pieceBytes is how much text is read at once: it stays in the cache of the core that reads it, and
	// takes long to parse beside what taking turns costs.
	pieceBytes = 1 << 18
)

// piece is consecutive records of delimited text, whole ones only.
type piece struct {
	text []byte
	room []byte // the memory that text lies in, for a piece after it; nil where that may not be used
	last bool   // the file ends with it
	bare bool   // it has no quotes, for sure
	owed *owed  // of what was read for it
}

// aligned is where in memory a piece reads on, behind what was carried: at a multiple of so many bytes. The
// system copies to any other place more slowly, 3.7 times where it was measured.
const aligned = 64

// pieces cut a file between records. They do not count lines, which whoever reads them knows sooner: trouble with the next piece
// tells its line as though that were the first of the file.
type pieces struct {
	source
	in      io.Reader
	lend    func() *Hashed // as of input; nil where pieces are hashed as they are read
	lent    *Hashed        // whose bytes are hashed by those who read the pieces, once that began
	read    [][]byte       // what was read of it for the next piece
	size    int            // of the next piece
	usual   int            // of those after the first
	carried []byte         // the beginning of a record whose end was not read yet
	trouble error          // with what follows the piece before
}

func newPieces(from *input) *pieces {
	if head, _ := from.Peek(3); string(head) == "\xef\xbb\xbf" {
		_, _ = from.Discard(len(head)) // just peeked, so it can't fail
	}
	return &pieces{source: from.source, in: from.Reader, size: headBytes, usual: pieceBytes}
}

// next returns the next piece, in the memory of one before where that is enough; io.EOF ends them.
func (p *pieces) next(room []byte) (*piece, error) {
	if p.trouble != nil {
		return nil, p.trouble
	}
	lead := -len(p.carried) & (aligned - 1)
	if least := lead + len(p.carried) + p.size/2; cap(room) < least {
		room = make([]byte, lead+len(p.carried)+p.size+headBytes)
	}
	room = room[:cap(room)]
	p.read = nil
	text := append(room[lead:lead], p.carried...)
	for {
		var err error
		text, err = p.fill(text)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, p.hard(err)
		}
		if err != nil {
			return p.end(text, room)
		}
		if cut, bare := lastRecordEnd(text); cut > 0 {
			p.size = p.usual
			one := p.cut(text, room, cut)
			one.bare = bare
			return one, nil
		}
		if len(text) > maxRecord {
			return nil, tooLong(p.source, 1)
		}
		p.size *= 2 // all of it is looked through again
	}
}

func (p *pieces) fill(text []byte) ([]byte, error) {
	from := len(text)
	if cap(text)-from < p.size/2 {
		text = append(make([]byte, 0, from+p.size+headBytes), text...)
	}
	if p.lend != nil && p.lent == nil {
		p.lent = p.lend()
	}
	n, err := io.ReadFull(p.in, text[from:min(from+p.size, cap(text))])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	text = text[:from+n]
	if p.lent != nil && n > 0 {
		p.read = append(p.read, text[from:])
	}
	return text, err
}

// owed is the hashing of what was read for a piece.
func (p *pieces) owed() *owed {
	if p.lent == nil {
		return nil
	}
	return p.lent.owe(p.read)
}

func (p *pieces) cut(text, room []byte, cut int) *piece {
	p.carried = append(p.carried[:0], text[cut:]...)
	return &piece{text: text[:cut], room: room, owed: p.owed()}
}

// end returns the last piece. Where a quote stays open in it, the trouble comes after what is whole.
func (p *pieces) end(text, room []byte) (*piece, error) {
	p.trouble = io.EOF
	if bytes.Count(text, quote)%2 == 0 {
		p.carried = nil
		return &piece{text: text, room: room, last: true, owed: p.owed()}, nil
	}
	cut, _ := lastRecordEnd(text)
	one := p.cut(text, nil, cut)
	p.trouble = unclosed(p.source, 1)
	return one, nil
}

var (
	newline = []byte{'\n'}
	quote   = []byte{'"'}
)

// lastRecordEnd returns where the last whole record ends: after the last line end outside quotes. bare tells that there are none.
func lastRecordEnd(text []byte) (end int, bare bool) {
	quotes := bytes.Count(text, quote)
	open := quotes%2 == 1
	end = len(text)
	for {
		at := bytes.LastIndexByte(text[:end], '\n')
		if at < 0 {
			return 0, false
		}
		if quotes > 0 && bytes.Count(text[at:end], quote)%2 == 1 {
			open = !open
		}
		if !open {
			return at + 1, quotes == 0
		}
		end = at
	}
}

// record returns the record that begins at a place of text, without its line end, and where the next
// one begins.
func recordAt(text []byte, at int) (record []byte, next int) {
	rest := text[at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	for open := bytes.Count(rest[:end], quote)%2 == 1; open && end < len(rest); {
		more := bytes.IndexByte(rest[end+1:], '\n')
		if more < 0 {
			more = len(rest) - end - 1
		}
		open = bytes.Count(rest[end+1:end+1+more], quote)%2 == 0
		end += 1 + more
	}
	return bytes.TrimSuffix(rest[:end], []byte{'\r'}), min(at+end+1, len(text))
}

func unclosed(s source, line int) *power.InputError {
	return s.refuse(line, "", "a quote is opened and never closed", `close it, or write "" for a quote within quotes`)
}

// further tells the line of trouble that was told as though so many lines before it were none.
func further(err error, lines int) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) && trouble.Line > 0 {
		trouble.Line += lines
	}
	return err
}

func tooLong(s source, line int) *power.InputError {
	return s.refuse(line, "", fmt.Sprintf("is longer than %d bytes", maxRecord), "give a text file with a line a reading, and close every quote")
}

// recordsIn goes through the records of a piece. Blank lines, rulers and footers are no records.
type recordsIn struct {
	*piece
	from, at int // where the record that was returned last begins, and the next one
	line     int // the one that at is on
}

// recordsOf begins with the records of a piece, the first of which stands on such a line.
func recordsOf(p *piece, line int) recordsIn { return recordsIn{piece: p, line: line} }

// next returns a record and the line it begins on; ok is false at the end of the piece. cut tells that
// the file ends with the record and without a line end.
func (r *recordsIn) next() (record []byte, line int, cut, ok bool) {
	for r.at < len(r.text) {
		from := r.at
		r.from = from
		record, r.at = recordAt(r.text, from)
		line = r.line
		r.line += bytes.Count(r.text[from:r.at], newline)
		if !isEmptyRecord(record) {
			return record, line, r.last && r.at == len(r.text) && r.text[r.at-1] != '\n', true
		}
	}
	return nil, 0, false, false
}
