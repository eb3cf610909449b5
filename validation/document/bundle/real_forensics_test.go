package bundle_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/rules"
)

// remarks are the rules about readings that fail in a report, with what they observed.
func remarks(report *validation.Report) map[string]string {
	about := []string{
		"interval-as-stated", "constant-interval", "values-renewed", "timestamps-rise", "core-average", "edges-agree",
		"one-run", "no-codes", "no-outliers", "measured-changes", "instruments-differ", "resolution-fine",
	}
	found := map[string]string{}
	for _, f := range report.Findings {
		if slices.Contains(about, f.Rule) && (f.Outcome == rules.Fail || f.Outcome == rules.Unknown) {
			found[f.Rule] = f.Observed
		}
	}
	return found
}

// only demands that these remarks are made and no others.
func only(t *testing.T, report *validation.Report, want map[string]string) {
	t.Helper()
	got := remarks(report)
	for rule, observed := range want {
		if got[rule] != observed {
			t.Errorf("%s observed %q, want %q", rule, got[rule], observed)
		}
	}
	for rule, observed := range got {
		if _, wanted := want[rule]; !wanted {
			t.Errorf("%s observed %q, which is a false alarm", rule, observed)
		}
	}
}

// TestMLPerfInference holds the averages to those of the published logs, and the remarks to what is known of each.
func TestMLPerfInference(t *testing.T) {
	for _, c := range []struct {
		item       string
		watts      float64
		resolution float64 // in watts
		remarks    map[string]string
	}{
		{"v1.0-dgxa100-wt333e-3ch", 3458.69, 0.1, nil},
		{"v1.0-dgxstation-minus2-sentinel", 1277.89, 0.1, nil},
		{"v1.0-r7525-wt210", 1101.28, 0.1, nil},
		{"v2.0-gx2570-two-phase-sentinel", 3067.57, 0.1, nil},
		{"v2.0-odroid-8w", 8.038, 0.001, nil},
		{"v2.0-orin-3s-gaps", 47.965, 0.01, map[string]string{
			"no-codes": "4 of -2 W", "constant-interval": "3.111 s", "timestamps-rise": "1 repeated, 0 reversed"}},
		{"v2.1-gx2570-7s-gap", 3413.08, 0.1, nil},
		{"v2.1-h3c-a30x3", 1045.12, 0.1, nil},
		{"v3.0-xr5610-2ch", 641.04, 0.01, nil},
		{"v4.1-r760-wt210-coarse", 1021.36, 1, nil},
	} {
		t.Run(c.item, func(t *testing.T) {
			p := newMLPerf(t, "mlperf-inference/"+c.item)
			p.inference()
			p.add("spl.txt")
			report := p.grade()
			const exact = 0.01 // W
			if n := report.Numbers.MeteredCoreAverage; n == nil || math.Abs(n.Value-c.watts) > exact {
				t.Errorf("the core average is %v, want %v W", n, c.watts)
			}
			if got := report.Forensics.Instruments[0].Resolution; got != c.resolution {
				t.Errorf("the resolution is %v, want %v W", got, c.resolution)
			}
			only(t, report, c.remarks)
		})
	}
}

// TestCodesStayInTheAverage: the meter of this run wrote -2 W four times if it had no reading.
func TestCodesStayInTheAverage(t *testing.T) {
	p := newMLPerf(t, "mlperf-inference/v2.0-orin-3s-gaps")
	p.inference()
	p.add("spl.txt")
	report := p.grade()
	facts := report.Forensics.Instruments[0]
	if facts.Without == nil || math.Abs(*facts.Without-48.270) > 0.001 || facts.Sentinels != 4 || facts.Doubled != 1 ||
		len(facts.GapSpans) != 2 {
		t.Errorf("%+v", facts)
	}
	f := finding(t, report, "constant-interval", 1)
	if !strings.Contains(f.Message, "It has 2 such gaps in the core phase, in which 4.212 s are lost.") ||
		len(f.Spans) != 2 {
		t.Error(f.Message, f.Spans)
	}
	f = finding(t, report, "no-codes", 1)
	if !strings.Contains(f.Message, "average of 47.965 W, which would be 48.27 W without them") {
		t.Error(f.Message)
	}
}

// TestWhatLiesOutsideTheCorePhase: what these recordings are known for happened before power_begin or
// after power_end, so it is no remark on the figure; the traces show it all the same.
func TestWhatLiesOutsideTheCorePhase(t *testing.T) {
	for _, c := range []struct {
		item                  string
		gaps, doubled, minus2 int
		longest               float64 // step, in seconds
	}{
		{"v1.0-dgxstation-minus2-sentinel", 0, 1, 1, 1.859},
		{"v2.0-gx2570-two-phase-sentinel", 0, 0, 2, 1.776},
		{"v2.1-gx2570-7s-gap", 1, 0, 0, 7.0},
	} {
		t.Run(c.item, func(t *testing.T) {
			p := newMLPerf(t, "mlperf-inference/"+c.item)
			p.add("spl.txt")
			trace := p.parts[0].Traces[0]
			code, err := power.Unit("W").Fixed(-2)
			if err != nil {
				t.Fatal(err)
			}
			in := trace.Inspect(trace.Span())
			minus2, _ := trace.CountOf(trace.Span(), code)
			if in.Gaps != c.gaps || in.Doubled != c.doubled || minus2 != c.minus2 ||
				math.Abs(in.LongestStep.Seconds()-c.longest) > 0.001 {
				t.Errorf("%d gaps, %d repeated timestamps, %d readings of -2 W, longest step %s", in.Gaps, in.Doubled,
					minus2, in.LongestStep)
			}
		})
	}
}

// TestCopiedNodes: four pairs of the nine nodes of this published result are the same file.
func TestCopiedNodes(t *testing.T) {
	report := supermicro(t).grade()
	only(t, report, map[string]string{
		"instruments-differ": "4 pairs",
		"interval-as-stated": "2.018 s",
		"core-average":       "none",
		"constant-interval":  "", // one reading has no interval
		"measured-changes":   "1 reading",
	})
	var pairs []string
	for _, twins := range report.Forensics.Twins {
		pairs = append(pairs, fmt.Sprint(twins.First, " ", twins.Second, " ", twins.Equal))
	}
	if want := []string{"node_1.txt power node_6.txt power true", "node_2.txt power node_7.txt power true",
		"node_3.txt power node_4.txt power true", "node_5.txt power node_8.txt power true"}; !slices.Equal(
		pairs, want) {
		t.Errorf("twins are %q, want %q", pairs, want)
	}
	for i, facts := range report.Forensics.Instruments[:9] {
		if math.Abs(facts.Interval-2) > 0.03 {
			t.Errorf("node_%d is read every %v s, want about 2 s", i, facts.Interval)
		}
	}
	if f := finding(t, report, "core-average", 1); !strings.Contains(f.Message,
		"sw_0.txt host=sw_01 has no readings in the core phase. It was recorded 724 days earlier") {
		t.Error(f.Message)
	}
	if f := finding(t, report, "measured-changes", 1); !strings.Contains(f.Message,
		"sw_0.txt host=sw_01 contains a single reading, 16,100 W of 2022-05-17") {
		t.Error(f.Message)
	}
}

func supermicro(t *testing.T) *mlperf {
	p := newMLPerf(t, "mlperf-training/v4.0-smc-9node-unet3d")
	p.training("RESULT_result_5016-240510051637692552791_01.txt", "node_0.txt", "node_1.txt", "node_2.txt",
		"node_3.txt", "node_4.txt", "node_5.txt", "node_6.txt", "node_7.txt", "node_8.txt", "sw_0.txt")
	return p
}

// TestSwitchOfAnotherZone: the switch of this published result was logged five hours and a second before the nodes.
func TestSwitchOfAnotherZone(t *testing.T) {
	p := newMLPerf(t, "mlperf-training/v4.1-dell-8node-llama2")
	p.training("RESULT_result_0.txt", "node_0.txt", "node_1.txt", "node_2.txt", "node_3.txt", "node_4.txt",
		"node_5.txt", "node_6.txt", "node_7.txt", "sw_0.txt")
	report := p.grade()
	only(t, report, map[string]string{
		"core-average":      "none",
		"timestamps-rise":   "52 repeated, 0 reversed",
		"constant-interval": "6 s",
		"no-outliers":       "1",
	})
	if f := finding(t, report, "core-average", 1); f.Message != "sw_0.txt host=node_0 has no readings in the core "+
		"phase. It was recorded 5 h earlier than the other instruments." {
		t.Error(f.Message)
	}
	// Four of the nodes end the training 12 s before the others do; no node was at rest all the time, though what
	// is recorded of three of them before it is load.
	if f := finding(t, report, "nodes-work", 1); f.Observed != "4 instruments idle" ||
		!strings.Contains(f.Message, "for up to 23.") {
		t.Errorf("%s: %s", f.Observed, f.Message)
	}
}

// TestPublishedEntriesAreRemarkedOnWithReason holds the remarks on entries of the list to what their
// recordings really show.
func TestPublishedEntriesAreRemarkedOnWithReason(t *testing.T) {
	const at = "green500-submission/claix2023-gpu/"
	document, err := os.ReadFile(filepath.Join(shared, "example", "submission.yaml"))
	if err != nil {
		t.Skip("the example submission is not beside this checkout")
	}
	t.Run("claix2023-gpu", func(t *testing.T) {
		report := grade(t, lay(t, string(document), at+"hpl.log", at+"pdus.parquet", at+"summary.txt"))
		// The same machine ran twice more that morning, at 10:47 and 11:04.
		only(t, report, map[string]string{"one-run": "3 runs"})
	})
	for _, c := range []struct {
		name, start, end, file, series string
		remarks                        map[string]string
		rise                           float64 // in seconds after the start
	}{
		{"alex", "2023-04-28T22:02:36+02:00", "2023-04-28T22:07:52+02:00", "alex/megware-alex.csv",
			`time: Time, value: Node Power (W), quantity: power, unit: W`, map[string]string{"one-run": "5 runs"}, 0},
		{"alex switches", "2023-04-28T22:02:36+02:00", "2023-04-28T22:07:52+02:00", "alex/megware-alex.csv",
			`time: Time, value: IB Switch Power AC estimated (W), quantity: power, unit: W`,
			map[string]string{"measured-changes": "always 2,470 W"}, math.NaN()},
		{"grete", "2023-05-06T18:53:23+02:00", "2023-05-06T18:56:47+02:00", "grete/megware-grete.csv",
			`time: Time, value: Total Power (W), quantity: power, unit: W`, nil, -3},
		{"alpha by power", "2021-05-27T16:32:40.767+02:00", "2021-05-27T16:39:33.109+02:00",
			"tud-alpha/tud-alpha-power.csv",
			`time: time, value: power, quantity: power, unit: W`, nil, 2},
		{"alpha by energy", "2021-05-27T16:32:40.767+02:00", "2021-05-27T16:39:33.109+02:00",
			"tud-alpha/tud-alpha-energy.csv",
			`time: time, value: taurus.alpha.energy, quantity: energy, unit: kWh`, nil, 0},
		{"barnard by power", "2023-05-12T03:03:45+02:00", "2023-05-12T12:33:55+02:00",
			"tud-barnard/tud-barnard-power.csv",
			`time: timestamp, value: LZR.BARNARD.Racks-AK.Wirkleistung, quantity: power, unit: W`,
			map[string]string{"constant-interval": "2.831 s"}, math.NaN()},
		{"barnard by energy", "2023-05-12T03:03:45+02:00", "2023-05-12T12:33:55+02:00",
			"tud-barnard/tud-barnard-energy.csv",
			`time: timestamp, value: barnard.hpc.energy, quantity: energy, unit: J`, nil, math.NaN()},
	} {
		t.Run(c.name, func(t *testing.T) {
			measures := "power"
			if strings.Contains(c.series, "quantity: energy") {
				measures = "energy"
			}
			file := "hpl-power-trace/" + c.file
			report := grade(t, lay(t, fmt.Sprintf(site, "2023-06", 1, "Site", "System", 1, c.start, c.end, 1000.0, 40,
				40, "  - {name: interconnect, treatment: measured, basis: behind the same meters}", measures,
				filepath.Base(file), c.series), file))
			only(t, report, c.remarks)
			switch edges := report.Forensics.Edges; {
			case math.IsNaN(c.rise):
				if edges != nil {
					t.Errorf("an edge shows at %v", edges)
				}
			case edges == nil || edges.RiseOffset == nil || math.Abs(*edges.RiseOffset-c.rise) > 1:
				t.Errorf("edges are %+v, want a rise %v s after the start", edges, c.rise)
			}
		})
	}
}

// TestClockOffsetOfRealRuns: a meter whose clock were half a minute off would be found, in both
// directions if both flanks show.
func TestClockOffsetOfRealRuns(t *testing.T) {
	for _, c := range []struct {
		item  string
		shift int64 // seconds
	}{
		{"v2.0-gx2570-two-phase-sentinel", 30}, {"v2.0-gx2570-two-phase-sentinel", -30},
		{"v1.0-dgxstation-minus2-sentinel", 60}, {"v1.0-dgxstation-minus2-sentinel", -60},
		{"v4.1-r760-wt210-coarse", 20},
	} {
		t.Run(fmt.Sprint(c.item, " ", c.shift, " s"), func(t *testing.T) {
			p := newMLPerf(t, "mlperf-inference/"+c.item)
			p.inference()
			p.add("spl.txt")
			at, value := p.parts[0].Traces[0].Columns()
			later := make([]int64, len(at))
			for i := range at {
				later[i] = at[i] + c.shift*1e9
			}
			p.parts[0].Traces[0] = power.NewTrace("", power.Power, later, value)
			if f := finding(t, p.grade(), "edges-agree", 1); f.Outcome != rules.Fail {
				t.Errorf("%s: %s", f.Outcome, f.Message)
			}
		})
	}
}

// TestAWrongZoneIsNamed: if one file is five hours off, the trouble says so.
func TestAWrongZoneIsNamed(t *testing.T) {
	series := `time: Time, value: Node Power (W), quantity: power, unit: W`
	document := fmt.Sprintf(site, "2023-06", 1, "Site", "System", 1, "2023-04-28T22:02:36+02:00",
		"2023-04-28T22:07:52+02:00", 1000.0, 40, 40,
		"  - {name: interconnect, treatment: measured}", "power", "megware-alex.csv", series) +
		"  - {file: other.csv, meter: meter, time: Time, value: IB Switch Power AC estimated (W), quantity: power, " +
		"unit: W, timezone: America/New_York, covers: {subsystem: interconnect}}\n"
	folder := lay(t, document, "hpl-power-trace/alex/megware-alex.csv")
	content, err := os.ReadFile(filepath.Join(folder, "megware-alex.csv"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "other.csv"), content)
	if _, err := bundle.Open(os.DirFS(folder), canonical.Memory); err == nil ||
		!strings.Contains(err.Error(), "they are 6 h later than the other instruments") {
		t.Error(err)
	}
}
