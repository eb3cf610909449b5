package rules

import (
	"strconv"

	"green500/templates"
	"green500/templates/chart"
)

// RuleMargins is the results of stored submissions for a rule at the level they claim.
type RuleMargins struct {
	Entries  int
	Passed   int
	Failed   int
	Unknown  int
	NotAsked int
	Bins     []MarginBin // by margin: under zero, from zero in tenths of the limit, and from the whole limit on
	All      bool        // not only published ones were counted, but all that were submitted
	Choose   bool        // the reader may choose between the two
}

// MarginBin counts the findings of one range of margins.
type MarginBin struct {
	Passed int
	Failed int
}

func (b MarginBin) sum() int { return b.Passed + b.Failed }

func (m RuleMargins) figures() int {
	sum := 0
	for _, bin := range m.Bins {
		sum += bin.sum()
	}
	return sum
}

func (m RuleMargins) what(n int) string {
	if m.All {
		return templates.Plural(n, "submission", "submissions")
	}
	return templates.Plural(n, "published entry", "published entries")
}

func (m RuleMargins) note() string {
	note := "Results of " + m.what(m.Entries) + ", each at its claimed level."
	switch without := m.Passed + m.Failed - m.figures(); {
	case m.Passed+m.Failed == 0:
		return note
	case m.figures() == 0:
		return note + " The rule has no margin: it passes or fails."
	case without > 0:
		return note + " " + templates.Plural(without, "of them has", "of them have") + " no number."
	}
	return note
}

func (m RuleMargins) binName(i int) string {
	switch {
	case i == 0:
		return "under 0%"
	case i == len(m.Bins)-1:
		return strconv.Itoa(10*(i-1)) + "% and more"
	}
	return strconv.Itoa(10*(i-1)) + "% to under " + strconv.Itoa(10*i) + "%"
}

// The drawing of the bins, in its own units.
const (
	binsWidth  = 640.0
	binsHeight = 232.0
	binsLeft   = 8.0
	binsRight  = 8.0
	binsTop    = 24.0 // for the count over the highest bar
	binsBottom = 44.0 // for ticks and the name of the axis
	binsGap    = 4.0
	leastBar   = 2.0 // a count of one is seen beside any other
)

type bar struct {
	x, width, passed, failed float64 // the last two are where the parts end; they begin at each other, and at the axis
	count, title             string
}

func (m RuleMargins) bars() []bar {
	highest := 0
	for _, bin := range m.Bins {
		highest = max(highest, bin.sum())
	}
	height := func(count int) float64 {
		if count == 0 {
			return 0
		}
		return max(leastBar, float64(count)/float64(highest)*(binsHeight-binsTop-binsBottom))
	}
	bars := make([]bar, len(m.Bins))
	for i, bin := range m.Bins {
		passed := binsHeight - binsBottom - height(bin.Passed)
		bars[i] = bar{
			x: m.edge(i) + binsGap/2, width: m.edge(i+1) - m.edge(i) - binsGap,
			passed: passed, failed: passed - height(bin.Failed),
			title: m.binName(i) + ": " + strconv.Itoa(bin.Passed) + " passed, " + strconv.Itoa(bin.Failed) + " failed",
		}
		if bin.sum() > 0 {
			bars[i].count = templates.Digits(float64(bin.sum()), 0)
		}
	}
	return bars
}

func (m RuleMargins) edge(i int) float64 {
	return binsLeft + float64(i)/float64(len(m.Bins))*(binsWidth-binsLeft-binsRight)
}

func (m RuleMargins) binTicks() []chart.Tick {
	var ticks []chart.Tick
	for i := 1; i < len(m.Bins); i++ {
		ticks = append(ticks, chart.Tick{At: chart.Coordinate(m.edge(i)), Text: strconv.Itoa(10 * (i - 1))})
	}
	return ticks
}
