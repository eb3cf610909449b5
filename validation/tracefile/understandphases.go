package tracefile

import (
	"regexp"
	"slices"
	"strings"
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
	for i, role := range p.roles() {
		switch of := slices.Contains(alike, i); {
		case of && !phaseOf.MatchString(strings.ReplaceAll(p.names[i], "_", " ")), of && !p.tellsQuantity(i):
			return ""
		case !of && role == ReadingRole && p.tellsQuantity(i):
			return ""
		}
	}
	return pattern
}

// tellsQuantity reports whether a column tells that it holds power or energy.
func (g *glance) tellsQuantity(i int) bool {
	return g.means[i].unit != "" || g.hintOf(i).quantity != ""
}
