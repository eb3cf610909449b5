package infer

import (
	"cmp"
	"math"
	"slices"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// Where neither a person nor the log states a unit, the program that wrote the log may, or the size of the numbers. Columns of a log
// that hold the same quantity are written in the same unit.

// programUnits are programs that tell no unit in their tables, which are recognised by columns that no others have together.
var programUnits = []struct {
	program string
	columns []string
	units   map[power.Quantity]power.Unit
}{
	{"CodeCarbon", []string{"run_id", "emissions_rate", "energy_consumed"}, map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "kWh"}},
	{"PowerJoular", []string{"Date", "CPU Utilization", "CPU Power"}, map[power.Quantity]power.Unit{power.Power: "W"}},
	{"jetson-stats", []string{"jetson_clocks", "nvp model"}, map[power.Quantity]power.Unit{power.Power: "mW"}},
	{"a meter of Shelly", []string{"total_act_energy", "total_act_ret_energy"}, shellyUnits},
	{"a meter of Shelly", []string{"a_total_act_energy", "b_total_act_energy", "c_total_act_energy"}, shellyUnits},
	{"GEOPM", []string{"TIME", "EPOCH_COUNT", "REGION_HASH"}, map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "J"}},
}

// shellyUnits are those of the data that meters of Shelly keep of each minute (https://shelly-api-docs.shelly.cloud).
var shellyUnits = map[power.Quantity]power.Unit{power.Power: "W", power.Energy: "Wh"}

// byProgram takes the unit that the program writes which the columns of the log tell.
func (p *proposing) byProgram() bool {
	for _, one := range programUnits {
		if unit := one.units[p.asked()]; unit != "" && p.hint.Either[0] == "" && p.has(one.columns) {
			p.out.Series.Unit = unit
			p.say("unit", string(unit), table.Likely, "By its columns this is a log of %s, which writes %s.", one.program, unit)
			return true
		}
	}
	return false
}

func (g *sample) has(columns []string) bool {
	return !slices.ContainsFunc(columns, func(name string) bool { return !slices.Contains(g.Names, name) })
}

// asked is the quantity that a person or a name states; empty if neither does.
func (p *proposing) asked() power.Quantity { return cmp.Or(p.settings.Quantity, p.hint.Quantity) }

// sized is a unit of energy.
type sized struct {
	unit   power.Unit
	joules float64
	rare   float64 // decades by which it is less likely, because few meters count in it
}

// Energy totals are written in anything: their numbers are taken for the unit that makes the power of a meter most like that
// of a node, a rack or a hall, or that of a part of a node. Power is written in watts: numbers that are too small or too large for
// those of a machine may be anything.
var (
	energySizes = []sized{{"J", 1, 0}, {"Wh", 3600, 0}, {"kWh", 3.6e6, 0}, {"kJ", 1e3, 1}, {"MJ", 1e6, 1}, {"MWh", 3.6e9, 1}, {"uJ", 1e-6, 1}}
	likelyWatts = 1e4
	wattsOfPart = 1e2
	fewestWatts = 20.0
	mostWatts   = 1e8
)

// siblings are the columns of readings of the same quantity as that which is proposed, that tell no unit either, and that itself.
func (p *proposing) siblings() []int {
	if len(p.Names) > mostRelated || len(p.where) > 0 {
		return []int{p.value}
	}
	roles := p.roles()
	return p.ColumnsWhere(func(i int) bool {
		h := p.sample.hintOf(i)
		return i == p.value || roles[i] == ReadingRole && h.Quantity == p.asked() && h.Quantity != "" && h.Unit == "" && h.Either[0] == "" && p.Table.Means[i].Unit == ""
	})
}

// bySize guesses the unit by the size of the numbers, or asks for it.
func (p *proposing) bySize(c course) {
	quantity := p.asked()
	if p.hint.Either[0] != "" && p.settings.Quantity == "" {
		p.eitherBySize(c)
		return
	}
	if quantity == "" && p.ofIntervals() || quantity != power.Power && p.byDomain(c) {
		return
	}
	if quantity == "" && c.total() {
		quantity = power.Energy
	}
	if quantity == power.Energy {
		p.energyBySize(c)
		return
	}
	if quantity == "" && p.byNameOfRail(p.mostOfRails()) {
		return
	}
	if p.mayBeWatts(quantity, c) {
		p.out.Series.Unit = "W"
		p.say("unit", "W", table.Guess, "Nothing states the unit. Most meters write watts.")
		return
	}
	p.powerBySize(c)
}

// mayBeWatts reports whether numbers of which nothing says what they are may be watts, as most are.
func (p *proposing) mayBeWatts(quantity power.Quantity, c course) bool {
	most, _ := p.mostWatts()
	return c.mean == 0 || quantity == "" && math.Abs(c.mean) < likelyWatts && !(most > 0 && math.Abs(c.middle) > most)
}

// powerBySize takes power for watts where the numbers are those of a machine in watts, or those of a column beside them are.
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
		p.out.Series.Unit = "mW"
		p.say("unit", "mW", table.Guess, "Nothing states the unit. In W, %.4g is far more than %s, so the numbers may be in mW: check if they are.", c.middle, of)
	case most >= fewestWatts && most < mostWatts && column == p.value:
		p.watts("Nothing states the unit. By the size of the numbers, %.4g on average, it is W.", c.mean)
	case most >= fewestWatts && most < mostWatts:
		p.watts("Nothing states the unit. By the size of the numbers of %s, %.4g on average, both are in W.", celltext.Quoted([]byte(p.Names[column])), most)
	case part && most < fewestWatts:
		p.watts("Nothing states the unit. The log names parts of a node, whose power in watts has numbers of this size, %.4g on average.", c.mean)
	default:
		p.say("unit", "", table.Open, "Nothing states the unit, and numbers of this size, %.4g on average, may well be in several.", c.mean)
	}
}

func (p *proposing) watts(why string, args ...any) {
	p.out.Series.Unit = "W"
	p.say("unit", "W", table.Guess, why, args...)
}

// meanOf is the mean of the numbers of a column; zero if it has none.
func (g *sample) meanOf(column int) float64 {
	sum, count := 0.0, 0.0
	for _, n := range g.cells[column].numbers {
		if !math.IsNaN(n) {
			sum, count = sum+n, count+1
		}
	}
	return sum / max(1, count)
}

// usedBy is how much energy a column counts a second.
func (p *proposing) usedBy(column int) float64 {
	if used, known := p.used[column]; known {
		return used
	}
	other := *p
	other.value = column
	if p.used == nil {
		p.used = map[int]float64{}
	}
	p.used[column] = other.usedASecond(other.course())
	return p.used[column]
}

// energyBySize takes the unit in which the column that counts most counts what a machine, or a part of a node, may use.
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
	s := &p.out.Series
	s.Unit = "J"
	for _, one := range energySizes {
		if off := math.Abs(math.Log10(rate*one.joules/likely)) + one.rare; off < near {
			s.Unit, near = one.unit, off
		}
	}
	if column != p.value {
		p.say("unit", string(s.Unit), table.Guess, "Nothing states the unit. %s counts %.4g a second; in %s that is a power that a machine may have.", celltext.Quoted([]byte(p.Names[column])), rate, s.Unit)
		return
	}
	p.say("unit", string(s.Unit), table.Guess, "Nothing states the unit. The total rises by %.4g a second; in %s that is a power that a machine may have.", rate, s.Unit)
}

// byDomain takes microjoules where a column is called as a domain, and one of them has more than a part of a node draws in watts.
func (p *proposing) byDomain(c course) bool {
	if !domainNames.MatchString(p.Names[p.value]) || c.total() {
		return false
	}
	column, most, rate := p.value, 0.0, 0.0
	for _, i := range p.ColumnsWhere(func(i int) bool { return p.cells[i].numbered() && domainNames.MatchString(p.Names[i]) }) {
		if mean := math.Abs(p.meanOf(i)); mean > most {
			column, most = i, mean
		}
		rate = max(rate, p.usedBy(i))
	}
	switch name := celltext.Quoted([]byte(p.Names[column])); {
	case most <= columnname.MostWattsOfPart:
		return false
	case rate < fewestOfDomains:
		p.say("unit", "", table.Open, "Nothing states the unit: %.4g, the mean of %s, is more than that draws in W, and in uJ less than it uses.", most, name)
	default:
		p.out.Series.Unit = "uJ"
		p.say("unit", "uJ", table.Guess, "The kernel of Linux calls so what it counts in uJ, and %.4g, the mean of %s, is more than that draws in W.", most, name)
	}
	return true
}
