package tracefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"green500/validation/canonical"
)

// content is what is read of a file or a member: at and size where it can be read from any place, else stream, which is
// read once.
type content struct {
	at     io.ReaderAt
	size   int64
	stream io.Reader
	opens  func(in *input) (sheet, error) // what a format holds already, nil for what is to be found
	close  func()                         // nil where nothing is to be closed
}

// headBytes is how much of the beginning of a file formats are told by.
const headBytes = 64 << 10

// maxLaid bounds what is laid out on disk to be read from any place, in bytes.
const maxLaid = 16 << 30

// input is a file while it is read.
type input struct {
	source
	*bufio.Reader                   // of the content from its beginning
	section       *io.SectionReader // which that reads, nil for a stream
	head          []byte
	packing       []string  // what the content was packed in, the outermost first
	member        string    // its name in the archive or folder it lies in, empty where it lies in none
	modified      time.Time // when it was last written, where the archive or folder tells it
	started       string    // when its times began, where a file beside it tells that
	chosen        []string  // the members that series ask for; nil for all
	sheets        []string  // likewise of a workbook
	choosing      bool      // members may be chosen by what they are, where not all can be read as one
	formats       []logFormat
	loose         bool // what takes it is no format of logs alone: any text, or any JSON
	spent         *allowance
	scratch       canonical.Scratch
	closing       []func() // the last one first
}

// opened is a sheet and the input that it reads.
type opened struct {
	sheet  sheet
	format string
	*input
}

// newInput begins a file, whose content is received then.
func newInput(name string, formats []logFormat, scratch canonical.Scratch) *input {
	return &input{source: source{name: name}, formats: formats, scratch: scratch, spent: &allowance{}}
}

// receive takes the content of a file.
func (in *input) receive(from content) {
	in.bytes, in.size = from.at, from.size
	if in.member == "" {
		in.spent.packed.Add(from.size)
	}
	stream := from.stream
	if from.at != nil {
		in.section = io.NewSectionReader(from.at, 0, from.size)
		stream = in.section
	} else if in.member == "" {
		stream = &witness{Reader: stream, spent: in.spent}
	}
	in.Reader = bufio.NewReaderSize(stream, roomFor(from.size))
}

// roomFor is how much of a file is held: an archive may have very many small members. 0 is a size
// that is not known.
func roomFor(size int64) int {
	if size == 0 {
		return headBytes
	}
	return int(min(headBytes, max(size, 4<<10)))
}

// begin goes on with other content, which can only be read once.
func (in *input) begin(stream io.Reader) {
	in.bytes, in.size, in.section = nil, 0, nil
	in.Reader = bufio.NewReaderSize(stream, headBytes)
}

// peek looks at the beginning of the content.
func (in *input) peek() error {
	head, err := in.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return in.hard(err)
	}
	in.head = head
	return nil
}

// open finds the format of the content. It is closed where that fails.
func (in *input) open() (*opened, error) {
	s, format, err := in.find()
	if err != nil {
		in.close()
		return nil, err
	}
	return &opened{s, format, in}, nil
}

// ofLogs is a sheet of several logs, which are of a format of their own.
type ofLogs interface{ logFormat() string }

func (in *input) find() (sheet, string, error) {
	if err := in.peel(); err != nil {
		return nil, "", err
	}
	if trouble := in.foreign(); trouble != nil {
		return nil, "", trouble
	}
	for i, f := range in.formats {
		if !f.is(in.head) {
			continue
		}
		in.loose = i == len(in.formats)-1
		s, err := f.open(in)
		if many, ok := s.(ofLogs); ok && err == nil {
			return s, many.logFormat(), nil
		}
		return s, f.name, err
	}
	return nil, "", in.refuse(0, "", "is no text, and in no format that is known", "export the readings as CSV with a header line")
}

// lend is the file whose bytes are hashed by their reader from here on; nil where they are hashed otherwise, or not yet.
func (in *input) lend() *Hashed {
	hashed, ok := in.bytes.(*Hashed)
	if !ok || in.section == nil || in.Buffered() > 0 {
		return nil
	}
	at, err := in.section.Seek(0, io.SeekCurrent)
	if err != nil || !hashed.lend(at) {
		return nil
	}
	return hashed
}

// skipMark leaves out the mark that some editors put before UTF-8.
func (in *input) skipMark() error {
	if len(in.head) < len(utf8Mark) || string(in.head[:len(utf8Mark)]) != utf8Mark {
		return nil
	}
	if _, err := in.Discard(len(utf8Mark)); err != nil {
		return in.hard(err)
	}
	if in.bytes != nil {
		in.size -= int64(len(utf8Mark))
		in.bytes = io.NewSectionReader(in.bytes, int64(len(utf8Mark)), in.size)
	}
	return in.peek()
}

// jump makes the content readable from any place, and lays a stream out for that.
func (in *input) jump() error {
	if in.bytes != nil {
		return nil
	}
	file, err := in.scratch()
	if err != nil {
		return in.hard(err)
	}
	in.closing = append(in.closing, func() { _ = file.Close() }) // nothing in it is needed any more
	if in.size, err = io.Copy(file, io.LimitReader(in.Reader, maxLaid+1)); err != nil {
		return in.hard(err)
	}
	if in.size > maxLaid {
		return in.refuse(0, "", fmt.Sprintf("holds more than %d GiB", maxLaid>>30), "give the file in parts")
	}
	in.bytes = file
	return nil
}

func (in *input) close() {
	for _, one := range slices.Backward(in.closing) {
		one()
	}
	in.closing = nil
}
