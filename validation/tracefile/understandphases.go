package tracefile

import (
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// phasesOfSupply is how many phases there are, and phaseOf how columns of one are called.
const phasesOfSupply = 3

var phaseOf = regexp.MustCompile(`(?i)\b(L[123]|phases?)\b`)

// phases returns the pattern of the columns of all phases of a supply, where a candidate is one of them and no other column
// can hold what they draw together; it is empty where it is not.
func (p *proposing) phases() string {
	pattern, alike := p.family()
	if len(alike) != phasesOfSupply {
		return ""
	}
	quantity := p.quantityOf(p.value)
	for i, role := range p.roles() {
		named, is := phaseOf.MatchString(strings.ReplaceAll(p.names[i], "_", " ")), p.quantityOf(i)
		switch {
		case slices.Contains(alike, i):
			if !named || is == "" || is != quantity {
				return ""
			}
		case role == ReadingRole && is != "" && (!named || is == quantity):
			return ""
		}
	}
	return pattern
}

// quantityOf is what a column tells that it holds; empty where it tells nothing.
func (g *glance) quantityOf(i int) power.Quantity {
	if quantity, known := g.means[i].unit.Quantity(); known {
		return quantity
	}
	return g.hintOf(i).quantity
}
