package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
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
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" {
		_, _ = in.Discard(len(head)) // just peeked, so it can't fail
	}
	return &Records{Source: of, In: in}
}

// Line returns the next physical line without its end, good until the next call.
func (r *Records) Line() ([]byte, error) {
	r.Lines++
	piece, err := r.In.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		piece, err = r.longLine(piece)
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
	return bytes.TrimSuffix(bytes.TrimSuffix(piece, []byte{'\n'}), []byte{'\r'}), nil
}

// TornMark follows the number that a file ends with, without a line end: digits may be missing, so that no reader may take it for a
// number. It is the character that ends a transmission, which stands in no log.
const TornMark = '\x04'

// endsWithinNumber is what a line ends with if more digits may follow.
var endsWithinNumber = regexp.MustCompile(`\d(?:[.,']|[eE][-+]?)?$`)

// WithoutTornMark returns a line as the file has it.
func WithoutTornMark(line []byte) []byte { return bytes.TrimSuffix(line, []byte{TornMark}) }

// IsTorn reports whether a cell is the number, or the name that ends with digits, within which the file ends.
func IsTorn(cell []byte) bool { return len(cell) > 0 && cell[len(cell)-1] == TornMark }

// longLine puts a line together that the buffer of in can't hold.
func (r *Records) longLine(piece []byte) ([]byte, error) {
	long := bytes.Clone(piece)
	for {
		piece, err := r.In.ReadSlice('\n')
		long = append(long, piece...)
		if len(long) > MaxRecord {
			return nil, r.tooLong(r.Lines)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return long, err
		}
	}
}

// ReadError keeps an error in the input as it is and says of any other which file could not be read.
func (r *Records) ReadError(err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return err
	}
	return fmt.Errorf("reading %s: %w", r.Name, err)
}

func (r *Records) tooLong(line int) error { return TooLong(r.Source, line) }
