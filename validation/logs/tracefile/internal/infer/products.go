package infer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
)

// Loggers of precision meters write no names. The column that is the product of two others in every row, or of three
// with a power factor among them, is the power then: of volts and amperes.

const (
	mostMultiplied = 24   // columns that are held against each other
	rowsMultiplied = 300  // rows that are looked at
	mostRounded    = 0.02 // of a product, beyond which its rounding would explain anything
	steadyVolts    = 0.3  // how far volts differ at most, of their mean
	fewestValues   = 3    // different values
)

func (g *sample) findProduct() (column int, of []int) {
	free := g.ColumnsWhere(func(i int) bool {
		return g.Raw[i] == "" && i != g.timeAt && g.cells[i].numbered() && len(g.cells[i].numbers) >= fewestAlike
	})
	if len(free) < 3 || len(free) > mostMultiplied {
		return -1, nil
	}
	found, made := map[int][]int{}, map[int][]int{}
	currents := slices.DeleteFunc(slices.Clone(free), g.isOne)
	for _, volts := range free {
		if !g.steady(volts) {
			continue
		}
		for _, amperes := range currents {
			for _, watts := range free {
				g.multiplied(found, watts, volts, amperes, free)
			}
		}
	}
	for watts, one := range found { // those that are made of no other one, with a power factor or without
		if !slices.ContainsFunc(one, func(i int) bool { return found[i] != nil }) {
			made[len(one)] = append(made[len(one)], watts)
		}
	}
	only := made[3]
	if len(only) == 0 {
		only = made[2]
	}
	if len(only) != 1 {
		return -1, nil
	}
	return only[0], found[only[0]]
}

func (g *sample) multiplied(found map[int][]int, watts, volts, amperes int, free []int) {
	if amperes == volts || watts == volts || watts == amperes || len(found[watts]) == 3 {
		return
	}
	if found[watts] == nil && g.isProduct(watts, volts, amperes) {
		found[watts] = []int{volts, amperes}
	}
	for _, factor := range free {
		isFactor := !g.isOne(factor) && !g.cells[factor].has(func(n float64) bool { return n <= 0 || n > 1 })
		if factor != volts && factor != amperes && factor != watts && isFactor &&
			g.isProduct(watts, volts, amperes, factor) {
			found[watts] = []int{volts, amperes, factor}
			return
		}
	}
}

func (g *sample) steady(i int) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for _, n := range g.cells[i].numbers {
		if !math.IsNaN(n) {
			least, most = min(least, n), max(most, n)
		}
	}
	return least > 0 && most-least <= steadyVolts*most && !g.isOne(i)
}

func (g *sample) isOne(i int) bool {
	return !g.cells[i].has(func(n float64) bool { return !math.IsNaN(n) && math.Abs(n-1) > alike })
}

func (g *sample) isProduct(watts int, of ...int) bool {
	rows, met, half := 0, map[float64]bool{}, map[int]float64{watts: g.halfPlace(watts)}
	for _, i := range of {
		half[i] = g.halfPlace(i)
	}
	for row, is := range g.cells[watts].numbers[:min(len(g.cells[watts].numbers), rowsMultiplied)] {
		want, off := 1.0, 0.0
		for _, i := range of {
			n := g.cells[i].numbers[row]
			want *= n
			off += half[i] / math.Abs(n)
		}
		if math.IsNaN(is) || math.IsNaN(want) || want == 0 {
			continue
		}
		tolerance := off*math.Abs(want) + half[watts] + 1e-5*math.Abs(want)
		if math.Abs(is-want) > tolerance {
			return false
		}
		if tolerance <= mostRounded*math.Abs(want) {
			rows++
			met[is] = true
		}
	}
	return rows >= fewestAlike && len(met) >= fewestValues
}

func (g *sample) halfPlace(i int) float64 {
	places := 0
	for _, text := range g.cells[i].texts[:min(len(g.cells[i].texts), rowsMultiplied)] {
		if at := strings.IndexAny(text, ".,"); at >= 0 {
			places = max(places, len(celltext.DigitsFrom([]byte(text[at+1:]))))
		}
	}
	return 0.5 * math.Pow10(-places)
}

func (p *proposing) isMultiplied() bool { return p.product >= 0 && p.value == p.product }

func (p *proposing) productWords() string {
	var names []string
	for _, i := range p.factors {
		names = append(names, p.Names[i])
	}
	what := "volts and amperes"
	if len(names) == 3 {
		what += " and the power factor"
	}
	last := len(names) - 1
	return fmt.Sprintf("In every row %s is the product of %s and %s, as power is of %s. No column has a name: "+
		"confirm that it is the power.", p.Names[p.value], strings.Join(names[:last], ", "), names[last], what)
}

// domainNames are those by which the kernel of Linux calls what RAPL counts, always in microjoules
// (https://docs.kernel.org/power/powercap/powercap.html). Programs that write down how far the counters went in an
// interval take the names from it, and tell neither unit nor quantity beside them.
var domainNames = regexp.MustCompile(`(?i)^(package|pkg|core|uncore|dram|psys|pp0|pp1)[-_]?\d*$`)

// how many microjoules a second the largest of them counts at least: no processor idles with less
const fewestOfDomains = 1e5

func (p *proposing) byDomain(c course) bool {
	if !domainNames.MatchString(p.Names[p.value]) || c.total() {
		return false
	}
	column, most, rate := p.value, 0.0, 0.0
	for _, i := range p.ColumnsWhere(
		func(i int) bool { return p.cells[i].numbered() && domainNames.MatchString(p.Names[i]) }) {
		if mean := math.Abs(p.meanOf(i)); mean > most {
			column, most = i, mean
		}
		rate = max(rate, p.usedBy(i))
	}
	switch name := quoted(p.Names[column]); {
	case most <= columnname.MostWattsOfPart:
		return false
	case rate < fewestOfDomains:
		p.open("unit", "Nothing states the unit: %.4g, the mean of %s, is more than that draws in W, "+
			"and in uJ less than it uses.", most, name)
	default:
		p.in("uJ", table.Guess, "The kernel of Linux calls so what it counts in uJ, and %.4g, the mean of %s, "+
			"is more than that draws in W.", most, name)
	}
	return true
}

// Sensors of the rails of a board tell millivolts, milliamperes and milliwatts, as those of Linux do for the INA chips
// of Jetson boards (https://docs.nvidia.com/jetson/archives/r36.4/DeveloperGuide/SD/PlatformPowerAndPerformance.html).

var (
	railNames        = regexp.MustCompile(`(?i)^(vdd|vddq|vin_sys|pom)_`)
	millivoltWords   = columnname.WordSet("mv millivolt millivolts")
	milliampereWords = columnname.WordSet("ma milliampere milliamperes curr")
)

const (
	fewestOfRail = 500.0 // minimum reading, in mW, of a rail under power; no rail draws as many watts
	// the least mean of a column of voltage from which it is in millivolts: few machines have as many volts
	fewestMillivolts = 1000.0
	// by which part power is off the product of voltage and current at most, which were rounded or read a moment apart
	nearProduct = 0.02
)

// byRail takes milliwatts if a column is called as a rail, or is what volts and amperes make in thousandths.
func (p *proposing) byRail(most float64) bool {
	if p.byNameOfRail(most) {
		return true
	}
	for _, i := range p.siblings() {
		if volts, amperes := p.makes(i); volts >= 0 {
			return p.in("mW", table.Likely, "In nearly every row %s is %s in mV times %s in mA.", quoted(p.Names[i]),
				quoted(p.Names[volts]), quoted(p.Names[amperes]))
		}
	}
	return false
}

func (p *proposing) byNameOfRail(most float64) bool {
	if most < fewestOfRail || !railNames.MatchString(p.Names[p.value]) {
		return false
	}
	sure := table.Likely
	if p.asked() == "" {
		sure = table.Guess
	}
	return p.in("mW", sure, "By its name this is a rail of a board, "+
		"whose sensors report mW with numbers of this size, %.4g at most on average.", most)
}

func (p *proposing) mostOfRails() (most float64) {
	for i, name := range p.Names {
		if railNames.MatchString(name) {
			most = max(most, math.Abs(p.meanOf(i)))
		}
	}
	return most
}

func (p *proposing) makes(milliwatts int) (volts, amperes int) {
	if len(p.Names) > mostRelated {
		return -1, -1
	}
	said := func(words, milli map[string]bool) []int {
		return p.ColumnsWhere(func(i int) bool {
			return p.cells[i].numbered() && (columnname.Says(p.Names[i], words) || columnname.Says(p.Names[i], milli))
		})
	}
	currents := said(ampereWords, milliampereWords)
	for _, v := range said(voltWords, millivoltWords) {
		if math.Abs(p.meanOf(v)) < fewestMillivolts {
			continue
		}
		for _, a := range currents {
			products, held, rows := map[float64]bool{}, 0, 0
			for row, is := range p.cells[milliwatts].numbers {
				product := p.cells[v].numbers[row] * p.cells[a].numbers[row] / 1000
				if math.IsNaN(is) || math.IsNaN(product) || is == 0 {
					continue
				}
				if rows++; math.Abs(is-product) <= max(1, nearProduct*math.Abs(is)) {
					products[is] = true
					held++
				}
			}
			if len(products) >= fewestValues && mostly(held, rows) {
				return v, a
			}
		}
	}
	return -1, -1
}
