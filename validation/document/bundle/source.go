package bundle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// Source is what a bundle is made of.
type Source struct {
	Entry    *power.Entry // has to have passed document.Check
	Folder   fs.FS        // the files it names
	Scratch  canonical.Scratch
	Document []byte        // canonical JSON of Entry as it was graded before, or nil
	Cache    ReadingsCache // or nil
}

// ReadingsCache keeps readings that were taken from files before. What it keeps and returns it closes itself.
type ReadingsCache interface {
	// Find returns the readings of a series of the document, or nil if they are not kept.
	Find(series int) (*canonical.Readings, error)
	// Keep takes readings over that were just taken from the files of a series.
	Keep(series int, readings *canonical.Readings) error
}

// Assemble reads the files that the document names, and finds on the shelf what was read of them before. Problems of
// the input are returned as power.InputErrors; the readings of a series that has none are kept even then.
func (s Source) Assemble() (*Bundle, error) {
	text := s.Document
	if text == nil {
		var err error
		if text, err = document.JSON(s.Entry); err != nil {
			return nil, fmt.Errorf("write document: %w", err)
		}
	}
	r := newReader(s)
	b := &Bundle{Entry: s.Entry, Document: text, Folder: s.Folder}
	var err error
	if b.Measurement, err = r.measurement(); err == nil {
		b.Files, err = r.digests()
	}
	if err != nil {
		return nil, r.read.closing(err)
	}
	b.read = r.read
	return b, nil
}

// Parts returns the readings of every series without looking at the run. They are dead once the closer is closed.
func (s Source) Parts() ([]power.Part, io.Closer, error) {
	r := newReader(s)
	m := &power.Measurement{Entry: s.Entry}
	if err := r.parts(m); err != nil {
		return nil, nil, r.read.closing(err)
	}
	return m.Parts, r.read, nil
}

// Measured returns the measurement as it is graded, without the digests of the files: reading a long log
// for its digest alone takes longer than any request. It is dead once the closer is closed.
func (s Source) Measured() (*power.Measurement, io.Closer, error) {
	r := newReader(s)
	m, err := r.measurement()
	if err != nil {
		return nil, nil, r.read.closing(err)
	}
	return m, r.read, nil
}

type reader struct {
	Source
	taken map[string]string // digests of the files that were read, by name
	read  held
}

func newReader(s Source) *reader { return &reader{Source: s, taken: map[string]string{}} }

type held []*canonical.Readings

// Close gives the room back.
func (h held) Close() error {
	var errs []error
	for _, one := range h {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}

func (h held) closing(err error) error {
	if failed := h.Close(); failed != nil {
		return errors.Join(err, failed)
	}
	return err
}
