package linelog

import (
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/power"
)

// influxUnits are units that a tag names, as Telegraf writes it for IPMI: points of a measurement in other units, or in
// none, are no readings.
type influxUnits struct {
	tags          map[string]bool // those that name a unit
	measured      map[string]bool // measurements with points of power or energy
	units         map[power.Unit]bool
	otherQuantity map[string]bool // whether a field is something else by its name
}

func (u *influxUnits) unitOf(p *point) (unit power.Unit, known bool) {
	for _, tag := range p.tags {
		if u.tags[string(tag.key)] {
			return columnname.UnitNamed(celltext.Latin1(unescaped(tag.value)))
		}
	}
	return "", false
}

func (u *influxUnits) withoutUnit(p *point) bool {
	isNumber := func(field pair) bool {
		_, number := influxNumber(field.value)
		return number
	}
	namesUnit := func(tag pair) bool { return u.tags[string(tag.key)] }
	return u.measured[string(p.measurement)] && slices.ContainsFunc(p.fields, isNumber) &&
		!slices.ContainsFunc(p.tags, namesUnit)
}

func (u *influxUnits) add(p *point) {
	unit, known := u.unitOf(p)
	if !known {
		return
	}
	for _, field := range p.fields {
		// else nothing would be left of it
		if _, number := influxNumber(field.value); number && !u.isOtherQuantity(field.key) {
			u.measured[string(p.measurement)], u.units[unit] = true, true
		}
	}
}

// isOtherQuantity goes by the name of a field, but what is called current in a unit of power is no current.
func (u *influxUnits) isOtherQuantity(field []byte) bool {
	foreign, met := u.otherQuantity[string(field)]
	if !met {
		_, foreign = columnname.HintOf(celltext.Latin1(unescaped(field)) + " power")
		u.otherQuantity[string(field)] = foreign
	}
	return foreign
}

func (u *influxUnits) reads(p *point, field []byte) bool {
	if !u.measured[string(p.measurement)] {
		return true
	}
	_, known := u.unitOf(p)
	return known && !u.isOtherQuantity(field)
}

func (u *influxUnits) means(measurements map[string]int) columnname.Meaning {
	for name := range measurements {
		if !u.measured[name] {
			return columnname.Meaning{}
		}
	}
	for unit := range u.units {
		if len(u.units) == 1 {
			return columnname.Meaning{Unit: unit, Certain: true}
		}
	}
	return columnname.Meaning{}
}
