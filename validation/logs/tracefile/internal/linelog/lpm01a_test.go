package linelog_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// energyTrace writes what the LPM01A does.
func energyTrace(rate float32, microjoules ...float32) []byte {
	trace := binary.LittleEndian.AppendUint32([]byte{0xF1}, math.Float32bits(rate))
	for _, one := range microjoules {
		trace = binary.LittleEndian.AppendUint32(trace, math.Float32bits(one))
	}
	return trace
}

func readEnergyTrace(name string, file []byte, series *power.Series) ([]*power.Trace, error) {
	read, err := tracefile.Read(tracefile.Input{Name: name, Stream: bytes.NewReader(file)}, series, time.UTC,
		canonical.Memory)
	if err != nil {
		return nil, err
	}
	return read.Traces, nil
}

func TestEnergyTrace(t *testing.T) {
	start := power.Time{Time: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)}
	joules := power.Series{Unit: "J", Origin: start}
	watts := power.Series{Unit: "W", Value: "power", Origin: start}
	for name, c := range map[string]struct {
		file   []byte
		series power.Series
		want   string // traces, or the error
	}{
		"energy adds up from less than a millijoule": {energyTrace(1000, 400, 400, 400), joules,
			"energy 2026-06-01T00:00:00.001Z 0.000 J\nenergy 2026-06-01T00:00:00.002Z 0.001 J\n" +
				"energy 2026-06-01T00:00:00.003Z 0.001 J\n"},
		"power": {energyTrace(1000, 400, 25.5), watts,
			"power 2026-06-01T00:00:00.001Z 0.400000 W\npower 2026-06-01T00:00:00.002Z 0.025500 W\n"},
		"a sample cut off": {energyTrace(1000, 400, 400)[:11], joules,
			"meter.log: ends within sample 2, 2 bytes into it; give the whole file."},
		"not a number": {energyTrace(1000, 400, float32(math.NaN())), joules,
			"meter.log, energy: sample 2 is not a number; give the trace as the meter wrote it."},
		"no start": {energyTrace(1000, 400), power.Series{Unit: "J"}, "meter.log, origin: the times of the file " +
			"count from an unknown start; set origin in the series, as 2024-09-27T11:16:15+02:00."},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readEnergyTrace("meter.log", c.file, &c.series)
			got := tracetest.Shown(traces)
			if err != nil {
				tracetest.DemandInput(t, err)
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestOnlyAnEnergyTraceIsOne(t *testing.T) {
	for name, head := range map[string][]byte{
		"text": []byte("\xf1ame,power\n1,2\n"), "no sample": energyTrace(1000), "no rate": energyTrace(0, 1),
		"a rate in parts": energyTrace(0.5, 1),
		"too fast":        energyTrace(1e9, 1), "not a rate": energyTrace(float32(math.NaN()), 1), "nothing": nil,
	} {
		if linelog.LPM01A.Is(head) {
			t.Errorf("%s is taken for an energy trace", name)
		}
	}
}

// FuzzLPM01A reads any bytes after the mark of an energy trace.
func FuzzLPM01A(f *testing.F) {
	for _, seed := range [][]byte{energyTrace(1000, 1, 2.5, 0), energyTrace(1, -1),
		energyTrace(1000, float32(math.NaN()))} {
		f.Add(seed[1:], "energy")
		f.Add(seed[1:len(seed)-1], "power")
	}
	f.Fuzz(func(t *testing.T, rest []byte, value string) {
		series := power.Series{Value: value, Unit: "J", Origin: power.Time{Time: time.Unix(1e9, 0)}}
		if strings.HasPrefix(value, "p") {
			series.Unit = "W"
		}
		traces, err := readEnergyTrace("meter.bin", append([]byte{0xF1}, rest...), &series)
		if err != nil {
			tracetest.DemandInput(t, err)
			return
		}
		tracetest.DemandSound(t, traces)
	})
}
