package listing

import (
	"slices"
	"strconv"
)

// UnitName is a name of a column that states its unit. It means the same in answers of the API, in files and in
// filters.
type UnitName struct {
	Name string
	Unit string
	Per  float64 // so much of what is kept is one of this unit
}

// Units in which columns are shown, and those in which they are kept.
const (
	teraflops   = "TFlop/s"
	gigaflops   = "GFlop/s"
	kilowatts   = "kW"
	watts       = "W"
	perWatt     = "GFlops/W"
	perThousand = 1e3
)

// UnitNames are the names that state a unit, the unit that pages show first and the one that files have by default
// last; none for a column without a unit.
func (c Column) UnitNames() []UnitName {
	switch {
	case c.Unit == teraflops:
		return []UnitName{{c.Name + "_tflops", teraflops, perThousand}, {c.Name + "_gflops", gigaflops, 1}}
	case c.Unit == kilowatts:
		return []UnitName{{c.Name + "_kw", kilowatts, perThousand}, {c.Name + "_w", watts, 1}}
	case c.Name == "efficiency":
		return []UnitName{{"gflops_per_watt", perWatt, 1}}
	case c.Name == "uncertainty":
		return []UnitName{{"gflops_per_watt_uncertainty", perWatt, 1}}
	}
	return nil
}

// Asked is the name by which a view asks for the column.
func (c Column) Asked() string {
	if c.As != "" {
		return c.As
	}
	return c.Name
}

// InFiles is the column as a file has it: the name by which a view asks for it, or the name with the unit in which it
// is kept.
func (c Column) InFiles() UnitName {
	named := c.UnitNames()
	if at := slices.IndexFunc(named, func(n UnitName) bool { return n.Name == c.As }); at >= 0 {
		return named[at]
	}
	if len(named) > 0 {
		return named[len(named)-1]
	}
	return UnitName{c.Name, c.Unit, 1}
}

// InAnswers is the column as an answer of the API has it: the name by which a view asks for it, or its name and the
// unit that is shown.
func (c Column) InAnswers() UnitName {
	named := c.UnitNames()
	if at := slices.IndexFunc(named, func(n UnitName) bool { return n.Name == c.As }); at >= 0 {
		return named[at]
	}
	return UnitName{c.Name, c.Unit, c.per()}
}

// Of is what is kept, in the unit of the name, without the last digit if it was converted: that digit is noise.
func (n UnitName) Of(kept float64) float64 {
	if n.Per == 1 {
		return kept
	}
	const digits = 15
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(kept/n.Per, 'g', digits, 64), 64)
	if err != nil {
		return kept / n.Per
	}
	return rounded
}

func (c Column) all() []Column {
	same := []Column{c}
	for _, named := range c.UnitNames() {
		c.As = named.Name
		same = append(same, c)
	}
	return same
}

// EveryName are all columns by each of their names.
func EveryName() []Column {
	var all []Column
	for _, column := range Columns() {
		all = append(all, column.all()...)
	}
	return all
}

// ByUnit are columns of which those with a unit come again by the name that states the unit that is shown.
func ByUnit(columns []Column) []Column {
	var both []Column
	for _, column := range columns {
		both = append(both, column)
		if named := column.UnitNames(); len(named) > 0 && column.As == "" {
			column.As = named[0].Name
			both = append(both, column)
		}
	}
	return both
}
