package tracefile

import (
	"compress/gzip"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// readReal reads a series of a published log, whose times without a zone are taken for UTC.
func readReal(t *testing.T, path string, series power.Series) (*canonical.Readings, error) {
	t.Helper()
	file, _ := openReal(t, path)
	in := Input{Name: filepath.Base(path), Stream: file}
	if strings.HasSuffix(path, ".gz") {
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		in.Stream = io.Reader(unpacked)
	}
	return Read(in, &series, time.UTC, canonical.Memory)
}

func mustReadReal(t *testing.T, path string, series power.Series) *canonical.Readings {
	t.Helper()
	readings, err := readReal(t, path, series)
	if err != nil {
		t.Fatal(err)
	}
	return readings
}

// The sums of these logs were taken with awk from their lines.
func TestPublishedIntervals(t *testing.T) {
	for path, c := range map[string]struct {
		readings int
		joules   float64
	}{
		"rapl-perf-hpl/haswell-ep-hpl_atlas/hpl_atlas.perf.phase": {558, 128.847588},
		"rapl-perf-hpl/haswell-ep-hpl_mkl/hpl_mkl.perf.phase":     {199, 56.369706},
	} {
		t.Run(path, func(t *testing.T) {
			series := power.Series{Unit: "J", Origin: power.Time{Time: time.Unix(1e9, 0)}}
			trace := mustReadReal(t, path, series).Traces[0]
			if total := trace.Reading(trace.Len() - 1).Value; trace.Len() != c.readings ||
				total != int64(math.Round(c.joules*1e3)) {
				t.Errorf("%d readings, %d mJ in all", trace.Len(), total)
			}
		})
	}
}

// Every channel of a sample is a column, and their sum is that of the meter.
func TestPublishedChannels(t *testing.T) {
	for path, channels := range map[string][]string{
		"mlperf-inference/v1.0-dgxa100-wt333e-3ch/spl.txt": {"Ch1 Watts", "Ch2 Watts", "Ch3 Watts"},
		"mlperf-inference/v3.0-xr5610-2ch/spl.txt":         {"Ch1 Watts", "Ch2 Watts"},
	} {
		t.Run(path, func(t *testing.T) {
			whole := mustReadReal(t, path, power.Series{Unit: "W"}).Traces[0]
			sum := int64(0)
			for _, channel := range channels {
				sum += mustReadReal(t, path, power.Series{Unit: "W", Value: channel}).Traces[0].Reading(0).Value
			}
			const rounded = 200_000 // microwatts: the meter rounds each channel to 0.1 W
			if got := whole.Reading(0).Value; math.Abs(float64(got-sum)) > rounded {
				t.Errorf("%d uW, but the channels read %d uW", got, sum)
			}
		})
	}
}

// The captures contradict themselves, so each figure is a column of its own.
func TestPublishedCapturesOfAFolder(t *testing.T) {
	for path, want := range map[string]map[string]int64{
		"redfish/supermicro-x10-power/supermicroX10-power.json": {
			"PowerControl[0].PowerConsumedWatts": 915, "PowerControl[0].PowerMetrics.AverageConsumedWatts": 204,
			"PowerSupplies[0].LastPowerOutputWatts": 462, "PowerSupplies[1].LastPowerOutputWatts": 453,
		},
		"redfish/telegraf-dell-power/dell_power.json": {
			"PowerControl[0].PowerConsumedWatts": 429, "PowerSupplies[0].PowerInputWatts": 900,
			"PowerSupplies[0].PowerOutputWatts": 203,
		},
		"redfish/telegraf-hp-power/hp_power.json": {"": 221, "PowerSupplies[0].LastPowerOutputWatts": 0,
			"PowerSupplies[1].LastPowerOutputWatts": 90},
	} {
		for column, watts := range want {
			file, _ := openReal(t, path)
			text, err := io.ReadAll(file)
			if err != nil {
				t.Fatal(err)
			}
			c := logCase{tracetest.LogCase{Series: power.Series{Unit: "W", Value: column}, Member: "1780272010.json",
				Log: string(text)}}
			format := c.logFormat(t)
			readings, err := readAs(format, c.input(), table.Request{Series: &c.Series})
			if err != nil || format.Name != "Redfish Power" {
				t.Fatal(path, format.Name, err)
			}
			if got := readings.Traces[0].Reading(0).Value; got != watts*1e6 {
				t.Errorf("%s: %s reads %d uW, want %d W", path, column, got, watts)
			}
		}
	}
}

// The second window of the published trace: 437,552 uJ by the samples, in results.txt 437,634 uJ.
func TestPublishedEnergyTrace(t *testing.T) {
	f, size := openReal(t, "mlperf-tiny/gap9-lpm01a/trace1-energy.bin")
	start := time.Date(2023, 6, 1, 0, 0, 0, 0, time.UTC)
	traces, err := readInput(Input{Name: f.Name(), At: f, Size: size},
		&power.Series{Unit: "J", Origin: power.Time{Time: start}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	window := power.Span{Start: power.Time{Time: start.Add(9078 * time.Millisecond)},
		End: power.Time{Time: start.Add(19639 * time.Millisecond)}}
	average, _ := traces[0].Window(window).Average()
	joules := float64(average) * window.Duration().Seconds()
	if traces[0].Len() != 96_256 || math.Abs(joules-0.437552) > 0.001 {
		t.Errorf("%d readings, %.6f J", traces[0].Len(), joules)
	}
}
