package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// BenchmarkInstruments reads what many meters wrote one after another, each a reading a second, from the disk into
// the canonical form on the disk, digest included, and as many readings of one meter beside. Three hours of 1,000
// meters are 10.8 million readings.
func BenchmarkInstruments(b *testing.B) {
	const instruments, seconds = 1000, 3 * 3600
	for _, c := range []struct {
		name    string
		series  power.Series
		content func(b *testing.B) []byte
	}{
		{"one.csv", power.Series{Unit: "W"}, func(b *testing.B) []byte { return textInTurn(1, instruments*seconds) }},
		{"long.csv", power.Series{Unit: "W", Value: "power", Instruments: []string{"node"}},
			func(b *testing.B) []byte { return textInTurn(instruments, seconds) }},
		{"wide.csv", power.Series{Unit: "W", Value: "w*"},
			func(b *testing.B) []byte { return textInColumns(instruments, seconds) }},
		{"long.parquet", power.Series{Unit: "W", Value: "w", Instruments: []string{"node"}},
			func(b *testing.B) []byte { return longBench(b, instruments, seconds) }},
		{"wide.parquet", power.Series{Unit: "W", Value: "w*"},
			func(b *testing.B) []byte { return wideBench(b, instruments, seconds) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			name, scratch := filepath.Join(b.TempDir(), c.name), onDisk(b)
			if err := os.WriteFile(name, c.content(b), 0o600); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				b.SetBytes(readOnce(b, name, &c.series, scratch, instruments*seconds))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(instruments*seconds), "ns/reading")
		})
	}
}

func readOnce(b *testing.B, name string, series *power.Series, scratch canonical.Scratch, wanted int) (size int64) {
	b.Helper()
	file, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		b.Fatal(err)
	}
	hashed := input.NewHashed(file, info.Size())
	read, err := Read(Input{Name: filepath.Base(name), At: hashed, Size: info.Size()}, series, time.UTC, scratch)
	if err != nil {
		b.Fatal(err)
	}
	count := 0
	for _, one := range read.Traces {
		count += one.Len()
	}
	_, failed := hashed.Digest()
	if err := errors.Join(read.Close(), failed); err != nil || count != wanted {
		b.Fatalf("%d readings instead of %d, %v", count, wanted, err)
	}
	return info.Size()
}

const benchedHundredths = 10_000

// longText are meters that take turns, a second each.
func textInTurn(instruments, seconds int) []byte {
	out := bytes.NewBufferString("time,node,power\n")
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range seconds {
		at := start.Add(time.Duration(s) * time.Second).Format(tracetest.TimeLayout)
		for n := range instruments {
			watts := (s*7 + n*7919) % benchedHundredths
			fmt.Fprintf(out, "%s,node%04d,%d.%02d\n", at, n, 400+watts/100, watts%100)
		}
	}
	return out.Bytes()
}

func textInColumns(instruments, seconds int) []byte {
	out := bytes.NewBufferString("time," + tracetest.Numbered("w", instruments) + "\n")
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range seconds {
		out.WriteString(start.Add(time.Duration(s) * time.Second).Format(tracetest.TimeLayout))
		for n := range instruments {
			watts := (s*7 + n*7919) % benchedHundredths
			fmt.Fprintf(out, ",%d.%02d", 400+watts/100, watts%100)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// longBench are meters that take turns; wideBench the same readings with a column each.
func longBench(b *testing.B, instruments, seconds int) []byte {
	type row struct {
		Time int64   `parquet:"time,timestamp(millisecond)"`
		Node string  `parquet:"node,dict"`
		W    float64 `parquet:"w"`
	}
	rows := make([]row, 0, instruments*seconds)
	for s := range seconds {
		for n := range instruments {
			rows = append(rows,
				row{1_700_000_000_000 + int64(s)*1000, fmt.Sprintf("node%04d", n), 400 + float64((s*7+n)%100)/10})
		}
	}
	return tracetest.Parquet(b, rows, parquetgo.Compression(&parquetgo.Snappy), parquetgo.MaxRowsPerRowGroup(1<<20))
}

func wideBench(b *testing.B, instruments, seconds int) []byte {
	group := parquetgo.Group{"time": parquetgo.Timestamp(parquetgo.Millisecond)}
	for n := range instruments {
		group[fmt.Sprintf("w%04d", n)] = parquetgo.Leaf(parquetgo.DoubleType)
	}
	var out bytes.Buffer
	w := parquetgo.NewWriter(&out, parquetgo.NewSchema("wide", group), parquetgo.Compression(&parquetgo.Snappy))
	for s := range seconds {
		row := parquetgo.Row{parquetgo.Int64Value(1_700_000_000_000+int64(s)*1000).Level(0, 0, 0)}
		for n := range instruments {
			row = append(row, parquetgo.DoubleValue(400+float64((s*7+n)%100)/10).Level(0, 0, n+1))
		}
		if _, err := w.WriteRows([]parquetgo.Row{row}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}
