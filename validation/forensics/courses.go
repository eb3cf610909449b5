package forensics

import (
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// courses are the powers of the instruments of the compute nodes, or of all if no series covers these, in equal
// cells over the core phase and as long before and after it.
type courses struct {
	start   time.Time
	step    time.Duration
	perCore int // cells of the core phase, and of what is before and after it
	core    power.Span
	run     power.Span    // full run; zero if none is stated
	within  time.Duration // that two instruments may see the load apart
	of      []course
}

type course struct {
	at     int // place of the instrument
	covers power.Covers
	watts  []float64 // NaN if there are no readings
	load   float64   // watts that it has in the core phase while it works
	rest   float64   // watts outside the full run; NaN if the recording does not show it
}

const (
	// fineOfCore is how many cells the core phase has, and before and after it as many; coarseOfCore how many if
	// an instrument has very many readings.
	fineOfCore   = 100
	coarseOfCore = 40
	// loadOfCore and restOutside are the parts of the cells in the core phase, and outside of the full run, that
	// have less power than load and rest of an instrument.
	loadOfCore  = 0.8
	restOutside = 0.1
	// cellsOfRest is how many cells outside the full run it takes to know the power at rest.
	cellsOfRest = 3
)

func coursesOf(m *power.Measurement, all []Instrument) courses {
	c := courses{core: m.Core, run: m.Entry.Run.FullRun, within: methodology.EdgesApart}
	some := worked(m, all)
	c.perCore = fineOfCore
	for _, i := range some {
		if all[i].Count > mostExact {
			c.perCore = coarseOfCore
		}
	}
	c.step = m.Core.Duration() / time.Duration(c.perCore)
	for _, i := range some {
		c.step = max(c.step, all[i].MedianStep, all[i].Update)
	}
	if c.step <= 0 || m.Core.Duration()/cellsOfRest < c.step { // a product of a step of years would overflow
		return c
	}
	c.read(all, some)
	return c
}

func (c *courses) read(all []Instrument, some []int) {
	c.start = c.core.Start.Add(-time.Duration(c.perCore) * c.step)
	for _, i := range some {
		one := course{at: i, covers: all[i].Part.Series.Covers, watts: c.watts(all[i])}
		if c.levels(&one) {
			c.of = append(c.of, one)
		}
	}
}

func worked(m *power.Measurement, all []Instrument) []int {
	var compute, others []int
	for i, one := range all {
		switch {
		case one.Count < 2:
		case one.Part.Series.Covers.Subsystem == power.Compute:
			compute = append(compute, i)
		default:
			others = append(others, i)
		}
	}
	if len(compute) == 0 && !m.Covers(power.Compute) {
		return others
	}
	return compute
}

// mostExact is how many readings in the core phase are still cut exactly at the ends of cells; of more, whole blocks
// are taken.
const mostExact = 1 << 14

func (c courses) watts(one Instrument) []float64 {
	borders := power.Borders(c.start, c.step, c.cells())
	if one.Count <= mostExact {
		return one.Part.Means(one.Trace, borders)
	}
	return one.Trace.MeansAbout(borders)
}

func (c courses) cells() int            { return 3 * c.perCore }
func (c courses) at(cell int) time.Time { return c.start.Add(time.Duration(cell) * c.step) }

func (c courses) span(from, to int) power.Span {
	zone := c.core.Start.Location()
	return power.NewSpan(c.at(from).In(zone), c.at(to).In(zone))
}

func (c courses) inCore() (from, to int) {
	whole, rest := c.core.Duration()/c.step, c.core.Duration()%c.step
	if rest >= c.step-c.step/2 { // not by adding half a step: a core phase of centuries would overflow
		whole++
	}
	return c.perCore, c.perCore + int(whole)
}

func (c courses) outside(cell int) bool {
	from, to := c.at(cell), c.at(cell+1)
	apart := func(s power.Span) bool { return !to.After(s.Start.Time) || !from.Before(s.End.Time) }
	return apart(c.core) && (c.run.IsZero() || apart(c.run))
}

func (c courses) levels(one *course) (ok bool) {
	from, to := c.inCore()
	one.load = quantile(one.watts[from:to], loadOfCore)
	var outside []float64
	for k, watts := range one.watts {
		if c.outside(k) && !math.IsNaN(watts) {
			outside = append(outside, watts)
		}
	}
	one.rest = math.NaN()
	if len(outside) >= cellsOfRest {
		one.rest = quantile(outside, restOutside)
	}
	return one.load > 0
}

func (o course) shows() bool                  { return o.load-o.rest >= methodology.EdgeOfPlateau*o.load }
func (o course) between(part float64) float64 { return o.rest + part*(o.load-o.rest) }

func (c courses) sum() (sum course, ok bool) {
	if len(c.of) == 0 {
		return sum, false
	}
	sum = course{at: -1, watts: make([]float64, c.cells())}
	for _, one := range c.of {
		for k, watts := range one.watts {
			sum.watts[k] += watts
		}
	}
	return sum, c.levels(&sum)
}

func quantile(values []float64, part float64) float64 {
	known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(known) == 0 {
		return math.NaN()
	}
	slices.Sort(known)
	return known[min(len(known)-1, int(part*float64(len(known))))]
}
