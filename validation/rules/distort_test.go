package rules_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
)

// The keys of a case that change readings, in the order of its lines. A point of time is start or
// end (of the core phase), launch or finish (of the full run), first or last (of all readings),
// with an offset as in start+30s. Ranges have both ends.
//
//	every: 60s                            of the readings only those on the step, counted from the start of the core phase; also 60s+2s
//	cut: start to end-30s                 readings are lost; "in series[1]" after it spares the others
//	move: start+10s by 200ms              the readings at that instant come later
//	power: 500 W                          all power readings read this; energy totals rise by it
//	fall: start+300s by 1e7 J             energy totals fall back by so much
//	core: start to start+60s              the output shows this core phase
//	output: time 601s                     the output prints this time; also rate 1000 GFlops, which order and time give
//	stated: core                          the core phase is stated, not proven; also rmax
func distort(t *testing.T, m *power.Measurement, key, value string) {
	t.Helper()
	switch key {
	case "set", "drop":
	case "every":
		every(t, m, value)
	case "cut":
		cut(t, m, value)
	case "move":
		at, by, _ := strings.Cut(value, " by ")
		when, later := point(t, m, at), duration(t, by)
		rewrite(m, func(r *power.Reading) bool {
			if r.At.Equal(when) {
				r.At = r.At.Add(later)
			}
			return true
		})
	case "power":
		constant(t, m, value)
	case "fall":
		fall(t, m, value)
	case "core":
		m.Core = reach(t, m, value)
	case "output":
		output(t, m, value)
	case "stated":
		m.CoreProven = m.CoreProven && value != "core"
		if value == "rmax" {
			m.Output = nil
		}
	default:
		t.Fatalf("a case knows no %q", key)
	}
}

func output(t *testing.T, m *power.Measurement, value string) {
	t.Helper()
	changed := *m.Output
	m.Output = &changed
	if at, ok := strings.CutPrefix(value, "time "); ok {
		m.Output.Time = duration(t, at)
		return
	}
	rate, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimPrefix(value, "rate "), " GFlops"), 64)
	if err != nil {
		t.Fatal(err)
	}
	m.Output.Rate = power.GFlops(rate)
}

func every(t *testing.T, m *power.Measurement, value string) {
	t.Helper()
	step, offset, _ := strings.Cut(value, "+")
	from := m.Core.Start.Time
	if offset != "" {
		from = from.Add(duration(t, offset))
	}
	rewrite(m, func(r *power.Reading) bool { return r.At.Sub(from)%duration(t, step) == 0 })
}

func cut(t *testing.T, m *power.Measurement, value string) {
	t.Helper()
	value, only, some := strings.Cut(value, " in ")
	lost := reach(t, m, value)
	for p := range m.Parts {
		if some && only != "series["+strconv.Itoa(p)+"]" {
			continue
		}
		rewritePart(&m.Parts[p], func(r *power.Reading) bool { return r.At.Before(lost.Start.Time) || r.At.After(lost.End.Time) })
	}
}

// constant makes readings of one power. Values are held in microwatts and millijoules.
func constant(t *testing.T, m *power.Measurement, value string) {
	t.Helper()
	watts := number(t, strings.TrimSuffix(value, " W"))
	from := m.Core.Start.Time
	for p := range m.Parts {
		scale := func(r *power.Reading) float64 { return watts * 1e6 }
		if m.Parts[p].Series.Quantity == power.Energy {
			scale = func(r *power.Reading) float64 { return watts * 1e3 * r.At.Sub(from).Seconds() }
		}
		rewritePart(&m.Parts[p], func(r *power.Reading) bool { r.Value = int64(scale(r)); return true })
	}
}

func fall(t *testing.T, m *power.Measurement, value string) {
	t.Helper()
	at, by, _ := strings.Cut(value, " by ")
	when, joules := point(t, m, at), number(t, strings.TrimSuffix(by, " J"))
	rewrite(m, func(r *power.Reading) bool {
		if r.At.After(when) {
			r.Value -= int64(joules * 1e3)
		}
		return true
	})
}

// reach reads a range of time, "start to end-30s".
func reach(t *testing.T, m *power.Measurement, text string) power.Span {
	t.Helper()
	from, to, found := strings.Cut(text, " to ")
	if !found {
		t.Fatalf("%q is no range", text)
	}
	return power.NewSpan(point(t, m, from), point(t, m, to))
}

var pointText = regexp.MustCompile(`^([a-z]+)([+-].+)?$`)

func point(t *testing.T, m *power.Measurement, text string) time.Time {
	t.Helper()
	run, whole := m.Entry.Run.FullRun, m.Whole()
	parts := pointText.FindStringSubmatch(text)
	if parts == nil {
		t.Fatalf("%q is no point of time", text)
	}
	at, known := map[string]power.Time{
		"start": m.Core.Start, "end": m.Core.End, "launch": run.Start, "finish": run.End, "first": whole.Start, "last": whole.End,
	}[parts[1]]
	if !known {
		t.Fatalf("there is no point of time %q", parts[1])
	}
	if parts[2] == "" {
		return at.Time
	}
	return at.Add(duration(t, parts[2]))
}

func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// rewrite puts every reading through keep, which may change it.
func rewrite(m *power.Measurement, keep func(*power.Reading) bool) {
	for p := range m.Parts {
		rewritePart(&m.Parts[p], keep)
	}
}

func rewritePart(part *power.Part, keep func(*power.Reading) bool) {
	part.Traces = slices.Clone(part.Traces)
	for j, trace := range part.Traces {
		var at, values []int64
		for i := range trace.Len() {
			if r := trace.Reading(i); keep(&r) {
				at, values = append(at, r.At.UnixNano()), append(values, r.Value)
			}
		}
		part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, at, values)
	}
}
