package tracefile

import (
	"slices"
	"strings"

	"green500/validation/power"
)

// memberSheet is a log of an archive: its sheet, and the columns of its name.
type memberSheet struct {
	sheet
	file       int    // the columns from here on are of the name
	column     string // what the first of them is called
	name, stem []byte
}

func (p *memberSheet) text(column int) ([]byte, *fault) {
	switch column - p.file {
	case 0:
		return p.name, nil
	case 1:
		return p.stem, nil
	}
	return p.sheet.text(column)
}

func (p *memberSheet) number(column int) (float64, *fault) {
	if p.names(column) {
		return 0, p.nameOfMember()
	}
	return p.sheet.number(column)
}

// names reports whether a column is of the name.
func (p *memberSheet) names(column int) bool { return column >= p.file }

func (p *memberSheet) instant(column int, as timing) (int64, *fault) {
	if p.names(column) {
		return 0, p.nameOfMember()
	}
	return p.sheet.instant(column, as)
}

func (p *memberSheet) nameOfMember() *fault {
	return &fault{field: p.column, problem: "is the name of a member", remedy: "name a column of the log"}
}

func (p *memberSheet) place(column int, f *fault) *power.InputError {
	if p.names(column) {
		column = 0 // the fault names its field itself
	}
	return p.sheet.place(column, f)
}

func (p *memberSheet) each(needed []int, take func() error) error {
	return p.sheet.each(slices.DeleteFunc(slices.Clone(needed), p.names), take)
}

func (a *archive) columns() *table { return a.table }

func (a *archive) text(column int) ([]byte, *fault) { return a.now.text(column) }

func (a *archive) number(column int) (float64, *fault) { return a.now.number(column) }

func (a *archive) instant(column int, as timing) (int64, *fault) {
	return a.now.instant(column, as)
}

func (a *archive) place(column int, f *fault) *power.InputError { return a.now.place(column, f) }

// each stands on every row of every log.
func (a *archive) each(needed []int, take func() error) error {
	for _, m := range a.members {
		if err := a.with(m, func(p *memberSheet) error { return p.each(needed, take) }); err != nil {
			return err
		}
	}
	return nil
}

// with opens a log for use, and closes it.
func (a *archive) with(m member, use func(p *memberSheet) error) error {
	o, _, err := a.openMember(m)
	if err != nil {
		return err
	}
	defer o.close()
	t := o.sheet.columns()
	t.decimal, t.ordersTold = a.table.decimal, a.table.ordersTold
	a.now = &memberSheet{o.sheet, a.file, a.column, []byte(m.name), []byte(nameStem(m.name))}
	return use(a.now)
}

// takeAll gives every log to the selections that ask for it.
func (a *archive) takeAll(selections []*selection) error {
	wanted := make([]*filter, len(selections))
	for i, s := range selections {
		wanted[i] = s.byMember(a.file)
		if err := a.tellApart(s, wanted[i]); err != nil {
			return err
		}
		for _, left := range a.left {
			s.writer.Miss(left)
		}
	}
	for _, m := range a.members {
		var takers []*selection
		for i, s := range selections {
			if admitsMember(wanted[i], m) {
				takers = append(takers, s)
			}
		}
		if len(takers) == 0 {
			continue
		}
		if err := a.with(m, func(p *memberSheet) error { return p.giveTo(takers) }); err != nil {
			return err
		}
	}
	return nil
}

// giveTo gives the log to selections, in its own fast way where none looks at the member's name.
func (p *memberSheet) giveTo(selections []*selection) error {
	for _, s := range selections {
		if slices.ContainsFunc(s.columns(), p.names) {
			return take(p, selections)
		}
	}
	return take(p.sheet, selections)
}

// byMember takes the filter by the names of members off a selection; nil where it has none.
func (s *selection) byMember(file int) *filter {
	for i := range s.filters {
		if s.filters[i].column == file {
			one := s.filters[i]
			s.filters = slices.Delete(s.filters, i, i+1)
			return &one
		}
	}
	return nil
}

func admitsMember(f *filter, m member) bool { return f == nil || f.texts[m.name] }

// tellApart makes the member a key of a selection that names no instruments, or what the names of captures
// tell beside their times, unless the logs know their instruments, also from those of other machines, or follow
// one another in time: the parts of a log that was cut are one instrument.
func (a *archive) tellApart(s *selection, wanted *filter) error {
	var logs []member
	for _, m := range a.members {
		if admitsMember(wanted, m) {
			logs = append(logs, m)
		}
	}
	if len(logs) == 0 {
		return a.refuse(0, "where", "no log is called "+strings.Join(wanted.allowed, " or "), "it holds "+listed(namesOf(a.members)))
	}
	if len(logs) == 1 || len(s.series.Instruments) > 0 || len(s.keyAt) > 0 && !a.table.machine && !a.table.local {
		return nil
	}
	spans, overlap, err := a.spans(s, logs)
	if err != nil {
		return err
	}
	if overlap {
		s.keyAt = append([]int{max(a.file, a.stem)}, s.keyAt...)
		return nil
	}
	slices.SortStableFunc(a.members, func(a, b member) int { return spans[a.name].compare(spans[b.name]) })
	return nil
}
