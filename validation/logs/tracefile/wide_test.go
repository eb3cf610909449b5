package tracefile

import (
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

func TestWide(t *testing.T) {
	text := "time,n10,n9,room,rack,note\n1,1,2,20,a,x\n2,3,4,21,b,y\n"
	for name, c := range map[string]struct {
		series power.Series
		want   string
	}{
		"columns in the order of the file": {power.Series{Value: "n*", Unit: "W"},
			"n10 1970-01-01T00:00:01Z 1.000000 W\nn10 1970-01-01T00:00:02Z 3.000000 W\n" +
				"n9 1970-01-01T00:00:01Z 2.000000 W\nn9 1970-01-01T00:00:02Z 4.000000 W\n"},
		"all numbers that serve nothing else": {
			power.Series{Value: "*", Unit: "W", Where: map[string][]string{"room": {"20"}}},
			"n10 1970-01-01T00:00:01Z 1.000000 W\nn9 1970-01-01T00:00:01Z 2.000000 W\n"},
		"several columns of several instruments": {power.Series{Value: "n*", Unit: "W", Instruments: []string{"rack"}},
			"rack=a n10 1970-01-01T00:00:01Z 1.000000 W\nrack=a n9 1970-01-01T00:00:01Z 2.000000 W\n" +
				"rack=b n10 1970-01-01T00:00:02Z 3.000000 W\nrack=b n9 1970-01-01T00:00:02Z 4.000000 W\n"},
		"one fits": {power.Series{Value: "n*0", Unit: "W"},
			"n10 1970-01-01T00:00:01Z 1.000000 W\nn10 1970-01-01T00:00:02Z 3.000000 W\n"},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readText(text, c.series, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := tracetest.Shown(traces); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
	_, err := readText(text, power.Series{Value: "x*", Unit: "W"}, nil)
	if err == nil ||
		!strings.Contains(err.Error(), `meter.csv, value: no column of numbers fits "x*"; the file has time, n10`) {
		t.Errorf("got %v", err)
	}
	if traces, err := readText("time,n*\n1,2\n", power.Series{Value: "n*", Unit: "W"}, nil); err != nil ||
		len(traces) != 1 {
		t.Errorf("a column called like the pattern: %v", err)
	}
}
