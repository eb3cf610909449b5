package infer

import (
	"math"
	"regexp"
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// Sensors of the rails of a board tell millivolts, milliamperes and milliwatts, as those of Linux do for the INA chips of Jetson boards
// (https://docs.nvidia.com/jetson/archives/r36.4/DeveloperGuide/SD/PlatformPowerAndPerformance.html).

// railNames are of the rails of such boards.
var railNames = regexp.MustCompile(`(?i)^(vdd|vddq|vin_sys|pom)_`)

// fewestOfRail is how many milliwatts a rail of a board that works has at least, which in watts a rail has not.
const fewestOfRail = 500.0

// byRail takes milliwatts where a column is called as a rail, or one of its like is what volts and amperes beside it make in
// thousandths. most is the largest mean of them.
func (p *proposing) byRail(most float64) bool {
	if p.byNameOfRail(most) {
		return true
	}
	for _, i := range p.siblings() {
		if volts, amperes := p.makes(i); volts >= 0 {
			p.out.Series.Unit = milli
			p.say("unit", milli, table.Likely, "In nearly every row %s is %s in mV times %s in mA.", celltext.Quoted([]byte(p.Names[i])), celltext.Quoted([]byte(p.Names[volts])), celltext.Quoted([]byte(p.Names[amperes])))
			return true
		}
	}
	return false
}

// milli is the unit of sensors of rails.
const milli = "mW"

// byNameOfRail takes milliwatts where a column is called as a rail; where nothing says that it holds power, they may be millivolts.
func (p *proposing) byNameOfRail(most float64) bool {
	if most < fewestOfRail || !railNames.MatchString(p.Names[p.value]) {
		return false
	}
	sure := table.Likely
	if p.asked() == "" {
		sure = table.Guess
	}
	p.out.Series.Unit = milli
	p.say("unit", milli, sure, "By its name this is a rail of a board, whose sensors report mW with numbers of this size, %.4g at most on average.", most)
	return true
}

// mostOfRails is the largest mean of the columns that are called as rails.
func (p *proposing) mostOfRails() (most float64) {
	if !railNames.MatchString(p.Names[p.value]) {
		return 0
	}
	for _, i := range p.ColumnsWhere(func(i int) bool { return railNames.MatchString(p.Names[i]) }) {
		most = max(most, math.Abs(p.meanOf(i)))
	}
	return most
}

// fewestMillivolts is the least mean of a column of voltage from which it is in millivolts: few machines have as many volts.
const fewestMillivolts = 1000.0

// millivoltWords and milliampereWords are of columns of voltage and of current, beside voltWords and ampereWords.
var (
	millivoltWords   = columnname.WordSet("mv millivolt millivolts")
	milliampereWords = columnname.WordSet("ma milliampere milliamperes curr")
)

// makes returns the columns of millivolts and of milliamperes that make a column of milliwatts; -1 where none do.
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
		if at := slices.IndexFunc(currents, func(a int) bool { return p.isProduct(milliwatts, v, a) }); at >= 0 {
			return v, currents[at]
		}
	}
	return -1, -1
}

// nearProduct is by which part power is off the product of voltage and current at most, which were rounded or read a moment apart,
// and fewestProducts how many different numbers show that it is that.
const (
	nearProduct    = 0.02
	fewestProducts = 3
)

// isProduct reports whether a column is a thousandth of the product of two others in nearly every row.
func (p *proposing) isProduct(column, one, other int) bool {
	products, held, rows := map[float64]bool{}, 0, 0
	for row, is := range p.cells[column].numbers {
		product := p.cells[one].numbers[row] * p.cells[other].numbers[row] / 1000
		if math.IsNaN(is) || math.IsNaN(product) || is == 0 {
			continue
		}
		if rows++; math.Abs(is-product) <= max(1, nearProduct*math.Abs(is)) {
			products[is] = true
			held++
		}
	}
	return len(products) >= fewestProducts && mostly(held, rows)
}
