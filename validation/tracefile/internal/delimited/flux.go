package delimited

import (
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

// resolveFlux recognises annotated CSV by its names, sets aside what is none of the readings, and takes what its tables are grouped by
// for what identifies meters. all are the samples above which l has its names.
func (d *Delimited) resolveFlux(all []table.Sample, l *table.Layout) *celltext.Error {
	d.Survey.Flux = fluxAt(d.Raw)
	if d.Survey.Flux == table.NotFlux {
		return nil
	}
	var groups [][]byte
	for i := range all {
		switch cells := table.CellsIn(all[i], l.Separator); {
		case all[i].Line >= l.Line:
		case all[i].Comment && len(cells) > 0 && string(cells[0]) == "#group":
			groups = cells
		case fluxAt(table.TextsOf(cells)) != table.NotFlux:
			return table.OtherTable()
		}
	}
	for i, name := range d.Raw {
		switch {
		case slices.Contains(table.FluxColumns[:], name):
			d.Aside = append(d.Aside, i)
			d.Numeric[i] = false
		case name == "" || name[0] == '_' || d.Survey.Kinds[i] != table.Words:
		case i >= len(groups) || string(groups[i]) == "true":
			d.Keys = append(d.Keys, i)
		}
	}
	d.resolveFields(all, l)
	return nil
}

// resolveFields has a series choose among the fields of a table. Where the samples show one only, another one further down is an
// meter of its own.
func (d *Delimited) resolveFields(all []table.Sample, l *table.Layout) {
	at := slices.Index(d.Raw, "_field")
	if at < 0 {
		return
	}
	d.Mixed.Column = at
	for _, cells := range d.rowsOf(all, l) {
		name := celltext.Latin1(cells[at])
		known := func(one table.ReadingKind) bool { return one.Name == name }
		if table.IsFluxName(cells[d.Survey.Flux]) || slices.ContainsFunc(d.Mixed.Kinds, known) {
			continue
		}
		d.Mixed.Kinds = append(d.Mixed.Kinds, table.ReadingKind{Name: name})
	}
	if len(d.Mixed.Kinds) < 2 {
		d.Keys = append(d.Keys, at)
	}
}

func fluxAt(names []string) int {
	at := 0
	if len(names) > 0 && names[0] == "" {
		at++
	}
	if len(names) < at+3 || names[at] != table.FluxColumns[0] || names[at+1] != table.FluxColumns[1] {
		return table.NotFlux
	}
	return at
}
