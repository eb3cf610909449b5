package forensics

import (
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Other is a stretch of load of the same length as the run, beside it.
type Other struct {
	power.Span
	OfRun float64 // its power as a part of that of the run
}

// beside looks at what the largest instruments of compute nodes show beside the run. What draws the same at
// all times, as storage, would hide it.
func (f *Facts) beside(m *power.Measurement, all load) {
	nodes := loadOf(slices.DeleteFunc(slices.Clone(f.Instruments), func(one Instrument) bool {
		return one.Part.Series.Covers.Subsystem != power.Compute
	}))
	runs, stated := f.Runs, f.Stated
	if slices.Equal(nodes.traces, all.traces) {
		nodes = all
	} else {
		nodes = nodes.settled(m.Core)
		runs, stated = nodes.runs(m.Core)
	}
	f.Others, f.Rest = nodes.others(m.Core, runs, stated), nodes.rest(m.Core, m.Entry.Run.FullRun)
}

// restOfCore and restReadings say how long a stretch of rest is at least: a part of the core phase, and many
// readings, because a counter that moves on with every other one shows no power between.
const (
	restOfCore   = 16
	restReadings = 12
)

// rest returns the lowest power beside the run, as a part of that of the core phase; 0 if no readings show it.
func (l load) rest(core, fullRun power.Span) float64 {
	length, loaded := max(core.Duration()/restOfCore, restReadings*l.interval), l.power(core)
	if length <= 0 || !(loaded > 0) {
		return 0
	}
	run := core
	if both, ok := fullRun.Intersect(core); ok && !both.IsZero() {
		run = fullRun
	}
	lowest := math.Inf(1)
	for _, span := range l.around(core, length) {
		if span.End.After(run.Start.Time) && span.Start.Before(run.End.Time) {
			continue
		}
		if watts := l.power(span); watts > 0 {
			lowest = math.Min(lowest, watts)
		}
	}
	if math.IsInf(lowest, 1) {
		return 0
	}
	return lowest / loaded
}

// others are the stretches of load of the run's length: those near it, and those that lie so far from it
// as two zones may, with flanks where the core phase would have them.
func (l load) others(core power.Span, runs []power.Span, stated int) (found []Other) {
	if stated >= 0 {
		own := runs[stated]
		whole := l.power(own)
		for i, run := range runs {
			apart := (run.Duration() - own.Duration()).Abs()
			if i != stated && whole > 0 && float64(apart) <= methodology.LikeRun*float64(own.Duration()) {
				found = append(found, Other{run, l.power(run) / whole})
			}
		}
	}
	return append(found, l.zonesApart(core)...)
}

func (l load) zonesApart(core power.Span) (found []Other) {
	whole := l.power(core)
	if !(whole > 0) || core.Duration() <= 0 {
		return nil
	}
	for offset := -methodology.ZonesApart; offset <= methodology.ZonesApart; offset += methodology.ZoneStep {
		there := power.NewSpan(core.Start.Add(offset), core.End.Add(offset))
		if offset.Abs() <= coresAround*core.Duration() || there.Start.Before(l.recorded.Start.Time) ||
			there.End.After(l.recorded.End.Time) {
			continue
		}
		part := l.power(there) / whole
		if !(part > 1+methodology.MoreThanRun) {
			continue
		}
		if e := l.edges(there); shows(e.Rise, e.RiseOffset) && shows(e.Fall, e.FallOffset) {
			found = append(found, Other{there, part})
		}
	}
	return found
}

func shows(edge time.Time, offset time.Duration) bool {
	return !edge.IsZero() && offset.Abs() <= methodology.EdgesApart
}
