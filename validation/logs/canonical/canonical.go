// Package canonical keeps readings in the one form that everything is answered from: a Parquet file
// a series, with an overview of every trace inside it. It is written while a log is read, in bounded
// memory, and opened without reading it.
//
// The file has a row a reading, instrument after instrument, each in the order of time:
//
//	instrument  string, dictionary
//	time        timestamp UTC in an int64, of milliseconds, microseconds or nanoseconds
//	value       decimal in an int64: watts or joules
//
// Time and value have as many decimal places as the readings need, and are coded as differences,
// which takes some two bytes a reading. The same readings in the same order of instruments give the
// same bytes, however they were mixed and on however many cores.
//
// Rows are coded in stripes. After some row groups stand the heads of all their stripes, which state where pages lie
// and hold the overview of the readings, so that a drawing reads many together; before the footer of Parquet stands an
// index of the stripes and traces, and a trailer that states where the index begins. So opening a file takes one read
// of its end, and a question takes a head and a page at each end of a span.
package canonical

import (
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

const (
	instrumentName = "instrument"
	timeName       = "time"
	valueName      = "value"

	quantityKey = "green500.quantity"
	unitKey     = "green500.unit"
	formKey     = "green500.form"
	form        = "trace/4" // another layout, or another meaning of what is kept, is another form
)

// stripeRows is the most rows of a stripe: a whole chunk of one trace, or several shorter ones.
const stripeRows = power.BlockReadings * power.ChunkBlocks

// sizes are how much is dealt with at a time. They are chosen so that a writer takes some 30 MiB.
type sizes struct {
	batch int // readings that are put in order together while they come
	late  int // of them, the last that wait for the next: so late may a reading be at no cost
	page  int // rows of a page, decoded when a few of them are needed
	group int // stripes of a row group
	heads int // bytes of heads that are written together
}

func usual() sizes {
	return sizes{batch: 1 << 18, late: 1 << 12, page: 1 << 13, group: 4, heads: 512 << 10}
}

// Meaning is what a file in the canonical form tells other readers: columns and unit.
type Meaning struct {
	Instrument, Value string
	Unit              power.Unit
}

// MeaningOf returns the meaning of a file with such metadata; ours is false if it has none of ours.
func MeaningOf(lookup func(key string) (value string, known bool)) (m Meaning, ours bool) {
	if kept, _ := lookup(formKey); kept != form {
		return m, false
	}
	told, _ := lookup(unitKey)
	m = Meaning{instrumentName, valueName, power.Unit(told)}
	_, ours = m.Unit.Quantity()
	return m, ours
}

// File keeps bytes while they are needed. What was written can be read at once; closing it gives the room back.
type File interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Scratch makes a file. Readings are kept in it, and whatever does not fit into memory.
type Scratch func() (File, error)

// Memory is a Scratch for what is known to be small.
func Memory() (File, error) { return &memory{}, nil }

// MemoryUpTo returns a Scratch in memory, whose files move to another Scratch beyond so many bytes.
func MemoryUpTo(bytes int64, beyond Scratch) Scratch {
	return func() (File, error) { return &moving{File: &memory{}, limit: bytes, beyond: beyond}, nil }
}

// part is how many bytes of memory are taken together: a file that grows is never copied.
const part = 64 << 10

type memory struct {
	parts [][]byte
	size  int64
}

func (m *memory) Write(b []byte) (int, error) {
	written := len(b)
	for len(b) > 0 {
		last := len(m.parts) - 1
		if last < 0 || len(m.parts[last]) == part {
			m.parts = append(m.parts, nil)
			continue
		}
		n := min(len(b), part-len(m.parts[last]))
		m.parts[last], b = append(m.parts[last], b[:n]...), b[n:]
	}
	m.size += int64(written)
	return written, nil
}

func (m *memory) ReadAt(into []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, errors.New("canonical: read before the beginning")
	}
	for n < len(into) && at < m.size {
		read := copy(into[n:], m.parts[at/part][at%part:])
		n, at = n+read, at+int64(read)
	}
	if n < len(into) {
		err = io.EOF
	}
	return n, err
}

func (m *memory) Close() error { return nil }

type moving struct {
	File
	size, limit int64
	beyond      Scratch // nil once it moved
}

func (m *moving) Write(b []byte) (int, error) {
	if m.beyond != nil && m.size+int64(len(b)) > m.limit {
		if err := m.move(); err != nil {
			return 0, err
		}
	}
	n, err := m.File.Write(b)
	m.size += int64(n)
	return n, err
}

func (m *moving) move() error {
	to, err := m.beyond()
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, io.NewSectionReader(m.File, 0, m.size)); err != nil {
		return errors.Join(fmt.Errorf("move readings out of memory: %w", err), to.Close())
	}
	m.File, m.beyond = to, nil
	return nil
}
