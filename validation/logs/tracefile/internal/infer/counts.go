package infer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Whether energy readings are a running total, or each the energy since the one before.

// Power, and the energy of intervals, fall about as far and as often as they rise. A total that rises for hours without
// ever falling has never been seen to be power.
const (
	deep         = 20  // times the usual rise that a counter falls at least which is reset
	nearNothing  = 0.1 // part of the number before which one is less than where a total was reset
	fewFalls     = 10  // times as often as a total falls it rises at least
	fewestRises  = 12  // rises without a fall from which on numbers are taken for a total
	fewestOneWay = 5   // rises without a fall from which on power is no better a guess
	agrees       = 1.5 // times the power of a column the energy beside it is at most to be that of the same thing
	differs      = 3.0 // times at least to be not
	// how far the length of an interval is from the time between two rows at most that follow each other
	nearStep = 0.1
)

type course struct {
	rises, falls int
	falling      int     // falls that are no deeper than a counter that goes on falls by chance
	fromNothing  int     // falls to where a counter is reset
	mean, middle float64 // of the numbers
	rate         float64 // a second, of what rises, of one meter
	sum, risen   float64 // of the numbers, and of what they rise
	span         float64 // seconds from the first to the last, of all meters
	steady       bool    // the numbers are all the same
}

func (p *proposing) course() (c course) {
	var risen, fallen, numbers []float64
	seconds := 0.0
	for _, rows := range p.groups {
		before := -1
		for _, row := range rows {
			n := p.cells[p.value].numbers[row]
			if math.IsNaN(n) {
				continue
			}
			c.sum, numbers = c.sum+n, append(numbers, n)
			if before >= 0 {
				long, last := float64(p.at[row]-p.at[before])/timestamp.NanosecondsPerSecond,
					p.cells[p.value].numbers[before]
				c.span += long
				switch step := n - last; {
				case step > 0:
					risen, c.risen, seconds = append(risen, step), c.risen+step, seconds+long
				case step < 0:
					fallen = append(fallen, -step)
					c.fromNothing += celltext.CountIf(n >= 0 && n < nearNothing*last)
				}
			}
			before = row
		}
	}
	c.rises, c.falls, c.steady = len(risen), len(fallen), len(risen)+len(fallen) == 0 && len(numbers) > 1
	slices.Sort(risen)
	for _, fall := range fallen {
		c.falling += celltext.CountIf(len(risen) == 0 || fall < deep*risen[len(risen)/2])
	}
	if len(numbers) > 0 {
		c.mean, c.middle = c.sum/float64(len(numbers)), middle(numbers)
	}
	if seconds > 0 {
		c.rate = c.risen / seconds
	}
	return c
}

func (c course) total() bool { return c.rises >= fewestRises && c.goesOn() }

func (c course) ifTotal() power.Quantity {
	if c.total() {
		return power.Energy
	}
	return ""
}

// goesOn reports whether readings that count energy may be one total: falls are rare, or deep as when a counter is
// reset.
func (c course) goesOn() bool {
	return c.falls*200 <= c.rises || c.falling == 0 && 3*c.falls <= c.rises
}

func (c course) seldomFalls() bool { return c.rises >= fewestRises && fewFalls*c.falls <= c.rises }
func (c course) resets() bool      { return c.seldomFalls() && c.fromNothing == c.falls }

func (p *proposing) countsAs(counts string, sure table.Confidence, why string, args ...any) {
	p.out.Series.Counts = counts
	p.say("counts", counts, sure, why, args...)
}

func (p *proposing) counts(c course) {
	switch stated := p.meaning().Counts; {
	case p.settings.Counts != "":
		p.countsAs(p.settings.Counts, table.Certain, "You stated this.")
	case p.settings.WrapsAt > 0:
		p.countsAs(table.CountsTotal, table.Certain, "You said at which number it wraps.")
	case stated != "":
		p.countsAs(stated, table.Certain, "The format counts so.")
	case !p.countsByPower(c):
		p.countsByCourse(c)
	}
	if p.out.Series.Counts == table.CountsTotal && c.falls > 0 && p.settings.WrapsAt == 0 {
		p.open("wraps_at", "The total falls %s, as if it wrapped: until wraps_at states at which number, "+
			"the energy counted around a fall is wrong.", celltext.Several(c.falls, "time"))
	}
}

func (p *proposing) countsByCourse(c course) {
	const total, interval = table.CountsTotal, table.CountsInterval
	own := p.ownIntervals()
	switch goesOn := c.goesOn(); {
	case c.steady && c.mean != 0:
		p.countsAs(interval, table.Guess,
			"All numbers are the same: energy of equal intervals, or a running total of nothing.")
	case c.rises+c.falls == 0:
		p.countsAs(total, table.Open, "No number is seen to rise or fall, "+
			"so it is unclear whether each is a running total or the energy since the reading before.")
	case own != "" && (!goesOn || c.rises < fewestRises):
		p.countsAs("", table.Open, "Each row has a %s of its own, which is not the time since the row before: "+
			"these are hardly a running total, nor the energy since the reading before.", quoted(own))
	case !goesOn && c.resets():
		p.countsAs(total, table.Guess, "The numbers rise in %d intervals and fall in only %d, "+
			"as a running total does that is reset.", c.rises, c.falls)
	case !goesOn && c.seldomFalls():
		p.countsAs(interval, table.Open, "The numbers rise in %d intervals and fall in only %d. That is rare for the "+
			"energy since the reading before; but they do not fall to nearly zero, as a running total does that is "+
			"reset. It is unclear which of the two they are.", c.rises, c.falls)
	case !goesOn:
		p.countsAs(interval, table.Likely,
			"The numbers fall in %d of %d intervals, so each is the energy of one interval.", c.falls, c.falls+c.rises)
	case c.rises < fewestRises:
		p.countsAs(total, table.Guess, "The numbers rise in %s, as a running total does, but these are few.",
			celltext.Several(c.rises, "step"))
	default:
		p.countsAs(total, table.Likely, "The numbers rise in %d intervals and fall in %d, as a running total does.",
			c.rises, c.falls)
	}
}

func (p *proposing) countsByPower(c course) bool {
	if c.span <= 0 || len(p.where) > 0 || len(p.Names) > mostRelated {
		return false
	}
	joules := p.out.Series.Unit.Steps() / power.Unit("J").Steps() / c.span
	called := bareOfQuantity(p.Names[p.value])
	for i, name := range p.Names {
		h := p.sample.hintOf(i)
		if h.Quantity != power.Power || h.Unit == "" || !p.cells[i].numbered() ||
			!slices.Equal(bareOfQuantity(name), called) {
			continue
		}
		watts := math.Abs(p.meanOf(i)) * h.Unit.Steps() / power.Unit("W").Steps()
		switch asTotal, asInterval := timesOff(c.risen*joules, watts), timesOff(c.sum*joules, watts); {
		case asTotal <= agrees && asInterval >= differs:
			p.countsAs(table.CountsTotal, table.Likely, "As a running total it rises by what %s shows, "+
				"which it would not as the energy since the reading before.", quoted(name))
			return true
		case asInterval <= agrees && asTotal >= differs:
			p.countsAs(table.CountsInterval, table.Likely, "As the energy since the reading before it is what %s "+
				"shows, which it would not be as a running total.", quoted(name))
			return true
		}
	}
	return false
}

func timesOff(one, other float64) float64 {
	if one <= 0 || other <= 0 {
		return math.Inf(1)
	}
	return max(one/other, other/one)
}

func bareOfQuantity(name string) []string {
	return slices.DeleteFunc(columnname.WordsOf(strings.ToLower(name)), func(w string) bool {
		return columnname.QuantityWords[w] != "" || columnname.UnitWords[w] != "" ||
			columnname.EitherWords[w][0] != "" || slices.Contains([]string{"total", "cumulative", "active", "h"}, w)
	})
}

// ownIntervals returns the name of a column that states the length of intervals that do not follow each other. It may
// be counted on.
func (p *proposing) ownIntervals() string {
	columns := once(p.sample, "intervals", func() []int {
		return p.ColumnsWhere(
			func(i int) bool { return p.cells[i].numbered() && columnname.Says(p.Names[i], intervalWords) })
	})
	for _, column := range columns {
		steps, near, numbers := 0, 0, p.cells[column].numbers
		for _, rows := range p.groups {
			for at := 1; at < len(rows); at++ {
				step := float64(p.at[rows[at]]-p.at[rows[at-1]]) / timestamp.NanosecondsPerSecond
				long := numbers[rows[at]]
				longer := long - numbers[rows[at-1]]
				steps++
				near += celltext.CountIf(slices.ContainsFunc(secondsOf, func(unit float64) bool {
					return math.Abs(long*unit-step) <= nearStep*step || math.Abs(longer*unit-step) <= nearStep*step
				}))
			}
		}
		if steps > 0 && 2*near < steps {
			return p.Names[column]
		}
	}
	return ""
}

// Logs of intervals may tell both ends of each: where one begins, the one before it ended.

type otherEnd struct {
	column int    // -1 if none does
	stamp  string // at which end the time stands
	where  string // which row has that as its own
}

func (p *proposing) otherEnd() otherEnd {
	by := fmt.Sprint("ends of rows by ", p.keys, p.where)
	return once(p.sample, by, func() otherEnd {
		dated := once(p.sample, "dated", func() []int { // columns beside that of the times which hold times, too
			return p.ColumnsWhere(func(i int) bool { return i != p.timeAt && (p.dates(i) || p.clocklike(i)) })
		})
		for _, i := range dated {
			switch later, earlier := p.boundaries(i); {
			case later.join():
				return otherEnd{i, "begin", "next row" + later.atOnce()}
			case earlier.join():
				return otherEnd{i, "end", "previous row" + earlier.atOnce()}
			}
		}
		return otherEnd{column: -1}
	})
}

func (p *proposing) betweenTimes() bool {
	end := p.otherEnd()
	if end.column < 0 {
		return false
	}
	afterLast := ""
	if p.out.Series.Counts == table.CountsInterval && end.stamp == "begin" {
		afterLast = " The energy of the last row lies behind its time, and is in no mean."
	}
	p.out.Series.Stamp = end.stamp
	p.say("stamp", end.stamp, table.Likely, "%s holds the other end of each interval: it is the time of the %s.%s",
		quoted(p.Names[end.column]), end.where, afterLast)
	return true
}

var consumptionWords = columnname.WordSet("consumption consumed usage verbrauch")

// ofIntervals asks for the unit of what is called consumption, which is the energy of an interval more often than its
// power.
func (p *proposing) ofIntervals() bool {
	if !columnname.Says(p.readingName(), consumptionWords) {
		return false
	}
	end := p.otherEnd()
	if end.column >= 0 {
		p.open("unit", "%s of intervals, whose other end is in %s, may be energy or power, "+
			"and nothing states the unit.", quoted(p.readingName()), quoted(p.Names[end.column]))
	}
	return end.column >= 0
}

const fewestBoundaries = 2

type boundaries struct{ joining, apart []int64 }

func (m *boundaries) add(step int64, meet bool) {
	if meet {
		m.joining = append(m.joining, step)
	} else {
		m.apart = append(m.apart, step)
	}
}

func (m *boundaries) beyond() (gaps int) {
	longest := slices.Max(m.joining)
	for _, step := range m.apart {
		gaps += celltext.CountIf(step > longest)
	}
	return gaps
}

func (m *boundaries) atOnce() string {
	if m.beyond() == 0 {
		return ""
	}
	return " where that follows at once"
}

func (m *boundaries) join() bool {
	met, steps := len(m.joining), len(m.joining)+len(m.apart)
	return met >= fewestBoundaries && 2*met >= steps && mostly(met, steps-m.beyond())
}

func (p *proposing) boundaries(column int) (later, earlier boundaries) {
	is := func(row, at int) bool {
		word, time := p.cells[column].words[row], p.cells[p.timeAt].words[at]
		return word >= 0 && time >= 0 && p.cells[column].texts[word] == p.cells[p.timeAt].texts[time]
	}
	for _, rows := range p.groups {
		for i := 1; i < len(rows); i++ {
			a, b := rows[i-1], rows[i]
			if p.at[a] > p.at[b] {
				a, b = b, a
			}
			if step := p.at[b] - p.at[a]; step > 0 {
				later.add(step, is(a, b))
				earlier.add(step, is(b, a))
			}
		}
	}
	return later, earlier
}
