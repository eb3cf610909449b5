package jsonlog

import (
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// An object may state the unit of its readings once, beside their list: {"unit": "kW", "readings": [...]}, or for each member of
// them: {"units": {"power": "kW"}, "readings": [...]}, {"power_unit": "kW", ...}.

type statedUnit struct {
	of string // the word of the member that it is of; empty if it is that of all readings
	is power.Unit
}

var (
	unitWords   = columnname.WordSet("unit units uom einheit einheiten unité unités unidad unità")
	unitFillers = columnname.WordSet("of measurement measure the readings reading value values data")
)

func (l *jsonLists) stateUnit(path []string, value []byte) {
	unit, known := columnname.UnitNamed(celltext.Latin1(value))
	if !known || len(l.units) == maxOutlined {
		return
	}
	last := path[len(path)-1]
	words := columnname.WordsOf(last)
	if !columnname.Says(last, unitWords) && len(path) > 1 && columnname.Says(path[len(path)-2], unitWords) {
		l.units = append(l.units, statedUnit{strings.ToLower(last), unit})
		return
	}
	if !columnname.Says(last, unitWords) {
		return
	}
	words = slices.DeleteFunc(words, func(word string) bool {
		small := strings.ToLower(word)
		return unitWords[small] || unitFillers[small]
	})
	l.units = append(l.units, statedUnit{strings.ToLower(strings.Join(words, " ")), unit})
}

// takeUnits makes the units that are stated those of the columns they are of. One that names no member is that of the only column
// that may hold readings of it.
func (l *jsonLists) takeUnits() {
	var free []int
	for i, numeric := range l.Numeric {
		h, foreign := columnname.HintOf(l.Names[i])
		if numeric && i != l.Time && l.Means[i].Unit == "" && h.Unit == "" && !foreign && !columnname.Timely(l.Names[i]) {
			free = append(free, i)
		}
	}
	for _, column := range free {
		if unit := l.unitOf(l.Names[column], len(free) == 1); unit != "" {
			l.Means[column] = columnname.Meaning{Unit: unit, Certain: true}
		}
	}
}

// unitOf returns the only unit that is stated of a member by its name, or else by a word of it, or else of all readings, if it is
// one of them or alone.
func (l *jsonLists) unitOf(name string, alone bool) power.Unit {
	h, _ := columnname.HintOf(name)
	var named, own, shared []power.Unit
	for _, one := range l.units {
		quantity, _ := one.is.Quantity()
		switch {
		case strings.EqualFold(name[strings.LastIndexByte(name, '.')+1:], one.of), strings.EqualFold(name, one.of):
			named = append(named, one.is)
		case h.Quantity != "" && h.Quantity != quantity:
		case one.of == "" && (h.Quantity != "" || alone):
			shared = append(shared, one.is)
		case one.of != "" && slices.ContainsFunc(columnname.WordsOf(name), func(word string) bool { return strings.EqualFold(word, one.of) }):
			own = append(own, one.is)
		}
	}
	for _, units := range [][]power.Unit{named, own, shared} {
		if units = slices.Compact(units); len(units) == 1 {
			return units[0]
		}
	}
	return ""
}
