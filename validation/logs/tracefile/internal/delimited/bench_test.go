package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/hashed"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// BenchmarkLayouts parses pieces of several layouts on one core, and gives nothing to the writer.
func BenchmarkLayouts(b *testing.B) {
	for _, layout := range tracetest.Layouts() {
		text := layout.Text()
		b.Run(layout.Name, func(b *testing.B) { benchmarkParsing(b, text, &layout.Series) })
	}
}

func benchmarkParsing(b *testing.B, text []byte, series *power.Series) {
	b.Helper()
	d, err := newDelimited(&input.File{Source: celltext.Source{Name: "m.csv"}, Reader: bufio.NewReaderSize(bytes.NewReader(text), hashed.HeadBytes)})
	if err != nil {
		b.Fatal(err)
	}
	selections, err := table.Plan(d.Table, []table.Request{{Series: series, Zone: time.UTC}}, canonical.Memory)
	if err != nil {
		b.Fatal(err)
	}
	d.resolveNotation()
	var all []*table.Piece
	for p := d.first; err == nil; p, err = d.pieces.next(nil) {
		all = append(all, p)
	}
	if !errors.Is(err, io.EOF) {
		b.Fatal(err)
	}
	reader, h := newReader(d, selections), &pieceReadings{}
	tracetest.PerReading(b, len(text), func() error {
		for _, p := range all {
			if reader.read(p, h); h.err != nil {
				return h.err
			}
		}
		return nil
	})
}
