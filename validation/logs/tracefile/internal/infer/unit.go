package infer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

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

// in takes a unit and says why; it reports whether that is one.
func (p *proposing) in(unit power.Unit, sure table.Confidence, why string, args ...any) bool {
	p.out.Series.Unit = unit
	p.say("unit", string(unit), sure, why, args...)
	return unit != ""
}

func (p *proposing) unitStated(c course) bool {
	of, isRate := p.rates[p.value]
	switch named, told, name := cmp.Or(p.meaning().Unit, p.hint.Unit), p.settings.Unit, quoted(p.readingName()); {
	case told != "" && named != "" && named != told:
		return p.in(told, table.Certain, "You stated this, although %s states %s.", name, named)
	case told != "":
		return p.in(told, table.Certain, "You stated this.")
	case p.meaning().Certain:
		return p.tooMuch(p.meaning().Unit, c) || p.in(p.meaning().Unit, table.Certain, "The log says so.")
	case p.unitInColumn():
		return true
	case isRate:
		return p.in(p.hint.Unit, table.Likely, "In every row it is %s divided by %s.", quoted(p.Names[of.energy]),
			quoted(p.Names[of.interval]))
	case p.isMultiplied() && named == "":
		return p.in("W", table.Guess, "Volts times amperes are watts; set another unit if the columns are in others.")
	case named != "":
		return p.tooMuch(named, c) || p.in(named, table.Likely, "%s says so.", name)
	}
	return false
}

func (p *proposing) unitGuessed(c course) bool {
	electrical := func(w string) bool { return voltWords[w] || ampereWords[w] }
	switch {
	case p.called[p.value].Foreign &&
		slices.ContainsFunc(columnname.WordsOf(strings.ToLower(p.Names[p.value])), electrical):
		p.open("unit", "%s says volts or amperes, which are neither power nor energy.", quoted(p.Names[p.value]))
	case p.mayBeCounter():
		p.open("unit", "Nothing shows that these are readings, or states their unit.")
	case p.asked() == "" && c.falls == 0 && c.rises >= fewestOneWay && !c.total():
		p.open("unit", "The numbers only rise, in %d intervals, so they may be power or a running total of energy, "+
			"in an unknown unit.", c.rises)
	case p.byProgram():
		return true
	case p.Unitless != "":
		p.open("unit", "%s", p.Unitless)
	default:
		p.bySize(c)
		return true
	}
	return false
}

func (p *proposing) tooMuch(unit power.Unit, c course) bool {
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
	return p.in(unit, table.Guess, "%s says so, though %.4g %s is far more than %s: the numbers may be in %s.",
		quoted(p.readingName()), c.middle, unit, of, cmp.Or(lower, "another unit"))
}

// mostWatts is more than that draws which is measured by its names; 0 if they do not say what it is.
func (p *proposing) mostWatts() (most float64, of string) {
	keys := make([]string, len(p.keys))
	for i, key := range p.keys {
		keys[i] = p.Names[key]
	}
	return columnname.MostWatts([]string{p.readingName(), p.Names[p.value]}, keys)
}

func (p *proposing) meaning() columnname.Meaning {
	if p.Table.Means[p.value].Unit != "" {
		return p.Table.Means[p.value]
	}
	return p.candidate.means
}

func (p *proposing) unitInColumn() bool {
	if u := &p.RowUnits; u.Several && u.Value == p.value && len(p.where) == 0 {
		return p.in(u.Base, table.Certain, "%s says so in the first row; rows in other units are read by theirs.",
			quoted(p.Names[u.Column]))
	}
	text, column := p.unitColumnText(p.where)
	unit, known := columnname.UnitNamed(text)
	return known && p.in(unit, table.Certain, "%s says so.", quoted(p.Names[column]))
}

func (p *proposing) readingName() string {
	if h, _ := columnname.HintOf(p.Names[p.value]); p.metric != "" && h.Quantity == "" {
		return p.metric
	}
	return p.Names[p.value]
}

func (p *proposing) asked() power.Quantity { return cmp.Or(p.settings.Quantity, p.hint.Quantity) }

func (p *proposing) quantity(c course) {
	is := p.out.Series.Quantity
	say := func(sure table.Confidence, why string, args ...any) {
		p.say("quantity", string(is), sure, why, args...)
	}
	switch {
	case p.settings.Unit != "" || p.said("quantity", string(p.settings.Quantity)):
	case p.meaning().Unit != "" || p.hint.Unit != "" || p.RowUnits.Several && p.RowUnits.Value == p.value:
		say(table.Certain, "The unit is one of %s.", is)
	case p.hint.Quantity != "":
		say(table.Likely, "%s says so.", quoted(p.readingName()))
	case c.total() && c.falls > 0:
		say(table.Likely, "The numbers fall in only %d of %d intervals, as a running total does that is reset.",
			c.falls, c.rises+c.falls)
	case c.total():
		say(table.Likely, "The numbers never fall and rise in %d of %d intervals, as a running total does.", c.rises,
			c.rises+c.falls)
	case is == power.Energy:
		say(table.Guess, "The unit that was guessed is one of energy.")
	case c.rises > 0 && c.falls > 0:
		say(table.Guess, "The numbers rise and fall, as power does.")
	default:
		say(table.Guess, "Nothing states the quantity. Most logs are of power.")
	}
}

// If neither a person nor the log states a unit, the program that wrote the log may, or the size of the numbers.
// Columns of a log that hold the same quantity are written in the same unit.

// programUnits are programs that tell no unit in their tables, which are recognised by columns that no others have
// together.
var programUnits = []struct {
	program string
	columns []string
	units   map[power.Quantity]power.Unit
}{
	{"CodeCarbon", []string{"run_id", "emissions_rate", "energy_consumed"},
		map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "kWh"}},
	{"PowerJoular", []string{"Date", "CPU Utilization", "CPU Power"}, map[power.Quantity]power.Unit{power.Power: "W"}},
	{"jetson-stats", []string{"jetson_clocks", "nvp model"}, map[power.Quantity]power.Unit{power.Power: "mW"}},
	{"a meter of Shelly", []string{"total_act_energy", "total_act_ret_energy"}, shellyUnits},
	{"a meter of Shelly", []string{"a_total_act_energy", "b_total_act_energy", "c_total_act_energy"}, shellyUnits},
	{"GEOPM", []string{"TIME", "EPOCH_COUNT", "REGION_HASH"},
		map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "J"}},
}

// shellyUnits are those of the data that meters of Shelly keep of each minute (https://shelly-api-docs.shelly.cloud).
var shellyUnits = map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "Wh"}

func (p *proposing) byProgram() bool {
	for _, one := range programUnits {
		lacks := func(name string) bool { return !slices.Contains(p.Names, name) }
		if unit := one.units[p.asked()]; unit != "" && p.hint.Either[0] == "" &&
			!slices.ContainsFunc(one.columns, lacks) {
			return p.in(unit, table.Likely, "By its columns this is a log of %s, which writes %s.", one.program, unit)
		}
	}
	return false
}

// Energy totals are written in anything: their numbers are taken for the unit that makes the power of a meter most like
// that of a node, a rack or a hall, or that of a part of a node. Power is written in watts: numbers that are too small
// or too large for those of a machine may be anything.
const (
	likelyWatts = 1e4
	wattsOfPart = 1e2
	fewestWatts = 20.0
	mostWatts   = 1e8
)

// Between these, numbers may be of a part of a node in milliwatts or of a hall in megawatts: no machine draws more of
// the latter, and few write less of the former.
const (
	fewestMega = 1.0
	mostMega   = 100.0
)

// energySizes are units of energy, with the decades by which they are less likely, because few meters count in them.
var energySizes = []struct {
	unit power.Unit
	rare float64
}{{"J", 0}, {"Wh", 0}, {"kWh", 0}, {"kJ", 1}, {"MJ", 1}, {"MWh", 1}, {"uJ", 1}}

func (p *proposing) siblings() []int {
	if len(p.Names) > mostRelated || len(p.where) > 0 {
		return []int{p.value}
	}
	roles := p.roles()
	return p.ColumnsWhere(func(i int) bool {
		h := p.sample.hintOf(i)
		return i == p.value || roles[i] == ReadingRole && h.Quantity == p.asked() && h.Quantity != "" && h.Unit == "" &&
			h.Either[0] == "" && p.Table.Means[i].Unit == ""
	})
}

func (p *proposing) bySize(c course) {
	quantity := p.asked()
	most, _ := p.mostWatts()
	switch mayBeWatts := quantity == "" && math.Abs(c.mean) < likelyWatts && !(most > 0 && math.Abs(c.middle) > most); {
	case p.hint.Either[0] != "" && p.settings.Quantity == "":
		p.eitherBySize(c)
	case quantity == "" && p.ofIntervals(), quantity != power.Power && p.byDomain(c):
	case cmp.Or(quantity, c.ifTotal()) == power.Energy:
		p.energyBySize(c)
	case quantity == "" && p.byNameOfRail(p.mostOfRails()):
	case c.mean == 0 || mayBeWatts:
		p.in("W", table.Guess, "Nothing states the unit. Most meters write watts.")
	default:
		p.powerBySize(c)
	}
}

func (p *proposing) powerBySize(c course) {
	column, most, part := p.value, math.Abs(c.mean), columnname.IsNodePart(p.readingName())
	for _, i := range p.siblings() {
		if mean := math.Abs(p.meanOf(i)); i != p.value && mean > most {
			column, most = i, mean
		}
		part = part || columnname.IsNodePart(p.Names[i])
	}
	switch bound, of := p.mostWatts(); {
	case p.byRail(most):
	case bound > 0 && math.Abs(c.middle) > bound:
		p.in("mW", table.Guess, "Nothing states the unit. "+
			"In W, %.4g is far more than %s, so the numbers may be in mW: check if they are.", c.middle, of)
	case most >= fewestWatts && most < mostWatts && column == p.value:
		p.in("W", table.Guess, "Nothing states the unit. By the size of the numbers, %.4g on average, it is W.", c.mean)
	case most >= fewestWatts && most < mostWatts:
		p.in("W", table.Guess, "Nothing states the unit. "+
			"By the size of the numbers of %s, %.4g on average, both are in W.", quoted(p.Names[column]), most)
	case part && most < fewestWatts:
		p.in("W", table.Guess, "Nothing states the unit. "+
			"The log names parts of a node, whose power in watts has numbers of this size, %.4g on average.", c.mean)
	default:
		p.open("unit", "Nothing states the unit, and numbers of this size, %.4g on average, may well be in several.",
			c.mean)
	}
}

func (g *sample) meanOf(column int) float64 {
	sum, count := 0.0, 0.0
	for _, n := range g.cells[column].numbers {
		if !math.IsNaN(n) {
			sum, count = sum+n, count+1
		}
	}
	return sum / max(1, count)
}

type energyColumn int

func (p *proposing) usedBy(column int) float64 {
	return once(p.sample, energyColumn(column), func() float64 {
		other := *p
		other.value = column
		return other.usedASecond(other.course())
	})
}

func (p *proposing) usedASecond(c course) float64 {
	if !c.goesOn() && !c.resets() && len(p.groups) > 0 { // each reading is what was used in an interval
		if step := p.rhythm(p.groups).median.Seconds(); step > 0 {
			return c.mean / step
		}
	}
	return c.rate
}

func (p *proposing) energyBySize(c course) {
	column, rate, near := p.value, p.usedASecond(c), math.Inf(1)
	for _, i := range p.siblings() {
		if used := p.usedBy(i); used > rate {
			column, rate = i, used
		}
	}
	likely := likelyWatts
	if columnname.IsNodePart(p.Names[column]) {
		likely = wattsOfPart
	}
	unit := power.Unit("J")
	for _, one := range energySizes {
		joules := one.unit.Steps() / power.Unit("J").Steps()
		if off := math.Abs(math.Log10(rate*joules/likely)) + one.rare; off < near {
			unit, near = one.unit, off
		}
	}
	counts := "The total rises by"
	if column != p.value {
		counts = quoted(p.Names[column]) + " counts"
	}
	p.in(unit, table.Guess, "Nothing states the unit. %s %.4g a second; in %s that is a power that a machine may have.",
		counts, rate, unit)
}

// eitherBySize chooses between units that the name does not tell apart, since its letters are of one case.
func (p *proposing) eitherBySize(c course) {
	size, one := math.Abs(c.mean), power.Unit("W")
	if p.hint.Quantity == power.Energy {
		size, one = p.usedASecond(c), "J"
	} else if p.hint.Either == columnname.EitherWords["mw"] && p.milliOrMega() {
		return
	}
	is, near := power.Unit(""), math.Inf(1)
	for _, unit := range p.hint.Either {
		watts := size * unit.Steps() / one.Steps()
		if off := math.Abs(math.Log10(watts / likelyWatts)); off < near || is == "" {
			is, near = unit, off
		}
	}
	p.in(is, table.Guess, "%s may say %s or %s; in %s that is a power that a machine may have.",
		quoted(p.readingName()), p.hint.Either[0], p.hint.Either[1], is)
}

// milliOrMega tells mW from MW by the largest number of the columns that are written so, or asks; it reports whether it
// did.
func (p *proposing) milliOrMega() bool {
	most, column, either := 0.0, p.value, p.hint.Either
	for i := range p.Names {
		if i != p.value && p.called[i].Hint.Either != either {
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
	switch name := quoted(p.readingName()); {
	case most > mostMega:
		p.in(either[0], table.Guess, "%s may say %s or %s; %.4g, which is in %s, is more than any machine has in %s.",
			name, either[0], either[1], most, quoted(p.Names[column]), either[1])
	case most >= fewestMega:
		p.open("unit", "%s may say %s or %s, and numbers of this size, %.4g at most, may be either: "+
			"those of a part of a node or those of a hall.", name, either[0], either[1], most)
	default:
		return false
	}
	return true
}
