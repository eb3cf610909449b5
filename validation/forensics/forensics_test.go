package forensics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/forensics"
	"green500/validation/power"
)

// start is when the made-up recordings begin.
func start() time.Time { return time.Date(2026, time.March, 4, 8, 0, 0, 0, time.UTC) }

// recording is a made-up log: idle, load from a tenth to nine tenths of it, idle.
type recording struct {
	seed     uint64
	readings int
	step     time.Duration
	shift    time.Duration // of the clock
}

const (
	idleWatts = 300
	loadWatts = 700
	noise     = 0.02
	microwatt = 1e6
)

func (r recording) columns() (at, value []int64) {
	random := rand.New(rand.NewPCG(r.seed, 0))
	for k := range r.readings {
		watts := float64(idleWatts)
		if k >= r.readings/10 && k < r.readings*9/10 {
			watts = loadWatts
		}
		at = append(at, start().Add(r.shift+time.Duration(k)*r.step).UnixNano())
		value = append(value, int64(math.Round(watts*(1+noise*random.NormFloat64())*10))*microwatt/10)
	}
	return at, value
}

func (r recording) trace() *power.Trace {
	at, value := r.columns()
	return power.NewTrace("", power.Power, at, value)
}

// core is the stretch of load, by the right clock.
func (r recording) core() power.Span {
	at := func(tenths int) time.Time {
		return start().Add(time.Duration(r.readings*tenths/10) * r.step)
	}
	return power.NewSpan(at(1), at(9))
}

// measured puts traces together, one a file.
func measured(core power.Span, traces ...*power.Trace) *power.Measurement {
	m := &power.Measurement{Entry: &power.Entry{}, Core: core}
	for i, t := range traces {
		series := &power.Series{File: fmt.Sprintf("meter_%d.csv", i), Unit: "W", Quantity: t.Quantity}
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: &power.Meter{}, Traces: []*power.Trace{t}})
	}
	return m
}

// TestCopiesAreFoundAndNothingElse: whatever the clocks, and however many instruments there are.
func TestCopiesAreFoundAndNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var traces []*power.Trace
		count := rapid.IntRange(2, 12).Draw(t, "instruments")
		for i := range count {
			traces = append(traces, recording{seed: uint64(i), readings: 600, step: time.Second}.trace())
		}
		from := rapid.IntRange(0, count-1).Draw(t, "copied")
		by := time.Duration(rapid.IntRange(-40_000, 40_000).Draw(t, "milliseconds")) * time.Millisecond
		if rapid.Bool().Draw(t, "with a copy") {
			traces = append(traces, recording{seed: uint64(from), readings: 600, step: time.Second, shift: by}.trace())
		}
		twins := forensics.Of(measured(recording{readings: 600, step: time.Second}.core(), traces...)).Twins
		if len(traces) == count {
			if len(twins) > 0 {
				t.Fatalf("%+v of instruments that all differ", twins)
			}
			return
		}
		if want := (forensics.Twins{First: from, Second: count, Equal: true, Offset: by}); len(twins) != 1 ||
			twins[0] != want {
			t.Fatalf("%+v, want %+v", twins, want)
		}
	})
}

// TestTheClockShowsInTheEdges: for short and for long traces, which are cut at their seams only.
func TestTheClockShowsInTheEdges(t *testing.T) {
	for _, r := range []recording{
		{readings: 1000, step: time.Second},
		{readings: 1000, step: time.Second, shift: 45 * time.Second},
		{readings: 1000, step: time.Second, shift: -45 * time.Second},
		{readings: 300_000, step: 5 * time.Millisecond},
		{readings: 300_000, step: 5 * time.Millisecond, shift: 2 * time.Minute},
	} {
		facts := forensics.Of(measured(r.core(), r.trace()))
		e := facts.Edges
		off := max((e.RiseOffset - r.shift).Abs(), (e.FallOffset - r.shift).Abs())
		if e.Rise.IsZero() || e.Fall.IsZero() || off > e.Within {
			t.Errorf("%d readings, clock off by %s: edges off by %s and %s, told within %s", r.readings, r.shift,
				e.RiseOffset, e.FallOffset, e.Within)
		}
		if len(facts.Runs) != 1 || facts.Stated != 0 {
			t.Errorf("%d readings: runs %v", r.readings, facts.Runs)
		}
	}
}

// TestCodesAreCountedOneByOne: the average without them is that of the other readings.
func TestCodesAreCountedOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at, value := recording{readings: 500, step: time.Second}.columns()
		code := rapid.SampledFrom([]int64{-2, -1, 0, 65535, 4294967295}).Draw(t, "code")
		places := rapid.SliceOfNDistinct(rapid.IntRange(60, 440), 0, 10, rapid.ID).Draw(t, "places")
		spoilt := map[int]bool{}
		for _, k := range places {
			value[k], spoilt[k] = code*microwatt, true
		}
		var sum float64
		core := recording{readings: 500, step: time.Second}.core()
		left := 0
		for k := 50; k < 450; k++ {
			if !spoilt[k] {
				sum += float64(value[k]) / microwatt
				left++
			}
		}
		one := forensics.Of(measured(core, power.NewTrace("", power.Power, at, value))).Instruments[0]
		found := 0
		for _, c := range one.Codes {
			found += c.Count
		}
		if found != len(places) || math.Abs(float64(one.AverageWithoutCodes())-sum/float64(left)) > 1e-6 {
			t.Fatalf("%d of %d found, %v W without them, want %v W", found, len(places), one.AverageWithoutCodes(),
				sum/float64(left))
		}
	})
}

// TestGapsAreShown: every one, with its ends, as far as there is room.
func TestGapsAreShown(t *testing.T) {
	at, value := recording{readings: 1000, step: time.Second}.columns()
	var kept, read []int64
	for k := range at {
		if lost := k%100 >= 40 && k%100 < 46; !lost {
			kept, read = append(kept, at[k]), append(read, value[k])
		}
	}
	r := recording{readings: 1000, step: time.Second}
	one := forensics.Of(measured(r.core(), power.NewTrace("", power.Power, kept, read))).Instruments[0]
	if one.Inspection.Gaps != 8 || len(one.Gaps) != 8 || one.Lost != 8*6*time.Second {
		t.Fatalf("%d gaps, %d shown, %s lost", one.Inspection.Gaps, len(one.Gaps), one.Lost)
	}
	for i, gap := range one.Gaps {
		if want := start().Add(time.Duration(139+100*i) * time.Second); !gap.Start.Equal(want) ||
			gap.Duration() != 7*time.Second {
			t.Errorf("a gap from %s to %s, want one from %s", gap.Start, gap.End, want)
		}
	}
}

func TestOverflow(t *testing.T) {
	for _, c := range []struct {
		unit          power.Unit
		before, after int64 // in the unit
		end           float64
	}{
		{"Wh", 65530, 3, 65536}, {"J", 262_100, 90, 262_144}, {"kWh", 99_999, 0, 100_000},
		{"Wh", 4_294_967_290, 20, 4_294_967_296},
		{"Wh", 65530, 60_000, 0}, {"Wh", 50_000, 0, 0}, {"kWh", 0, 0, 0},
	} {
		one, err := c.unit.Fixed(1)
		if err != nil {
			t.Fatal(err)
		}
		end, over := forensics.Overflow(c.unit, power.Reading{Value: c.before * one},
			power.Reading{Value: c.after * one})
		if end != c.end || over != (c.end > 0) {
			t.Errorf("%d to %d %s: %v, %t", c.before, c.after, c.unit, end, over)
		}
	}
}

func TestApart(t *testing.T) {
	r := recording{readings: 600, step: time.Second}
	for by, want := range map[time.Duration]string{
		-5 * time.Hour:                 "5 h earlier than the other instruments",
		-18_001 * time.Second:          "5 h earlier than the other instruments",
		5*time.Hour + 30*time.Minute:   "5.5 h later than the other instruments",
		-724 * 24 * time.Hour:          "724 days earlier than the other instruments",
		3*time.Hour + 7*time.Minute:    "",
		14*time.Minute + 1*time.Second: "0.25 h later than the other instruments",
	} {
		off := recording{seed: 1, readings: 600, step: time.Second, shift: by}.trace()
		if got := forensics.RecordingsOf(measured(r.core(), r.trace(), off)).Apart(off); got != want {
			t.Errorf("%s: %q, want %q", by, got, want)
		}
	}
	alone := recording{readings: 600, step: time.Second, shift: 5 * time.Hour}.trace()
	if got := forensics.RecordingsOf(measured(r.core(), alone)).Apart(alone); got != "" {
		t.Errorf("an instrument alone is %s", got)
	}
}
