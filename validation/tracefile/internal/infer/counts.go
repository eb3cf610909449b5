package infer

import (
	"math"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// Whether energy readings are a running total, or each the energy since the one before.

// fewFalls is how many times as often a total rises at least as it falls because it was reset. Energy of intervals falls about
// as often as it rises.
const fewFalls = 10

// nearNothing is the part of the number before which one is less than where a total was reset.
const nearNothing = 0.1

// wasReset reports whether a number that fell did so to near nothing.
func wasReset(from, to float64) bool { return to >= 0 && to < nearNothing*from }

// seldomFalls reports whether numbers fall too seldom for energy of intervals that varies by chance. That of a load which grows for
// hours, as over a day, falls as seldom.
func (c course) seldomFalls() bool { return c.rises >= fewestRises && fewFalls*c.falls <= c.rises }

// resets reports whether numbers fall seldom, and each time to near nothing.
func (c course) resets() bool { return c.seldomFalls() && c.fromNothing == c.falls }

// counts says whether energy readings are a running total.
func (p *proposing) counts(c course) {
	s := &p.out.Series
	switch stated := p.meaning().Counts; {
	case p.said("counts", p.settings.Counts):
		s.Counts = p.settings.Counts
	case p.settings.WrapsAt > 0:
		s.Counts = table.CountsTotal
		p.say("counts", s.Counts, table.Certain, "You said at which number it wraps.")
	case stated != "":
		s.Counts = stated
		p.say("counts", stated, table.Certain, "The format counts so.")
	case p.countsByPower(c):
	default:
		p.countsByCourse(c)
	}
	if s.Counts == table.CountsTotal && c.falls > 0 && p.settings.WrapsAt == 0 {
		p.say("wraps_at", "", table.Open, "The total falls %s, as if it wrapped: until wraps_at states at which number, the energy counted around a fall is wrong.", celltext.Several(c.falls, "time"))
	}
}

func (p *proposing) countsByCourse(c course) {
	s := &p.out.Series
	own := p.ownIntervals()
	s.Counts = table.CountsTotal
	switch goesOn := c.goesOn(); {
	case c.steady && c.mean != 0:
		s.Counts = table.CountsInterval
		p.say("counts", s.Counts, table.Guess, "All numbers are the same: energy of equal intervals, or a running total of nothing.")
	case c.rises+c.falls == 0:
		p.say("counts", s.Counts, table.Open, "No number is seen to rise or fall, so it is unclear whether each is a running total or the energy since the reading before.")
	case own != "" && (!goesOn || c.rises < fewestRises):
		s.Counts = ""
		p.say("counts", s.Counts, table.Open, "Each row has a %s of its own, which is not the time since the row before: these are hardly a running total, nor the energy since the reading before.", celltext.Quoted([]byte(own)))
	case !goesOn && c.resets():
		p.say("counts", s.Counts, table.Guess, "The numbers rise in %d steps and fall in only %d, as a running total does that is reset.", c.rises, c.falls)
	case !goesOn && c.seldomFalls():
		s.Counts = table.CountsInterval
		p.say("counts", s.Counts, table.Open, "The numbers rise in %d steps and fall in only %d. That is rare for the energy since the reading before; but they do not fall to nearly zero, as a running total does that is reset. It is unclear which of the two they are.", c.rises, c.falls)
	case !goesOn:
		s.Counts = table.CountsInterval
		p.say("counts", s.Counts, table.Likely, "The numbers fall in %d of %d steps, so each is the energy of one interval.", c.falls, c.falls+c.rises)
	case c.rises < fewestRises:
		p.say("counts", s.Counts, table.Guess, "The numbers rise in %s, as a running total does, but these are few.", celltext.Several(c.rises, "step"))
	default:
		p.say("counts", s.Counts, table.Likely, "The numbers rise in %d steps and fall in %d, as a running total does.", c.rises, c.falls)
	}
}

// agrees is how many times the power of a column the energy beside it is at most to be that of the same thing, and differs how many
// times at least to be not.
const (
	agrees  = 1.5
	differs = 3.0
)

// countsByPower takes the way of counting by which the energy is what a column of power that is called alike shows.
func (p *proposing) countsByPower(c course) bool {
	s := &p.out.Series
	if c.span <= 0 || len(p.where) > 0 {
		return false
	}
	joules := s.Unit.Steps() / power.Unit("J").Steps() / c.span
	for _, i := range p.powerBeside() {
		h := p.sample.hintOf(i)
		watts := math.Abs(p.meanOf(i)) * h.Unit.Steps() / power.Unit("W").Steps()
		asTotal, asInterval := timesOff(c.risen*joules, watts), timesOff(c.sum*joules, watts)
		switch {
		case asTotal <= agrees && asInterval >= differs:
			s.Counts = table.CountsTotal
			p.say("counts", s.Counts, table.Likely, "As a running total it rises by what %s shows, which it would not as the energy since the reading before.", celltext.Quoted([]byte(p.Names[i])))
		case asInterval <= agrees && asTotal >= differs:
			s.Counts = table.CountsInterval
			p.say("counts", s.Counts, table.Likely, "As the energy since the reading before it is what %s shows, which it would not be as a running total.", celltext.Quoted([]byte(p.Names[i])))
		default:
			continue
		}
		return true
	}
	return false
}

// timesOff is how many times one number is the other, the larger by the smaller; infinite where one is nothing.
func timesOff(one, other float64) float64 {
	if one <= 0 || other <= 0 {
		return math.Inf(1)
	}
	return max(one/other, other/one)
}

// powerBeside returns the columns of power in a unit that are called as the energy is, but for quantity and unit.
func (p *proposing) powerBeside() []int {
	if len(p.Names) > mostRelated {
		return nil
	}
	called := bareOfQuantity(p.Names[p.value])
	return p.ColumnsWhere(func(i int) bool {
		h := p.sample.hintOf(i)
		return h.Quantity == power.Power && h.Unit != "" && p.cells[i].numbered() && slices.Equal(bareOfQuantity(p.Names[i]), called)
	})
}

// bareOfQuantity is the words of a name without those that say a quantity, a unit, or that it is counted on.
func bareOfQuantity(name string) []string {
	return slices.DeleteFunc(columnname.WordsOf(strings.ToLower(name)), func(w string) bool {
		return columnname.QuantityWords[w] != "" || columnname.UnitWords[w] != "" || columnname.EitherWords[w][0] != "" || slices.Contains([]string{"total", "cumulative", "active", "h"}, w)
	})
}

// ownIntervals returns the name of a column that states how long the interval of a row is, where most rows do not begin where
// the one before ended; empty if there is none. A duration may also be counted on from row to row.
func (p *proposing) ownIntervals() string {
	for _, i := range p.intervalColumns() {
		if p.apartFromSteps(i) {
			return p.Names[i]
		}
	}
	return ""
}

// nearStep is how far the length of an interval is from the time between two rows at most that are of intervals which follow each
// other.
const nearStep = 0.1

// apartFromSteps reports whether the numbers of a column are not the time from row to row, nor rise by it, in most steps.
func (p *proposing) apartFromSteps(column int) bool {
	steps, near := 0, 0
	for _, rows := range p.groups {
		for at := 1; at < len(rows); at++ {
			step := float64(p.at[rows[at]]-p.at[rows[at-1]]) / timestamp.NanosecondsPerSecond
			long := p.cells[column].numbers[rows[at]]
			longer := long - p.cells[column].numbers[rows[at-1]]
			if steps++; slices.ContainsFunc(secondsOf, func(unit float64) bool {
				return math.Abs(long*unit-step) <= nearStep*step || math.Abs(longer*unit-step) <= nearStep*step
			}) {
				near++
			}
		}
	}
	return steps > 0 && 2*near < steps
}

// intervalColumns are those of numbers that state how long an interval is by their names.
func (g *sample) intervalColumns() []int {
	return g.found(&g.known.intervals, func(i int) bool { return g.cells[i].numbered() && columnname.Says(g.Names[i], intervalWords) })
}
