package powersteps_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/lists/powersteps"
	"green500/validation/methodology"
	"green500/validation/power"
)

// metered is a machine of several meters, each of which has readings in seconds from the beginning.
func metered(meters ...map[int]int64) *power.Measurement {
	m := measured(time.Second)
	m.Parts[0].Traces = nil
	for i, readings := range meters {
		var instants, values []int64
		for second, watts := range readings {
			instants, values = append(instants, at(float64(second)).UnixNano()), append(values, watts*1_000_000)
		}
		m.Parts[0].Traces = append(m.Parts[0].Traces,
			power.NewTrace(fmt.Sprint("pdu-", i), power.Power, instants, values))
	}
	return m
}

// told is everything that everybody may have of a measurement: the envelope, curves of windows in more and fewer steps,
// of the whole and of single instruments, and the figures of windows.
func told(t *rapid.T, m *power.Measurement, report *validation.Report, windows []power.Span) string {
	var all []any
	said := statement()
	all = append(all, powersteps.Make(&said, m, report), said)
	steps := powersteps.StepsOf(m, report.Spans)
	for _, window := range windows {
		for _, most := range []int{7, 1200} {
			for _, part := range append([]power.Selection{{}}, m.Selections()...) {
				all = append(all, fmt.Sprint(steps.Curve(m.Select(part), window, most),
					steps.EvenCurve(m.Select(part), window, most)))
			}
		}
		figures, ok := steps.Window(window)
		all = append(all, figures, ok)
		if ok {
			all = append(all, validation.ClaimOf(validation.Input{Measurement: m, Edition: methodology.V20}, figures))
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNoReadingCanBeTold: whichever two readings of one step change places, and however narrow the windows are that are
// asked for beside and between them, nothing that everybody may have is another.
func TestNoReadingCanBeTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const seconds = 300
		readings := map[int]int64{}
		for second := range seconds {
			readings[second] = 10_000 + rapid.Int64Range(0, 500).Draw(t, "watts")
		}
		core := span(float64(rapid.IntRange(60, 150).Draw(t, "from")), float64(rapid.IntRange(180, 240).Draw(t, "to")))
		spans := validation.Spans{Core: core, FullRun: span(40, 260), Averaged: core, Idle: []power.Span{span(5, 25)}}
		m := metered(readings, readings)
		steps := powersteps.StepsOf(m, spans)
		every := steps.Curve(m, span(0, seconds), seconds)
		step := rapid.IntRange(0, every.Steps()-1).Draw(t, "step")
		begin := int(every.At(step).Sub(began) / time.Second)
		end := min(seconds, int(every.At(step+1).Sub(began)/time.Second))
		if begin < 0 { // a step that begins before the first reading
			begin = 0
		}
		one, other := rapid.IntRange(begin, end-1).Draw(t, "one"), rapid.IntRange(begin, end-1).Draw(t, "other")
		exchanged := map[int]int64{}
		for second, watts := range readings {
			exchanged[second] = watts
		}
		exchanged[one], exchanged[other] = readings[other], readings[one]
		windows := []power.Span{span(0, seconds), span(float64(one), float64(one+1)),
			span(float64(one), float64(seconds)), span(float64(one+1), float64(seconds)),
			span(0, float64(other)), span(0, float64(other+1)),
			span(float64(min(one, other))+0.5, float64(max(one, other))+0.7), core, spans.FullRun}
		report := graded(m, spans.FullRun, core, core)
		report.Spans = spans
		if was, is := told(t, m, report, windows), told(t, metered(exchanged, readings), report, windows); was != is {
			t.Errorf("the readings of seconds %d and %d changed places in the step from %d to %d, and it shows", one,
				other, begin, end)
		}
	})
}

// TestStepsHoldEnoughReadings: however readings are spread and lacking, nothing is shown of a step in which an
// instrument has fewer than FewestReadings but some; a view of fewer steps is made of those; and the rows of the
// envelope are steps of every view.
func TestStepsHoldEnoughReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var meters []map[int]int64
		for range rapid.IntRange(1, 3).Draw(t, "meters") {
			readings, interval := map[int]int64{}, rapid.IntRange(1, 12).Draw(t, "interval")
			for second := rapid.IntRange(0, 100).Draw(t, "first"); second < 900; second += interval {
				if rapid.IntRange(0, 20).Draw(t, "lacking") == 0 {
					second += rapid.IntRange(0, 90).Draw(t, "gap")
				}
				readings[second+rapid.IntRange(0, interval-1).Draw(t, "late")] = 1000
			}
			meters = append(meters, readings)
		}
		m := metered(meters...)
		core := span(float64(rapid.IntRange(100, 300).Draw(t, "from")), float64(rapid.IntRange(400, 700).Draw(t, "to")))
		spans := validation.Spans{Core: core, FullRun: span(90, 800), Averaged: core}
		steps := powersteps.StepsOf(m, spans)
		every := steps.Curve(m, span(-2000, 3000), 1<<20)
		counted := m.Counts(every.Borders, powersteps.FewestReadings)
		for i, counts := range counted {
			few := slices.ContainsFunc(counts,
				func(count uint8) bool { return 0 < count && count < powersteps.FewestReadings })
			if shown := every.Lines[0].Watts[i]; few && shown == shown {
				t.Errorf("the step from %v to %v shows %v W of %v readings", every.At(i), every.At(i+1), shown, counts)
			}
		}
		some := steps.Curve(m, span(200, 600), rapid.IntRange(1, 50).Draw(t, "steps"))
		for _, border := range some.Borders {
			if _, found := slices.BinarySearch(every.Borders, border); !found {
				t.Errorf("a view of fewer steps has the border %v, which is none of %v", border, every.Borders)
			}
		}
		report := graded(m, spans.FullRun, core, core)
		said := statement()
		for _, row := range powersteps.Make(&said, m, report) {
			for _, border := range []time.Time{row.From, row.To} {
				if _, found := slices.BinarySearch(every.Borders, border.UnixNano()); !found {
					t.Errorf("a row of the envelope has the border %v, which no curve has", border)
				}
			}
		}
	})
}

// TestAWindowIsWhatWasGradedOrWholeSteps, and none outside of the run.
func TestAWindowIsWhatWasGradedOrWholeSteps(t *testing.T) {
	m := measured(time.Second, wave(400)...)
	spans := validation.Spans{Core: span(103, 257), FullRun: span(60, 300), Averaged: span(103, 257),
		Idle: []power.Span{span(3, 28)}}
	steps := powersteps.StepsOf(m, spans)
	for asked, want := range map[power.Span]power.Span{
		span(103, 257): span(103, 257), span(60, 300): span(60, 300), span(3, 28): span(3, 28), span(4, 28): {},
		span(310, 390):   {},
		span(121, 121.5): span(120, 130), span(120, 130): span(120, 130), span(119.9, 130.1): span(110, 140),
		span(0, 400):   span(60, 300),
		span(130, 120): {}, span(104, 256): span(103, 257),
	} {
		if got, ok := steps.Window(asked); got != want || ok == want.IsZero() {
			t.Errorf("%v is %v, %t; want %v", asked, got, ok, want)
		}
	}
}

// TestWhereNothingIsKnownNothingIsShown: no readings, no run, no steps.
func TestWhereNothingIsKnownNothingIsShown(t *testing.T) {
	for name, m := range map[string]*power.Measurement{"nothing": {Entry: &power.Entry{}}, "no readings": measured(
		time.Second), "one reading": measured(time.Second, 1), "few": measured(time.Second, 1, 2, 3)} {
		for _, spans := range []validation.Spans{{}, {Core: span(0, 100), Averaged: span(0, 100)}} {
			steps := powersteps.StepsOf(m, spans)
			for _, line := range steps.Curve(m, span(0, 100), 100).Lines {
				for _, watts := range line.Watts {
					if watts == watts {
						t.Errorf("%s: %v W are shown", name, watts)
					}
				}
			}
			steps.EvenCurve(m, span(0, 100), 100)
		}
	}
}
