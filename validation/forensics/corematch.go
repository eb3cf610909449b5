package forensics

import (
	"math"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// CoreMatch is a core phase laid over the stretches of load of a recording.
type CoreMatch struct {
	Core    power.Span
	Outside bool // no part of it lies in the recording
	On      int  // the stretch that shares most with it; -1 if none shares anything
	// Rise and Fall are where that stretch begins and ends, against the core phase; positive is later. They
	// mean nothing if the stretch does not rise or fall inside the recording.
	Rise, Fall time.Duration
	Within     time.Duration // how far they may lie apart to fit
	Fits       bool          // the power rises and falls with the core phase, as far as the recording shows it
	Holds      bool          // the core phase lies in a longer stretch of load
	Shifts     []Shift       // that would make it fit, the likeliest first; none if it fits
}

// Shift is by how much the core phase would have to be moved to fit a stretch of load.
type Shift struct {
	By time.Duration // positive is later
	// the part of it that is a whole number of steps between zones; 0 if the rest is too large for clocks that agree
	Zone  time.Duration
	Clock time.Duration // the rest
	On    int           // the stretch it would fit
}

// endsOfCore is how far the ends of a stretch of load may lie from those of a core phase, as a part of it:
// programs need some time before and after, and the tail of a real accelerated run takes a tenth of it.
const endsOfCore = 0.12

const mostShifts = 3

// MatchCore holds a core phase against the stretches of load of a recording.
func MatchCore(p Plateaus, recorded, core power.Span) CoreMatch {
	part := time.Duration(endsOfCore * float64(core.Duration()))
	l := CoreMatch{Core: core, On: -1, Within: max(methodology.EdgesApart, 2*p.Step, min(part, methodology.ZoneError))}
	_, inside := recorded.Intersect(core)
	l.Outside = !inside
	most := time.Duration(0)
	for i, one := range p.All {
		if shared, ok := one.Intersect(core); ok && shared.Duration() > most {
			most, l.On = shared.Duration(), i
		}
	}
	if l.On >= 0 {
		on := p.All[l.On]
		l.Rise, l.Fall = on.Start.Sub(core.Start.Time), on.End.Sub(core.End.Time)
		l.Fits = (on.Rises || on.Falls) && l.fit(on, 0)
		l.Holds = !l.Fits && l.Rise <= l.Within && l.Fall >= -l.Within
	}
	if l.Fits || core.Duration() <= 0 {
		return l
	}
	for i, one := range p.All {
		l.shift(i, one)
	}
	return l
}

// fit reports whether the ends of a stretch that the recording shows lie near those of the core phase
// moved by some time; the others must not cut it short.
func (l *CoreMatch) fit(on Plateau, by time.Duration) bool {
	rise, fall := on.Start.Sub(l.Core.Start.Add(by)), on.End.Sub(l.Core.End.Add(by))
	return (rise.Abs() <= l.Within || !on.Rises && rise <= 0) && (fall.Abs() <= l.Within || !on.Falls && fall >= 0)
}

// shift offers what makes the core phase fit a stretch: whole steps between zones if near enough, else equal starts.
func (l *CoreMatch) shift(i int, on Plateau) {
	if !on.Rises || !on.Falls {
		return // where it began or ended nobody knows
	}
	by := on.Start.Sub(l.Core.Start.Time)
	step := float64(methodology.ZoneStep)
	zone := time.Duration(math.Round(float64(by)/step) * step)
	s := Shift{By: by, Clock: by, On: i}
	if zone != 0 && l.fit(on, zone) && zone.Abs() <= farthestZone {
		s = Shift{By: by, Zone: zone, Clock: by - zone, On: i}
	}
	if !l.fit(on, s.By) {
		return
	}
	at := 0
	for at < len(l.Shifts) && !likelier(s, l.Shifts[at]) {
		at++
	}
	l.Shifts = append(l.Shifts[:at], append([]Shift{s}, l.Shifts[at:]...)...)
	l.Shifts = l.Shifts[:min(len(l.Shifts), mostShifts)]
}

const farthestZone = 26 * time.Hour

// likelier reports whether a shift is likelier than another: by whole hours before others between zones,
// and those before errors of a clock; then the shorter one.
func likelier(a, b Shift) bool {
	if ra, rb := a.oddness(), b.oddness(); ra != rb {
		return ra < rb
	}
	if a.Zone != 0 && a.Zone.Abs() == b.Zone.Abs() {
		return a.Clock.Abs() < b.Clock.Abs()
	}
	return a.By.Abs() < b.By.Abs()
}

func (s Shift) oddness() int {
	switch {
	case s.Zone == 0:
		return 3
	case s.Zone%time.Hour == 0:
		return 0
	case s.Zone%(time.Hour/2) == 0:
		return 1
	}
	return 2
}
