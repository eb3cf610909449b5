package listing

import "strings"

// Term is a name that answers, files and filters use for what a row of a list holds.
type Term struct {
	Name    string
	About   string // what it holds, in words
	Type    string // of its values in JSON: string, integer, number or boolean
	Unit    string // empty if it has none
	InFiles string // what files call it by default; empty if they do not have it
	Filters []string
	Column  bool // it can be chosen, sorted and filtered by
	ByUnit  bool // it is a name of a column that states the unit
}

func types() map[Sort]string {
	return map[Sort]string{Words: "string", Choice: "string", Measure: "number", Count: "integer", Yes: "boolean",
		Grade: "integer"}
}

// Type is how values of the column are written in JSON.
func (c Column) Type() string { return types()[c.Sort] }

// Dictionary is the one description of all names that a row of a list has in answers, files and filters: first those
// that are no columns.
func Dictionary() []Term {
	terms := []Term{
		{Name: "list", About: "Name of the list, as addresses have it", Type: "string", InFiles: "list"},
		{Name: "graded_here", About: "Whether the list was graded and published here", Type: "boolean"},
		{Name: "band_first", About: "First rank of the band: ranks that the uncertainties cannot separate",
			Type: "integer", InFiles: "band_first"},
		{Name: "band_last", About: "Last rank of the band", Type: "integer", InFiles: "band_last"},
		{Name: "system_id", About: "Number of the system at this server, which depends on the order of imports; " +
			"see system_key", Type: "integer"},
		{Name: "system_key", About: "Identifier of the system that does not depend on the order of imports; " +
			"/systems/ and this is its address", Type: "string", InFiles: "system_key"},
		{Name: "entry_id", About: "Number of the entry, if the list was graded here", Type: "integer"},
		{Name: "efficiency_of_optimised_run", About: "Whether the efficiency is that of the run tuned for power",
			Type: "boolean", InFiles: "efficiency_of_optimised_run"},
	}
	for _, column := range EveryName() {
		term := Term{Name: column.Asked(), About: column.About, Type: column.Type(), Unit: column.InAnswers().Unit,
			InFiles: column.InFiles().Name, Column: true, ByUnit: column.As != ""}
		switch {
		case column.Numeric():
			term.Filters = []string{column.Asked() + leastSuffix, column.Asked() + mostSuffix}
		case !term.ByUnit:
			term.Filters = []string{column.Name}
		}
		terms = append(terms, term)
	}
	return terms
}

// Says is the term in words, with its unit.
func (t Term) Says() string { return strings.TrimSuffix(t.About+", in "+t.Unit, ", in ") }
