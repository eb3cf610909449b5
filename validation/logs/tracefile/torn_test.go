package tracefile

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// TestFilesThatEndWithinTheirLastRecord: wherever a file of lines ends, no reading is made of a part of one, and those
// before it are read, whatever the format.
func TestFilesThatEndWithinTheirLastRecord(t *testing.T) {
	const rows = 30
	for name, c := range map[string]struct {
		header string
		row    string // {n} is its number, {w} its power, {c} the same with a decimal comma, {i} without decimals
		series power.Series
	}{
		"dcgmi dmon": {"1780480800 #Entity TMPTR POWER\n1780480800 ID C W\n", "17804808{n} GPU 0  42   {w}",
			power.Series{}},
		"dcgmi dmon, inside": {"1780480800 #Entity POWER TMPTR\n1780480800 ID W C\n", "17804808{n} GPU 0  {w}  42",
			power.Series{}},
		"Yokogawa": {"Store No.,Date,Time,U-1,P-1\n", "{n},2026/06/01,10:00:{n},230.10,{w}",
			power.Series{Value: "P-1"}},
		"Yokogawa, comma": {"Store No.;Date;Time;U-1;P-1\n", "{n};2026/06/01;10:00:{n};230,10;{c}",
			power.Series{Value: "P-1"}},
		"PTDaemon":         {"", "Time,06-01-2026 10:00:{n}.700,Volts,230.1,Watts,{w}", power.Series{}},
		"PTDaemon, inside": {"", "Time,06-01-2026 10:00:{n}.700,Watts,{w},Volts,230.1,Mark,run", power.Series{}},
		"lmgtools":         {"# time u p\n", "17804808{n}.5 230.1 {w}", power.Series{Value: "p"}},
		"turbostat": {"Time_Of_Day_Seconds\tCore\tCPU\tRAMWatt\tPkgWatt\n",
			"17804808{n}.500000\t-\t-\t1.25\t{w}", power.Series{Value: "PkgWatt"}},
		"named figures": {"", "2026-06-01T10:00:{n}Z node power: {w}", power.Series{}},
		"pairs":         {"", "ts=17804808{n} level=info power_w={w}", power.Series{Value: "power_w"}},
		"pairs, inside": {"", "ts=17804808{n} power_w={w} level=info", power.Series{Value: "power_w"}},
		"line protocol": {"", "power,host=n1 watts={w} 17804808{n}000000000", power.Series{}},
		"perf": {"# started on Mon Jun  1 12:00:00 2026\n",
			"  {n}.000000000,{w},Joules,power/energy-pkg/,1000,100.00,,", power.Series{Unit: "J"}},
		"perf -j": {"", `{"interval" : {n}.000000000, "counter-value" : "{w}", "unit" : "Joules", ` +
			`"event" : "power/energy-pkg/"}`, power.Series{Unit: "J", Origin: power.Time{Time: time.Unix(1e9, 0)}}},
		"rows of psql": {"", "-[ RECORD {n} ]--\ntime  | 2026-06-01 10:00:{n}\nwatts | {w}",
			power.Series{Value: "watts"}},
		"drawn in lines": {"┌────────────────time─┬───watts─┐\n", "│ 2026-06-01 10:00:{n} │ {w} │",
			power.Series{Value: "watts"}},
		"under a rule": {"time                 watts\n-------------------  -------\n", "2026-06-01 10:00:{n}  {w}",
			power.Series{Value: "watts"}},
		"under their times": {"", "2026-06-01T10:00:{n}Z\ndevice,power\ncard0,{w}", power.Series{Value: "power"}},
		"answers of SNMP":   {"", "2026-06-01T10:00:{n}Z iso.3.6.1 = STRING: \"{w}\"", power.Series{}},
		"ipmitool dcmi": {"", "2026-06-01T10:00:{n}Z\n    Instantaneous power reading:   {i} Watts\n",
			power.Series{}},
		"ipmitool sdr":     {"", "2026-06-01T10:00:{n}Z\nPwr Consumption  | {i} Watts   | ok", power.Series{}},
		"table of numbers": {"time,power\n", "2026-06-01T10:00:{n}Z,{w}", power.Series{Value: "power"}},
		"table in quotes":  {"time,power\n", "\"2026-06-01T10:00:{n}Z\",\"{w}\"", power.Series{Value: "power"}},
	} {
		t.Run(name, func(t *testing.T) {
			log := c.header
			begin, told := 0, 0 // of the last record, and of its power
			for i := 10; i < 10+rows; i++ {
				begin = len(log)
				watts := fmt.Sprintf("%d.%d0", 1234+i, i%10)
				told = begin + strings.IndexAny(
					strings.NewReplacer("{w}", "^", "{c}", "^", "{i}", "^", "{n}", "nn").Replace(c.row), "^")
				log += strings.NewReplacer("{n}", strconv.Itoa(i), "{w}", watts, "{c}",
					strings.Replace(watts, ".", ",", 1), "{i}", watts[:4]).Replace(c.row) + "\n"
			}
			if c.series.Unit == "" {
				c.series.Unit = "W"
			}
			whole, _ := readTorn(t, log, c.series)
			for n := begin + 1; n < len(log); n++ {
				got, notes := readTorn(t, log[:n], c.series)
				if !strings.HasPrefix(whole, got) || strings.Count(got, "\n") < rows-1 {
					t.Fatalf("%q makes\n%s", log[begin:n], got[strings.LastIndexByte(strings.TrimSpace(got), '\n')+1:])
				}
				if n > told && got != whole && !notes {
					t.Errorf("%q is left out without a word", log[begin:n])
				}
			}
		})
	}
}

// readTorn returns the readings of a log, and whether there are notes.
func readTorn(t *testing.T, log string, series power.Series) (shown string, noted bool) {
	t.Helper()
	read, err := Read(Input{Name: "meter.log", Stream: strings.NewReader(log)}, &series, time.UTC, canonical.Memory)
	if err != nil {
		t.Fatalf("%q: %v", log[max(0, len(log)-60):], err)
	}
	return tracetest.Shown(read.Traces), len(read.Notes) > 0
}
