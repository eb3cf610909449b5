package tracefile

import "io"

// untilEnded is a file that is read until its reader has left.
type untilEnded struct {
	in    io.Reader
	at    io.ReaderAt
	ended func() error
}

// ending has a file end as Ended says. It is the same where nothing ends it.
func (in Input) ending() Input {
	if in.Ended == nil {
		return in
	}
	if in.At != nil {
		in.At = untilEnded{at: in.At, ended: in.Ended}
	}
	if in.Stream != nil {
		in.Stream = untilEnded{in: in.Stream, ended: in.Ended}
	}
	return in
}

// Read reads on. It fails as Ended does.
func (u untilEnded) Read(into []byte) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.in.Read(into)
}

// ReadAt reads anywhere. It fails as Ended does.
func (u untilEnded) ReadAt(into []byte, at int64) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.at.ReadAt(into, at)
}
