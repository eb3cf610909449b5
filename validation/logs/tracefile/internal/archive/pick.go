package archive

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Pick is what is proposed to be read of an archive that holds other files beside its logs.
type Pick struct {
	Column     string
	Members    []string
	Why        string
	Confidence table.Confidence
}

// asideWords are of logs that were taken before the run, to set the ranges of a meter or to try it.
// networkWords are of those of switches, which are another subsystem than the nodes.
var (
	asideWords   = columnname.WordSet("ranging warmup calibration")
	networkWords = columnname.WordSet("sw switch switches network interconnect fabric")
)

type logKind struct {
	sameness
	table   *table.Table
	generic bool // the format takes any text
	members []string
}

// surveyPicked goes on with the logs that are likeliest of power if an archive can't be read as it is.
func (a *Archive) surveyPicked(wrong error) error {
	var inputErr *power.InputError
	if !errors.As(wrong, &inputErr) {
		return wrong
	}
	kinds, unread, err := a.kinds()
	if err != nil {
		return err
	}
	all := slices.Clone(kinds)
	if kinds = slices.DeleteFunc(kinds, func(k *logKind) bool { return k.rank() <= 0 }); len(kinds) == 0 {
		return wrong
	}
	slices.SortStableFunc(kinds, func(x, y *logKind) int { return y.rank() - x.rank() })
	a.Pick = a.pickOf(kinds)
	a.Pick.doubtParts(kinds[0], all)
	for _, name := range a.Pick.Members {
		if slices.ContainsFunc(unread,
			func(u string) bool { return columnname.Unnumbered(u) == columnname.Unnumbered(name) }) {
			return wrong // a log of the same row can't be read: without it the power would be too little
		}
	}
	a.Chosen, a.table, a.Left = a.Pick.Members, nil, nil
	a.members = slices.DeleteFunc(a.members, func(m Member) bool { return !slices.Contains(a.Chosen, m.Name) })
	return a.survey()
}

func (a *Archive) kinds() (kinds []*logKind, unread []string, err error) {
	for _, m := range a.members {
		a.table = nil
		one, err := a.kindOf(m)
		var inputErr *power.InputError
		var none *refusal
		var no *input.NoLog
		if errors.As(err, &no) {
			continue
		}
		if errors.As(err, &inputErr) || errors.As(err, &none) {
			unread = append(unread, m.Name)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		same := func(k *logKind) bool { return k.format == one.format && slices.Equal(k.columns, one.columns) }
		at := slices.IndexFunc(kinds, same)
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds,
				&logKind{sameness: one, table: a.table, generic: one.format == a.Formats[len(a.Formats)-1].Name})
		}
		kinds[at].members = append(kinds[at].members, m.Name)
	}
	return kinds, unread, nil
}

func (k *logKind) rank() int {
	most := 0
	for i, name := range k.table.Names {
		rank := 0
		if k.table.Means[i].Unit != "" {
			rank += columnname.RankUnit
		}
		if h, foreign := columnname.HintOf(name); !foreign && h.Quantity != "" {
			rank += columnname.RankQuantity + columnname.RankReach*columnname.Reach(name)
		}
		most = max(most, rank)
	}
	if most > 0 && !k.generic {
		most += columnname.RankNamed // the format is one of meters
	}
	return most
}

// doubtParts asks whether files without a line of names go on where the chosen ones end, as the parts of a log that was
// rotated do.
func (p *Pick) doubtParts(chosen *logKind, all []*logKind) {
	var parts []string
	for _, k := range all {
		named := slices.ContainsFunc(k.table.Raw[:len(k.columns)], func(name string) bool { return name != "" })
		if k != chosen && k.generic && !named && len(k.columns) == len(chosen.columns) {
			parts = append(parts, k.members...)
		}
	}
	if len(parts) == 0 {
		return
	}
	p.Confidence = table.Open
	p.Why += fmt.Sprintf(" %s: no line with the names of the columns, but as many columns, as the parts of a log "+
		"have that was rotated; without them the log is not complete. Put the parts together in one file, "+
		"in the order of time, or name them all in one series (file, continued): check proposes its columns.",
		celltext.Listed(parts))
}

// pickOf takes the first kind, but for its logs that are of something else by their names.
func (a *Archive) pickOf(kinds []*logKind) *Pick {
	p := &Pick{Column: a.column, Members: kinds[0].members, Confidence: table.Likely}
	others := slices.DeleteFunc(slices.Clone(kinds[1:]),
		func(k *logKind) bool { return k.generic && !kinds[0].generic })
	if len(others) > 0 {
		p.Confidence = table.Guess
	}
	for _, other := range []struct {
		words map[string]bool
		why   string
	}{
		{asideWords, "was taken before the run by its name"},
		{networkWords, "is of a switch by its name, which is a series of its own"},
	} {
		of := func(name string) bool { return columnname.Says(path.Base(name), other.words) }
		aside := slices.DeleteFunc(slices.Clone(p.Members), func(name string) bool { return !of(name) })
		if len(aside) > 0 && len(aside) < len(p.Members) {
			p.Members = slices.DeleteFunc(slices.Clone(p.Members), of)
			p.Why += fmt.Sprintf(" %s %s.", celltext.Listed(aside), other.why)
		}
	}
	p.Why = fmt.Sprintf("Of %d %ss these are logs of power in one form, %s.", len(a.members), a.column,
		kinds[0].format) + p.Why
	for _, other := range others {
		p.Why += fmt.Sprintf(" %s could be of power too, as %s.", celltext.Listed(other.members), other.format)
	}
	left := slices.DeleteFunc(namesOf(a.members), func(name string) bool { return slices.Contains(p.Members, name) })
	p.Why += " Left out: " + celltext.Listed(left) + "."
	return p
}
