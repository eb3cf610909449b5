package tracefile

import (
	"cmp"
	"math"

	"green500/validation/power"
)

// course is how the readings of the instruments go from one to the next.
type course struct {
	rises, falls int
	mean         float64 // of the numbers
	rate         float64 // a second, of what rises, of one instrument
}

func (p *proposing) course() course {
	var c course
	sum, count, risen, seconds := 0.0, 0, 0.0, 0.0
	for _, rows := range p.groups {
		before := -1
		for _, row := range rows {
			n := p.cells[p.value].numbers[row]
			if math.IsNaN(n) {
				continue
			}
			sum, count = sum+n, count+1
			if before >= 0 {
				step := n - p.cells[p.value].numbers[before]
				if step > 0 {
					c.rises++
					risen += step
					seconds += float64(p.at[row]-p.at[before]) / nanosecondsPerSecond
				} else if step < 0 {
					c.falls++
				}
			}
			before = row
		}
	}
	if count > 0 {
		c.mean = sum / float64(count)
	}
	if seconds > 0 {
		c.rate = risen / seconds
	}
	return c
}

// fewestRises is how often a total has to rise, without ever falling, to be taken for one: power that
// rises as often by chance has never been seen.
const fewestRises = 12

// total reports whether readings never fall and rise steadily, as a counter of energy does. One fall in
// very many readings is a counter that began anew.
func (c course) total() bool {
	return c.rises >= fewestRises && c.falls*200 <= c.rises
}

// unit settles quantity, unit and what an energy reading counts.
func (p *proposing) unit() {
	s, told, c := &p.out.Series, p.told, p.course()
	of, isRate := p.rates[p.value]
	switch {
	case p.said("unit", string(told.Unit)):
		s.Unit = told.Unit
	case p.means[p.value].certain:
		s.Unit = p.means[p.value].unit
		p.say("unit", string(s.Unit), Certain, "The log says so.")
	case isRate:
		s.Unit = p.hint.unit
		p.say("unit", string(s.Unit), Likely, "In every row it is %s divided by %s.", quoted([]byte(p.names[of.energy])), quoted([]byte(p.names[of.interval])))
	case p.means[p.value].unit != "" || p.hint.unit != "":
		s.Unit = cmp.Or(p.means[p.value].unit, p.hint.unit)
		p.say("unit", string(s.Unit), Likely, "%s says so.", quoted([]byte(p.spoken())))
	default:
		p.bySize(c)
	}
	s.Quantity, _ = s.Unit.Quantity()
	p.quantity(c)
	if s.Quantity == power.Energy {
		p.counts(c)
	}
}

// spoken is the name that tells what is read.
func (p *proposing) spoken() string {
	if ofPower(p.metric) {
		return p.metric
	}
	return p.names[p.value]
}

func (p *proposing) quantity(c course) {
	s := p.out.Series
	switch {
	case p.told.Unit != "" || p.said("quantity", string(p.told.Quantity)):
	case p.means[p.value].unit != "" || p.hint.unit != "":
		p.say("quantity", string(s.Quantity), Certain, "The unit is one of %s.", s.Quantity)
	case p.hint.quantity != "":
		p.say("quantity", string(s.Quantity), Likely, "%s says so.", quoted([]byte(p.spoken())))
	case c.total():
		p.say("quantity", string(s.Quantity), Likely, "The numbers never fall and rise in %d of %d steps, as a running total does.", c.rises, c.rises+c.falls)
	default:
		p.say("quantity", string(s.Quantity), Guess, "The numbers rise and fall, as power does.")
	}
}

// counts says whether energy readings are a running total.
func (p *proposing) counts(c course) {
	s := &p.out.Series
	switch stated := p.means[p.value].counts; {
	case p.said("counts", p.told.Counts):
		s.Counts = p.told.Counts
	case stated != "":
		s.Counts = stated
		p.say("counts", stated, Certain, "The format counts so.")
	case c.falls > 0 && !c.total():
		s.Counts = "interval"
		p.say("counts", s.Counts, Likely, "The numbers fall in %d of %d steps, so each is the energy since the reading before.", c.falls, c.falls+c.rises)
	default:
		s.Counts = "total"
		p.say("counts", s.Counts, Likely, "The numbers rise in %d steps and fall in %d, as a running total does.", c.rises, c.falls)
	}
}

// sized is a unit of energy.
type sized struct {
	unit   power.Unit
	joules float64
	rare   float64 // decades by which it is less likely, because few meters count in it
}

// Numbers are taken for the unit that makes the power of an instrument most like that of a node, a rack
// or a hall. Power is written in watts unless that makes no sense; energy totals are written in anything.
var (
	energySizes = []sized{{"J", 1, 0}, {"Wh", 3600, 0}, {"kWh", 3.6e6, 0}, {"kJ", 1e3, 1}, {"MJ", 1e6, 1}, {"MWh", 3.6e9, 1}}
	likelyWatts = 1e4
	powerSizes  = []struct {
		below float64
		unit  power.Unit
	}{{1, "MW"}, {20, "kW"}, {1e8, "W"}, {math.Inf(1), "mW"}}
)

// bySize guesses the unit by the size of the numbers.
func (p *proposing) bySize(c course) {
	quantity := cmp.Or(p.told.Quantity, p.hint.quantity)
	if quantity == "" && c.total() {
		quantity = power.Energy
	}
	if quantity == power.Energy {
		p.energyBySize(c)
		return
	}
	s, size := &p.out.Series, math.Abs(c.mean)
	if quantity == "" && size < likelyWatts || c.mean == 0 {
		s.Unit = "W"
		p.say("unit", "W", Guess, "Nothing tells the unit. Most meters write watts.")
		return
	}
	for _, one := range powerSizes {
		if size < one.below {
			s.Unit = one.unit
			break
		}
	}
	s.Unit = cmp.Or(s.Unit, "W")
	p.say("unit", string(s.Unit), Guess, "Nothing tells the unit. By the size of the numbers, %.4g on average, it is %s.", c.mean, s.Unit)
}

func (p *proposing) energyBySize(c course) {
	s := &p.out.Series
	rate, near := c.rate, math.Inf(1)
	if !c.total() && len(p.groups) > 0 { // each reading is what was used in an interval
		if step := p.glance.rhythm(p.groups).median.Seconds(); step > 0 {
			rate = c.mean / step
		}
	}
	s.Unit = "J"
	for _, one := range energySizes {
		if off := math.Abs(math.Log10(rate*one.joules/likelyWatts)) + one.rare; off < near {
			s.Unit, near = one.unit, off
		}
	}
	p.say("unit", string(s.Unit), Guess, "Nothing tells the unit. The total rises by %.4g a second; in %s that is a power that a machine may have.", rate, s.Unit)
}
