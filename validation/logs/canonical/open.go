package canonical

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"green500/validation/power"
)

// Readings are the traces of a series as they are kept. Closing them gives the room back; the traces are dead then.
type Readings struct {
	Traces  []*power.Trace
	Notes   []power.Note
	Choices []power.Choice // what the series takes of its files
	file    File           // nil if the caller has it
	bytes   io.ReaderAt
	size    int64
}

// Reader returns the bytes of the canonical form.
func (r *Readings) Reader() *io.SectionReader { return io.NewSectionReader(r.bytes, 0, r.size) }

// Close gives the room back. It fails if the file does.
func (r *Readings) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Open returns the traces of a file in the canonical form, in the order they were written. They read from f what they
// need, so f has to stay open while they are used; errors are then returned by their Err. A file that is damaged or in
// any other form is a *power.InputError, which names no file: the caller knows what it was.
func Open(f io.ReaderAt, size int64) ([]*power.Trace, error) {
	r, err := OpenReadings(f, size)
	if err != nil {
		return nil, err
	}
	return r.Traces, nil
}

// OpenReadings opens a file as Open does, and returns its notes too. Closing them leaves f open.
func OpenReadings(f io.ReaderAt, size int64) (*Readings, error) {
	x, err := readIndex(f, size)
	if err != nil {
		return nil, err
	}
	traces, err := x.open()
	if err != nil {
		return nil, damaged("its index contradicts itself")
	}
	return &Readings{Traces: traces, Notes: x.notes, bytes: f, size: size}, nil
}

// tailBytes are read first: more than index and footer of a usual file. Less would take as long.
func tailBytes(size int64) int64 {
	const least, most, share = 64 << 10, 1 << 20, 512
	return min(size, max(least, min(most, size/share)))
}

type tail struct {
	file io.ReaderAt
	size int64
	last []byte
}

func (t tail) read(at, length int64) ([]byte, error) {
	if from := at - (t.size - int64(len(t.last))); from >= 0 {
		return t.last[from : from+length], nil
	}
	b := make([]byte, length)
	return b, readAt(t.file, b, at)
}

func readIndex(f io.ReaderAt, size int64) (*index, error) {
	if size < int64(2*len(magic)+footerLength+trailerLength) {
		return nil, foreign()
	}
	t := tail{file: f, size: size, last: make([]byte, tailBytes(size))}
	if err := readAt(f, t.last, size-int64(len(t.last))); err != nil {
		return nil, err
	}
	end := t.last[len(t.last)-footerLength:]
	at := size - footerLength - int64(binary.LittleEndian.Uint32(end)) - int64(trailerLength)
	if string(end[4:]) != magic || at < int64(len(magic)) {
		return nil, foreign()
	}
	trailer, err := t.read(at, int64(trailerLength))
	if err != nil {
		return nil, err
	}
	if string(trailer[:len(trailerMagic)]) != trailerMagic {
		return nil, foreign()
	}
	told := trailer[len(trailerMagic):]
	length := binary.LittleEndian.Uint64(told)
	if crc32.ChecksumIEEE(trailer[:trailerLength-4]) != binary.LittleEndian.Uint32(told[12:]) ||
		length > uint64(at)-uint64(len(magic)) {
		return nil, damaged("it does not state where its index is")
	}
	text, err := t.read(at-int64(length), int64(length))
	if err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(text) != binary.LittleEndian.Uint32(told[8:]) {
		return nil, damaged("its index has another checksum")
	}
	x := &index{stripes: stripes{file: f, limit: at - int64(length),
		heads: power.NewCache[int, *stripeHead](recentKept)}}
	if !x.decode(text) {
		return nil, damaged("its index is invalid")
	}
	x.pages = power.NewCache[pageKey, []int64](recentKept*x.pageRows + 1)
	return x, nil
}
