package power

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// recordings are two recordings of an instrument as "second:watts", and what has to be told: added, dropped, changed,
// the time all are later, and the spans by their seconds with how many readings differ in them.
var recordings = []struct{ name, before, after, want string }{
	{"the same", "0:5 1:5 2:6", "0:5 1:5 2:6", "+0 -0 ~0 0s"},
	{"one reads otherwise", "0:5 1:5 2:6", "0:5 1:7 2:6", "+0 -0 ~1 0s 1-1x1"},
	{"one more", "0:5 2:6", "0:5 1:7 2:6", "+1 -0 ~0 0s 1-1x1"},
	{"one less", "0:5 1:7 2:6", "0:5 2:6", "+0 -1 ~0 0s 1-1x1"},
	{"more at the end", "0:5", "0:5 1:7 2:6", "+2 -0 ~0 0s 1-2x2"},
	{"less at the start", "0:5 1:7 2:6", "2:6", "+0 -2 ~0 0s 0-1x2"},
	{"nothing before", "", "0:5 1:6", "+2 -0 ~0 0s 0-1x2"},
	{"nothing after", "0:5 1:6", "", "+0 -2 ~0 0s 0-1x2"},
	{"another clock", "0:5 1:7 2:6", "30:5 31:7 32:6", "+0 -0 ~0 30s 0-32x3"},
	{"another clock, and one reads otherwise", "0:5 1:7 2:6", "3:5 4:8 5:6", "+3 -3 ~0 0s 0-5x6"},
	{"one timestamp twice", "0:5 1:7 1:7 2:6", "0:5 1:7 2:6", "+0 -1 ~0 0s 1-1x1"},
	{"far from each other", "0:5 " + steady(1, 40) + " 41:6 " + steady(42, 60),
		"0:6 " + steady(1, 40) + " 41:7 " + steady(42, 60), "+0 -0 ~2 0s 0-0x1 41-41x1"},
	{"near to each other", "0:5 " + steady(1, 10) + " 11:6", "0:6 " + steady(1, 10) + " 11:7", "+0 -0 ~2 0s 0-11x2"},
}

func steady(from, to int) string {
	var all []string
	for i := from; i <= to; i++ {
		all = append(all, fmt.Sprint(i, ":9"))
	}
	return strings.Join(all, " ")
}

func recorded(text string) *Trace {
	var at, value []int64
	for _, word := range strings.Fields(strings.ReplaceAll(text, " :", ":")) {
		var second, watts int64
		if _, err := fmt.Sscanf(word, "%d:%d", &second, &watts); err != nil {
			panic(err)
		}
		at, value = append(at, second*int64(time.Second)), append(value, watts*microwattsPerWatt)
	}
	return newTrace("", Power, at, value, 4)
}

func TestDifferenceOfTraces(t *testing.T) {
	for _, c := range recordings {
		t.Run(c.name, func(t *testing.T) {
			d := recorded(c.before).Difference(recorded(c.after))
			got := fmt.Sprintf("+%d -%d ~%d %s", d.Added, d.Dropped, d.Changed, d.MovedBy)
			for _, s := range d.Spans {
				got += fmt.Sprintf(" %d-%dx%d", s.Start.Unix(), s.End.Unix(), s.Readings)
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if d.Same() != (c.before == c.after) {
				t.Errorf("same is %t", d.Same())
			}
		})
	}
}

// TestDifferenceTellsWhatWasDone: whatever is done to readings is counted, as a plain comparison counts it, and the
// first that differ are told with both values.
func TestDifferenceTellsWhatWasDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		done := rapid.SliceOfN(rapid.SampledFrom([]string{"keep", "keep", "keep", "keep", "drop", "add", "change"}), 1,
			120).Draw(t, "done")
		var before, after [2][]int64
		want := map[string]int{}
		for i, what := range done {
			at, value := int64(i)*10, int64(i%7)*1e6
			if what != "add" {
				before[0], before[1] = append(before[0], at), append(before[1], value)
			}
			if what == "change" {
				value++
			}
			if what != "drop" {
				after[0], after[1] = append(after[0], at), append(after[1], value)
			}
			want[what]++
		}
		d := newTrace("", Power, before[0], before[1], 4).Difference(newTrace("", Power, after[0], after[1], 4))
		if d.MovedBy != 0 { // a few readings may look like others that came later
			return
		}
		if d.Added != want["add"] || d.Dropped != want["drop"] || d.Changed != want["change"] {
			t.Fatalf("%+v of %v", d, want)
		}
		differ := d.Added + d.Dropped + d.Changed
		inSpans := 0
		for i, s := range d.Spans {
			inSpans += s.Readings
			if i > 0 && !s.Start.After(d.Spans[i-1].End.Time) || s.End.Before(s.Start.Time) {
				t.Fatalf("spans are out of order: %+v", d.Spans)
			}
		}
		if inSpans != differ || len(d.First) != min(differ, changesShown) || len(d.Spans) > spansShown {
			t.Fatalf("%d readings in %d spans, %d shown, of %d", inSpans, len(d.Spans), len(d.First), differ)
		}
		for _, first := range d.First {
			if first.Before != nil && first.After != nil && *first.Before == *first.After {
				t.Fatalf("told as another: %+v", first)
			}
		}
	})
}

func TestOverlayHasTheSameSteps(t *testing.T) {
	meter := &Meter{}
	of := func(trace *Trace) *Measurement {
		return &Measurement{Entry: &Entry{},
			Parts: []Part{{Series: &Series{Covers: Covers{Subsystem: Compute}}, Meter: meter, Traces: []*Trace{trace}}}}
	}
	before, after := of(recorded(steady(0, 100))), of(recorded(strings.ReplaceAll(steady(0, 100), "50:9", "50:4")))
	earlier, later := Overlay(before, after, before.Whole(), 400)
	if earlier.Steps() != 100 || later.Steps() != 100 || earlier.Lines[0].Watts[50] != 9 ||
		later.Lines[0].Watts[50] != 4 || later.Lines[0].Watts[51] != 9 {
		t.Errorf("%d and %d steps: %v", earlier.Steps(), later.Steps(), later.Lines)
	}
	if earlier, later = Overlay(before, after, Span{}, 400); earlier.Steps()+later.Steps() != 0 {
		t.Error("nothing is drawn in steps")
	}
}
