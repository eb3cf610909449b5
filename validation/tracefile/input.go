package tracefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"green500/validation/canonical"
)

// Input is a file to be read: At and Size where it can be read from any place, else Stream, which is
// read once.
type Input struct {
	Name   string // as the person called it
	At     io.ReaderAt
	Size   int64
	Stream io.Reader
}

// headBytes is how much of the beginning of a file formats are told by.
const headBytes = 64 << 10

// input is a file while it is read.
type input struct {
	source
	*bufio.Reader // of the content from its beginning
	head          []byte
	member        string    // its name in the archive or folder it lies in, empty where it lies in none
	modified      time.Time // when it was last written, where the archive or folder tells it
	scratch       canonical.Scratch
	laid          canonical.File // what had to be laid out
	held          io.Closer      // what a format keeps open
}

// opened is a sheet and the input that it reads.
type opened struct {
	sheet  sheet
	format string
	*input
}

// openInput finds the format of a file.
func openInput(in Input, scratch canonical.Scratch) (*opened, error) {
	i := &input{source: source{name: in.Name, bytes: in.At, size: in.Size}, scratch: scratch}
	stream := in.Stream
	if stream == nil {
		stream = io.NewSectionReader(in.At, 0, in.Size)
	}
	i.Reader = bufio.NewReaderSize(stream, headBytes)
	head, err := i.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", i.name, err)
	}
	i.head = head
	if trouble := i.foreign(); trouble != nil {
		return nil, trouble
	}
	for _, f := range formats() {
		if !f.is(head) {
			continue
		}
		s, err := f.open(i)
		if err != nil {
			i.close()
			return nil, err
		}
		return &opened{s, f.name, i}, nil
	}
	return nil, i.refuse(0, "", "is in no format that is known", "give the log as CSV with a header line")
}

// jump makes the content readable from any place, and lays a stream out for that.
func (in *input) jump() error {
	if in.bytes != nil {
		return nil
	}
	file, err := in.scratch()
	if err != nil {
		return fmt.Errorf("reading %s: %w", in.name, err)
	}
	in.laid = file
	if in.size, err = io.Copy(file, in.Reader); err != nil {
		return fmt.Errorf("reading %s: %w", in.name, err)
	}
	in.bytes = file
	return nil
}

func (in *input) close() {
	if in.held != nil {
		_ = in.held.Close() // it was only read
	}
	if in.laid != nil {
		_ = in.laid.Close() // nothing in it is needed any more
	}
}
