package tracefile

import "slices"

// fluxColumns are those of annotated CSV of InfluxDB that hold nothing which was measured: what was asked, of which the table
// is one answer, and from when to when.
var fluxColumns = [...]string{"result", "table", "_start", "_stop"}

// notFlux stands for a table that InfluxDB did not write.
const notFlux = -1

// settleFlux tells annotated CSV by its names, sets aside what is none of the readings, and takes what its tables are grouped by
// for what tells instruments apart. all are the samples above which l has its names.
func (d *delimited) settleFlux(all []sample, l *layout) *fault {
	d.survey.flux = fluxAt(d.raw)
	if d.survey.flux == notFlux {
		return nil
	}
	var groups [][]byte
	for i := range all {
		switch cells := cellsIn(all[i], l.separator); {
		case all[i].line >= l.line:
		case all[i].comment && len(cells) > 0 && string(cells[0]) == "#group":
			groups = cells
		case fluxAt(textsOf(cells)) != notFlux:
			return otherTable()
		}
	}
	for i, name := range d.raw {
		switch {
		case slices.Contains(fluxColumns[:], name):
			d.aside = append(d.aside, i)
			d.numeric[i] = false
		case name == "" || name[0] == '_' || d.survey.kinds[i] != words:
		case i >= len(groups) || string(groups[i]) == "true":
			d.keys = append(d.keys, i)
		}
	}
	d.settleFields(all, l)
	return nil
}

// settleFields has a series choose among the fields of a table. Where the samples show one only, another one further down is an
// instrument of its own.
func (d *delimited) settleFields(all []sample, l *layout) {
	at := slices.Index(d.raw, "_field")
	if at < 0 {
		return
	}
	d.mixed.column = at
	for _, cells := range d.rowsOf(all, l) {
		name := latin1(cells[at])
		known := func(one readingKind) bool { return one.name == name }
		if isFluxName(cells[d.survey.flux]) || slices.ContainsFunc(d.mixed.kinds, known) {
			continue
		}
		d.mixed.kinds = append(d.mixed.kinds, readingKind{name: name})
	}
	if len(d.mixed.kinds) < 2 {
		d.keys = append(d.keys, at)
	}
}

func isFluxName(cell []byte) bool { return string(cell) == fluxColumns[0] }

// fluxAt returns where the names result and table stand side by side, of which one is the first with a name.
func fluxAt(names []string) int {
	at := 0
	if len(names) > 0 && names[0] == "" {
		at++
	}
	if len(names) < at+3 || names[at] != fluxColumns[0] || names[at+1] != fluxColumns[1] {
		return notFlux
	}
	return at
}

// fluxHeader is the fault of a line that begins another table of annotated CSV, or nil. One that has the same columns goes on
// with the table before.
func (r *textRow) fluxHeader() *fault {
	at := r.flux
	if at != notFlux && len(r.cells[0]) > 0 && r.cells[0][0] == '#' {
		return strayLine()
	}
	if at == notFlux || len(r.cells) < at+2 || !isFluxName(r.cells[at]) || string(r.cells[at+1]) != fluxColumns[1] {
		return nil
	}
	if names := textsOf(r.cells); slices.Equal(names, r.raw) {
		return strayLine()
	}
	return otherTable()
}

func otherTable() *fault {
	return &fault{problem: "begins another table, with other columns than the first", remedy: "give each table in a file of its own"}
}
