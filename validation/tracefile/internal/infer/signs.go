package infer

import (
	"fmt"
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

// Where nothing names the columns, a unit may stand in a cell of its own after each number, as in
//
//	2026-06-01 10:00:00 230.1 V 1.95 A 448.7 W
//
// It is the unit of the number before it, and of no other number in its row.

// otherSigns are such units of what is neither power nor energy, in small letters.
var otherSigns = columnname.WordSet("v mv kv a ma ua µa μa ka va kva var kvar vah kvah varh kvarh hz khz mhz ghz % °c °f c k ah mah s ms rpm lx")

// applySigns takes such units for the columns before them.
func (g *sample) applySigns() {
	for i := 1; i < len(g.cells); i++ {
		sign := g.signAt(i)
		if sign == "" {
			continue
		}
		if g.called[i-1].Foreign = otherSigns[strings.ToLower(sign)]; !g.called[i-1].Foreign {
			g.called[i-1].Hint, _ = columnname.HintOf(sign)
		}
	}
}

// signAt returns the unit that a column without a name holds in all rows, after one of numbers that has none either; empty if it
// holds anything else.
func (g *sample) signAt(i int) string {
	if i < 1 || i >= len(g.cells) || len(g.cells[i].texts) != 1 || g.cells[i].missing > 0 || !g.cells[i-1].numbered() {
		return ""
	}
	sign := g.cells[i].texts[0]
	if _, known := columnname.UnitNamed(sign); !known && !otherSigns[strings.ToLower(sign)] || !g.nameless(i) || !g.nameless(i-1) {
		return ""
	}
	return sign
}

// nameless reports whether a column is called by its number alone.
func (g *sample) nameless(i int) bool { return g.Names[i] == fmt.Sprintf("column %d", i+1) }
