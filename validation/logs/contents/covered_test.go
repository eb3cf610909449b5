package contents_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// logAt is a log of power at some seconds.
func logAt(column string, value func(second int) int, seconds ...int) string {
	var text strings.Builder
	text.WriteString("time," + column + "\n")
	for _, second := range seconds {
		fmt.Fprintf(&text, "%s,%d\n", time.Date(2026, 6, 1, 10, 0, second, 0, time.UTC).Format(time.RFC3339),
			value(second))
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
	total := func(second int) int { return 3600 * second }
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
		"a total over a gap":       {logAt("energy_j", total, gap...), 0, 999, 1, 3600 * 999},
		"a total beside the log":   {logAt("energy_j", total, every(0, 101, 1)...), 0, 1000, 0.1, 3600 * 100},
		"a total between readings": {logAt("energy_j", total, every(0, 3601, 60)...), 30, 150, 1, 3600 * 120},
		"a total into a gap":       {logAt("energy_j", total, gap...), 30, 600, 69. / 570, 3600 * 69},
		"a total out of a gap":     {logAt("energy_j", total, gap...), 600, 950, 50. / 350, 3600 * 50},
		"a total from before it":   {logAt("energy_j", total, every(60, 3601, 60)...), 0, 210, 150. / 210, 3600 * 150},
		"readings that come late": {logAt("power_w", steady, append(every(0, 500, 1), every(501, 1000, 1)...)...), 0,
			1000, 1, 3600 * 1000},
		"at most a part of a step": {logAt("power_w", steady, every(0, 1000, 100)...), 100, 150, 1, 3600 * 50},
	} {
		t.Run(name, func(t *testing.T) {
			s := surveyed(t, c.log, tracefile.ImportSettings{Counts: counted(strings.TrimPrefix(c.log, "time,"))})
			w := s.Window(power.NewSpan(start.Add(time.Duration(c.from)*time.Second),
				start.Add(time.Duration(c.to)*time.Second)))
			if !w.Known || w.Mean != 3600 || math.Abs(w.Present-c.present) > 1e-9 ||
				math.Abs(float64(w.Energy-c.energy)) > 1e-3 {
				t.Errorf("got %v of %v, mean %v, energy %v, known %v", w.Present, c.present, w.Mean, w.Energy, w.Known)
			}
		})
	}
}

// A window of counted energy that begins and ends between readings is covered to its ends; one that holds no reading
// is, too.
func TestWindowsBetweenReadingsOfATotal(t *testing.T) {
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	log := logAt("energy_j", func(int) int { return 3600 * 60 }, every(0, 3601, 60)...)
	s := surveyed(t, log, tracefile.ImportSettings{Counts: "interval"})
	for _, c := range []struct {
		from, to        int
		known           bool
		present, energy float64
	}{{30, 150, true, 1, 3600 * 120}, {70, 100, false, 1, 0}, {70, 130, false, 1, 0}, {3590, 3610, false, 0.5, 0}} {
		w := s.Window(power.NewSpan(start.Add(time.Duration(c.from)*time.Second),
			start.Add(time.Duration(c.to)*time.Second)))
		if w.Known != c.known || math.Abs(w.Present-c.present) > 1e-9 || math.Abs(float64(w.Energy)-c.energy) > 1e-3 {
			t.Errorf("%d to %d: known %v, present %v, energy %v", c.from, c.to, w.Known, w.Present, w.Energy)
		}
	}
}

// Of a stretch of load it is known in which part power was followed. An energy total covers all of it, as of a window.
func TestLoadOverAGapIsMeasuredInPart(t *testing.T) {
	gap := append(every(0, 200, 1), every(900, 1000, 1)...)
	for name, c := range map[string]struct {
		log     string
		present float64
		counted string
	}{
		"power": {logAt("power_w", func(int) int { return 3600 }, gap...), 0.3, ""},
		"a total": {logAt("energy_j", func(second int) int { return 3600 * second }, gap...), 1,
			"the total counts in gaps too; readings show the power in 29.8% of the time"},
	} {
		s := surveyed(t, c.log, tracefile.ImportSettings{Counts: counted(strings.TrimPrefix(c.log, "time,"))})
		for _, load := range s.Plateaus.All {
			present, window := s.PresentIn(load.Span), s.Window(load.Span).Present
			if math.Abs(present-c.present) > 0.01 || present != window ||
				math.Abs(s.FollowedIn(load.Span)-0.3) > 0.01 || s.CountedOn(load.Span) != c.counted {
				t.Errorf("%s: readings cover %v of %v, %v as a window, %q", name, present, load.Span, window,
					s.CountedOn(load.Span))
			}
		}
		if len(s.Plateaus.All) == 0 {
			t.Errorf("%s: no load", name)
		}
	}
}

// The mean of a log is that of its readings, which is told if they stand for different times.
func TestHowReadingsAreWeighedIsTold(t *testing.T) {
	slowing := append(every(0, 100, 1), every(100, 1000, 2)...)
	for name, c := range map[string]struct {
		log  string
		want bool
	}{
		"even steps": {logAt("power_w", func(second int) int { return 100 + second },
			every(0, 1000, 1)...), false},
		"steps that grow": {logAt("power_w", func(second int) int { return 100 + second }, slowing...), true},
		"steady power":    {logAt("power_w", func(int) int { return 100 }, slowing...), false},
		"a few even steps": {logAt("power_w", func(second int) int { return 100 + 50*second }, 0, 1, 2, 3),
			false},
		"a single reading":         {logAt("power_w", func(int) int { return 100 }, 0), false},
		"two readings at one time": {logAt("power_w", func(int) int { return 100 }, 0, 0), false},
	} {
		s := surveyed(t, c.log, tracefile.ImportSettings{})
		said := strings.Join(s.Describe(s.Instruments[0]), "\n")
		if got := strings.Contains(said, "each reading has the same weight"); got != c.want {
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
		if got := contents.Covered(share); got != "readings cover "+want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}
