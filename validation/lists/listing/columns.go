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
	Unit   string // as shown; empty if it has none
	Sort   Sort
	Per    float64 // so much of what is kept, in W, GFlops or GFlops/W, is one of what is shown; 0 is the same as 1
	Digits int     // behind the point, as shown
	Usual  bool    // in exports and answers to programs that choose no columns
	Paged  bool    // on pages that choose no columns
	As     string  // the one of UnitNames by which a view asks for it; empty if by Name
}

// table is the one table of columns, in the order in which they are shown, and of where a row holds them.
func table() []columnOfRow { return slices.Concat(machineColumns(), resultColumns()) }

func machineColumns() []columnOfRow {
	return []columnOfRow{
		{Column{Name: "rank", About: "Place in the list: by efficiency, or by Rmax in a list of the TOP500; " +
			"none for an entry graded here without a level", Title: "Rank", Sort: Count, Usual: true, Paged: true},
			func(r Row) Cell { return number(r.Ranked()) }},
		{Column{Name: "edition", About: "Edition of the list, as year and month", Title: "Edition", Sort: Choice},
			func(r Row) Cell { return words(r.Edition) }},
		{Column{Name: "kind", About: "Who published the list: graded (here), green500 or top500 (elsewhere)",
			Title: "List", Sort: Choice}, func(r Row) Cell { return words(string(r.Kind)) }},
		{Column{Name: "system", About: "Name of the system, or its computer if it has no name", Title: "System",
			Sort: Words, Usual: true, Paged: true}, func(r Row) Cell { return words(r.System) }},
		{Column{Name: "computer", About: "Model of the computer, as the list names it", Title: "Computer", Sort: Words},
			func(r Row) Cell { return words(r.Computer) }},
		{Column{Name: "site", About: "Where the system is installed", Title: "Site", Sort: Words, Usual: true,
			Paged: true}, func(r Row) Cell { return words(r.Site) }},
		{Column{Name: "country", About: "Country of the site, ISO 3166-1 alpha-2 code", Title: "Country", Sort: Choice,
			Usual: true, Paged: true}, func(r Row) Cell { return words(r.Country) }},
		{Column{Name: "vendor", About: "Manufacturer of the system", Title: "Vendor", Sort: Choice},
			func(r Row) Cell { return words(r.Vendor) }},
		{Column{Name: "year", About: "Year of installation", Title: "Year", Sort: Count, Paged: true},
			func(r Row) Cell { return number(r.Year) }},
		{Column{Name: "segment", About: "Segment of the site, such as Research", Title: "Segment", Sort: Choice},
			func(r Row) Cell { return words(r.Segment) }},
		{Column{Name: "total_cores", About: "Cores of the system, with those of its accelerators", Title: "Cores",
			Sort: Count, Usual: true}, func(r Row) Cell { return number(r.TotalCores) }},
		{Column{Name: "accelerator_cores", About: "Cores of the accelerators", Title: "Accelerator cores", Sort: Count},
			func(r Row) Cell { return number(r.AcceleratorCores) }},
		{Column{Name: "accelerator", About: "Accelerator or co-processor", Title: "Accelerator", Sort: Words,
			Paged: true}, func(r Row) Cell { return words(r.Accelerator) }},
		{Column{Name: "processor", About: "Processor", Title: "Processor", Sort: Words},
			func(r Row) Cell { return words(r.Processor) }},
		{Column{Name: "interconnect", About: "Network between the nodes", Title: "Interconnect", Sort: Words},
			func(r Row) Cell { return words(r.Interconnect) }},
		{Column{Name: "operating_system", About: "Operating system", Title: "Operating system", Sort: Words},
			func(r Row) Cell { return words(r.OperatingSystem) }},
	}
}

func resultColumns() []columnOfRow {
	return []columnOfRow{
		{Column{Name: "rmax", About: "Rate of HPL that the list ranks", Title: "Rmax", Unit: "TFlop/s", Sort: Measure,
			Per: 1e3, Digits: 2, Usual: true, Paged: true}, func(r Row) Cell { return number(r.Rmax) }},
		{Column{Name: "rpeak", About: "Theoretical peak rate", Title: "Rpeak", Unit: "TFlop/s", Sort: Measure, Per: 1e3,
			Digits: 2}, func(r Row) Cell { return number(r.Rpeak) }},
		{Column{Name: "power", About: "Average power of the run", Title: "Power", Unit: "kW", Sort: Measure, Per: 1e3,
			Digits: 1, Usual: true, Paged: true}, func(r Row) Cell { return number(r.Power) }},
		{Column{Name: "power_uncertainty", About: "Half width of the uncertainty of the power", Title: "Power ±",
			Unit: "kW", Sort: Measure, Per: 1e3, Digits: 2}, func(r Row) Cell { return number(r.PowerUncertainty) }},
		{Column{Name: "power_source", About: "How the power was found, as the list states it", Title: "Power source",
			Sort: Choice}, func(r Row) Cell { return words(r.PowerSource) }},
		{Column{Name: "efficiency", About: "Rmax divided by power, as the list states it", Title: "Efficiency",
			Unit: "GFlops/W", Sort: Measure, Digits: 3, Usual: true, Paged: true},
			func(r Row) Cell { return number(r.Efficiency) }},
		{Column{Name: "uncertainty", About: "Half width of the uncertainty of the efficiency", Title: "±",
			Unit: "GFlops/W", Sort: Measure, Digits: 3, Usual: true, Paged: true},
			func(r Row) Cell { return number(r.Uncertainty) }},
		{Column{Name: "level", About: "Quality level of the measurement, 1 to 3; 0 if no level was granted",
			Title: "Level", Sort: Grade, Usual: true, Paged: true}, level},
		{Column{Name: "top500_rank", About: "Rank in the TOP500 of the same edition", Title: "TOP500", Unit: "rank",
			Sort: Count, Usual: true, Paged: true}, func(r Row) Cell { return number(r.Top500Rank) }},
		{Column{Name: "efficiency_rank",
			About: "Rank by the listed efficiency within the list; equal efficiencies share a rank",
			Title: "Efficiency rank", Sort: Count}, func(r Row) Cell { return number(r.EfficiencyRank) }},
		{Column{Name: "optimised", About: "Whether the run was tuned for power and differs from the run of the TOP500",
			Title: "Optimised run", Sort: Yes}, func(r Row) Cell { return yes(r.Optimised) }},
		{Column{Name: "optimised_rmax", About: "Rmax of the run that was tuned for power",
			Title: "Rmax of the optimised run", Unit: "TFlop/s", Sort: Measure, Per: 1e3, Digits: 2},
			func(r Row) Cell { return number(r.OptimisedRmax) }},
		{Column{Name: "optimised_power", About: "Average power of the run that was tuned for power",
			Title: "Power of the optimised run", Unit: "kW", Sort: Measure, Per: 1e3, Digits: 1},
			func(r Row) Cell { return number(r.OptimisedPower) }},
		{Column{Name: "top500_system_id", About: "Number of the system in the TOP500's own numbering, as the list " +
			"states it", Title: "TOP500 system ID", Sort: Count}, func(r Row) Cell { return number(r.Top500SystemID) }},
		{Column{Name: "top500_site_id", About: "Number of the site in the TOP500's own numbering, as the list " +
			"states it", Title: "TOP500 site ID", Sort: Count}, func(r Row) Cell { return number(r.Top500SiteID) }},
	}
}

type columnOfRow struct {
	Column
	cell func(Row) Cell
}

// Columns are all columns, in the order in which they are shown.
func Columns() []Column {
	var all []Column
	for _, column := range table() {
		all = append(all, column.Column)
	}
	return all
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
	cells := map[string]func(Row) Cell{}
	for _, column := range table() {
		cells[column.Name] = column.cell
	}
	return cells
}

// level is 0 for a list that graded and granted none, and not known if a list says none.
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
