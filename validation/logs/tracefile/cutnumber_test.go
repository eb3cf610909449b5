package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// A last number without a line end is lost if zeros are padded before it and it has fewer decimals, and with it nothing
// else. So is one that has fewer digits before its decimals than any before it, and is at most a tenth of those.
func TestLastNumberThatTheFileEndsWithin(t *testing.T) {
	watts := power.Series{Unit: "W", Value: "power"}
	padded := func(i int) string { return fmt.Sprintf("%d,%d.%d0", 1780480800+i, 400+i, i%10) }
	for name, c := range map[string]struct {
		header string
		rows   int
		cells  func(i int) string
		last   string
		series power.Series
		want   string // how many readings, the last one, and the notes
	}{
		"fewer decimals": {"time,power", 20, padded, "1780480900,50", watts,
			"20: 419.9 power|is cut off at the end of the file|x\n"},
		"none behind the point": {"time,power", 20, padded, "1780480900,500.", watts,
			"20: 419.9 power|is cut off at the end of the file|x\n"},
		"all decimals": {"time,power", 20, padded, "1780480900,500.25", watts, "21: 500.25 "},
		"a line end":   {"time,power", 20, padded, "1780480900,500\n", watts, "21: 500 "},
		"few rows":     {"time,power", 19, padded, "1780480900,500", watts, "20: 500 "},
		"no zero is padded": {"time,power", 30,
			func(i int) string { return fmt.Sprintf("%d,400.%d5", 1780480800+i, i%10) }, "1780480900,500",
			watts, "31: 500 "},
		"one decimal": {"time,power", 30,
			func(i int) string { return fmt.Sprintf("%d,400.%d", 1780480800+i, i%10) }, "1780480900,500",
			watts, "31: 500 "},
		"decimals vary": {"time,power", 30,
			func(i int) string { return fmt.Sprintf("%d,400.%0*d", 1780480800+i, 2+i%2, 0) }, "1780480900,500",
			watts, "31: 500 "},
		"a whole reading before": {"time,power,volts", 30,
			func(i int) string { return fmt.Sprintf("%d,400.%d,230.%d0", 1780480800+i, i%10, i%10) },
			"1780480900,500,23", watts, "31: 500 "},
		"a time, behind a reading": {"power,time", 30,
			func(i int) string { return fmt.Sprintf("400,%d.%d00", 1780480800+i, i%10) }, "500,17804809", watts,
			"30: 400 time|is cut off at the end of the file|x\n"},
		"fewer digits": {"time,power",
			20, func(i int) string { return fmt.Sprintf("%d,%d.5", 1780480800+i, 1234+i) }, "1780480900,12", watts,
			"20: 1253.5 power|is cut off at the end of the file|x\n"},
		"fewer whole digits": {"time;power",
			20, func(i int) string { return fmt.Sprintf("%d;%d,5", 1780480800+i, 1234+i) }, "1780480900;1", watts,
			"20: 1253.5 power|is cut off at the end of the file|x\n"},
		"fewer, and not a tenth": {"time,power", 20,
			func(i int) string { return fmt.Sprintf("%d,%d", 1780480800+i, 100+i) }, "1780480900,95", watts, "21: 95 "},
		"fewer, as at first": {"time,power", 21,
			func(i int) string { return fmt.Sprintf("%d,%d", 1780480800+i, 50+300*min(i, 1)) }, "1780480900,30",
			watts, "22: 30 "},
		"fewer, as just before": {"time,power", 2000,
			func(i int) string { return fmt.Sprintf("%d,%d", 1780480800+i, 300-270*(i/1990)) }, "1780482800,30",
			watts, "2001: 30 "},
		"fewer, and a line end": {"time,power", 20,
			func(i int) string { return fmt.Sprintf("%d,%d", 1780480800+i, 300+i) }, "1780480900,3\n", watts, "21: 3 "},
		"a counter of few digits": {"time,power", 2000,
			func(i int) string { return fmt.Sprintf("%d,%d", 1780480800+i, 300+i) }, "1780482800,2", watts,
			"2000: 2299 power|is cut off at the end of the file|x\n"},
		"what tells an instrument": {"time,power,at", 30,
			func(i int) string { return fmt.Sprintf("%d,400,1.50", 1780480800+i) }, "1780480900,500,1",
			power.Series{Unit: "W", Value: "power", Instruments: []string{"at"}},
			"30: 400 at|is cut off at the end of the file|x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			log := tableOf(c.header, c.rows, c.cells) + c.last
			read, err := Read(Input{Name: "m.csv", Stream: strings.NewReader(log)}, &c.series, nil, canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			trace := read.Traces[0]
			if got := fmt.Sprintf("%d: %g %s", trace.Len(), float64(trace.Reading(trace.Len()-1).Value)/1e6,
				noted(read.Notes)); len(read.Traces) != 1 || got != c.want {
				t.Errorf("got %q of %d traces, want %q", got, len(read.Traces), c.want)
			}
		})
	}
}
