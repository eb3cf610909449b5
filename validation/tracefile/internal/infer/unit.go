package infer

import (
	"cmp"
	"math"
	"slices"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// course is how the readings of the meters go from one to the next.
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

// deep is how many times the usual rise a counter falls at least that is reset. Power, and the energy of intervals,
// fall about as far as they rise.
const deep = 20

func (p *proposing) course() course {
	var c course
	var risen, fallen, numbers []float64
	sum, count, seconds, all := 0.0, 0, 0.0, 0.0
	for _, rows := range p.groups {
		before := -1
		for _, row := range rows {
			n := p.cells[p.value].numbers[row]
			if math.IsNaN(n) {
				continue
			}
			sum, count, numbers = sum+n, count+1, append(numbers, n)
			if before >= 0 {
				c.span += float64(p.at[row]-p.at[before]) / timestamp.NanosecondsPerSecond
				last := p.cells[p.value].numbers[before]
				step := n - last
				if step > 0 {
					risen, all = append(risen, step), all+step
					seconds += float64(p.at[row]-p.at[before]) / timestamp.NanosecondsPerSecond
				} else if step < 0 {
					fallen = append(fallen, -step)
					if wasReset(last, n) {
						c.fromNothing++
					}
				}
			}
			before = row
		}
	}
	c.rises, c.falls, c.steady = len(risen), len(fallen), len(risen)+len(fallen) == 0 && count > 1
	slices.Sort(risen)
	for _, fall := range fallen {
		if len(risen) == 0 || fall < deep*risen[len(risen)/2] {
			c.falling++
		}
	}
	if c.sum, c.risen = sum, all; count > 0 {
		slices.Sort(numbers)
		c.mean, c.middle = sum/float64(count), numbers[len(numbers)/2]
	}
	if seconds > 0 {
		c.rate = all / seconds
	}
	return c
}

// fewestRises is how often a total has to rise, without ever falling, to be taken for one: power that
// rises as often by chance has never been seen.
const fewestRises = 12

// total reports whether readings rise steadily, as a counter of energy does, and never fall but when it is reset.
func (c course) total() bool { return c.rises >= fewestRises && c.goesOn() }

// fewestOneWay is how often numbers have to rise, without ever falling, for power to be no better a guess.
const fewestOneWay = 5

// onlyRises reports whether numbers rise too often for power of which nothing says, and too seldom for a total.
func (p *proposing) onlyRises(c course) bool {
	return p.asked() == "" && c.falls == 0 && c.rises >= fewestOneWay && !c.total()
}

// goesOn reports whether readings that count energy may be one total: falls are rare, or deep as where a counter is reset.
func (c course) goesOn() bool {
	return c.falls*200 <= c.rises || c.falling == 0 && 3*c.falls <= c.rises
}

// unit determines quantity, unit and what an energy reading counts.
func (p *proposing) unit() {
	s, c := &p.out.Series, p.course()
	if !p.unitStated(c) && !p.unitGuessed(c) {
		return
	}
	s.Quantity, _ = s.Unit.Quantity()
	if s.Quantity = cmp.Or(s.Quantity, p.asked()); s.Quantity == "" {
		return
	}
	p.quantity(c)
	if s.Quantity == power.Energy {
		p.counts(c)
	}
}

// unitStated takes the unit that the person or the log states, or that follows from other columns; it reports whether there is one.
func (p *proposing) unitStated(c course) bool {
	s := &p.out.Series
	of, isRate := p.rates[p.value]
	named := cmp.Or(p.meaning().Unit, p.hint.Unit)
	switch {
	case p.settings.Unit != "":
		s.Unit = p.settings.Unit
		p.statedUnit()
	case p.meaning().Certain:
		if s.Unit = p.meaning().Unit; !p.tooMuch(c) {
			p.say("unit", string(s.Unit), table.Certain, "The log says so.")
		}
	case p.unitInColumn():
	case isRate:
		s.Unit = p.hint.Unit
		p.say("unit", string(s.Unit), table.Likely, "In every row it is %s divided by %s.", celltext.Quoted([]byte(p.Names[of.energy])), celltext.Quoted([]byte(p.Names[of.interval])))
	case p.isMultiplied() && named == "":
		s.Unit = "W"
		p.say("unit", string(s.Unit), table.Guess, "Volts times amperes are watts; set another unit if the columns are in others.")
	case named != "":
		if s.Unit = named; !p.tooMuch(c) {
			p.say("unit", string(s.Unit), table.Likely, "%s says so.", celltext.Quoted([]byte(p.readingName())))
		}
	default:
		return false
	}
	return true
}

// unitGuessed takes a unit that nothing states, or says why it is left open.
func (p *proposing) unitGuessed(c course) bool {
	switch {
	case p.electrical():
		p.say("unit", "", table.Open, "%s says volts or amperes, which are neither power nor energy.", celltext.Quoted([]byte(p.Names[p.value])))
	case p.mayBeCounter():
		p.say("unit", "", table.Open, "Nothing shows that these are readings, or states their unit.")
	case p.onlyRises(c):
		p.say("unit", "", table.Open, "The numbers only rise, in %d steps, so they may be power or a running total of energy, in an unknown unit.", c.rises)
	case p.byProgram():
		return true
	case p.Unitless != "":
		p.say("unit", "", table.Open, "%s", p.Unitless)
	default:
		p.bySize(c)
		return true
	}
	return false
}

// tooMuch doubts a name that says watts of what draws no such power, or megawatts of what no machine draws.
func (p *proposing) tooMuch(c course) bool {
	unit := p.out.Series.Unit
	if quantity, _ := unit.Quantity(); quantity != power.Power {
		return false
	}
	most, of := p.mostWatts()
	if unit == "MW" && most == 0 {
		most, of = mostMega*1e6, "any machine draws"
	}
	if most == 0 || math.Abs(c.middle)*unit.Steps() <= most*power.Unit("W").Steps() {
		return false
	}
	lower := map[power.Unit]power.Unit{"W": "mW", "kW": "W", "MW": "mW or kW", "mW": "uW", "GW": "MW"}[unit]
	p.say("unit", string(unit), table.Guess, "%s says so, though %.4g %s is far more than %s: the numbers may be in %s.", celltext.Quoted([]byte(p.readingName())), c.middle, unit, of, cmp.Or(lower, "another unit"))
	return true
}

// mostWatts is more than that draws which is measured by the names of the readings and of what identifies the meters; 0 if they do not
// say what it is.
func (p *proposing) mostWatts() (most float64, of string) {
	keys := make([]string, len(p.keys))
	for i, key := range p.keys {
		keys[i] = p.Names[key]
	}
	return columnname.MostWatts([]string{p.readingName(), p.Names[p.value]}, keys)
}

// statedUnit takes the unit that the person states, and reports if the log states another.
func (p *proposing) statedUnit() {
	unit, named := cmp.Or(p.meaning().Unit, p.hint.Unit), p.readingName()
	if unit == "" || unit == p.settings.Unit {
		p.said("unit", string(p.settings.Unit))
		return
	}
	p.say("unit", string(p.settings.Unit), table.Certain, "You said so, though %s says %s.", celltext.Quoted([]byte(named)), unit)
}

// meaning is what the format says about the readings: of their column, or by the name of what they are.
func (p *proposing) meaning() columnname.Meaning {
	if p.Table.Means[p.value].Unit != "" {
		return p.Table.Means[p.value]
	}
	return p.candidate.means
}

// unitInColumn takes the unit that stands in a column beside the readings.
func (p *proposing) unitInColumn() bool {
	if u := &p.RowUnits; u.Several && u.Value == p.value && len(p.where) == 0 {
		p.out.Series.Unit = u.Base
		p.say("unit", string(u.Base), table.Certain, "%s says so in the first row; rows in other units are read by theirs.", celltext.Quoted([]byte(p.Names[u.Column])))
		return true
	}
	text, column := p.unitColumnText(p.where)
	unit, known := columnname.UnitNamed(text)
	if !known {
		return false
	}
	p.out.Series.Unit = unit
	p.say("unit", string(unit), table.Certain, "%s says so.", celltext.Quoted([]byte(p.Names[column])))
	return true
}

// readingName is the name that states what is read.
func (p *proposing) readingName() string {
	if h, _ := columnname.HintOf(p.Names[p.value]); p.metric != "" && h.Quantity == "" {
		return p.metric
	}
	return p.Names[p.value]
}

func (p *proposing) quantity(c course) {
	s := p.out.Series
	switch {
	case p.settings.Unit != "" || p.said("quantity", string(p.settings.Quantity)):
	case p.meaning().Unit != "" || p.hint.Unit != "" || p.RowUnits.Several && p.RowUnits.Value == p.value:
		p.say("quantity", string(s.Quantity), table.Certain, "The unit is one of %s.", s.Quantity)
	case p.hint.Quantity != "":
		p.say("quantity", string(s.Quantity), table.Likely, "%s says so.", celltext.Quoted([]byte(p.readingName())))
	case c.total() && c.falls > 0:
		p.say("quantity", string(s.Quantity), table.Likely, "The numbers fall in only %d of %d steps, as a running total does that is reset.", c.falls, c.rises+c.falls)
	case c.total():
		p.say("quantity", string(s.Quantity), table.Likely, "The numbers never fall and rise in %d of %d steps, as a running total does.", c.rises, c.rises+c.falls)
	case s.Quantity == power.Energy:
		p.say("quantity", string(s.Quantity), table.Guess, "The unit that was guessed is one of energy.")
	case c.rises > 0 && c.falls > 0:
		p.say("quantity", string(s.Quantity), table.Guess, "The numbers rise and fall, as power does.")
	default:
		p.say("quantity", string(s.Quantity), table.Guess, "Nothing states the quantity. Most logs are of power.")
	}
}

// eitherBySize chooses between units that the name does not tell apart, since its letters are of one case.
func (p *proposing) eitherBySize(c course) {
	s, size, one := &p.out.Series, math.Abs(c.mean), power.Unit("W")
	if p.hint.Quantity == power.Energy {
		size, one = p.usedASecond(c), "J"
	} else if p.hint.Either == columnname.EitherWords["mw"] && p.milliOrMega() {
		return
	}
	near := math.Inf(1)
	for _, unit := range p.hint.Either {
		watts := size * unit.Steps() / one.Steps()
		if off := math.Abs(math.Log10(watts / likelyWatts)); off < near || s.Unit == "" {
			s.Unit, near = unit, off
		}
	}
	p.say("unit", string(s.Unit), table.Guess, "%s may say %s or %s; in %s that is a power that a machine may have.", celltext.Quoted([]byte(p.readingName())), p.hint.Either[0], p.hint.Either[1], s.Unit)
}

// Between these, numbers may be of a part of a node in milliwatts or of a hall in megawatts: no machine draws more of the latter,
// and few write less of the former.
const (
	fewestMega = 1.0
	mostMega   = 100.0
)

// milliOrMega determines power that is in milliwatts or megawatts, where the largest number of the columns that are written so is more
// than that of any machine in the latter, and asks where it may be either; it reports whether it did.
func (p *proposing) milliOrMega() bool {
	most, column := 0.0, p.value
	for i := range p.Names {
		if i != p.value && p.called[i].Hint.Either != p.hint.Either {
			continue
		}
		for _, rows := range p.groups {
			for _, row := range rows {
				if n := math.Abs(p.cells[i].numbers[row]); n > most {
					most, column = n, i
				}
			}
		}
	}
	switch either := p.hint.Either; {
	case most > mostMega:
		p.out.Series.Unit = either[0]
		p.say("unit", string(either[0]), table.Guess, "%s may say %s or %s; %.4g, which stands in %s, is more than any machine has in %s.", celltext.Quoted([]byte(p.readingName())), either[0], either[1], most, celltext.Quoted([]byte(p.Names[column])), either[1])
	case most >= fewestMega:
		p.say("unit", "", table.Open, "%s may say %s or %s, and numbers of this size, %.4g at most, may be either: those of a part of a node or those of a hall.", celltext.Quoted([]byte(p.readingName())), either[0], either[1], most)
	default:
		return false
	}
	return true
}

// usedASecond is how much energy is counted a second.
func (p *proposing) usedASecond(c course) float64 {
	if !c.goesOn() && !c.resets() && len(p.groups) > 0 { // each reading is what was used in an interval
		if step := p.sample.rhythm(p.groups).median.Seconds(); step > 0 {
			return c.mean / step
		}
	}
	return c.rate
}
