package tracetest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
)

// Layout is a layout of text, and a series to read of it.
type Layout struct {
	Name   string
	Series power.Series
	header string
	row    func(at time.Time, watts string) string
}

// TimeLayout is how most layouts write times.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// Layouts returns the layouts whose reading is measured, the common one first.
func Layouts() []Layout {
	german := func(at time.Time, watts string) string {
		return at.Format("02/01/2006 15:04:05.000") + ";" + strings.Replace(watts, ".", ",", 1)
	}
	i := -1
	return []Layout{
		{"common", power.Series{Unit: "W"}, "time,power",
			func(at time.Time, watts string) string { return at.Format(TimeLayout) + "," + watts }},
		{"seconds", power.Series{Unit: "W"}, "time,power", func(at time.Time, watts string) string {
			return fmt.Sprintf("%.3f,%s", float64(at.UnixMilli())/1e3, watts)
		}},
		{"odd dates and decimal commas", power.Series{Unit: "W", DateOrder: "day-first"}, "Zeit;Leistung", german},
		{"commas before decimals", power.Series{Unit: "W", DateOrder: "day-first"}, "Zeit;Leistung",
			func(at time.Time, watts string) string {
				return strings.ReplaceAll(german(at, watts), ".", ",")
			}},
		{"units in cells", power.Series{Unit: "W", Value: "power.draw [W]"}, "timestamp, index, power.draw [W]",
			func(at time.Time, watts string) string {
				return at.Format("2006/01/02 15:04:05.000") + ", 0, " + watts + " W"
			}},
		{"8 columns", power.Series{Unit: "W", Value: "c5"}, "time," + Numbered("c", 7),
			func(at time.Time, watts string) string {
				return at.Format(TimeLayout) + strings.Repeat(","+watts, 7)
			}},
		{"64 columns", power.Series{Unit: "W", Value: "c40"}, "time," + Numbered("c", 63),
			func(at time.Time, watts string) string {
				return at.Format(TimeLayout) + strings.Repeat(","+watts, 63)
			}},
		{"1,000 instruments", power.Series{Unit: "W", Value: "power", Instruments: []string{"node"}}, "time,node,power",
			func(_ time.Time, watts string) string {
				i++
				return fmt.Sprintf("%s,node%04d,%s", start.Add(time.Duration(i/1000)*time.Second).Format(TimeLayout),
					i%1000, watts)
			}},
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

// benchRows is the number of rows of Layout.Text.
const benchRows = 400_000

var start = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

// Text returns the header and benchRows rows.
func (l *Layout) Text() []byte {
	var text bytes.Buffer
	text.WriteString(l.header + "\n")
	for i := range benchRows {
		text.WriteString(l.row(start.Add(time.Duration(i)*100*time.Millisecond),
			fmt.Sprintf("%.2f", 800+float64(i*7919%20_000)/100)) + "\n")
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
