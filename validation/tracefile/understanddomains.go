package tracefile

import (
	"math"
	"regexp"
)

// domainNames are those by which the kernel of Linux calls what RAPL counts, always in microjoules
// (https://docs.kernel.org/power/powercap/powercap.html). Programs that write down how far the counters went in an interval take the
// names from it, and tell neither unit nor quantity beside them.
var domainNames = regexp.MustCompile(`(?i)^(package|pkg|core|uncore|dram|psys|pp0|pp1)[-_]?\d*$`)

// fewestOfDomains is how many microjoules a second the largest of them counts at least: no processor idles with less.
const fewestOfDomains = 1e5

// byDomain takes microjoules where a column is called as a domain, and one of them has more than a part of a node draws in watts.
func (p *proposing) byDomain(c course) bool {
	if !domainNames.MatchString(p.names[p.value]) || c.total() {
		return false
	}
	column, most, rate := p.value, 0.0, 0.0
	for _, i := range p.columnsWhere(func(i int) bool { return p.cells[i].numbered() && domainNames.MatchString(p.names[i]) }) {
		if mean := math.Abs(p.meanOf(i)); mean > most {
			column, most = i, mean
		}
		rate = max(rate, p.usedBy(i))
	}
	switch name := quoted([]byte(p.names[column])); {
	case most <= mostOfPart:
		return false
	case rate < fewestOfDomains:
		p.say("unit", "", Open, "Nothing tells the unit: %.4g, the mean of %s, is more than that draws in W, and in uJ less than it uses.", most, name)
	default:
		p.out.Series.Unit = "uJ"
		p.say("unit", "uJ", Guess, "The kernel of Linux calls so what it counts in uJ, and %.4g, the mean of %s, is more than that draws in W.", most, name)
	}
	return true
}
