package tracefile

import (
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/logs/tracefile/internal/table"
)

// If no column can hold readings, nobody is asked to name the one that does.
func TestLack(t *testing.T) {
	for name, c := range map[string]struct{ log, want string }{
		"volts and amperes": {
			"time,voltage,current\n2026-06-01 10:00:00,230.1,0.5\n2026-06-01 10:00:01,230.2,0.6\n",
			"log: no column holds power; " +
				"add one of watts, which for direct current are the product of voltage and current.",
		},
		"messages of a broker": {
			strings.Repeat("{\"tst\": \"2026-06-01T10:00:00Z\", \"topic\": \"plug\", \"qos\": 0, \"payload\": "+
				"\"{\\\"power\\\": 500}\"}\n", 2),
			"log: no column holds readings: payload holds JSON within a text; " +
				"write its members into each record, beside the time, as " + jsonlog.AJSONRecord + ".",
		},
		"messages of a broker behind their times": {
			"2026-06-01T10:00:00Z {\"power\":500}\n2026-06-01T10:00:01Z {\"power\":501}\n",
			"log: no column holds readings: column 2 holds JSON within a text; " +
				"write its members into each record, beside the time, as " + jsonlog.AJSONRecord + ".",
		},
		"volts and amperes of the first of several": {
			"time,volts1,amps1\n2026-06-01 10:00:00,230.1,0.5\n2026-06-01 10:00:01,230.2,0.6\n",
			"log: no column holds power; " +
				"add one of watts, which for direct current are the product of volts1 and amps1.",
		},
		"and a power factor": {
			"time,voltage,ampere,power_factor\n2026-06-01 10:00:00,230.1,0.5,0.94\n" +
				"2026-06-01 10:00:01,230.2,0.6,0.95\n",
			"log: no column holds power; " +
				"add one of watts, the product of voltage, ampere and power_factor if they are of one phase.",
		},
		"nvidia-smi": {
			"timestamp, utilization.gpu [%], memory.used [MiB]\n2026/06/01 10:00:00.000, 5 %, 12 MiB\n" +
				"2026/06/01 10:00:01.000, 6 %, 12 MiB\n",
			"log: no column bears power or energy; log it as: " + linelog.NvidiaLog + ".",
		},
		"amperes alone": {
			"time(ms),Current(mA),D0-D7\n0,30.1,00000000\n10,30.2,00000001\n20,30.3,00000000\n",
			"log: no column holds power; add one of watts, which for direct current are the product of Current(mA) " +
				"and the voltage of the supply.",
		},
		"volts of channels": {
			"time,Chan 1 (VDC)\n2026-06-01 10:00:00,30.1\n2026-06-01 10:00:01,30.2\n",
			"log: no column bears power or energy; log the power beside them.",
		},
		"temperatures": {
			"time,temperature\n2026-06-01 10:00:00,30.1\n2026-06-01 10:00:01,30.2\n",
			"log: no column bears power or energy; log the power beside them.",
		},
		"power that is written as no number": {
			"time,Power (W)\n2026-06-01 10:00:00,\"<30.1>\"\n2026-06-01 10:00:01,\"<30.2>\"\n",
			`log: no column holds readings: in Power (W), "<30.1>" is not a number; ` +
				`write digits with a decimal point, as 1234.5.`,
		},
		"a name that tells nothing": {
			"time,entity,state\n2026-06-01 10:00:00,voltmeter,30.1\n2026-06-01 10:00:01,voltmeter,30.2\n",
			"log: no column holds readings; name the column of the readings.",
		},
		"text": {
			"one two three\nfour five six\n",
			"log: no column holds readings; give the log of a meter: a line a reading, with its time.",
		},
		"one line": {
			"one two three\n",
			"log: no line was found to hold readings; give the log of a meter: a line a reading, with its time.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := Understand(Input{Name: "log", At: strings.NewReader(c.log), Size: int64(len(c.log))},
				ImportSettings{}, nil, canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			if len(u.Series) > 0 {
				t.Fatal("proposes", u.Series)
			}
			if got := u.NoSeries("log").Error(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// A unit is not guessed for volts and amperes.
func TestElectrical(t *testing.T) {
	const log = "time,voltage,ampere\n2026-06-01 10:00:00,230.1,0.5\n2026-06-01 10:00:01,230.2,0.6\n"
	u, err := Understand(Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))},
		ImportSettings{Value: "ampere"}, nil, canonical.Memory)
	if err != nil || len(u.Series) != 1 {
		t.Fatal(err, u)
	}
	unit, _ := reasonOf(u.Series[0], "unit")
	if want := (infer.Reason{Field: "unit", Value: "", Confidence: table.Open,
		Why: `"ampere" says volts or amperes, which are neither power nor energy.`}); unit != want {
		t.Errorf("got %v, want %v", unit, want)
	}
}
