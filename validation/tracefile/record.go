package tracefile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

// records reads the lines of a format that makes rows of them.
type records struct {
	source
	in    *bufio.Reader
	lines int  // physical lines read so far
	cut   bool // the file ends with the line that was read last, and without a line end
}

func newRecords(of source, in *bufio.Reader) *records {
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" {
		_, _ = in.Discard(len(head)) // just peeked, so it can't fail
	}
	return &records{source: of, in: in}
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
	r.cut = err != nil
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

// hard keeps trouble with the input as it is and says of any other which file could not be read.
func (r *records) hard(err error) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return err
	}
	return fmt.Errorf("reading %s: %w", r.name, err)
}

func (r *records) tooLong(line int) error { return tooLong(r.source, line) }
