package survey_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// logAt is a log of power at some seconds.
func logAt(column string, value func(second int) int, seconds ...int) string {
	var text strings.Builder
	text.WriteString("time," + column + "\n")
	for _, second := range seconds {
		fmt.Fprintf(&text, "%s,%d\n", time.Date(2026, 6, 1, 10, 0, second, 0, time.UTC).Format(time.RFC3339), value(second))
	}
	return text.String()
}

func every(from, to, step int) (seconds []int) {
	for second := from; second < to; second += step {
		seconds = append(seconds, second)
	}
	return seconds
}

// Energy is told of what was measured only: nothing is known of gaps, but that a total counted on in them.
func TestEnergyIsOfWhatWasMeasured(t *testing.T) {
	steady := func(int) int { return 3600 }
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	gap := append(every(0, 100, 1), every(900, 1000, 1)...)
	for name, c := range map[string]struct {
		log      string
		from, to int
		present  float64
		energy   power.Joules
	}{
		"all of it":                {logAt("power_w", steady, every(0, 1000, 1)...), 0, 1000, 1, 3600 * 1000},
		"over a gap":               {logAt("power_w", steady, gap...), 0, 1000, 0.2, 3600 * 200},
		"beside the log":           {logAt("power_w", steady, every(0, 100, 1)...), 0, 1000, 0.1, 3600 * 100},
		"a single reading in it":   {logAt("power_w", steady, gap...), 99, 899, 0.00125, 3600},
		"a single reading":         {logAt("power_w", steady, 0), 0, 1000, 0, 0},
		"a total over a gap":       {logAt("energy_j", func(second int) int { return 3600 * second }, gap...), 0, 999, 1, 3600 * 999},
		"a total beside the log":   {logAt("energy_j", func(second int) int { return 3600 * second }, every(0, 101, 1)...), 0, 1000, 0.1, 3600 * 100},
		"readings that come late":  {logAt("power_w", steady, append(every(0, 500, 1), every(501, 1000, 1)...)...), 0, 1000, 1, 3600 * 1000},
		"at most a part of a step": {logAt("power_w", steady, every(0, 1000, 100)...), 100, 150, 1, 3600 * 50},
	} {
		t.Run(name, func(t *testing.T) {
			s := surveyed(t, c.log, tracefile.Reading{Counts: counted(strings.TrimPrefix(c.log, "time,"))})
			w := s.Window(power.NewSpan(start.Add(time.Duration(c.from)*time.Second), start.Add(time.Duration(c.to)*time.Second)))
			if !w.Known || w.Mean != 3600 || math.Abs(w.Present-c.present) > 1e-9 || math.Abs(float64(w.Energy-c.energy)) > 1e-3 {
				t.Errorf("got %v of %v, mean %v, energy %v, known %v", w.Present, c.present, w.Mean, w.Energy, w.Known)
			}
		})
	}
}

// Of a stretch of load it is known which part was measured, also of an energy total.
func TestLoadOverAGapIsMeasuredInPart(t *testing.T) {
	gap := append(every(0, 200, 1), every(900, 1000, 1)...)
	for name, log := range map[string]string{
		"power":   logAt("power_w", func(int) int { return 3600 }, gap...),
		"a total": logAt("energy_j", func(second int) int { return 3600 * second }, gap...),
	} {
		s := surveyed(t, log, tracefile.Reading{Counts: counted(strings.TrimPrefix(log, "time,"))})
		for _, load := range s.Plateaus.All {
			if present := s.PresentIn(load.Span); load.Duration() > 900*time.Second && math.Abs(present-0.3) > 0.01 {
				t.Errorf("%s: readings cover %v of %v", name, present, load.Span)
			}
		}
		if len(s.Plateaus.All) == 0 {
			t.Errorf("%s: no load", name)
		}
	}
}

// The mean of a log is that of its readings, which is told where they stand for different times.
func TestHowReadingsAreWeighedIsTold(t *testing.T) {
	slowing := append(every(0, 100, 1), every(100, 1000, 2)...)
	for name, c := range map[string]struct {
		log  string
		want bool
	}{
		"even steps":               {logAt("power_w", func(second int) int { return 100 + second }, every(0, 1000, 1)...), false},
		"steps that grow":          {logAt("power_w", func(second int) int { return 100 + second }, slowing...), true},
		"steady power":             {logAt("power_w", func(int) int { return 100 }, slowing...), false},
		"a few even steps":         {logAt("power_w", func(second int) int { return 100 + 50*second }, 0, 1, 2, 3), false},
		"a single reading":         {logAt("power_w", func(int) int { return 100 }, 0), false},
		"two readings at one time": {logAt("power_w", func(int) int { return 100 }, 0, 0), false},
	} {
		s := surveyed(t, c.log, tracefile.Reading{})
		said := strings.Join(s.Says(s.Instruments[0]), "\n")
		if got := strings.Contains(said, "each reading counts alike"); got != c.want {
			t.Errorf("%s: told %v\n%s", name, got, said)
		}
	}
}

// Shares are told so that none looks like all or nothing that is not.
func TestSharesInWords(t *testing.T) {
	for share, want := range map[float64]string{
		1: "all of the time", 0.996: "all of the time", 0.99: "99% of the time", 0.1234: "12.3% of the time",
		0.0015: "0.15% of the time", 1e-6: "less than 0.1% of the time", 0: "none of the time",
	} {
		if got := survey.Covered(share); got != "readings cover "+want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}
