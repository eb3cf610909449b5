package tracefile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"green500/validation/power"
)

// BenchmarkInstruments reads what many instruments wrote in turn, each a reading a second, from the disk into
// the canonical form on the disk, and as many readings of one instrument beside. An hour of 1,000
// instruments is 3.6 million readings.
func BenchmarkInstruments(b *testing.B) {
	const instruments, seconds = 1000, 3600
	for _, c := range []struct {
		name    string
		series  power.Series
		content func(b *testing.B) []byte
	}{
		{"one.csv", power.Series{Unit: "W"}, func(b *testing.B) []byte { return textInTurn(1, instruments*seconds) }},
		{"long.csv", power.Series{Unit: "W", Value: "power", Instruments: []string{"node"}}, func(b *testing.B) []byte { return textInTurn(instruments, seconds) }},
		{"wide.csv", power.Series{Unit: "W", Value: "w*"}, func(b *testing.B) []byte { return textInColumns(instruments, seconds) }},
		{"long.parquet", power.Series{Unit: "W", Value: "w", Instruments: []string{"node"}}, func(b *testing.B) []byte { return longBench(b, instruments, seconds) }},
		{"wide.parquet", power.Series{Unit: "W", Value: "w*"}, func(b *testing.B) []byte { return wideBench(b, instruments, seconds) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			content := c.content(b)
			name := filepath.Join(b.TempDir(), c.name)
			if err := os.WriteFile(name, content, 0o600); err != nil {
				b.Fatal(err)
			}
			size := len(content)
			b.SetBytes(int64(size))
			for b.Loop() {
				readOnce(b, name, int64(size), &c.series, instruments*seconds)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(instruments*seconds), "ns/reading")
		})
	}
}

func readOnce(b *testing.B, name string, size int64, series *power.Series, wanted int) {
	b.Helper()
	file, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	read, err := Read(Input{Name: filepath.Base(name), At: file, Size: size}, series, time.UTC, onDisk(b))
	if err != nil {
		b.Fatal(err)
	}
	count := 0
	for _, one := range read.Traces {
		count += one.Len()
	}
	if err := read.Close(); err != nil || count != wanted {
		b.Fatalf("%d readings instead of %d, %v", count, wanted, err)
	}
}

const benchedHundredths = 10_000

// longText are instruments that take turns, a second each.
func textInTurn(instruments, seconds int) []byte {
	out := bytes.NewBufferString("time,node,power\n")
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range seconds {
		at := start.Add(time.Duration(s) * time.Second).Format(naiveTime)
		for n := range instruments {
			watts := (s*7 + n*7919) % benchedHundredths
			fmt.Fprintf(out, "%s,node%04d,%d.%02d\n", at, n, 400+watts/100, watts%100)
		}
	}
	return out.Bytes()
}

func textInColumns(instruments, seconds int) []byte {
	out := bytes.NewBufferString("time," + numbered("w", instruments) + "\n")
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range seconds {
		out.WriteString(start.Add(time.Duration(s) * time.Second).Format(naiveTime))
		for n := range instruments {
			watts := (s*7 + n*7919) % benchedHundredths
			fmt.Fprintf(out, ",%d.%02d", 400+watts/100, watts%100)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}
