package archive

import (
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

type memberSheet struct {
	table.Sheet
	file       int    // the columns from here on are of the name
	column     string // what the first of them is called
	name, stem []byte
}

func (p *memberSheet) Text(column int) ([]byte, *celltext.Error) {
	switch column - p.file {
	case 0:
		return p.name, nil
	case 1:
		return p.stem, nil
	}
	return p.Sheet.Text(column)
}

func (p *memberSheet) Number(column int) (float64, *celltext.Error) {
	if p.names(column) {
		return 0, p.nameOfMember()
	}
	return p.Sheet.Number(column)
}

func (p *memberSheet) names(column int) bool { return column >= p.file }

func (p *memberSheet) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if p.names(column) {
		return 0, p.nameOfMember()
	}
	return p.Sheet.Instant(column, as)
}

func (p *memberSheet) nameOfMember() *celltext.Error {
	return &celltext.Error{Field: p.column, Problem: "is the name of a member", Remedy: "name a column of the log"}
}

func (p *memberSheet) Place(column int, f *celltext.Error) *power.InputError {
	if p.names(column) {
		column = 0 // the error names its field itself
	}
	return p.Sheet.Place(column, f)
}

func (p *memberSheet) Each(needed []int, take func() error) error {
	return p.Sheet.Each(slices.DeleteFunc(slices.Clone(needed), p.names), take)
}

// Columns returns the table that all members share.
func (a *Archive) Columns() *table.Table { return a.table }

// Each stands on every row of every log.
func (a *Archive) Each(needed []int, take func() error) error {
	for _, m := range a.members {
		if err := a.with(m, func(p *memberSheet) error { return p.Each(needed, take) }); err != nil {
			return err
		}
	}
	return nil
}

func (a *Archive) with(m Member, use func(p *memberSheet) error) error {
	o, _, err := a.openMember(m)
	if err != nil {
		return err
	}
	defer o.Close()
	t := o.Sheet.Columns()
	t.Decimal, t.DateOrders = a.table.Decimal, a.table.DateOrders
	a.memberSheet = &memberSheet{o.Sheet, a.file, a.column, []byte(m.Name), []byte(nameStem(m.Name))}
	return use(a.memberSheet)
}

// TakeAll gives every log to the selections that ask for it.
func (a *Archive) TakeAll(selections []*table.Selection) error {
	wanted := make([]*table.Filter, len(selections))
	for i, s := range selections {
		wanted[i] = s.ByMember(a.file)
		if err := a.addFileKey(s, wanted[i]); err != nil {
			return err
		}
		for _, left := range a.Left {
			s.Writer.CountMissing(left)
		}
	}
	for _, m := range a.members {
		var takers []*table.Selection
		for i, s := range selections {
			if admitsMember(wanted[i], m) {
				takers = append(takers, s)
			}
		}
		if len(takers) == 0 {
			continue
		}
		err := a.with(m, func(p *memberSheet) error {
			for _, s := range takers {
				if slices.ContainsFunc(s.Columns(), p.names) {
					return table.Take(p, takers)
				}
			}
			return table.Take(p.Sheet, takers) // which may have a faster way
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func admitsMember(f *table.Filter, m Member) bool { return f == nil || f.Texts[m.Name] }

// addFileKey makes the member a key of a selection that names no meters, unless the logs know theirs or follow one
// another in time.
func (a *Archive) addFileKey(s *table.Selection, wanted *table.Filter) error {
	var logs []Member
	for _, m := range a.members {
		if admitsMember(wanted, m) {
			logs = append(logs, m)
		}
	}
	if len(logs) == 0 {
		return a.Refuse(0, "where", "no log is called "+strings.Join(wanted.Allowed, " or "),
			"it holds "+celltext.Listed(namesOf(a.members)))
	}
	if len(logs) == 1 || len(s.Series.Instruments) > 0 || len(s.KeyAt) > 0 && !a.table.Machine && !a.table.Local {
		return nil
	}
	spans, overlap, err := a.spans(s, logs)
	if err != nil {
		return err
	}
	if overlap {
		s.KeyAt = append([]int{max(a.file, a.stem)}, s.KeyAt...)
		return nil
	}
	slices.SortStableFunc(a.members, func(a, b Member) int { return spans[a.Name].compare(spans[b.Name]) })
	return nil
}
