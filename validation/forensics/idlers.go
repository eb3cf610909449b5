package forensics

import (
	"cmp"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Idler is an instrument that is at rest while the others work.
type Idler struct {
	Instrument int // place in Facts
	Spans      []power.Span
	For        time.Duration // all of them together
	Watts      power.Watts   // mean power there
	Usual      power.Watts   // what it would have with the others' course; 0 if it is at rest all the time
}

// usualOfOthers is the part of the instruments that have less of their power at a time than what counts as the usual
// one: half of them may rest.
const usualOfOthers = 0.75

func (c courses) idlers(off []Offset) []Idler {
	late := map[int]bool{}
	for _, one := range off {
		late[one.Instrument] = true
	}
	of := map[power.Covers][]course{}
	for _, one := range c.of {
		if !late[one.at] {
			of[one.covers] = append(of[one.covers], one)
		}
	}
	var found []Idler
	for _, some := range of {
		found = append(found, c.idlersOf(some)...)
	}
	slices.SortFunc(found, func(a, b Idler) int { return cmp.Compare(a.Instrument, b.Instrument) })
	return found
}

func (c courses) idlersOf(working []course) (found []Idler) {
	if len(working) < 2 {
		return nil
	}
	usual, contrast, load := c.usual(working)
	for _, one := range working {
		if one.load < methodology.SmallOfLoad*load {
			continue // a second feed, or a part that does not compute
		}
		if idle, is := c.restsAlways(one, contrast); is {
			found = append(found, idle)
		} else if idle, is := c.rests(one, usual); is {
			found = append(found, idle)
		}
	}
	return found
}

// usual is the course of the instruments as a part of their load, how many times their rest their load is, and what
// load the middle one has.
func (c courses) usual(working []course) (parts []float64, contrast, load float64) {
	parts = make([]float64, c.cells())
	for k := range parts {
		parts[k] = quantileOf(working, usualOfOthers, func(o course) float64 { return o.watts[k] / o.load })
	}
	return parts, quantileOf(working, 0.5, func(o course) float64 { return o.load / o.rest }),
		quantileOf(working, 0.5, func(o course) float64 { return o.load })
}

func quantileOf(some []course, part float64, value func(course) float64) float64 {
	values := make([]float64, len(some))
	for i, one := range some {
		values[i] = value(one)
	}
	return quantile(values, part)
}

// leastContrast is how many times the rest the load of the others is at least if an instrument shows by it that
// it rests.
const leastContrast = 1 / (1 - methodology.EdgeOfPlateau)

// restsAlways is no load all through the core phase, while the others have it.
func (c courses) restsAlways(one course, contrast float64) (idle Idler, is bool) {
	if !(contrast >= leastContrast) || !(one.load <= one.rest*(1+methodology.LoadOfContrast*(contrast-1))) {
		return idle, false
	}
	from, to := c.inCore()
	for _, watts := range one.watts[from:to] {
		if watts < one.rest*(1-methodology.EdgeOfPlateau) {
			return idle, false // what the recording shows outside of the run is no rest
		}
	}
	mean, _ := meanOf(one.watts[from:to])
	return Idler{Instrument: one.at, Spans: []power.Span{c.span(from, to)}, For: time.Duration(to-from) * c.step,
		Watts: power.Watts(mean)}, true
}

func (c courses) rests(one course, usual []float64) (idle Idler, is bool) {
	from, to := c.inCore()
	scale := make([]float64, 0, to-from)
	for k := from; k < to; k++ {
		scale = append(scale, one.watts[k]/usual[k])
	}
	load := quantile(scale, loadOfCore)
	idle.Instrument = one.at
	sum, expected, count := 0.0, 0.0, 0
	for k := from; k < to; k++ {
		begin := k
		for k < to && atRest(one.watts[k], load*usual[k], one.rest) {
			k++
		}
		if k-begin < 2 {
			continue // a cell that a short pause, or a code, lies in
		}
		for i := begin; i < k; i++ {
			sum, expected, count = sum+one.watts[i], expected+load*usual[i], count+1
		}
		idle.Spans = append(idle.Spans, c.span(begin, k))
	}
	if float64(count) < methodology.IdleOfCore*float64(to-from) || count == 0 {
		return idle, false
	}
	idle.For = time.Duration(count) * c.step
	idle.Watts, idle.Usual = power.Watts(sum/float64(count)), power.Watts(expected/float64(count))
	return idle, true
}

func atRest(watts, expected, rest float64) bool {
	if math.IsNaN(watts) || math.IsNaN(expected) {
		return false
	}
	if math.IsNaN(rest) || rest > expected {
		return watts < methodology.HalfOfLoad*expected
	}
	return expected >= leastContrast*rest && watts < rest+methodology.LoadOfContrast*(expected-rest)
}
