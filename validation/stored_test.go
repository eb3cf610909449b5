package validation_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
)

// store replaces the traces of a bundle by stored ones; in shows their files as the program reads them.
func store(t *testing.T, read *bundle.Bundle, in func(*bytes.Reader) io.ReaderAt) {
	t.Helper()
	for i, part := range read.Measurement.Parts {
		var file bytes.Buffer
		if err := canonical.Write(&file, part.Traces); err != nil {
			t.Fatal(err)
		}
		traces, err := canonical.Open(in(bytes.NewReader(file.Bytes())), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		read.Measurement.Parts[i].Traces = traces
	}
}

// TestStoredReadingsAreGradedAlike: the report of readings that are kept is the same, byte for byte.
func TestStoredReadingsAreGradedAlike(t *testing.T) {
	for _, b := range clean() {
		read, err := read(b.Bundle)
		if err != nil {
			t.Fatal(err)
		}
		for _, edition := range methodology.Editions() {
			read.Measurement.Entry.Methodology = string(edition)
			want := graded(t, read)
			kept := *read
			measurement := *read.Measurement
			measurement.Parts = append([]power.Part{}, measurement.Parts...)
			kept.Measurement = &measurement
			store(t, &kept, func(file *bytes.Reader) io.ReaderAt { return file })
			if !bytes.Equal(graded(t, &kept), want) {
				t.Errorf("%s: stored readings give another report by %s", b.Name, edition)
			}
		}
	}
}

func graded(t *testing.T, read *bundle.Bundle) []byte {
	t.Helper()
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// vanishing is a file that cannot be read any more once it is gone.
type vanishing struct {
	io.ReaderAt
	gone *bool
}

var errGone = errors.New("the disk is gone")

func (v vanishing) ReadAt(b []byte, at int64) (int, error) {
	if *v.gone {
		return 0, errGone
	}
	return v.ReaderAt.ReadAt(b, at)
}

// TestReadingsThatCannotBeReadAreNoFinding: no verdict is formed on what was not seen.
func TestReadingsThatCannotBeReadAreNoFinding(t *testing.T) {
	read, err := read(clean()[0].Bundle)
	if err != nil {
		t.Fatal(err)
	}
	gone := false
	store(t, read, func(file *bytes.Reader) io.ReaderAt { return vanishing{file, &gone} })
	gone = true
	report, err := validation.Grade(validation.Input{Measurement: read.Measurement, Edition: methodology.V20})
	if report != nil || err == nil {
		t.Errorf("graded without readings: %v", err)
	}
}
