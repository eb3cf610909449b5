package listing

import (
	"slices"
	"strconv"
)

// Sort of what a column holds, which says how it is filtered and drawn.
type Sort int

// Sorts of columns.
const (
	Words   Sort = iota // text: filtered by what it contains
	Choice              // one of some values: filtered by any of them
	Measure             // a quantity: filtered by least and most, in the unit that is shown
	Count               // a whole number: filtered likewise
	Yes                 // yes or no
	Grade               // a quality level: filtered by any of them
)

// Column is what a list can show, filter and sort by. Its name is that of the field wherever it is kept, and in
// addresses and exports.
type Column struct {
	Name   string
	About  string // what it holds, in words
	Title  string // of the column of a table
	Unit   string // as shown; empty where it has none
	Sort   Sort
	Per    float64 // so much of what is kept, in W, GFlops or GFlops/W, is one of what is shown; 0 is the same as 1
	Digits int     // behind the point, as shown
	Usual  bool    // in exports and answers to programs that choose no columns
	Paged  bool    // on pages that choose no columns
	As     string  // the one of UnitNames by which a view asks for it; empty if by Name
}

// Columns is the one table of them, in the order in which they are shown.
func Columns() []Column {
	return []Column{
		{Name: "rank", About: "Place in the list: by efficiency, or by Rmax in a list of the TOP500; none for an entry graded here without a level", Title: "Rank", Sort: Count, Usual: true, Paged: true},
		{Name: "edition", About: "Edition of the list, as year and month", Title: "Edition", Sort: Choice},
		{Name: "kind", About: "Who published the list: graded (here), green500 or top500 (elsewhere)", Title: "List", Sort: Choice},
		{Name: "system", About: "Name of the system, or its computer if it has no name", Title: "System", Sort: Words, Usual: true, Paged: true},
		{Name: "computer", About: "Model of the computer, as the list names it", Title: "Computer", Sort: Words},
		{Name: "site", About: "Where the system is installed", Title: "Site", Sort: Words, Usual: true, Paged: true},
		{Name: "country", About: "Country of the site, ISO 3166-1 alpha-2 code", Title: "Country", Sort: Choice, Usual: true, Paged: true},
		{Name: "vendor", About: "Manufacturer of the system", Title: "Vendor", Sort: Choice},
		{Name: "year", About: "Year of installation", Title: "Year", Sort: Count, Paged: true},
		{Name: "segment", About: "Segment of the site, such as Research", Title: "Segment", Sort: Choice},
		{Name: "total_cores", About: "Cores of the system, with those of its accelerators", Title: "Cores", Sort: Count, Usual: true},
		{Name: "accelerator_cores", About: "Cores of the accelerators", Title: "Accelerator cores", Sort: Count},
		{Name: "accelerator", About: "Accelerator or co-processor", Title: "Accelerator", Sort: Words, Paged: true},
		{Name: "processor", About: "Processor", Title: "Processor", Sort: Words},
		{Name: "interconnect", About: "Network between the nodes", Title: "Interconnect", Sort: Words},
		{Name: "operating_system", About: "Operating system", Title: "Operating system", Sort: Words},
		{Name: "rmax", About: "Rate of HPL that the list ranks", Title: "Rmax", Unit: "TFlop/s", Sort: Measure, Per: 1e3, Digits: 2, Usual: true, Paged: true},
		{Name: "rpeak", About: "Theoretical peak rate", Title: "Rpeak", Unit: "TFlop/s", Sort: Measure, Per: 1e3, Digits: 2},
		{Name: "power", About: "Average power of the run", Title: "Power", Unit: "kW", Sort: Measure, Per: 1e3, Digits: 1, Usual: true, Paged: true},
		{Name: "power_uncertainty", About: "Half width of the uncertainty of the power", Title: "Power ±", Unit: "kW", Sort: Measure, Per: 1e3, Digits: 2},
		{Name: "power_source", About: "How the power was found, as the list states it", Title: "Power source", Sort: Choice},
		{Name: "efficiency", About: "Rmax divided by power, as the list states it", Title: "Efficiency", Unit: "GFlops/W", Sort: Measure, Digits: 3, Usual: true, Paged: true},
		{Name: "uncertainty", About: "Half width of the uncertainty of the efficiency", Title: "±", Unit: "GFlops/W", Sort: Measure, Digits: 3, Usual: true, Paged: true},
		{Name: "level", About: "Quality level of the measurement, 1 to 3; 0 if no level was granted", Title: "Level", Sort: Grade, Usual: true, Paged: true},
		{Name: "top500_rank", About: "Rank in the TOP500 of the same edition", Title: "TOP500", Unit: "rank", Sort: Count, Usual: true, Paged: true},
		{Name: "efficiency_rank", About: "Rank by the listed efficiency within the list; equal efficiencies share a rank", Title: "Efficiency rank", Sort: Count},
		{Name: "optimised", About: "Whether the run was tuned for power and differs from the run of the TOP500", Title: "Optimised run", Sort: Yes},
		{Name: "optimised_rmax", About: "Rmax of the run that was tuned for power", Title: "Rmax of the optimised run", Unit: "TFlop/s", Sort: Measure, Per: 1e3, Digits: 2},
		{Name: "optimised_power", About: "Average power of the run that was tuned for power", Title: "Power of the optimised run", Unit: "kW", Sort: Measure, Per: 1e3, Digits: 1},
		{Name: "top500_system_id", About: "Number of the system in the TOP500's own numbering, as the list states it", Title: "TOP500 system ID", Sort: Count},
		{Name: "top500_site_id", About: "Number of the site in the TOP500's own numbering, as the list states it", Title: "TOP500 site ID", Sort: Count},
	}
}

// Chosen reports whether the column is filtered by some of its values.
func (c Column) Chosen() bool { return c.Sort == Choice || c.Sort == Yes || c.Sort == Grade }

// Numeric reports whether the column is filtered by a least and a most.
func (c Column) Numeric() bool { return c.Sort == Measure || c.Sort == Count }

// ColumnOf finds a column by any of its names. By a name that states a unit, As is set.
func ColumnOf(name string) (Column, bool) {
	for _, column := range Columns() {
		if column.Name == name {
			return column, true
		}
		if at := slices.IndexFunc(column.UnitNames(), func(n UnitName) bool { return n.Name == name }); at >= 0 {
			column.As = name
			return column, true
		}
	}
	return Column{}, false
}

// Choices are the columns that are filtered by some of their values.
func Choices() []Column {
	return slices.DeleteFunc(Columns(), func(c Column) bool { return !c.Chosen() })
}

// Shown is what is kept, in the unit in which it is shown.
func (c Column) Shown(kept float64) float64 { return kept / c.per() }

// Kept is what is shown, in the unit in which it is kept.
func (c Column) Kept(shown float64) float64 { return shown * c.per() }

func (c Column) per() float64 {
	if c.Per == 0 {
		return 1
	}
	return c.Per
}

// Cell is what a row holds in a column: text, or a number as it is kept.
type Cell struct {
	Known  bool
	Text   string
	Number float64
}

func words(s string) Cell { return Cell{Known: s != "", Text: s} }

func number[N ~int | ~float64](n *N) Cell {
	if n == nil {
		return Cell{}
	}
	return Cell{Known: true, Number: float64(*n)}
}

// Cell returns what the row holds in a column; a choice is text. Who asks many rows asks Cells first.
func (r Row) Cell(column string) Cell { return Cells()[column](r) }

// Cells says for each column where a row holds it.
func Cells() map[string]func(Row) Cell {
	return map[string]func(Row) Cell{
		"rank":              func(r Row) Cell { return number(r.Ranked()) },
		"edition":           func(r Row) Cell { return words(r.Edition) },
		"kind":              func(r Row) Cell { return words(string(r.Kind)) },
		"system":            func(r Row) Cell { return words(r.System) },
		"computer":          func(r Row) Cell { return words(r.Computer) },
		"site":              func(r Row) Cell { return words(r.Site) },
		"country":           func(r Row) Cell { return words(r.Country) },
		"vendor":            func(r Row) Cell { return words(r.Vendor) },
		"year":              func(r Row) Cell { return number(r.Year) },
		"segment":           func(r Row) Cell { return words(r.Segment) },
		"total_cores":       func(r Row) Cell { return number(r.TotalCores) },
		"accelerator_cores": func(r Row) Cell { return number(r.AcceleratorCores) },
		"accelerator":       func(r Row) Cell { return words(r.Accelerator) },
		"processor":         func(r Row) Cell { return words(r.Processor) },
		"interconnect":      func(r Row) Cell { return words(r.Interconnect) },
		"operating_system":  func(r Row) Cell { return words(r.OperatingSystem) },
		"rmax":              func(r Row) Cell { return number(r.Rmax) },
		"rpeak":             func(r Row) Cell { return number(r.Rpeak) },
		"power":             func(r Row) Cell { return number(r.Power) },
		"power_uncertainty": func(r Row) Cell { return number(r.PowerUncertainty) },
		"power_source":      func(r Row) Cell { return words(r.PowerSource) },
		"efficiency":        func(r Row) Cell { return number(r.Efficiency) },
		"uncertainty":       func(r Row) Cell { return number(r.Uncertainty) },
		"level":             func(r Row) Cell { return level(r) },
		"top500_rank":       func(r Row) Cell { return number(r.Top500Rank) },
		"efficiency_rank":   func(r Row) Cell { return number(r.EfficiencyRank) },
		"optimised":         func(r Row) Cell { return yes(r.Optimised) },
		"optimised_rmax":    func(r Row) Cell { return number(r.OptimisedRmax) },
		"optimised_power":   func(r Row) Cell { return number(r.OptimisedPower) },
		"top500_system_id":  func(r Row) Cell { return number(r.Top500SystemID) },
		"top500_site_id":    func(r Row) Cell { return number(r.Top500SiteID) },
	}
}

// level is 0 for a list that graded and granted none, and not known where a list says none.
func level(r Row) Cell {
	if r.Level == nil {
		return Cell{}
	}
	return words(strconv.Itoa(int(*r.Level)))
}

func yes(is bool) Cell {
	if is {
		return words("yes")
	}
	return words("no")
}
