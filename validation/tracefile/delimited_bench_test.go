package tracefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// benched is a layout of text, its readings and the naive way to read a row of it.
type benched struct {
	name   string
	series power.Series
	header string
	row    func(i int) string
	naive  func(cells []string) (time.Time, float64, error)
	comma  rune
}

const naiveTime = "2006-01-02T15:04:05.000Z"

func layoutsToBench() []benched {
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	at := func(i int) time.Time { return start.Add(time.Duration(i) * 100 * time.Millisecond) }
	watts := func(i int) float64 { return 800 + float64(i*7919%20_000)/100 }
	plain := func(cells []string) (time.Time, float64, error) { return naively(naiveTime, cells[0], cells[1]) }
	return []benched{
		{"common", power.Series{Unit: "W"}, "time,power\n",
			func(i int) string {
				return at(i).Format(naiveTime) + "," + strconv.FormatFloat(watts(i), 'f', 2, 64) + "\n"
			}, plain, ','},
		{"seconds", power.Series{Unit: "W"}, "time,power\n",
			func(i int) string { return fmt.Sprintf("%.3f,%.2f\n", float64(at(i).UnixMilli())/1e3, watts(i)) },
			func(cells []string) (time.Time, float64, error) {
				seconds, err := strconv.ParseFloat(cells[0], 64)
				value, other := strconv.ParseFloat(cells[1], 64)
				return time.UnixMilli(int64(seconds * 1e3)), value, errors.Join(err, other)
			}, ','},
		{"odd dates and decimal commas", power.Series{Unit: "W", DateOrder: timestamp.DayFirst}, "Zeit;Leistung\n",
			func(i int) string {
				return at(i).Format("02/01/2006 15:04:05.000") + ";" + strings.Replace(strconv.FormatFloat(watts(i), 'f', 2, 64), ".", ",", 1) + "\n"
			},
			func(cells []string) (time.Time, float64, error) {
				return naively("02/01/2006 15:04:05.000", cells[0], strings.Replace(cells[1], ",", ".", 1))
			}, ';'},
		{"commas before decimals", power.Series{Unit: "W", DateOrder: timestamp.DayFirst}, "Zeit;Leistung\n",
			func(i int) string {
				return strings.ReplaceAll(at(i).Format("02/01/2006 15:04:05.000")+";"+strconv.FormatFloat(watts(i), 'f', 2, 64)+"\n", ".", ",")
			},
			func(cells []string) (time.Time, float64, error) {
				return naively("02/01/2006 15:04:05.000", strings.Replace(cells[0], ",", ".", 1), strings.Replace(cells[1], ",", ".", 1))
			}, ';'},
		{"units in cells", power.Series{Unit: "W", Value: "power.draw [W]"}, "timestamp, index, power.draw [W]\n",
			func(i int) string {
				return at(i).Format("2006/01/02 15:04:05.000") + ", 0, " + strconv.FormatFloat(watts(i), 'f', 2, 64) + " W\n"
			},
			func(cells []string) (time.Time, float64, error) {
				return naively("2006/01/02 15:04:05.000", cells[0], strings.TrimSuffix(strings.TrimSpace(cells[2]), " W"))
			}, ','},
		{"8 columns", power.Series{Unit: "W", Value: "c5"}, "time," + numbered("c", 7) + "\n",
			func(i int) string {
				return at(i).Format(naiveTime) + strings.Repeat(","+strconv.FormatFloat(watts(i), 'f', 2, 64), 7) + "\n"
			},
			func(cells []string) (time.Time, float64, error) { return naively(naiveTime, cells[0], cells[5]) }, ','},
		{"64 columns", power.Series{Unit: "W", Value: "c40"}, "time," + numbered("c", 63) + "\n",
			func(i int) string {
				return at(i).Format(naiveTime) + strings.Repeat(","+strconv.FormatFloat(watts(i), 'f', 2, 64), 63) + "\n"
			},
			func(cells []string) (time.Time, float64, error) { return naively(naiveTime, cells[0], cells[40]) }, ','},
		{"1,000 instruments", power.Series{Unit: "W", Value: "power", Instruments: []string{"node"}}, "time,node,power\n",
			func(i int) string {
				return fmt.Sprintf("%s,node%04d,%.2f\n", start.Add(time.Duration(i/1000)*time.Second).Format(naiveTime), i%1000, watts(i))
			},
			func(cells []string) (time.Time, float64, error) { return naively(naiveTime, cells[0], cells[2]) }, ','},
	}
}

func numbered(name string, count int) string {
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("%s%d", name, i+1)
	}
	return strings.Join(names, ",")
}

func naively(layout, at, value string) (time.Time, float64, error) {
	t, err := time.Parse(layout, at)
	v, other := strconv.ParseFloat(value, 64)
	return t, v, errors.Join(err, other)
}

const benchedRows = 400_000

// BenchmarkDelimitedLayouts reads text of several layouts: parsed alone on one core, read whole, and
// beside that what a program of the standard library's parts does.
func BenchmarkDelimitedLayouts(b *testing.B) {
	for _, c := range layoutsToBench() {
		var text bytes.Buffer
		text.WriteString(c.header)
		for i := range benchedRows {
			text.WriteString(c.row(i))
		}
		b.Run(c.name+"/parsed", func(b *testing.B) { benchmarkParsing(b, text.Bytes(), &c.series) })
		b.Run(c.name+"/whole", func(b *testing.B) {
			perReading(b, text.Len(), func() error {
				read, err := Read(Input{Name: "m.csv", Stream: bytes.NewReader(text.Bytes())}, &c.series, time.UTC, canonical.Memory)
				if err == nil {
					err = read.Close()
				}
				return err
			})
		})
		b.Run(c.name+"/naive", func(b *testing.B) {
			perReading(b, text.Len(), func() error { return readNaively(text.Bytes(), &c) })
		})
	}
}

func perReading(b *testing.B, size int, read func() error) {
	b.SetBytes(int64(size))
	for b.Loop() {
		if err := read(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchedRows, "ns/reading")
}

// benchmarkParsing parses pieces on one core, and gives nothing to the writer.
func benchmarkParsing(b *testing.B, text []byte, series *power.Series) {
	in, err := (Input{Name: "m.csv", Stream: bytes.NewReader(text)}).open(nil, false, canonical.Memory)
	if err != nil {
		b.Fatal(err)
	}
	d := in.Sheet.(*delimited.Delimited)
	selections, err := table.Plan(d.Table, []table.Request{{Series: series, Zone: time.UTC}}, canonical.Memory)
	if err != nil {
		b.Fatal(err)
	}
	d.ResolveNotation()
	var all []*table.Piece
	for p := d.First; err == nil; p, err = d.Pieces.Next(nil) {
		all = append(all, p)
	}
	if !errors.Is(err, io.EOF) {
		b.Fatal(err)
	}
	reader, h := delimited.NewReader(d, selections), &delimited.PieceReadings{}
	perReading(b, len(text), func() error {
		for _, p := range all {
			if reader.Read(p, h); h.Err != nil {
				return h.Err
			}
		}
		return nil
	})
}

func readNaively(text []byte, c *benched) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.ReuseRecord = c.comma, true
	if _, err := r.Read(); err != nil {
		return err
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, _, err = c.naive(cells)
		}
		if err != nil {
			return err
		}
	}
}
