package tracefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
)

func commonText(rows int) []byte {
	var text []byte
	text = append(text, "time,power\n"...)
	at := time.Date(2026, 6, 1, 0, 0, 0, 100e6, time.UTC)
	x := uint32(1)
	for i := range rows {
		text = at.Add(time.Duration(i) * 100 * time.Millisecond).AppendFormat(text, "2006-01-02T15:04:05.000Z")
		x = x*1664525 + 1013904223
		text = fmt.Appendf(text, ",%.2f\n", 800+float64(x>>16)/65536*200)
	}
	return text
}

func diskScratch() (canonical.File, error) {
	f, err := os.CreateTemp("", "bench-")
	if err != nil {
		return nil, err
	}
	return f, os.Remove(f.Name())
}

func BenchmarkText(b *testing.B) {
	rows := 4_000_000
	text := commonText(rows)
	report := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/reading")
	}
	b.Run("canonical", func(b *testing.B) {
		for b.Loop() {
			series := power.Series{Unit: "W"}
			hash := sha256.New()
			r, err := Read(Input{Name: "m.csv", Stream: io.TeeReader(bytes.NewReader(text), hash)}, &series, time.UTC, diskScratch)
			if err != nil {
				b.Fatal(err)
			}
			_ = r.Close()
		}
		report(b)
	})
	b.Run("naive", func(b *testing.B) {
		for b.Loop() {
			in := csv.NewReader(bytes.NewReader(text))
			in.ReuseRecord = true
			_, _ = in.Read()
			sum := 0.0
			for {
				row, err := in.Read()
				if errors.Is(err, io.EOF) {
					break
				}
				t, err := time.Parse(time.RFC3339Nano, row[0])
				if err != nil {
					b.Fatal(err)
				}
				v, _ := strconv.ParseFloat(row[1], 64)
				sum += v + float64(t.UnixNano())
			}
		}
		report(b)
	})
}
