package hpl

import (
	"strconv"
	"time"

	"green500/validation/power"
)

const wallLayout = "2006-01-02T15:04:05"

const zoneShift = 26 * time.Hour

// Core returns the core phase: from the start to the end that HPL printed, in the zone of the head node, or by seconds
// since 1970, which need none. A time that the clocks showed twice, in autumn, is taken as the one that Time agrees
// with. Every error is a *power.InputError.
func (r Result) Core(zone *time.Location) (power.Span, error) {
	switch {
	case r.hasEpochs() && r.epochs[1].Before(r.epochs[0]):
		return power.Span{}, r.problem("", "the run ends at "+r.epochs[1].Format(time.RFC3339)+", before its start at "+
			r.epochs[0].Format(time.RFC3339), "give the output as HPL printed it")
	case r.hasEpochs():
		return r.exact(zone), nil
	case r.Start != "" && r.End == "":
		return power.Span{}, r.problem("run.core_phase", "the output has a start of HPL_pdgesv, but no end: "+
			"it is cut off, or lines are missing", "give the whole output, or state core_phase in the run")
	case !r.HasTimes:
		return power.Span{},
			r.problem("run.core_phase", "the output has no start and end of HPL_pdgesv", "state core_phase in the run")
	}
	if zone == nil {
		return power.Span{}, r.problem("run.timezone", "the output's times have no zone",
			"set run.timezone to an IANA name such as Europe/Berlin")
	}
	starts, ends := instants(r.Start, zone), instants(r.End, zone)
	if len(starts) == 0 || len(ends) == 0 {
		return power.Span{},
			r.problem("run.timezone", r.Start+" to "+r.End+" did not exist in "+zone.String(), "correct run.timezone")
	}
	span, settled := r.nearest(starts, ends)
	if !settled {
		return power.Span{}, r.problem("run.core_phase", r.Start+" to "+r.End+" occurred twice in "+zone.String()+
			", because the clocks changed", "state core_phase in the run, with its offset")
	}
	if span.Duration() < 0 {
		return power.Span{}, r.problem("", "the run ends at "+r.End+", before its start at "+r.Start,
			"give the output as HPL printed it")
	}
	return span, nil
}

func (r Result) problem(field, problem, remedy string) error {
	return &power.InputError{File: r.file, Line: r.Line, Field: field, Problem: problem, Remedy: remedy}
}

// nearest returns the pair whose distance is nearest to Time; settled is false if two are.
func (r Result) nearest(starts, ends []time.Time) (best power.Span, settled bool) {
	closest := time.Duration(-1)
	for _, start := range starts {
		for _, end := range ends {
			off := (end.Sub(start) - r.Time).Abs()
			if closest >= 0 && off >= closest {
				settled = settled && off != closest
				continue
			}
			best, closest, settled = power.NewSpan(start, end), off, true
		}
	}
	return best, settled
}

// instants returns when clocks of a zone showed a time: once, twice in the hour that autumn repeats, never in spring's.
func instants(wall string, zone *time.Location) []time.Time {
	asUTC, err := time.Parse(wallLayout, wall)
	if err != nil {
		return nil
	}
	var found []time.Time
	for _, near := range []time.Time{asUTC.Add(-zoneShift), asUTC.Add(zoneShift)} {
		_, offset := near.In(zone).Zone()
		at := asUTC.Add(-time.Duration(offset) * time.Second).In(zone)
		if at.Format(wallLayout) == wall && (len(found) == 0 || !found[0].Equal(at)) {
			found = append(found, at)
		}
	}
	return found
}

// maxEpoch is the end of the year 9999 in seconds; milliseconds since 1970 are more than any date.
const maxEpoch = 253402300799

// epochs are clock lines that state seconds since 1970. HPL for GPUs prints them before the row of the result; if the
// first of them stands behind a row, all do.
type epochs struct {
	pair   [2]time.Time // start and end, for the next row
	behind bool
	begun  bool
}

func (e *epochs) take(results []Result, start bool, text string) {
	at, ok := epoch(text)
	if !ok {
		return
	}
	if !e.begun {
		e.begun, e.behind = true, len(results) > 0
	}
	into := &e.pair
	if e.behind {
		into = &results[len(results)-1].epochs
	}
	which := 1
	if start {
		which = 0
	}
	if into[which].IsZero() {
		into[which] = at
	}
	if e.behind {
		r := &results[len(results)-1]
		r.HasTimes = r.HasTimes || r.hasEpochs()
	}
}

func (e *epochs) give(r *Result) {
	if !e.behind {
		r.epochs, e.pair = e.pair, [2]time.Time{}
		r.HasTimes = r.hasEpochs()
	}
}

func epoch(text string) (time.Time, bool) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds <= 0 || seconds > maxEpoch {
		return time.Time{}, false
	}
	whole := int64(seconds)
	// a float64 holds microseconds of today
	return time.Unix(whole, int64((seconds-float64(whole))*1e6)*1e3).UTC(), true
}

func (r Result) hasEpochs() bool { return !r.epochs[0].IsZero() && !r.epochs[1].IsZero() }

// NeedsZone reports whether the times of the result are those of a clock without a zone.
func (r Result) NeedsZone() bool { return r.HasTimes && !r.hasEpochs() }

func (r Result) exact(zone *time.Location) power.Span {
	if zone == nil {
		zone = time.UTC
	}
	return power.NewSpan(r.epochs[0].In(zone), r.epochs[1].In(zone))
}
