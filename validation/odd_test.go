package validation_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// oddities are what a document may hold although no machine has it.
var oddities = []string{
	"0", "-1", "1", "1e-9", "1e12", "-1e12", "1000000000000", "5e-324", "1.7e308", "9223372036854775807", "text",
	"0001-01-01T00:00:01Z", "1970-01-01T00:00:00Z", "2262-04-11T23:47:16Z", "9999-12-31T23:59:59Z",
}

// TestOddDocumentsAreRefusedOrGraded puts odd figures and times into documents: each is refused with
// a sentence for its author, or leaves a report that is valid JSON, under any edition.
func TestOddDocumentsAreRefusedOrGraded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		fields := document.Fields(&b.Entry)
		paths := slices.Sorted(maps.Keys(fields))
		for _, path := range rapid.SliceOfN(rapid.SampledFrom(paths), 1, 3).Draw(t, "fields") {
			fields[path] = rapid.SampledFrom(oddities).Draw(t, path)
		}
		problems := power.InputErrors{}
		entry, err := document.FromFields(fields)
		if errors.As(err, &problems) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		odd, err := read(sample.Bundle{Methodology: b.Methodology, Entry: *entry, Files: b.Files})
		if errors.As(err, &problems) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		writesAReport(t, odd.Measurement)
	})
}

// TestOddReadingsAreGraded grades a handful of readings of any time and value in place of those of every instrument.
func TestOddReadingsAreGraded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd, err := read(draw(t, clean()).Bundle)
		if err != nil {
			t.Fatal(err)
		}
		core := odd.Measurement.Core
		at := rapid.OneOf(rapid.Int64Range(core.Start.UnixNano(), core.End.UnixNano()), rapid.Int64())
		for _, part := range odd.Measurement.Parts {
			for i, trace := range part.Traces {
				count := rapid.IntRange(0, 5).Draw(t, "readings")
				part.Traces[i] = power.NewTrace(trace.Instrument, trace.Quantity,
					rapid.SliceOfN(at, count, count).Draw(t, "at"),
					rapid.SliceOfN(rapid.Int64(), count, count).Draw(t, "value"))
			}
		}
		writesAReport(t, odd.Measurement)
	})
}

// writesAReport grades a measurement and writes its report, under any edition.
func writesAReport(t *rapid.T, m *power.Measurement) {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m,
		Edition: rapid.SampledFrom(methodology.Editions()).Draw(t, "edition")})
	if err != nil {
		t.Fatal(err)
	}
	text, err := report.JSON()
	if err != nil || !json.Valid(text) || bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Inf")) {
		t.Fatalf("the report is\n%s\n%v", text, err)
	}
}
