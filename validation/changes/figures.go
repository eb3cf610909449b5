package changes

import (
	"cmp"
	"slices"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

// Figure is a derived figure before and after; nil where it could not be formed.
type Figure struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
}

// Same reports whether the figure did not move.
func (f Figure) Same() bool {
	if f.Before == nil || f.After == nil {
		return f.Before == f.After
	}
	return *f.Before == *f.After
}

// Change is by how much the figure moved, and by which part of what it was before. ok is false where one of both is
// not known.
func (f Figure) Change() (by, part float64, ok bool) {
	if f.Before == nil || f.After == nil || *f.Before == 0 {
		return 0, 0, false
	}
	by = *f.After - *f.Before
	return by, by / *f.Before, true
}

func figuresOf(n validation.Numbers) []struct {
	name, unit string
	of         *validation.Number
} {
	return []struct {
		name, unit string
		of         *validation.Number
	}{
		{"Efficiency", "GFlops/W", n.Efficiency},
		{"Average power, core phase", "W", n.CoreAverage},
		{"Rmax", "GFlops", n.Rmax},
		{"Average power, full run", "W", n.FullRunAverage},
		{"Energy, core phase", "J", n.CoreEnergy},
		{"Duration, core phase", "s", n.CoreDuration},
		{"Idle power", "W", n.Idle},
	}
}

// Efficiency is the figure that lists rank by.
func (c *Comparison) Efficiency() Figure { return c.Figures[0] }

// Rmax is what ranks those of equal efficiency.
func (c *Comparison) Rmax() Figure { return c.Figures[2] }

func figures(before, after *validation.Report) []Figure {
	was, is := figuresOf(numbers(before)), figuresOf(numbers(after))
	all := make([]Figure, len(was))
	for i := range was {
		all[i] = Figure{was[i].name, was[i].unit, value(was[i].of), value(is[i].of)}
	}
	return all
}

func numbers(report *validation.Report) validation.Numbers {
	if report == nil {
		return validation.Numbers{}
	}
	return report.Numbers
}

func value(n *validation.Number) *float64 {
	if n == nil {
		return nil
	}
	return &n.Value
}

// Finding is a rule whose outcome is another, at the levels at which it is. An outcome is empty where the rule was not
// looked at.
type Finding struct {
	Rule    string        `json:"rule"`
	Title   string        `json:"title"`
	Levels  []power.Level `json:"levels"`
	Before  rules.Outcome `json:"before"`
	After   rules.Outcome `json:"after"`
	Message string        `json:"message"` // of the later finding
}

func findings(before, after *validation.Report) []Finding {
	was, is := findingsOf(before), findingsOf(after)
	all := []Finding{}
	for _, one := range slices.Concat(is.order, was.order) {
		old, then := was.found[one]
		now, still := is.found[one]
		delete(was.found, one)
		delete(is.found, one)
		if old.Outcome == now.Outcome || !then && !still { // neither knows what was reported before
			continue
		}
		changed := Finding{one.rule, cmp.Or(now.Title, old.Title), []power.Level{one.level}, old.Outcome, now.Outcome, now.Message}
		if last := len(all) - 1; last >= 0 && all[last].with(changed) {
			all[last].Levels = append(all[last].Levels, one.level)
			continue
		}
		all = append(all, changed)
	}
	return all
}

func (f Finding) with(other Finding) bool {
	return f.Rule == other.Rule && f.Before == other.Before && f.After == other.After
}

type asked struct {
	rule  string
	level power.Level
}

type asking struct {
	order []asked
	found map[asked]rules.Finding
}

func findingsOf(report *validation.Report) asking {
	all := asking{found: map[asked]rules.Finding{}}
	if report == nil {
		return all
	}
	for _, f := range report.Findings {
		for _, level := range f.Levels {
			one := asked{f.Rule, level}
			all.order, all.found[one] = append(all.order, one), f
		}
	}
	return all
}
