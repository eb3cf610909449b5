package forgery_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

const shared = "../../../shared"

// log is a published recording of a machine under load.
type log struct {
	folder, files string
	nodes         int
	start, end    string // of the core phase, RFC 3339; of MLPerf inference its own output says it
	series        power.Series
}

func watts(value string) power.Series {
	return power.Series{Value: value, Quantity: power.Power, Unit: "W", Timezone: "Europe/Berlin"}
}

func logs() []log {
	all := []log{
		{"hpl-power-trace/alex", "megware-alex.csv", 38, "2023-04-28T22:02:36+02:00", "2023-04-28T22:07:52+02:00",
			watts("Node Power (W)")},
		{"hpl-power-trace/alex", "megware-alex.csv", 38, "2023-04-28T22:13:12+02:00", "2023-04-28T22:18:17+02:00",
			watts("Node Power (W)")},
		{"hpl-power-trace/grete", "megware-grete.csv", 33, "2023-05-06T18:53:23+02:00", "2023-05-06T18:56:47+02:00",
			watts("Total Power (W)")},
		{"hpl-power-trace/tud-alpha", "tud-alpha-power.csv", 34, "2021-05-27T16:32:41+02:00",
			"2021-05-27T16:39:33+02:00", watts("power")},
		{"hpl-power-trace/tud-barnard", "tud-barnard-power.csv", 630, "2023-05-12T03:03:45+02:00",
			"2023-05-12T12:33:55+02:00", watts("LZR.BARNARD.Racks-AK.Wirkleistung")},
		{"green500-submission/claix2023-gpu", "pdus.parquet", 36, "2024-09-27T11:18:11+02:00",
			"2024-09-27T11:22:27+02:00", power.Series{Time: "time", Value: "energy", Quantity: power.Energy, Unit: "Wh",
				Instruments: []string{"rack", "num"}, Where: map[string][]string{"rack": {"245", "246", "247"}}}},
		{"mlperf-training/v4.1-dell-8node-llama2", "node_*.txt", 8, "2024-10-09T21:27:56+00:00",
			"2024-10-09T21:32:49+00:00", watts("")},
	}
	for _, item := range []string{"v1.0-dgxa100-wt333e-3ch", "v1.0-dgxstation-minus2-sentinel", "v1.0-r7525-wt210",
		"v2.0-gx2570-two-phase-sentinel", "v2.1-gx2570-7s-gap", "v2.1-h3c-a30x3", "v4.1-r760-wt210-coarse"} {
		series := watts("")
		series.Timezone = "UTC"
		all = append(all, log{"mlperf-inference/" + item, "spl.txt", 1, "", "", series})
	}
	return all
}

var phases = regexp.MustCompile(`"power_(?:begin|end)", "value": "([^"]+)"`)

// realRuns are the runs of the published logs; none without the folder of the data.
func realRuns(t *testing.T) (all []*run) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(shared, "data")); err != nil {
		return nil
	}
	for i, l := range logs() {
		r, err := l.run(uint64(i + 1))
		if err != nil {
			t.Fatalf("%s: %v", l.folder, err)
		}
		all = append(all, r)
	}
	return all
}

func (l log) span() (start, end time.Time, err error) {
	if l.start == "" {
		text, err := os.ReadFile(filepath.Join(shared, "data", l.folder, "mlperf_log_detail.txt"))
		found := phases.FindAllSubmatch(text, -1)
		if err != nil || len(found) != 2 {
			return start, end, fmt.Errorf("%d ends of the core phase: %w", len(found), err)
		}
		const form = "01-02-2006 15:04:05.999"
		if start, err = time.Parse(form, string(found[0][1])); err == nil {
			end, err = time.Parse(form, string(found[1][1]))
		}
		return start.Add(time.Second).Truncate(time.Second), end.Truncate(time.Second), err
	}
	if start, err = time.Parse(time.RFC3339, l.start); err == nil {
		end, err = time.Parse(time.RFC3339, l.end)
	}
	return start, end, err
}

func (l log) run(seed uint64) (*run, error) {
	start, end, err := l.span()
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(cmp.Or(l.series.Timezone, "Europe/Berlin"))
	if err != nil {
		return nil, err
	}
	r := &run{name: l.folder, seed: seed, start: start.In(zone), core: end.Sub(start).Seconds()}
	files, err := filepath.Glob(filepath.Join(shared, "data", l.folder, l.files))
	if err != nil {
		return nil, err
	}
	common := int64(0)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		series := l.series
		series.File = filepath.Base(name)
		in := tracefile.Input{Name: series.File, At: bytes.NewReader(text), Size: int64(len(text))}
		read, err := tracefile.Read(in, &series, zone, canonical.Memory)
		if err != nil {
			return nil, err
		}
		for _, trace := range read.Traces {
			r.take(trace, strings.TrimSuffix(series.File, ".txt")+" "+trace.Instrument, &common)
		}
	}
	r.step = math.Max(0.001, float64(common)/1e6)
	if l.series.Quantity == power.Energy {
		r.wattHour = math.Round(float64(common)/3.6e4) / 100
	}
	r.document(l, power.NewSpan(r.start, end.In(zone)))
	r.entry.Meters[0].Measures = l.series.Quantity
	return r, nil
}

var odd = regexp.MustCompile(`[^A-Za-z0-9]+`)

// take adds a recorded instrument. common is the greatest common divisor of all its values.
func (r *run) take(trace *power.Trace, name string, common *int64) {
	at, value := trace.Columns()
	var clock, watts []float64
	for i := range at {
		t, w := float64(at[i]-r.start.UnixNano())/1e9, float64(value[i])/1e6
		for a := value[i]; a != 0; {
			a, *common = *common%a, a
		}
		if trace.Quantity == power.Energy {
			if i == 0 || at[i] == at[i-1] {
				continue
			}
			w = float64(value[i]-value[i-1]) / 1e3 / (float64(at[i]-at[i-1]) / 1e9)
		}
		clock, watts = append(clock, t), append(watts, w)
	}
	c := column{name: strings.Trim(odd.ReplaceAllString(name, "_"), "_"), subsystem: power.Compute, watts: watts}
	c.clock = slices.IndexFunc(r.clocks, func(other []float64) bool { return slices.Equal(other, clock) })
	if c.clock < 0 {
		c.clock, r.clocks = len(r.clocks), append(r.clocks, clock)
	}
	r.columns = append(r.columns, c)
}

// document describes a recording as a submission of Level 2 that measures the whole machine.
func (r *run) document(l log, core power.Span) {
	clean := sample.Clean(2, "2.0")
	r.entry, r.files = clean.Entry, map[string][]byte{}
	total, idle := 0.0, 0.0
	for i := range r.columns {
		c := &r.columns[i]
		total += r.mean(c, 0, r.core)
		sorted := slices.Clone(c.watts)
		slices.Sort(sorted)
		idle += sorted[len(sorted)/50]
	}
	zone := sample.Zone{Name: "UTC"}
	r.start = r.start.UTC()
	r.output = sample.NewOutput(sample.Netlib, power.GFlops(5.2*total),
		power.NewSpan(core.Start.UTC(), core.End.UTC()), 2*l.nodes, zone)
	e := &r.entry
	e.Edition, e.Attachments = "2026-06", nil
	e.System.TotalCores = 128 * l.nodes
	e.Run.Output, e.Run.Timezone, e.Run.RmaxTeraflops = "hpl.log", "UTC", r.output.PrintedRate().Teraflops()
	e.System.RpeakTeraflops = math.Round(e.Run.RmaxTeraflops*140) / 100
	first, last := r.clocks[0][0], r.core+12
	for _, clock := range r.clocks {
		first, last = max(first, clock[0]), min(last, clock[len(clock)-1])
	}
	e.Run.FullRun = power.NewSpan(r.start.Add(seconds(min(0, max(first+2, -10)))),
		r.start.Add(seconds(max(r.core, last-2))))
	e.Idle = []power.Idle{{PowerWatts: math.Round(math.Min(idle, 0.6*total))}}
	e.NodeSets[0].Nodes, e.NodeSets[0].Measured, e.NodeSets[0].Selection = l.nodes, l.nodes, "all"
	e.Subsystems = []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}
	for _, name := range power.SubsystemNames()[1:] {
		e.Subsystems = append(e.Subsystems, power.Subsystem{Name: name, Treatment: power.Measured,
			MeasuredWith: power.Compute})
	}
	e.Meters = e.Meters[:1]
	e.Meters[0].IntervalSeconds = math.Round(100*r.interval(&r.columns[0])) / 100
}
