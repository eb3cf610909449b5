package tracefile

import (
	"errors"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// readText reads one series of delimited text.
func readText(text string, series power.Series, zone *time.Location) ([]*power.Trace, error) {
	series.Origin = sinceEpoch(series.Origin)
	return readOne("meter.csv", []byte(text), &series, zone)
}

// sinceEpoch lets times count from 1970 if a test says nothing else, so that they can be small.
func sinceEpoch(origin power.Time) power.Time {
	if origin.IsZero() {
		origin.Time = time.Unix(0, 0)
	}
	return origin
}

func TestDelimited(t *testing.T) {
	watts := power.Series{Value: "power", Unit: "W"}
	long := power.Series{Time: "t", Value: "p", Unit: "W", Instruments: []string{"rack", "num"}}
	one := long
	one.Where = map[string][]string{"rack": {"9.0"}, "num": {"1", "a"}}
	for name, c := range map[string]struct {
		text   string
		series power.Series
		zone   *time.Location
		want   string
	}{
		"comma and CRLF": {"time,power\r\n2024-09-27T11:16:15+02:00,1.5\r\n", watts, nil,
			"power 2024-09-27T09:16:15Z 1.500000 W\n"},
		"byte order mark, blank lines, no last line end": {
			"\ufefftime;power\n\n2024-09-27T11:16:15Z;2\n  \n2024-09-27T11:16:16Z;3", watts, nil,
			"power 2024-09-27T11:16:15Z 2.000000 W\npower 2024-09-27T11:16:16Z 3.000000 W\n"},
		"one of several columns of a name": {"time,power,power\n1,2,3\n", power.Series{Value: "column 3: power",
			Unit: "W"}, nil, "column 3: power 1970-01-01T00:00:01Z 3.000000 W\n"},
		"all columns of a name": {"time,power,power\n1,2,3\n", power.Series{Value: "pow*", Unit: "W"}, nil,
			"column 2: power 1970-01-01T00:00:01Z 2.000000 W\ncolumn 3: power 1970-01-01T00:00:01Z 3.000000 W\n"},
		"tab, energy": {"time\tpower\n0\t1e3\n", power.Series{Unit: "kJ"}, nil,
			"power 1970-01-01T00:00:00Z 1000000.000 J\n"},
		"bar and duplicate times": {"time|power\n1|2\n1|3\n", watts, nil,
			"power 1970-01-01T00:00:01Z 2.000000 W\npower 1970-01-01T00:00:01Z 3.000000 W\n"},
		"quotes with a line break in the header": {"time, \"Total Power\n(W, \"\"AC\"\")\"\n1,\"2\"\n",
			power.Series{Value: `total power (W, "AC")`, Unit: "W"}, nil,
			"Total Power (W, \"AC\") 1970-01-01T00:00:01Z 2.000000 W\n"},
		"a comma in the header of a file with semicolons": {"time;power, node\n1;2\n", power.Series{Unit: "W"}, nil,
			"power, node 1970-01-01T00:00:01Z 2.000000 W\n"},
		"instruments in natural order": {"t,rack,num,p\n1,10,a,5\n1,9,b,6\n1,9,a,7\n1,x,a,8\n1,9,10,9\n1,9,9,10\n",
			long, nil,
			"rack=9 num=9 1970-01-01T00:00:01Z 10.000000 W\nrack=9 num=10 1970-01-01T00:00:01Z 9.000000 W\n" +
				"rack=9 num=a 1970-01-01T00:00:01Z 7.000000 W\n" +
				"rack=9 num=b 1970-01-01T00:00:01Z 6.000000 W\nrack=10 num=a 1970-01-01T00:00:01Z 5.000000 W\n" +
				"rack=x num=a 1970-01-01T00:00:01Z 8.000000 W\n"},
		"where takes rows, and what is left out need not be readable": {
			"t,rack,num,p\n1,9,a,7\n,8,a,\n2,9,1.00,6\n2,9,2,5\n", one, nil,
			"rack=9 num=1.00 1970-01-01T00:00:02Z 6.000000 W\nrack=9 num=a 1970-01-01T00:00:01Z 7.000000 W\n"},
		"times out of order": {"time,power\n2,1\n1,2\n", watts, nil,
			"power 1970-01-01T00:00:01Z 2.000000 W\npower 1970-01-01T00:00:02Z 1.000000 W\n"},
		"Latin-1": {"time,Leistung f\xfcr R\xe4ume\n1,2\n", power.Series{Value: "Leistung für Räume", Unit: "W"},
			nil, "Leistung für Räume 1970-01-01T00:00:01Z 2.000000 W\n"},
		"local times": {"time,power\n2023-07-01 12:00:00,1\n2023-12-01 12:00:00,2\n", watts, tracetest.Berlin(t),
			"power 2023-07-01T10:00:00Z 1.000000 W\npower 2023-12-01T11:00:00Z 2.000000 W\n"},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readText(c.text, c.series, c.zone)
			if err != nil {
				t.Fatal(err)
			}
			if got := tracetest.Shown(traces); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestDelimitedErrors(t *testing.T) {
	watts := power.Series{Unit: "W"}
	long := power.Series{Unit: "W", Value: "p", Instruments: []string{"n"}}
	for name, c := range map[string]struct {
		text   string
		series power.Series
		want   string
	}{
		"empty file": {"", watts, "meter.csv: is empty; give the file with the meter's readings."},
		"no readings": {"time,power\n\n", power.Series{Value: "power", Unit: "W"},
			"meter.csv: has no readings; give the file with the meter's readings below its header."},
		"line after quote": {"time,\"power\n(W)\"\n1,2\n2,x\n", watts,
			"meter.csv, line 4, power (W): \"x\" is not a number; write digits with a decimal point, as 1234.5."},
		"decimal comma cuts cells": {"time,power\n1,2\n2,3,5\n", watts,
			"meter.csv, line 3: has 3 cells, but the header has 2; " +
				"write numbers with a decimal point, or put cells with a comma in quotes."},
		"hexadecimal": {"time,power\n1,2\n2,0x1p4\n", watts,
			"meter.csv, line 3, power: \"0x1p4\" is not a number; write digits with a decimal point, as 1234.5."},
		"underscore": {"time,power\n1,2\n2,1_000\n", watts,
			"meter.csv, line 3, power: \"1_000\" is not a number; write digits with a decimal point, as 1234.5."},
		"overflow": {"time,power\n1,2\n2,1e999\n", watts,
			"meter.csv, line 3, power: \"1e999\" is not a number; write digits with a decimal point, as 1234.5."},
		"out of range": {"time,power\n1,2\n2,1e40\n", watts,
			"meter.csv, line 3, power: 1e+40 W is not a value a meter can read; check the unit of the series."},
		"no zone": {"time,power\n2023-01-01 00:00:00,2\n", watts, "meter.csv, line 2, timezone: the times of the " +
			"file have no zone; set timezone (an IANA name such as Europe/Berlin) in the series or in the run."},
		"bad time": {"time,power\n1,2\n31.02.2023 00:00:00,2\n", watts,
			"meter.csv, line 3, time: \"31.02.2023 00:00:00\" is not a time that can be read; " +
				"write 2024-09-27T11:16:15+02:00, 2024-09-27 11:16:15 with timezone set, or seconds since 1970."},
		"far future": {"time,power\n1,2\n2200-01-01T00:00:00Z,2\n", watts,
			"meter.csv, line 3, time: is outside the years 1970 to 2200; check the column and the clock."},
		"open quote": {"time,power\n1,\"2\n3,4\n", watts, "meter.csv, line 2: a quote is opened and never closed; " +
			"close it, or write \"\" for a quote within quotes."},
		"stray quote": {"time,power\n1,2\"\"\n3,4\n", watts, "meter.csv, line 2: has a quote within a cell; " +
			"put the whole cell in quotes and write \"\" for a quote within."},
		"no value": {"time,note\n1,x\n", watts, "meter.csv, value: no column but the time holds numbers; " +
			"name the column of the readings; the file has time, note."},
		"two values": {"time,a,b\n1,2,3\n", watts,
			"meter.csv, value: several columns hold numbers; name the column of the readings: a, b."},
		"unknown column": {"time,a,b\n1,2,3\n", power.Series{Unit: "W", Value: "c"},
			"meter.csv, value: no column is called \"c\"; the file has time, a, b."},
		"two columns of a name": {"time,a,a\n1,2,3\n", power.Series{Unit: "W", Value: "a"},
			"meter.csv, value: 2 columns are called \"a\"; name one of column 2: a, column 3: a."},
		"unknown unit": {"time,a\n1,2\n", power.Series{Unit: "VA"},
			"meter.csv, unit: unit \"VA\" is not known; write one of " + strings.Join(power.Units(), ", ") + "."},
		"unit of another": {"time,a\n1,2\n", power.Series{Unit: "W", Quantity: power.Energy},
			"meter.csv, unit: W is a unit of power, not of energy; correct unit or quantity."},
		"where admits nothing": {"t,n,p\n1,7,3\n2,8,3\n",
			power.Series{Unit: "W", Value: "p", Where: map[string][]string{"n": {"9", "x"}}},
			"meter.csv, where: no row has n = 9 or x; n holds 7, 8."},
		"nameless instrument": {"t,n,p\n1,,3\n", long, "meter.csv, line 2, n: is empty, so the meter has no name; " +
			"fill it in, or name other columns as instruments."},
		"gzip": {"\x1f\x8b\x08\x00", watts, "meter.csv: is cut off: its gzip ends after 0 bytes of content; " +
			"fetch or pack the file again, or give the log itself."},
		"long line": {"time,power\n1,2\n" + strings.Repeat("9", table.MaxRecord+1), watts, "meter.csv, line 3: " +
			"is longer than 1048576 bytes; give a text file with a line a reading, and close every quote."},
		"many columns": {strings.Repeat("a,", table.MaxColumns), watts,
			"meter.csv, line 1: has more than 10000 columns; give the file in parts."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readText(c.text, c.series, nil)
			var inputErr *power.InputError
			if !errors.As(err, &inputErr) {
				t.Fatalf("got %v, want an InputError", err)
			}
			if got := err.Error(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestSeveralErrors(t *testing.T) {
	text := "time,a\n1,2\n"
	a, b := power.Series{Unit: "W", Value: "x"}, power.Series{Unit: "VA"}
	_, err := readSeveral("m.csv", []byte(text), []*power.Series{&a, &b, &a}, make([]*time.Location, 3))
	var inputErrs power.InputErrors
	if !errors.As(err, &inputErrs) || len(inputErrs) != 2 {
		t.Fatalf("got %v, want two errors, each once", err)
	}
}
