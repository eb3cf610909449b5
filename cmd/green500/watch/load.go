package watch

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Load is what the readings show of the run: rest, load, and when one becomes the other.
type Load struct {
	Edges []forensics.Edge
	Core  power.Span // the last stretch of load, as far as it is recorded; zero if none is seen to begin
	Ended bool       // the power fell again after it
	Rest  power.Span // the longest rest before the load, or after it if there is none before
	Run   power.Span // what is not at rest around the load
}

// How finely the load is looked for.
const (
	mostCells       = 4096
	mostInstruments = 16
)

// LoadOf finds the load in what is seen of the compute nodes, or of everything if no source measures these.
func LoadOf(s *Seen) Load {
	c, ok := s.course()
	if !ok {
		return Load{}
	}
	p := forensics.PlateausOf(c)
	var l Load
	for _, one := range p.All {
		if one.Rises {
			l.Edges = append(l.Edges, forensics.Edge{At: one.Start.Time, Rises: true})
		}
		if one.Falls {
			l.Edges = append(l.Edges, forensics.Edge{At: one.End.Time})
		}
	}
	if len(p.All) == 0 {
		return l
	}
	last := p.All[len(p.All)-1]
	if !last.Rises || !methodology.IdleOfLoad().Hold(max(float64(p.Rest/last.Mean), methodology.IdleOfLoad().Low)) {
		return l
	}
	l.Core, l.Ended = last.Span, last.Falls
	l.beside(c, float64(last.Mean))
	return l
}

// course is power over time by most instruments, as a part of their mean: a silent one changes little.
func (s *Seen) course() (forensics.Cells, bool) {
	var of []*Recording
	for _, r := range s.known() {
		if r.compute() {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		of = s.known()
	}
	first, last := s.first(of), s.newest()
	step := max(s.interval(), last.Sub(first)/mostCells)
	cells := int(last.Sub(first) / max(step, 1))
	if cells <= 0 {
		return forensics.Cells{}, false
	}
	borders := power.Borders(first, step, cells)
	var courses [][]float64
	for _, r := range of {
		part := power.Part{Series: &r.Series, Meter: &r.Meter}
		for _, i := range spread(r.Instruments) {
			if len(i.at) > 1 {
				courses = append(courses, scaled(part.Means(r.trace(i, 0), borders)))
			}
		}
	}
	c := forensics.Cells{Start: first, Step: step, Watts: make([]float64, cells)}
	at := make([]float64, len(courses))
	for k := range c.Watts {
		for n, one := range courses {
			at[n] = one[k]
		}
		c.Watts[k] = median(at)
	}
	return c, true
}

func scaled(watts []float64) []float64 {
	sum, count := 0.0, 0.0
	for _, one := range watts {
		if !math.IsNaN(one) {
			sum, count = sum+one, count+1
		}
	}
	if sum > 0 {
		for k := range watts {
			watts[k] /= sum / count
		}
	}
	return watts
}

func spread(all []*Instrument) []*Instrument {
	if len(all) <= mostInstruments {
		return all
	}
	some := make([]*Instrument, mostInstruments)
	for k := range some {
		some[k] = all[k*len(all)/mostInstruments]
	}
	return some
}

// restOfContrast is half of what the rules take for rest, because the start of a job draws little.
const restOfContrast = methodology.RestOfContrast / 2

// noiseOfRest is how much the power of a machine at rest changes by itself.
const noiseOfRest = 0.05

const lowestOneIn = 10 // a tenth of the cells lie below what counts as the lowest power

func (l *Load) beside(c forensics.Cells, load float64) {
	first, last := int(l.Core.Start.Sub(c.Start)/c.Step), int(l.Core.End.Sub(c.Start)/c.Step)
	rest := quantile(c.Watts[:first], lowestOneIn)
	if after := quantile(c.Watts[min(last, len(c.Watts)):], lowestOneIn); !(rest <= after) && l.Ended {
		rest = after
	}
	limit := rest + max(restOfContrast*(load-rest), noiseOfRest*rest)
	atRest := func(k int) bool { return !(c.Watts[k] > limit) }
	begin, end := longestRest(0, first, atRest)
	l.Run = l.Core
	if end > begin {
		l.Rest = power.NewSpan(c.Start.Add(time.Duration(begin)*c.Step), c.Start.Add(time.Duration(end)*c.Step))
		l.Run.Start = l.Rest.End
	}
	if !l.Ended {
		return
	}
	k := last
	for k < len(c.Watts) && !atRest(k) {
		k++
	}
	l.Run.End = power.Time{Time: c.Start.Add(time.Duration(k) * c.Step)}
	if l.Rest.IsZero() {
		if begin, end := longestRest(k, len(c.Watts), atRest); end > begin {
			l.Rest = power.NewSpan(c.Start.Add(time.Duration(begin)*c.Step), c.Start.Add(time.Duration(end)*c.Step))
		}
	}
}

func longestRest(from, to int, atRest func(int) bool) (begin, end int) {
	at := from
	for k := from; k <= to; k++ {
		if k < to && (atRest(k) || k+1 < to && atRest(k+1)) {
			continue
		}
		if k-at > end-begin {
			begin, end = at, k
		}
		at = k + 1
	}
	return begin, end
}

// Clocks compares the clocks of the instruments at the last edge of the load, as long as it is near.
func Clocks(s *Seen, l Load) (Fault, bool) {
	reach := forensics.EdgeReach(s.interval())
	newest := s.newest()
	for _, edge := range slices.Backward(l.Edges) {
		since := newest.Sub(edge.At)
		if since < edgeIntervals*s.interval() || since > 2*reach {
			continue
		}
		m := s.measurement(edge.At.Add(-2*reach), power.NewSpan(edge.At, newest))
		off, usual := forensics.EdgeOffsets(m, edge, reach)
		if len(off) == 0 || 2*usual <= instrumentsOf(m) {
			return Fault{}, false
		}
		return s.clockFault(m, edge, off, usual), true
	}
	return Fault{}, false
}

func instrumentsOf(m *power.Measurement) int {
	count := 0
	for _, part := range m.Parts {
		if len(m.Parts) == 1 || part.Series.Covers.Subsystem == power.Compute {
			count += len(part.Traces)
		}
	}
	return count
}

// edgeIntervals is how many intervals after an edge the clocks are compared first.
const edgeIntervals = 4

func (s *Seen) clockFault(m *power.Measurement, edge forensics.Edge, off []forensics.Offset, usual int) Fault {
	var names []string
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			names = append(names, t.Instrument)
		}
	}
	f := Fault{Kind: ClockOff, Remedy: "Compare the clocks of the meters, and correct the times or measure again."}
	by := off[0].By
	for _, one := range off {
		f.Instruments = append(f.Instruments, names[one.Instrument])
		if one.By.Abs() > by.Abs() {
			by = one.By
		}
	}
	verb, when := "falls", "later"
	if edge.Rises {
		verb = "rises"
	}
	if by < 0 {
		when = "earlier"
	}
	f.Message = fmt.Sprintf("%s: power %s about %s %s than at %d other %s; the clock seems to be off.",
		named(f.Instruments), verb, rounded(by.Abs()), when, usual, several(usual, "instrument", "instruments"))
	return f
}

// leastIdle is the shortest rest that is taken for a measurement of idle power if no plan states another.
const leastIdle = time.Minute

// IdleMissing reports that the load began without idle power recorded, if the level requires that.
func IdleMissing(s *Seen, l Load) (Fault, bool) {
	edition := methodology.Edition(s.Entry.Methodology)
	if edition.Limits(s.Entry.ClaimedLevel).IdleMeasurements == 0 || l.Core.IsZero() || len(s.Entry.Idle) > 0 ||
		l.Rest.Duration() >= leastIdle {
		return Fault{}, false
	}
	return Fault{Kind: NoIdle,
		Message: fmt.Sprintf("The load began, and idle power was recorded for %s only.", rounded(l.Rest.Duration())),
		Remedy:  "Record it after the run: the machine ready for work, without a job, for some minutes."}, true
}
