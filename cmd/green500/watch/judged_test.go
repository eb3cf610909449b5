package watch

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/cmd/green500/fetch"
	"green500/validation/plan"
	"green500/validation/power"
)

// habit is how a collector stamps and delivers readings that are right.
type habit struct {
	name   string
	stamp  func(at time.Time, random *rand.Rand) time.Time // of a reading taken at an instant
	arrive func(at time.Time) time.Time                    // when it can be fetched
}

func habits() []habit {
	same := func(at time.Time, _ *rand.Rand) time.Time { return at }
	return []habit{
		{"plain", same, func(at time.Time) time.Time { return at }},
		{"whole seconds", func(at time.Time, random *rand.Rand) time.Time {
			return at.Add(time.Duration(random.IntN(130)) * time.Millisecond).Truncate(time.Second)
		}, func(at time.Time) time.Time { return at.Add(200 * time.Millisecond) }},
		{"jitter", func(at time.Time, random *rand.Rand) time.Time {
			return at.Add(time.Duration(random.IntN(300)) * time.Millisecond)
		}, func(at time.Time) time.Time { return at.Add(300 * time.Millisecond) }},
		{"seven seconds late", same, func(at time.Time) time.Time { return at.Add(7 * time.Second) }},
		{"every ten seconds", same,
			func(at time.Time) time.Time { return at.Add(10 * time.Second).Truncate(10 * time.Second) }},
	}
}

// due is a reading and when it arrives.
type due struct {
	fetch.Reading
	arrives time.Time
}

// readings are those of the run in the order in which they arrive.
func (s *simulated) readings(h habit) []due {
	random := rand.New(rand.NewPCG(s.seed, 1))
	run := s.run()
	var all []due
	for node := range simulatedNodes {
		group := run.Group([]int{node})
		last := time.Time{}
		for at := s.start.Add(s.phase(node)); at.Before(s.end()); at = at.Add(s.interval) {
			stamp := h.stamp(at, random)
			if !stamp.After(last) {
				continue
			}
			last = stamp
			watts := float64(group.Mean(power.NewSpan(at.Add(-s.interval), at)))
			all = append(all, due{fetch.Reading{Series: fmt.Sprintf("n%d", node), At: stamp.UnixNano(),
				Value: math.Round(watts*10) / 10}, h.arrive(at)})
		}
	}
	slices.SortStableFunc(all,
		func(a, b due) int { return cmp.Or(a.arrives.Compare(b.arrives), cmp.Compare(a.At, b.At)) })
	return all
}

// seenOf is a watch that has seen nothing yet.
func (s *simulated) seenOf(t *testing.T, began time.Time) *Seen {
	t.Helper()
	made, err := plan.Of(s.request(t))
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := made.Draft()
	for i := range entry.Subsystems {
		if one := &entry.Subsystems[i]; one.Treatment == power.Estimated {
			one.PowerWatts, one.Basis, one.Formula = 300, "data sheet", "300 W"
		}
	}
	entry.Environment = power.Environment{Cooling: "air", InletCelsius: new(20.0), OutletCelsius: new(31.0)}
	series := power.Series{File: "pdu.csv", Meter: "strip", Value: "node_power_watts", Quantity: power.Power, Unit: "W",
		Covers: power.Covers{Subsystem: power.Compute}}
	entry.Run.FullRun, entry.Idle = power.Span{}, nil
	return &Seen{Began: began, Now: began, Entry: entry,
		Sources: []*Recording{{Name: "pdu", Series: series, Meter: entry.Meters[0], Expected: simulatedNodes}}}
}

// replay judges the run as it goes on, and returns what was said with the time after its start.
func (s *simulated) replay(t *testing.T, h habit) (said []string) {
	t.Helper()
	began := s.start.Add(beginAt)
	seen, all := s.seenOf(t, began), s.readings(h)
	at := 0
	for at < len(all) && all[at].At < began.UnixNano() {
		at++ // taken before the watch began
	}
	met := map[string]bool{}
	say := func(f Fault) {
		if !met[f.key()] {
			met[f.key()] = true
			said = append(said, fmt.Sprintf("%v %s: %s", seen.Now.Sub(s.start), f.Kind, f.Message))
		}
	}
	graded := began
	for now := began; now.Before(s.end()); now = now.Add(max(soonest, s.interval/2)) {
		var fresh []fetch.Reading
		for ; at < len(all) && !all[at].arrives.After(now); at++ {
			if all[at].At >= began.UnixNano() {
				fresh = append(fresh, all[at].Reading)
			}
		}
		seen.Now = now
		seen.Sources[0].Add(fresh, now)
		for _, f := range append(Faults(seen), Implausible(seen)...) {
			say(f)
		}
		l := LoadOf(seen)
		for _, look := range []func(*Seen, Load) (Fault, bool){Clocks, IdleMissing} {
			if f, is := look(seen, l); is {
				say(f)
			}
		}
		if now.Before(graded) {
			continue
		}
		graded = now.Add(gradedEvery)
		requirements, warnings, err := Requirements(seen, l)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range warnings {
			say(f)
		}
		for _, r := range requirements {
			if r.State == Fails {
				say(Fault{Kind: r.Rule, Message: r.Message})
			}
		}
	}
	return said
}

// TestNoFalseWord: runs that go as planned are not said to go wrong, however their readings are stamped and delivered.
func TestNoFalseWord(t *testing.T) {
	for _, h := range habits() {
		for _, interval := range intervals() {
			seeds := uint64(interval/time.Second/2) + 1
			if !long() {
				seeds = 1
			}
			for seed := range seeds {
				s := newSimulated(h.name, interval)
				s.seed, s.tail = 100+seed, []float64{1, 0.45}[(seed+uint64(len(h.name)))%2]
				t.Run(fmt.Sprint(h.name, " every ", interval, " ", seed), func(t *testing.T) {
					t.Parallel()
					if said := s.replay(t, h); len(said) > 0 {
						t.Error(strings.Join(said, "\n"))
					}
				})
			}
		}
	}
}

// TestCounters: running totals of energy are judged as power is: nothing false is said, and one that is read in another
// unit is named.
func TestCounters(t *testing.T) {
	s := newSimulated("counters", time.Second)
	s.level = 3
	began := s.start.Add(beginAt)
	total := map[string]float64{}
	seen := s.seenOf(t, began)
	r := seen.Sources[0]
	r.Series.Quantity, r.Series.Unit, r.Series.Value = power.Energy, "J", "node_energy_joules_total"
	for i := range seen.Entry.Meters {
		seen.Entry.Meters[i].Measures = power.Energy
	}
	for _, one := range s.readings(habits()[0]) {
		if one.arrives.Before(began) {
			continue
		}
		watts := one.Value
		broken := one.Series == "n1" && one.arrives.After(s.start.Add(300*time.Second))
		if broken {
			watts *= 1000
		}
		total[one.Series] += watts
		one.Value = total[one.Series]
		seen.Now = one.arrives
		r.Add([]fetch.Reading{one.Reading}, one.arrives)
		if broken {
			break
		}
		if one.Series != "n7" || one.arrives.Unix()%10 != 0 {
			continue
		}
		if faults := append(Faults(seen), Implausible(seen)...); len(faults) > 0 {
			t.Fatalf("%v: %+v", one.arrives.Sub(s.start), faults)
		}
		if _, warnings, err := Requirements(seen, LoadOf(seen)); err != nil || len(warnings) > 0 {
			t.Fatalf("%v: %v %+v", one.arrives.Sub(s.start), err, warnings)
		}
	}
	if l := LoadOf(seen); l.Core.Start.Sub(s.schedule.Core.Start.Time).Abs() > 4*time.Second {
		t.Errorf("load begins at %v, want %v", l.Core.Start, s.schedule.Core.Start)
	}
	if f, is := unitChanged(seen, r); !is || f.Instruments[0] != "n1" {
		t.Errorf("another unit is not named: %+v", f)
	}
}
