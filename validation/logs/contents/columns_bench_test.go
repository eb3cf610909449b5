package contents_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// BenchmarkColumns surveys logs of many columns, each a meter.
func BenchmarkColumns(b *testing.B) {
	for _, columns := range []int{100, 1000, 9990} {
		b.Run(fmt.Sprint(columns), func(b *testing.B) {
			log := columnsOfNodes(columns)
			for b.Loop() {
				s, err := contents.Read(tracefile.Input{Name: "log.csv", Stream: bytes.NewReader(log)}, contents.Settings{Choice: contents.Choice{Value: "w*"}, ImportSettings: tracefile.ImportSettings{Value: "w*"}}, canonical.Memory)
				if err != nil {
					b.Fatal(err)
				}
				if s.ReadError != nil || len(s.Instruments) != columns {
					b.Fatalf("%d instruments, %v", len(s.Instruments), s.ReadError)
				}
				span := power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Time)
				s.Curve(span, 500)
				s.Notable(20)
				s.DescribeTotal()
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(columns), "ns/column")
		})
	}
}

func columnsOfNodes(columns int) []byte {
	out := bytes.NewBufferString("time")
	for i := range columns {
		fmt.Fprintf(out, ",w%04d", i)
	}
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range 20 {
		out.WriteString("\n" + start.Add(time.Duration(s)*time.Second).Format(time.RFC3339))
		for i := range columns {
			fmt.Fprintf(out, ",%d", 400+(s*7+i*31)%100)
		}
	}
	out.WriteByte('\n')
	return out.Bytes()
}
