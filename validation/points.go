package validation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"green500/validation/power"
	"green500/validation/rules"
)

// Point is a finding that someone has to deal with: a requirement that is not met, or a warning.
type Point struct {
	rules.Finding
	Changes string // one sentence on what it would change: level, watts, GFlops/W; empty if nothing says so
}

// Warning reports whether the finding costs no level.
func (p Point) Warning() bool { return p.Severity != rules.Must }

// Points returns what the claimed level leaves to deal with, worst first: requirements that fail, those that cannot be
// judged, then warnings; among equals, what changes the power most, and what is farthest from its limit.
func (r *Report) Points() []Point {
	failed, unknown := r.Counts(r.ClaimedLevel)
	var points []Point
	for _, f := range r.Findings {
		switch StandingOf(f, r.ClaimedLevel) {
		case Failed, Unproven, Warned:
			points = append(points, Point{f, r.changes(f, failed+unknown)})
		}
	}
	weight := func(p Point) float64 { // by how many times it changes the power, up or down
		if p.TimesPower <= 0 {
			return 0
		}
		return math.Abs(math.Log(p.TimesPower))
	}
	margin := func(p Point) float64 {
		if p.Margin == nil {
			return 0
		}
		return *p.Margin
	}
	slices.SortStableFunc(points, func(a, b Point) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(weight(b), weight(a)), cmp.Compare(margin(a), margin(b)))
	})
	return points
}

func rank(p Point) int {
	rank := 0
	if p.Warning() {
		rank += 2
	}
	if p.Outcome != rules.Fail {
		rank++
	}
	return rank
}

func (r *Report) changes(f rules.Finding, open int) string {
	switch power := r.powerWith(f); {
	case power != "":
		return power
	case f.Severity != rules.Must || !f.Asks(r.ClaimedLevel):
		return ""
	case open == 1:
		return fmt.Sprintf("%s is granted if this alone is corrected.", r.ClaimedLevel)
	}
	return fmt.Sprintf("One of %d requirements to correct for %s.", open, r.ClaimedLevel)
}

func (r *Report) powerWith(f rules.Finding) string {
	average, efficiency := r.Numbers.CoreAverage, r.Numbers.Efficiency
	if f.TimesPower <= 0 || average == nil || efficiency == nil {
		return ""
	}
	watts := average.Value * f.TimesPower
	return fmt.Sprintf("If so, power is %.3f kW instead of %.3f kW, and efficiency %.2f instead of %.2f GFlops/W.",
		power.Watts(watts).Kilowatts(), power.Watts(average.Value).Kilowatts(), efficiency.Value/f.TimesPower,
		efficiency.Value)
}

// Sentence says what a report comes to.
func (r *Report) Sentence() string {
	return LevelSentence(r.GrantedLevel, r.ClaimedLevel) + r.Warned()
}

// LevelSentence says how the level that is granted compares with the one that is claimed.
func LevelSentence(granted, claimed power.Level) string {
	name := granted.String()
	if granted == 0 {
		name = "No level"
	}
	switch {
	case granted < claimed:
		return fmt.Sprintf("%s is granted, below the claimed %s.", name, claimed)
	case granted > claimed:
		return fmt.Sprintf("%s is granted; only %s is claimed.", name, claimed)
	}
	return fmt.Sprintf("%s is granted, as claimed.", name)
}

// Warned says how many warnings a report has, after a sentence; it is empty if there are none.
func (r *Report) Warned() string {
	warnings := CountStandings(r.Findings, r.ClaimedLevel)[Warned]
	if warnings == 0 {
		return ""
	}
	return " A reviewer must deal with " + Warned.Counted(warnings) + "."
}
