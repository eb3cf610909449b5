package validation_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// component returns a component of a report, empty if it has none of the name.
func component(r *validation.Report, name uncertainty.Name) uncertainty.Component {
	for _, c := range r.Uncertainty.Components {
		if c.Name == name {
			return c
		}
	}
	return uncertainty.Component{}
}

// TestHowNodesDiffer tells groups of unequal size, and feeds of one rack, from nodes that differ.
func TestHowNodesDiffer(t *testing.T) {
	const node = 2000.0
	racks := func(format string, watts ...float64) map[string]float64 {
		all := map[string]float64{}
		for i, w := range watts {
			all[fmt.Sprintf(format, i)] = w
		}
		return all
	}
	feeds := func(first, second string, share float64, racks int) map[string]float64 {
		all := map[string]float64{}
		for i := range racks {
			watts := 4 * node * (1 + 0.01*float64(i%2))
			all[fmt.Sprintf(first, i)], all[fmt.Sprintf(second, i)] = (1-share)*watts, share*watts
		}
		return all
	}
	for name, c := range map[string]struct {
		watts       map[string]float64
		nodes       int
		least, most float64
		known       bool
	}{
		"racks of 4 and 2": {racks("rack%d", 4*node, 4.1*node, 3.9*node, 4*node, 2*node, 2*node), 20,
			0, 0.05, true},
		"racks of 8, 6, 3 and 1":     {racks("rack%d", 8*node, 6.1*node, 2.9*node, node), 18, 0, 0.05, true},
		"one node idles":             {racks("node%d", node, node, node, node, node, 0.35*node), 6, 0.2, 0.5, true},
		"sizes that fit no number":   {racks("rack%d", 4*node, 4*node, 4*node, 5.5*node), 16, 0.2, 0.5, true},
		"feeds of 97 and 3%":         {feeds("rack%d", "rack%d-b", 0.03, 8), 32, 0.008, 0.02, true},
		"feeds of 60 and 40%":        {feeds("r%d-A", "r%d-B", 0.4, 8), 32, 0.008, 0.02, true},
		"feeds of 50 and 50%":        {feeds("pdu%da", "pdu%db", 0.5, 8), 32, 0.008, 0.02, true},
		"power supplies of a node":   {feeds("node%d_psu1", "node%d_psu2", 0.3, 8), 8, 0.004, 0.02, true},
		"columns of a table":         {feeds("rack=%d pdu=1", "rack=%d pdu=2", 0.2, 8), 32, 0.008, 0.02, true},
		"names with a letter at end": {racks("node%da", node, 1.01*node, 0.99*node, node), 4, 0.005, 0.02, true},
		"idle second feeds":          {feeds("node%d", "node%d-b", 0.005, 8), 8, 0.004, 0.02, true},
		"two racks":                  {racks("rack%d", 4*node, 4.1*node), 8, 0.03, 0.04, true},
		"one reads backwards":        {racks("rack%d", 6*node, -2*node), 4, 0, 10, true},
		"one rack":                   {racks("rack%d", 4*node), 4, 0, 0, false},
	} {
		got, known := validation.VariationOf(c.watts, c.nodes)
		if known != c.known || got < c.least || got > c.most {
			t.Errorf("%s: %v, %t; want %v to %v, %t", name, got, known, c.least, c.most, c.known)
		}
	}
}

// TestAGradeStatesTheErrorOfItsClass: a figure in the document comes first.
func TestAGradeStatesTheErrorOfItsClass(t *testing.T) {
	for _, c := range []struct {
		accuracy power.Accuracy
		percent  float64
	}{
		{power.Accuracy{Grade: power.Revenue}, 0.5}, {power.Accuracy{Grade: power.SPEC}, 1},
		{power.Accuracy{Grade: "IEC 62053-21 1"}, 1},
		{power.Accuracy{Grade: "IEC 62053-22 0.2S"}, 0.2},
		{power.Accuracy{Grade: power.Revenue, OfReadingPercent: 10}, 10},
		{power.Accuracy{Grade: "IEC 62053-22 0.5S", Transformers: 0.5}, 1},
		{power.Accuracy{OfReadingPercent: 1, Transformers: 0.5}, 1.5},
		{power.Accuracy{Transformers: 0.5}, 0}, {power.Accuracy{}, 0},
	} {
		got, known := c.accuracy.At(1000)
		if known != (c.percent > 0) || known && math.Abs(100*got-c.percent) > 1e-9 {
			t.Errorf("%+v: %v%%, %t; want %v%%", c.accuracy, 100*got, known, c.percent)
		}
	}
	for _, grade := range power.Grades() {
		if _, known := (power.Accuracy{Grade: grade}).At(1000); !known {
			t.Errorf("grade %s states no error", grade)
		}
	}
}

// TestOutputsCutOffSeconds: with the time of the solution, whole seconds tell how late a run may have begun.
func TestOutputsCutOffSeconds(t *testing.T) {
	second := func(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
	for _, c := range []struct {
		stated, time float64
		from, to     float64 // of the start
		endTo        float64
		tied         bool
	}{
		{60, 60.37, 0, 0.63, 1, true}, {60, 60, 0, 1, 1, true}, {60, 59.2, 0.8, 1, 0.2, true},
		{60, 61.5, 0, 1, 1, false},
	} {
		start := time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC)
		m := &power.Measurement{Entry: &power.Entry{}, Core: power.NewSpan(start, start.Add(second(c.stated))),
			CoreProven: true, Output: &power.Output{Time: second(c.time)}}
		from, to, endTo, tied := validation.CoreTimes(m)
		if math.Abs(from-c.from) > 1e-9 || math.Abs(to-c.to) > 1e-9 || math.Abs(endTo-c.endTo) > 1e-9 ||
			tied != c.tied {
			t.Errorf("%v s, printed %v s: start %v to %v, end up to %v, tied %t", c.time, c.stated, from,
				to, endTo, tied)
		}
	}
}

// TestWhatReadingsLeaveOpen: of a power that rises by 1 W each second, readings of 10 s leave open what lies at the
// ends of 100 s, and what a gap and a code hide.
func TestWhatReadingsLeaveOpen(t *testing.T) {
	start := time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC)
	span := power.NewSpan(start, start.Add(100*time.Second))
	for _, stamp := range []string{"begin", "middle", "end"} {
		var at, value []int64
		for k := -3; k < 14; k++ {
			from := float64(10*k - 4)
			mean := 1000 + from + 5
			switch k {
			case 4: // missing
				continue
			case 7:
				mean = 0 // a code
			}
			at = append(at, start.Add(
				time.Duration((from+map[string]float64{"begin": 0, "middle": 5, "end": 10}[stamp])*1e9)).UnixNano())
			value = append(value, int64(mean*1e6))
		}
		part := power.Part{Series: &power.Series{Stamp: stamp}, Meter: &power.Meter{}}
		trace := power.NewTrace("", power.Power, at, value)
		part.Traces = []*power.Trace{trace}
		u := part.Unread(trace, span, []int64{0})
		mean := u.Mean + u.Coded.Change
		ends := 0.0
		for _, end := range u.Ends {
			ends += end.Seconds / 100 * float64(end.Beside+end.Partly) / 2
		}
		total := u.Inside/100*float64(mean) + ends
		if u.Inside != 90 || u.Ends[0].Seconds != 6 || u.Ends[1].Seconds != 4 || math.Abs(float64(mean)-1051) > 1e-6 ||
			math.Abs(total-1050) > 0.1 {
			t.Errorf("%s: %+v, mean %v W, in all %v W", stamp, u, mean, total)
		}
		if u.Gaps.Seconds != 10 || u.Coded.Seconds != 10 || math.Abs(float64(u.Gaps.Half)-1./9*10) > 1e-6 {
			t.Errorf("%s: gaps %+v, codes %+v", stamp, u.Gaps, u.Coded)
		}
	}
}

// TestTheIntervalOfTheFullRunHoldsItsGaps: readings that are missing between launch and core phase widen it, as they do
// that of the core phase.
func TestTheIntervalOfTheFullRunHoldsItsGaps(t *testing.T) {
	b := sample.Clean(2, "2.0")
	clean := grade(t, b).Numbers
	full, core := b.Entry.Run.FullRun, b.Entry.Run.CorePhase
	name := b.Entry.Series[0].File
	if core.IsZero() {
		core = grade(t, b).Spans.Core
	}
	from, to := full.Start.Add(core.Start.Sub(full.Start.Time)/4), full.Start.Add(core.Start.Sub(full.Start.Time)*3/4)
	var kept []string
	for line := range strings.Lines(string(b.Files[name])) {
		at, err := time.Parse(time.RFC3339Nano, strings.Split(line, ",")[0])
		if err != nil || at.Before(from) || at.After(to) {
			kept = append(kept, line)
		}
	}
	lines := strings.Count(string(b.Files[name]), "\n")
	b.Files[name] = []byte(strings.Join(kept, ""))
	gaps := grade(t, b).Numbers
	if len(kept) >= lines || *gaps.FullRunAverage.Uncertainty <= *clean.FullRunAverage.Uncertainty {
		t.Errorf("%d of %d lines: %v W, and %v W without gaps", len(kept), lines, *gaps.FullRunAverage.Uncertainty,
			*clean.FullRunAverage.Uncertainty)
	}
	if *gaps.CoreAverage.Uncertainty != *clean.CoreAverage.Uncertainty {
		t.Errorf("%v W in the core phase, and %v W without gaps before it", *gaps.CoreAverage.Uncertainty,
			*clean.CoreAverage.Uncertainty)
	}
}

// TestTheIntervalsOfFullRunAndIdleHoldTheirTerms: a clock that is further off, readings in coarser steps and codes
// outside of the core phase widen them; whole seconds count at the ends of the full run, and no times at those of idle
// power while the machine idles.
func TestTheIntervalsOfFullRunAndIdleHoldTheirTerms(t *testing.T) {
	halves := func(change func(*sample.Bundle, power.Span)) (core, full, idle float64) {
		b := sample.Clean(2, "2.0")
		change(&b, grade(t, b).Spans.Core)
		for i := range b.Entry.Subsystems { // which hide what reaches upwards
			b.Entry.Subsystems[i].PowerWatts /= 1000
		}
		n := grade(t, b).Numbers
		return *n.CoreAverage.Uncertainty, *n.FullRunAverage.Uncertainty, *n.Idle.Uncertainty
	}
	// each changes the readings outside of the core phase
	outside := func(b *sample.Bundle, core power.Span, change func(at time.Time, cells []string)) {
		name := b.Entry.Series[0].File
		var text strings.Builder
		for line := range strings.Lines(string(b.Files[name])) {
			cells := strings.Split(strings.TrimRight(line, "\r\n"), ",")
			if at, err := time.Parse(time.RFC3339Nano, cells[0]); err == nil &&
				(at.Before(core.Start.Time) || at.After(core.End.Time)) {
				change(at, cells)
			}
			text.WriteString(strings.Join(cells, ",") + "\n")
		}
		b.Files[name] = []byte(text.String())
	}
	clean, cleanFull, cleanIdle := halves(func(*sample.Bundle, power.Span) {})
	for name, c := range map[string]struct {
		change     func(*sample.Bundle, power.Span)
		full, idle bool // widen
	}{
		"clock": {func(b *sample.Bundle, _ power.Span) { b.Entry.Run.Clock.MaxErrorSeconds = 18 }, true, false},
		"codes": {func(b *sample.Bundle, core power.Span) {
			outside(b, core, func(at time.Time, cells []string) {
				if at.Second()%10 == 3 {
					cells[1] = "0"
				}
			})
		}, true, true},
	} {
		_, full, idle := halves(c.change)
		if wider := 1.01; full > wider*cleanFull != c.full || idle > wider*cleanIdle != c.idle {
			t.Errorf("%s: full run ±%v W, then ±%v W; idle ±%v W, then ±%v W", name, cleanFull, full, cleanIdle, idle)
		}
	}
	_, full, idle := halves(func(b *sample.Bundle, _ power.Span) {
		run := b.Entry.Run.FullRun
		b.Entry.Run.FullRun = power.NewSpan(run.Start.Add(time.Millisecond), run.End.Add(time.Millisecond))
	})
	if math.Abs(full-cleanFull) < 1 || idle != cleanIdle {
		t.Errorf("ends that are no whole seconds: full run ±%v W, then ±%v W; idle ±%v W, then ±%v W", cleanFull, full,
			cleanIdle, idle)
	}
	coarse, coarseFull, coarseIdle := halves(func(b *sample.Bundle, _ power.Span) {
		name := b.Entry.Series[0].File
		b.Files[name] = coarser(b.Files[name], 2000)
	})
	if coarse <= clean || coarseFull <= cleanFull || coarseIdle <= cleanIdle {
		t.Errorf("in steps of 2 kW: core phase ±%v W, then ±%v W; full run ±%v W, then ±%v W; idle ±%v W, then ±%v W",
			clean, coarse, cleanFull, coarseFull, cleanIdle, coarseIdle)
	}
}

// coarser rounds the values of a log down to a step.
func coarser(log []byte, step float64) []byte {
	var text strings.Builder
	for line := range strings.Lines(string(log)) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), ",")
		for i, cell := range cells {
			if value, err := strconv.ParseFloat(cell, 64); err == nil {
				cells[i] = strconv.FormatFloat(step*math.Floor(value/step), 'f', -1, 64)
			}
		}
		text.WriteString(strings.Join(cells, ",") + "\n")
	}
	return []byte(text.String())
}
