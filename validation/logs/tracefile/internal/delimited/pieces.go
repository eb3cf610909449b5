package delimited

import (
	"bytes"
	"errors"
	"io"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// aligned is of what a piece reads on at a multiple in memory: elsewhere the system copies 3.7 times as slowly.
const aligned = 64

// pieces cut a file between records. Errors state lines as though the piece were the file: readers count lines sooner.
type pieces struct {
	celltext.Source
	in      io.Reader
	size    int    // of the next piece
	usual   int    // of those after the first
	carried []byte // the beginning of a record whose end was not read yet
	err     error  // with what follows the piece before
}

func newPieces(from *input.File) *pieces {
	if head, _ := from.Peek(len(celltext.Utf8Mark)); string(head) == celltext.Utf8Mark {
		_, _ = from.Discard(len(head)) // just peeked, so it can't fail
	}
	return &pieces{Source: from.Source, in: from.Reader, size: input.HeadBytes, usual: table.PieceBytes}
}

func (p *pieces) next(room []byte) (*table.Piece, error) {
	if p.err != nil {
		return nil, p.err
	}
	lead := -len(p.carried) & (aligned - 1)
	if least := lead + len(p.carried) + p.size/2; cap(room) < least {
		room = make([]byte, lead+len(p.carried)+p.size+input.HeadBytes)
	}
	room = room[:cap(room)]
	text := append(room[lead:lead], p.carried...)
	for {
		var err error
		if text, err = p.fill(text); err != nil && !errors.Is(err, io.EOF) {
			return nil, p.ReadError(err)
		}
		if err != nil {
			return p.end(text, room)
		}
		if cut, bare := table.LastRecordEnd(text); cut > 0 {
			p.size = p.usual
			one := p.cut(text, room, cut)
			one.Bare = bare
			return one, nil
		}
		if len(text) > table.MaxRecord {
			return nil, table.TooLong(p.Source, 1)
		}
		p.size *= 2 // all of it is looked through again
	}
}

func (p *pieces) fill(text []byte) ([]byte, error) {
	from := len(text)
	if cap(text)-from < p.size/2 {
		text = append(make([]byte, 0, from+p.size+input.HeadBytes), text...)
	}
	n, err := io.ReadFull(p.in, text[from:min(from+p.size, cap(text))])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return text[:from+n], err
}

func (p *pieces) cut(text, room []byte, cut int) *table.Piece {
	p.carried = append(p.carried[:0], text[cut:]...)
	return &table.Piece{Text: text[:cut], Room: room}
}

// end returns the last piece. If a quote stays open in it, the error comes after what is whole; the last line may end
// within quotes.
func (p *pieces) end(text, room []byte) (*table.Piece, error) {
	p.err = io.EOF
	cut, open := 0, bytes.Count(text, celltext.Quote)%2 > 0
	if open {
		cut, _ = table.LastRecordEnd(text)
	}
	if !open || cut > 0 && bytes.IndexByte(text[cut:], '\n') < 0 {
		p.carried = nil
		return &table.Piece{Text: text, Room: room, Last: true}, nil
	}
	one := p.cut(text, nil, cut)
	p.err = table.Unclosed(p.Source, 1)
	return one, nil
}

// further corrects the line of an error that was found as though so many lines before it were none.
func further(err error, lines int) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) && inputErr.Line > 0 {
		inputErr.Line += lines
	}
	return err
}
