package canonical

import (
	"errors"
	"fmt"
	"io"
)

// File keeps bytes while they are needed. What was written can be read at once; closing it gives the
// room back.
type File interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Scratch makes a file. Readings are kept in it, and whatever does not fit into memory.
type Scratch func() (File, error)

// Memory is a Scratch for what is known to be small.
func Memory() (File, error) { return &memory{}, nil }

// MemoryUpTo returns a Scratch whose files lie in memory until they are longer than so many bytes, and move to one of
// another Scratch then.
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
