package infer

import (
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/columnname"
)

// phaseMark is what distinguishes the phases of a supply in the names of their columns.
var phaseMark = regexp.MustCompile(`(?i)\bL([123])\b|\bphase ?([123ABC])\b`)

// phaseSets are the marks of all of them.
var phaseSets = []string{"123", "ABC"}

// notDrawn are words of columns that hold no power that a supply gave at that time.
var notDrawn = columnname.WordSet("peak max min maximum minimum pmax pmin demand export exported lieferung einspeisung pv solar generation generated delivered estimated est output out")

// markedPhase cuts a name at the mark of its phase; ok is false if it has none, or several.
func markedPhase(name string) (pattern, mark string, ok bool) {
	all := phaseMark.FindAllStringSubmatchIndex(strings.ReplaceAll(name, "_", " "), 2)
	if len(all) != 1 || columnname.Says(name, notDrawn) {
		return "", "", false
	}
	from, to := all[0][2], all[0][3]
	if from < 0 {
		from, to = all[0][4], all[0][5]
	}
	return name[:from] + columnname.AnyText + name[to:], strings.ToUpper(name[from:to]), true
}

// sameQuantity reports whether a column is stated to hold power as the chosen one does, or energy as that does.
func (p *proposing) sameQuantity(i int) bool {
	is := p.quantityOf(i)
	return is != "" && is == p.quantityOf(p.value) && !p.called[i].Foreign
}

// mayHoldPhases reports whether a column may hold the power of all phases, or that of those of another supply.
func (p *proposing) mayHoldPhases(i int, role Role, marked bool) bool {
	if is := p.quantityOf(i); is != "" {
		return role == ReadingRole && (!marked || p.sameQuantity(i))
	}
	return marked && p.cells[i].numbered() && !p.called[i].Foreign
}

func sortedLetters(text string) string {
	letters := []byte(text)
	slices.Sort(letters)
	return string(letters)
}

// runsBackwards reports whether most numbers of a column are below zero.
func (g *sample) runsBackwards(i int) bool {
	below := 0
	for _, n := range g.cells[i].numbers {
		if n < 0 {
			below++
		}
	}
	return 2*below > g.cells[i].numeric
}

// quantityOf is what a column is stated to hold; empty if it states nothing.
func (g *sample) quantityOf(i int) power.Quantity {
	if quantity, known := g.Means[i].Unit.Quantity(); known {
		return quantity
	}
	return g.hintOf(i).Quantity
}

// phaseMarks are the marks of the phases that columns are of by their names; empty for those of none.
func (g *sample) phaseMarks() []string {
	if g.known.marks == nil {
		g.known.marks = make([]string, len(g.Names))
		for i, name := range g.Names {
			_, g.known.marks[i], _ = markedPhase(name)
		}
	}
	return g.known.marks
}
