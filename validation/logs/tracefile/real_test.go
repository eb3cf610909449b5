package tracefile

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// realData holds published measurements, which are no part of the project.
const realData = "../../../../shared/data"

func openReal(t testing.TB, path string) (*os.File, int64) {
	t.Helper()
	f, err := os.Open(filepath.Join(realData, path))
	if err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return f, info.Size()
}

func span(t testing.TB, start, end string) power.Span {
	t.Helper()
	var s power.Span
	for text, into := range map[string]*power.Time{start: &s.Start, end: &s.End} {
		if err := into.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestPublishedTraces(t *testing.T) {
	for _, c := range []struct {
		file   string
		series power.Series
		zone   *time.Location
		start  string
		end    string
		watts  float64
	}{
		{"hpl-power-trace/alex/megware-alex.csv", power.Series{Value: "Node Power (W)", Unit: "W"}, tracetest.Berlin(t), "2023-04-28T22:02:36+02:00", "2023-04-28T22:07:52+02:00", 176_740},
		{"hpl-power-trace/grete/megware-grete.csv", power.Series{Value: "Total Power (W)", Unit: "W"}, tracetest.Berlin(t), "2023-05-06T18:53:23+02:00", "2023-05-06T18:56:47+02:00", 100_008},
		{"hpl-power-trace/tud-alpha/tud-alpha-power.csv", power.Series{Unit: "W"}, nil, "2021-05-27T16:32:40.767+02:00", "2021-05-27T16:39:33.109+02:00", 163_214},
		{"hpl-power-trace/tud-alpha/tud-alpha-energy.csv", power.Series{Value: "taurus.alpha.energy", Unit: "kWh"}, nil, "2021-05-27T16:32:40.767+02:00", "2021-05-27T16:39:33.109+02:00", 163_647},
		{"hpl-power-trace/tud-barnard/tud-barnard-power.csv", power.Series{Unit: "W"}, nil, "2023-05-12T03:03:45+02:00", "2023-05-12T12:33:55+02:00", 535_757},
		{"hpl-power-trace/tud-barnard/tud-barnard-energy.csv", power.Series{Unit: "J"}, nil, "2023-05-12T03:03:45+02:00", "2023-05-12T12:33:55+02:00", 535_743},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			f, size := openReal(t, c.file)
			traces, err := readInput(Input{Name: c.file, At: f, Size: size}, &c.series, c.zone)
			if err != nil {
				t.Fatal(err)
			}
			if len(traces) != 1 {
				t.Fatalf("%d traces, want 1", len(traces))
			}
			// The published means leave out a reading that falls on the very end of the phase.
			phase := span(t, c.start, c.end).Trim(0, 1)
			average, _ := traces[0].Window(phase).Average()
			if math.Abs(float64(average)-c.watts) > 0.5 {
				t.Errorf("average %.3f W, want %.0f W", float64(average), c.watts)
			}
		})
	}
}

// The PDUs of CLAIX-2023: a long table in Parquet that several series read parts of.
func TestPublishedParquet(t *testing.T) {
	f, size := openReal(t, "green500-submission/claix2023-gpu/pdus.parquet")
	long := power.Series{Time: "time", Value: "energy", Unit: "Wh", Quantity: power.Energy, Instruments: []string{"rack", "num"}}
	compute := long
	compute.Where = map[string][]string{"rack": {"245", "246.0", "247"}}
	kept, err := ReadAll(Input{Name: "pdus.parquet", At: f, Size: size}, []*power.Series{&long, &compute}, []*time.Location{nil, nil}, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	all := [][]*power.Trace{kept[0].Traces, kept[1].Traces}
	if len(all[0]) != 16 || len(all[1]) != 6 {
		t.Fatalf("%d and %d instruments, want 16 and 6", len(all[0]), len(all[1]))
	}
	if got := all[1][0].Instrument; got != "rack=245 num=1" {
		t.Errorf("first instrument is called %q", got)
	}
	core := span(t, "2024-09-27T11:18:11+02:00", "2024-09-27T11:22:27+02:00")
	var sum power.Watts
	for _, one := range all[0] {
		average, _ := one.Window(core).Average()
		sum += average
		if one.Len() != 36016/16 {
			t.Errorf("%s has %d readings", one.Instrument, one.Len())
		}
	}
	if math.Abs(float64(sum)-154_948.3) > 0.5 {
		t.Errorf("sum of the averages %.3f W, want 154,948.3 W", float64(sum))
	}
}
