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

// Efficiency is the figure that lists rank by.
func (c *Comparison) Efficiency() Figure { return c.Figures[0] }

// Rmax is what ranks those of equal efficiency.
func (c *Comparison) Rmax() Figure { return c.Figures[2] }

// figures are those that decide, the published first.
func figures(was, is validation.Numbers) []Figure {
	of := func(name, unit string, was, is *validation.Number) Figure {
		f := Figure{Name: name, Unit: unit}
		if was != nil {
			f.Before = &was.Value
		}
		if is != nil {
			f.After = &is.Value
		}
		return f
	}
	return []Figure{
		of("Efficiency", "GFlops/W", was.Efficiency, is.Efficiency),
		of("Average power, core phase", "W", was.CoreAverage, is.CoreAverage),
		of("Rmax", "GFlops", was.Rmax, is.Rmax),
		of("Average power, full run", "W", was.FullRunAverage, is.FullRunAverage),
		of("Energy, core phase", "J", was.CoreEnergy, is.CoreEnergy),
		of("Duration, core phase", "s", was.CoreDuration, is.CoreDuration),
		of("Idle power", "W", was.Idle, is.Idle),
	}
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
		last := len(all) - 1
		if last >= 0 && all[last].Rule == changed.Rule && all[last].Before == changed.Before && all[last].After == changed.After {
			all[last].Levels = append(all[last].Levels, one.level)
			continue
		}
		all = append(all, changed)
	}
	return all
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
	for _, f := range report.Findings {
		for _, level := range f.Levels {
			one := asked{f.Rule, level}
			all.order, all.found[one] = append(all.order, one), f
		}
	}
	return all
}
