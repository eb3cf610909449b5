package infer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
)

// Loggers of precision meters write no names. The column that is the product of two others in every row, or of three with a power factor
// among them, is the power then: of volts and amperes.

const (
	mostMultiplied = 24   // columns that are held against each other
	rowsMultiplied = 300  // rows that are looked at
	mostRounded    = 0.02 // of a product, beyond which its rounding would explain anything
	steadyVolts    = 0.3  // how far volts differ at most, of their mean
	fewestValues   = 3    // different values
)

// factors are the columns that another one is the product of.
type factors []int

// findProduct returns the column that is the product of others, and those; -1 if there is none or several.
func (g *sample) findProduct() (column int, of factors) {
	var free []int
	for i := range g.Names {
		if g.Raw[i] == "" && i != g.timeAt && g.cells[i].numbered() && len(g.cells[i].numbers) >= fewestAlike {
			free = append(free, i)
		}
	}
	if len(free) < 3 || len(free) > mostMultiplied {
		return -1, nil
	}
	found := map[int]factors{}
	for _, volts := range free {
		if !g.steady(volts) {
			continue
		}
		for _, amperes := range free {
			if amperes == volts || g.isOne(amperes) {
				continue
			}
			for _, watts := range free {
				g.multiplied(found, watts, volts, amperes, free)
			}
		}
	}
	return firstProduct(found)
}

// multiplied keeps a column if it is the product of volts and amperes, or of both and a power factor.
func (g *sample) multiplied(found map[int]factors, watts, volts, amperes int, free []int) {
	if watts == volts || watts == amperes || len(found[watts]) == 3 {
		return
	}
	if found[watts] == nil && g.isProduct(watts, factors{volts, amperes}) {
		found[watts] = factors{volts, amperes}
	}
	for _, factor := range free {
		if factor != volts && factor != amperes && factor != watts && g.isFactor(factor) && g.isProduct(watts, factors{volts, amperes, factor}) {
			found[watts] = factors{volts, amperes, factor}
			return
		}
	}
}

// firstProduct returns the only product with a power factor, or else the only one, of those that are made of no other one.
func firstProduct(found map[int]factors) (column int, of factors) {
	column = -1
	for _, count := range []int{3, 2} {
		for watts, one := range found {
			if len(one) != count || slices.ContainsFunc(one, func(i int) bool { return found[i] != nil }) {
				continue
			}
			if column >= 0 {
				return -1, nil
			}
			column, of = watts, one
		}
		if column >= 0 {
			return column, of
		}
	}
	return column, nil
}

// steady reports whether a column may hold volts: it is never 0 and differs little.
func (g *sample) steady(i int) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for _, n := range g.cells[i].numbers {
		if !math.IsNaN(n) {
			least, most = min(least, n), max(most, n)
		}
	}
	return least > 0 && most-least <= steadyVolts*most && !g.isOne(i)
}

// isOne reports whether a column holds nothing but ones, by which anything is its own product.
func (g *sample) isOne(i int) bool {
	return !slices.ContainsFunc(g.cells[i].numbers, func(n float64) bool { return !math.IsNaN(n) && math.Abs(n-1) > alike })
}

// isFactor reports whether a column may hold power factors other than 1.
func (g *sample) isFactor(i int) bool {
	return !g.isOne(i) && !slices.ContainsFunc(g.cells[i].numbers, func(n float64) bool { return n <= 0 || n > 1 })
}

// isProduct reports whether a column is the product of others in every row, to what their decimals tell.
func (g *sample) isProduct(watts int, of factors) bool {
	rows, met := 0, map[float64]bool{}
	halves := make([]float64, len(of))
	for k, i := range of {
		halves[k] = g.halfPlace(i)
	}
	half := g.halfPlace(watts)
	for row, is := range g.cells[watts].numbers[:min(len(g.cells[watts].numbers), rowsMultiplied)] {
		want, off := 1.0, 0.0
		for k, i := range of {
			n := g.cells[i].numbers[row]
			want *= n
			off += halves[k] / math.Abs(n)
		}
		if math.IsNaN(is) || math.IsNaN(want) || want == 0 {
			continue
		}
		tolerance := off*math.Abs(want) + half + 1e-5*math.Abs(want)
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

// halfPlace is half of the last decimal that a column is written with.
func (g *sample) halfPlace(i int) float64 {
	places := 0
	for _, text := range g.cells[i].texts[:min(len(g.cells[i].texts), rowsMultiplied)] {
		if at := strings.IndexAny(text, ".,"); at >= 0 {
			places = max(places, len(celltext.DigitsFrom([]byte(text[at+1:]))))
		}
	}
	return 0.5 * math.Pow10(-places)
}

// withoutFactors leaves the product as the only reading among columns without names. A person who names another one knows better.
func (g *sample) withoutFactors(roles []Role) []Role {
	if g.product < 0 || g.settings.Value != "" {
		return roles
	}
	for i := range roles {
		if roles[i] == ReadingRole && i != g.product && g.Raw[i] == "" {
			roles[i] = OtherRole
		}
	}
	roles[g.product] = ReadingRole
	return roles
}

// isMultiplied reports whether the readings are the product of other columns.
func (p *proposing) isMultiplied() bool { return p.product >= 0 && p.value == p.product }

// productWords says of what the readings are the product.
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
	return fmt.Sprintf("In every row %s is the product of %s and %s, as power is of %s. No column has a name: confirm that it is the power.", p.Names[p.value], strings.Join(names[:last], ", "), names[last], what)
}
