package plan

import (
	"fmt"
	"slices"
	"sort"

	"green500/validation/power"
)

// SubsystemRequirement is what a level asks of a subsystem besides the compute nodes.
type SubsystemRequirement struct {
	Name      string          `json:"name"`
	Treatment power.Treatment `json:"treatment"` // the least that the level takes
	TakesPart bool            `json:"participates"`
	Power     power.Watts     `json:"power_w,omitempty"` // by its specification; 0 if that is not stated
	Units     int             `json:"units,omitempty"`
	Measured  int             `json:"measured,omitempty"` // of the units
}

func (l *Level) treated() []SubsystemRequirement {
	names := power.SubsystemNames()
	for _, s := range l.request.Subsystems {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	var all []SubsystemRequirement
	for _, name := range names {
		if name != power.Compute {
			all = append(all, l.treat(l.request.subsystem(name)))
		}
	}
	return all
}

func (l *Level) treat(s Subsystem) SubsystemRequirement {
	t := SubsystemRequirement{Name: s.Name, Treatment: power.LeftOut,
		TakesPart: s.Participates == nil || *s.Participates, Power: s.Power}
	t.TakesPart = t.TakesPart || s.Name == power.Interconnect && l.request.nodes() > 1 // several nodes need a network
	included := l.asks["subsystems-included"] || l.asks["interconnect-included"] && s.Name == power.Interconnect
	switch {
	case !t.TakesPart:
		return t
	case l.asks["subsystems-measured"], included && s.Measurable != nil && *s.Measurable:
		t.Treatment = power.Measured
		if t.Units = s.Units; t.Units != 0 {
			t.Measured = 1 + sort.Search(t.Units-1,
				func(k int) bool { return float64(k+1)/float64(t.Units) >= l.limits.SubsystemFraction })
		}
	case included:
		t.Treatment = power.Estimated
	}
	return t
}

func (l *Level) with(treatment power.Treatment) []string {
	var names []string
	for _, s := range l.Subsystems {
		if s.Treatment != treatment {
			continue
		}
		name := words(s.Name)
		if s.Measured > 0 {
			name += fmt.Sprintf(" (%d of %d units)", s.Measured, s.Units)
		}
		names = append(names, name)
	}
	return names
}
