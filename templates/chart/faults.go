package chart

import (
	"slices"
	"strconv"

	"green500/validation"
	"green500/validation/power"
)

// Fault is a failure or a warning with its number, which is the same in the list, on the curve and in the decision.
type Fault struct {
	validation.Point
	Number int          // from 1, the worst first
	Places []power.Span // where it is on the curve
	Whole  bool         // it has no time of its own: it is drawn over the core phase
}

// FaultsOf numbers what stands against a submission, one for each rule, worst first.
func FaultsOf(report *validation.Report) []Fault {
	if report == nil {
		return nil
	}
	var faults []Fault
	for _, point := range report.Points() {
		at := slices.IndexFunc(faults, func(f Fault) bool { return f.Rule == point.Rule })
		if at < 0 {
			at, faults = len(faults), append(faults, Fault{Point: point, Number: len(faults) + 1})
		}
		for _, span := range point.Spans {
			if !span.IsZero() && !slices.Contains(faults[at].Places, span) {
				faults[at].Places = append(faults[at].Places, span)
			}
		}
	}
	for i := range faults {
		if core := report.Spans.Core; len(faults[i].Places) == 0 && !core.IsZero() {
			faults[i].Places, faults[i].Whole = []power.Span{core}, true
		}
	}
	return faults
}

// Sign is the number of a fault in a circle.
func (f Fault) Sign() string { return Circled(f.Number) }

// Around is the part of the curve that shows all places of a fault with their surroundings; zero where it has none.
func (f Fault) Around() power.Span {
	if len(f.Places) == 0 {
		return power.Span{}
	}
	all := f.Places[0]
	for _, span := range f.Places[1:] {
		if span.Start.Before(all.Start.Time) {
			all.Start = span.Start
		}
		if span.End.After(all.End.Time) {
			all.End = span.End
		}
	}
	return all
}

// Circled is a number in a circle, where there is such a sign.
func Circled(n int) string {
	const most, second, third = 20, 35, 50
	switch {
	case n >= 1 && n <= most:
		return string(rune('①' + n - 1))
	case n > most && n <= second:
		return string(rune('㉑' + n - most - 1))
	case n > second && n <= third:
		return string(rune('㊱' + n - second - 1))
	}
	return "(" + strconv.Itoa(n) + ")"
}

// Lanes of faults above the bracket of the full run, in pixels.
const (
	faultLane = 40 // the first, from the top of the live chart
	faultStep = 14
)

// extra is by how much the lanes of faults make a chart higher.
func (c Chart) extra() int { return len(c.Faults) * faultStep }

// faultOverlays are the faults of a chart, each in a lane of its own.
func (c Chart) faultOverlays() []overlay {
	all := make([]overlay, len(c.Faults))
	for i, f := range c.Faults {
		kind := findingBar
		if f.Warning() {
			kind = warningBar
		}
		all[i] = overlay{ID: "rule:" + f.Rule, Name: f.Sign() + " " + f.Rule, Kind: kind, Spans: f.Places, number: f.Number, lane: faultLane + i*faultStep - c.extra()}
	}
	return all
}
