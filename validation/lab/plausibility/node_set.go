package plausibility

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation"
	"green500/validation/lab/model"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// What is looked at of a set, so that a panel of thousands of instruments costs no more than a chart: so many of its
// instruments, evenly chosen, and each in so many steps of the idle time and of the core phase.
const (
	mostInstruments = 64
	stepsOfSpan     = 60
)

// Set is a set of compute nodes with the model that was found of them. Powers are those of one node.
type Set struct {
	Name        string // of the node set; empty if the document has none
	Nodes       int
	Measured    int
	Instruments []Instrument    // that were looked at
	All         int             // instruments of the set
	Power       model.NodePower // mean of the calibrated instruments
	Load        power.Watts     // mean of what the instruments show in the averaged span
	// standard deviation between idle nodes, as a part of their mean; nil if too few instruments show it
	Idle      *float64
	Variation float64 // the same of nodes under load
	Assumed   bool    // it is the methodology's, because the readings don't show it
	ForOne    int     // nodes to measure for an interval of 1%
	ForTwo    int     // and for 2%
}

// Instrument is what one instrument shows of its nodes, in watts of one node.
type Instrument struct {
	Name         string
	Loaded       power.Watts
	Calibration  *model.StateFit // nil if it can't be calibrated
	idle, loaded []power.Watts
}

// Calibrated reports whether the set has a node model.
func (s Set) Calibrated() bool       { return s.Power.Static > 0 }
func (s Set) each() int              { return max(1, s.Measured/max(1, s.All)) }
func (s Set) seen() int              { return min(s.Measured, s.each()*len(s.Instruments)) }
func (s Set) deviation() power.Watts { return s.Load * power.Watts(s.Variation) }

func (s Set) typical() (node model.NodePower, ok bool) {
	if len(s.Instruments) <= 1 {
		return model.NodePower{}, false
	}
	sorted := slices.SortedStableFunc(slices.Values(s.Instruments),
		func(a, b Instrument) int { return cmp.Compare(a.Loaded, b.Loaded) })
	middle := sorted[(len(sorted)-1)/2]
	idle := middle.Loaded
	if middle.Calibration != nil {
		idle = middle.Calibration.Node().Static
	}
	return model.NodePower{Static: idle, Dynamic: middle.Loaded - idle}, true
}

func (p *Panel) sets(m *power.Measurement, report *validation.Report) {
	idle := report.Spans.Idle
	switch {
	case len(idle) == 0 && len(m.Entry.Idle) > 0:
		p.Missing = append(p.Missing,
			"Node model: idle power is stated as a figure without readings, so the model cannot be calibrated.")
	case len(idle) == 0:
		p.Missing = append(p.Missing, "Node model: no idle power was measured, so the model cannot be calibrated.")
	}
	var covered []power.Covers
	for _, part := range m.Parts {
		if covers := part.Series.Covers; covers.Subsystem == power.Compute && !slices.Contains(covered, covers) {
			covered = append(covered, covers)
			set := setOf(m, part.Series, idle, report.Spans.Averaged)
			p.Sets = append(p.Sets, set)
			p.lacking(set, idle)
		}
	}
	if len(covered) == 0 {
		p.Missing = append(p.Missing, "Node model: no series covers the compute nodes alone.")
	}
}

func (p *Panel) lacking(s Set, idle []power.Span) {
	name := cmp.Or(s.Name, "the compute nodes")
	switch {
	case len(s.Instruments) == 0:
		p.Missing = append(p.Missing, fmt.Sprintf("Both models: no readings of %s lie in the core phase.", name))
	case len(idle) > 0 && !s.Calibrated():
		p.Missing = append(p.Missing,
			fmt.Sprintf("Node model of %s: too few readings of idle power, or of the core phase, agree.", name))
	}
}

func setOf(m *power.Measurement, series *power.Series, idle []power.Span, averaged power.Span) Set {
	s := Set{Name: series.Covers.NodeSet}
	s.Nodes, s.Measured = m.UnitsOf(series)
	var parts []power.Part
	for _, part := range m.Parts {
		if part.Series.Covers != series.Covers {
			continue
		}
		for _, t := range part.Traces {
			part.Traces = []*power.Trace{t}
			parts = append(parts, part)
		}
	}
	s.All = len(parts)
	every := (len(parts) + mostInstruments - 1) / mostInstruments
	for i := 0; i < len(parts); i += every {
		if one, ok := s.look(m.Entry, parts[i], idle, averaged); ok {
			s.Instruments = append(s.Instruments, one)
		}
	}
	if len(s.Instruments) > 0 {
		s.average()
		s.vary()
	}
	return s
}

func (s Set) look(e *power.Entry, part power.Part, idle []power.Span, averaged power.Span) (Instrument, bool) {
	scale := power.Watts(part.LossFactor()) / power.Watts(float64(s.Measured)/float64(max(1, s.All)))
	alone := power.Measurement{Entry: e, Parts: []power.Part{part}}
	one := Instrument{Name: strings.TrimSpace(part.Series.File + " " + part.Traces[0].Instrument),
		loaded: steps(alone, averaged, scale)}
	if len(one.loaded) == 0 {
		return Instrument{}, false
	}
	for _, w := range one.loaded {
		one.Loaded += w / power.Watts(len(one.loaded))
	}
	for _, span := range idle {
		one.idle = append(one.idle, steps(alone, span, scale)...)
	}
	if fit, err := model.CalibrateState(one.Name, 1,
		[]model.LoadSeries{{Watts: one.idle}, {Busy: 1, Watts: one.loaded, Irregular: true}}); err == nil {
		one.Calibration = &fit
	}
	return one, true
}

// steps are the powers of a node in even steps of a span, without those that no readings show.
func steps(alone power.Measurement, span power.Span, scale power.Watts) (watts []power.Watts) {
	for _, line := range alone.EvenCurve(span, stepsOfSpan).Lines {
		for _, w := range line.Watts {
			if !math.IsNaN(w) {
				watts = append(watts, power.Watts(w)*scale)
			}
		}
	}
	return watts
}

func (s *Set) average() {
	count := 0
	var sum model.NodePower
	for _, one := range s.Instruments {
		if c := one.Calibration; c != nil {
			count++
			sum.Static, sum.Dynamic = sum.Static+c.Node().Static, sum.Dynamic+c.Node().Dynamic
		}
	}
	if count > 0 && count == len(s.Instruments) {
		s.Power = model.NodePower{Static: sum.Static / power.Watts(count), Dynamic: sum.Dynamic / power.Watts(count)}
	}
}

func (s *Set) vary() {
	var idle, loaded []power.Watts
	for _, one := range s.Instruments {
		loaded = append(loaded, one.Loaded)
		s.Load += one.Loaded / power.Watts(len(s.Instruments))
		if one.Calibration != nil {
			idle = append(idle, one.Calibration.Node().Static)
		}
	}
	if variation, ok := s.variation(idle); ok {
		s.Idle = &variation
	}
	s.Variation, s.Assumed = methodology.AssumedVariation, true
	if variation, ok := s.variation(loaded); ok {
		s.Variation, s.Assumed = variation, false
	}
	narrow, wide := methodology.SamplingGoals()
	s.ForOne, s.ForTwo = uncertainty.UnitsFor(narrow, s.Variation, s.Nodes),
		uncertainty.UnitsFor(wide, s.Variation, s.Nodes)
}

// variation reads from instruments how much nodes differ: those that see several nodes differ less than these, by the
// root of their number. ok is false if there are too few instruments.
func (s Set) variation(instruments []power.Watts) (part float64, ok bool) {
	spread, ok := model.SpreadOf(instruments)
	if !ok || len(instruments) < methodology.FewestInstruments || s.All > s.Measured {
		return 0, false
	}
	return spread.Variation * math.Sqrt(float64(s.each())), true
}
