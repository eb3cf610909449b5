package tracetest

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

	"green500/validation/power"
)

// Layout is a layout of text, a series to read of it, and how a program of the standard library's parts reads a row.
type Layout struct {
	Name   string
	Series power.Series
	header string
	row    func(i int) string
	naive  func(cells []string) (time.Time, float64, error)
	comma  rune
}

// TimeLayout is how most layouts write times.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// Layouts returns the layouts whose reading is measured.
func Layouts() []Layout {
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	at := func(i int) time.Time { return start.Add(time.Duration(i) * 100 * time.Millisecond) }
	watts := func(i int) float64 { return 800 + float64(i*7919%20_000)/100 }
	plain := func(cells []string) (time.Time, float64, error) { return naively(TimeLayout, cells[0], cells[1]) }
	return []Layout{
		{"common", power.Series{Unit: "W"}, "time,power\n",
			func(i int) string {
				return at(i).Format(TimeLayout) + "," + strconv.FormatFloat(watts(i), 'f', 2, 64) + "\n"
			}, plain, ','},
		{"seconds", power.Series{Unit: "W"}, "time,power\n",
			func(i int) string { return fmt.Sprintf("%.3f,%.2f\n", float64(at(i).UnixMilli())/1e3, watts(i)) },
			func(cells []string) (time.Time, float64, error) {
				seconds, err := strconv.ParseFloat(cells[0], 64)
				value, other := strconv.ParseFloat(cells[1], 64)
				return time.UnixMilli(int64(seconds * 1e3)), value, errors.Join(err, other)
			}, ','},
		{"odd dates and decimal commas", power.Series{Unit: "W", DateOrder: "day-first"}, "Zeit;Leistung\n",
			func(i int) string {
				return at(i).Format("02/01/2006 15:04:05.000") + ";" + strings.Replace(strconv.FormatFloat(watts(i), 'f', 2, 64), ".", ",", 1) + "\n"
			},
			func(cells []string) (time.Time, float64, error) {
				return naively("02/01/2006 15:04:05.000", cells[0], strings.Replace(cells[1], ",", ".", 1))
			}, ';'},
		{"commas before decimals", power.Series{Unit: "W", DateOrder: "day-first"}, "Zeit;Leistung\n",
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
		{"8 columns", power.Series{Unit: "W", Value: "c5"}, "time," + Numbered("c", 7) + "\n",
			func(i int) string {
				return at(i).Format(TimeLayout) + strings.Repeat(","+strconv.FormatFloat(watts(i), 'f', 2, 64), 7) + "\n"
			},
			func(cells []string) (time.Time, float64, error) { return naively(TimeLayout, cells[0], cells[5]) }, ','},
		{"64 columns", power.Series{Unit: "W", Value: "c40"}, "time," + Numbered("c", 63) + "\n",
			func(i int) string {
				return at(i).Format(TimeLayout) + strings.Repeat(","+strconv.FormatFloat(watts(i), 'f', 2, 64), 63) + "\n"
			},
			func(cells []string) (time.Time, float64, error) { return naively(TimeLayout, cells[0], cells[40]) }, ','},
		{"1,000 instruments", power.Series{Unit: "W", Value: "power", Instruments: []string{"node"}}, "time,node,power\n",
			func(i int) string {
				return fmt.Sprintf("%s,node%04d,%.2f\n", start.Add(time.Duration(i/1000)*time.Second).Format(TimeLayout), i%1000, watts(i))
			},
			func(cells []string) (time.Time, float64, error) { return naively(TimeLayout, cells[0], cells[2]) }, ','},
	}
}

// Numbered returns names with numbers from 1, separated by commas.
func Numbered(name string, count int) string {
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

// benchRows is the number of rows of Layout.Text.
const benchRows = 400_000

// Text returns the header and benchRows rows.
func (l *Layout) Text() []byte {
	var text bytes.Buffer
	text.WriteString(l.header)
	for i := range benchRows {
		text.WriteString(l.row(i))
	}
	return text.Bytes()
}

// PerReading measures the reading of a Layout.Text of a size.
func PerReading(b *testing.B, size int, read func() error) {
	b.SetBytes(int64(size))
	for b.Loop() {
		if err := read(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/reading")
}

// ReadNaively reads text of the layout with the standard library, and keeps nothing.
func (l *Layout) ReadNaively(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.ReuseRecord = l.comma, true
	if _, err := r.Read(); err != nil {
		return err
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, _, err = l.naive(cells)
		}
		if err != nil {
			return err
		}
	}
}
