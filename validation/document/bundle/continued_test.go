package bundle_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"

	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// TestFilesOfASeriesGoOnInTime: a series may go on in further files, but no reading may count twice.
func TestFilesOfASeriesGoOnInTime(t *testing.T) {
	const overlap = "name the files in order of time, each once; readings of two instruments belong in two series."
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"in order": {[]string{"a.csv", "b.csv"}, ""},
		"out of order": {[]string{"b.csv", "a.csv"},
			"series[0].continued[0]: the readings of a.csv do not continue those of b.csv; " + overlap},
		"one twice": {[]string{"a.csv", "b.csv", "b.csv"},
			"series[0].continued[1]: the readings of b.csv do not continue those of b.csv; " + overlap},
		"another overlap": {[]string{"a.csv", "meter.csv"},
			"series[0].continued[0]: the readings of meter.csv do not continue those of a.csv; " + overlap},
		"one is missing": {[]string{"a.csv", "c.csv"},
			`series[0].continued[0]: "c.csv" is not in the bundle; put it beside the document, or correct the name.`},
	} {
		t.Run(name, func(t *testing.T) {
			b := halved()
			b.Entry.Series[0].File, b.Entry.Series[0].Continued = c.files[0], c.files[1:]
			read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
			if c.want == "" {
				if err != nil || read.Measurement.Parts[0].Traces[0].Len() != readings(t) {
					t.Errorf("%v, or readings are lost", err)
				}
				return
			}
			if problems := (power.InputErrors{}); !errors.As(err, &problems) || problems[0].Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestFilesOfASeriesAreOneInstrument: a file that goes on may call the column otherwise, or have no line of names.
func TestFilesOfASeriesAreOneInstrument(t *testing.T) {
	for name, header := range map[string]string{"other case": "TIME,COMPUTE\n", "another name": "time,watts\n",
		"no names": ""} {
		t.Run(name, func(t *testing.T) {
			b := halved()
			_, rows, _ := bytes.Cut(b.Files["b.csv"], []byte("\n"))
			b.Files["b.csv"] = append([]byte(header), rows...)
			s := &b.Entry.Series[0]
			s.File, s.Continued = "a.csv", []string{"b.csv"}
			if name != "other case" {
				s.Time, s.Value = "", "" // each file shows where they stand
			}
			read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			if traces := read.Measurement.Parts[0].Traces; len(traces) != 1 || traces[0].Len() != readings(t) {
				t.Errorf("%d instruments, the first of %d readings", len(traces), traces[0].Len())
			}
		})
	}
}

// TestFilesOfASeriesKeepWhatStandsInDisorder: readings that stand after a later one in their file are
// told of a series in several files as of one in one.
func TestFilesOfASeriesKeepWhatStandsInDisorder(t *testing.T) {
	b := halved()
	rows := bytes.SplitAfter(b.Files["b.csv"], []byte("\n"))
	rows[5], rows[6] = rows[6], rows[5]
	b.Files["b.csv"] = slices.Concat(rows...)
	b.Entry.Series[0].File, b.Entry.Series[0].Continued = "a.csv", []string{"b.csv"}
	read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	if got := read.Measurement.Parts[0].Traces[0].Reversed(); got != 1 {
		t.Errorf("%d readings stand after a later one, want 1", got)
	}
}

// halved is a clean bundle with the halves of its readings in a.csv and b.csv too.
func halved() sample.Bundle {
	b := sample.Clean(1, "2.0")
	rows := bytes.SplitAfter(b.Files["meter.csv"], []byte("\n"))
	half := len(rows) / 2
	b.Files = maps.Clone(b.Files)
	b.Files["a.csv"] = slices.Concat(rows[:half]...)
	b.Files["b.csv"] = slices.Concat(rows[0], slices.Concat(rows[half:]...))
	return b
}

// readings counts those of the whole file.
func readings(t *testing.T) int {
	t.Helper()
	b := sample.Clean(1, "2.0")
	read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	return read.Measurement.Parts[0].Traces[0].Len()
}
