package tracefile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

// records reads the records of delimited text: a line each, or several where a quoted cell holds
// a line break. Blank lines are no records.
type records struct {
	source
	in    *bufio.Reader
	lines int    // physical lines read so far
	held  []byte // a record that did not lie in the buffer of in as one piece
}

func newRecords(from *input) *records {
	in := from.Reader
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" {
		_, _ = in.Discard(len(head)) // just peeked, so it can't fail
	}
	return &records{source: from.source, in: in}
}

// next returns a record, good until the next call, and the line it begins on; io.EOF ends them.
func (r *records) next() (record []byte, line int, err error) {
	for {
		piece, err := r.line()
		if err != nil {
			return nil, 0, err
		}
		line = r.lines
		if len(bytes.TrimSpace(piece)) == 0 {
			continue
		}
		if bytes.Count(piece, []byte{'"'})%2 == 0 {
			return piece, line, nil
		}
		record, err := r.untilClosed(piece, line)
		return record, line, err
	}
}

// line returns the next physical line without its end, good until the next call.
func (r *records) line() ([]byte, error) {
	r.lines++
	piece, err := r.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		piece, err = r.longLine(piece)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(piece) == 0 {
		return nil, io.EOF
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(piece, []byte{'\n'}), []byte{'\r'}), nil
}

// longLine puts a line together that the buffer of in can't hold.
func (r *records) longLine(piece []byte) ([]byte, error) {
	long := bytes.Clone(piece)
	for {
		piece, err := r.in.ReadSlice('\n')
		long = append(long, piece...)
		if len(long) > maxRecord {
			return nil, r.tooLong(r.lines)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return long, err
		}
	}
}

// untilClosed adds lines to a record until its quotes pair.
func (r *records) untilClosed(piece []byte, line int) ([]byte, error) {
	r.held = append(r.held[:0], piece...)
	for {
		piece, err := r.line()
		if errors.Is(err, io.EOF) {
			return nil, r.refuse(line, "", "a quote is opened and never closed", `close it, or write "" for a quote within quotes`)
		}
		if err != nil {
			return nil, err
		}
		r.held = append(append(r.held, '\n'), piece...)
		if len(r.held) > maxRecord {
			return nil, r.tooLong(line)
		}
		if bytes.Count(piece, []byte{'"'})%2 == 1 {
			return r.held, nil
		}
	}
}

// hard keeps trouble with the input as it is and says of any other which file could not be read.
func (r *records) hard(err error) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return err
	}
	return fmt.Errorf("reading %s: %w", r.name, err)
}

func (r *records) tooLong(line int) error {
	return r.refuse(line, "", fmt.Sprintf("is longer than %d bytes", maxRecord), "give a text file with a line a reading, and close every quote")
}
