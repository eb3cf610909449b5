package listing

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
)

// Parse reads a view from the query of an address; parameters that are not of a view are left to others. What cannot be
// is returned in power.InputErrors, each with its parameter as field. Values that only lists know are checked by
// CheckChoices.
func Parse(query url.Values) (View, error) { return parse(query, false) }

// ParsePage reads a view as Parse does, with the columns and the number of rows that are usual on pages.
func ParsePage(query url.Values) (View, error) { return parse(query, true) }

func parse(query url.Values, paged bool) (View, error) {
	p := parser{query: query, view: View{Search: query.Get(SearchParameter), paged: paged}}
	p.columns()
	p.order()
	p.view.Page = p.between(PageParameter, 1, 1, math.MaxInt32)
	p.view.Size = p.between(SizeParameter, p.view.usualSize(), 1, MostSize)
	if len(p.view.Search) > mostWords {
		p.refuse(SearchParameter, "the search text is too long", fmt.Sprintf("use at most %d characters", mostWords))
	}
	for _, column := range Columns() {
		p.filter(column)
	}
	if len(p.wrong) > 0 {
		return p.view, p.wrong
	}
	return p.view, nil
}

// Parameters are the names of all parameters of a view.
func Parameters() []string {
	all := []string{SearchParameter, SortParameter, ColumnsParameter, PageParameter, SizeParameter, OrderParameter}
	for _, column := range Columns() {
		all = append(all, column.Filters()...)
	}
	return all
}

// Filters are the names of the parameters that filter by the column.
func (c Column) Filters() []string {
	if !c.Numeric() {
		return []string{c.Name}
	}
	var all []string
	for _, one := range c.all() {
		all = append(all, one.Asked()+leastSuffix, one.Asked()+mostSuffix)
	}
	return all
}

type parser struct {
	query url.Values
	view  View
	wrong power.InputErrors
}

func (p *parser) refuse(parameter, problem, remedy string) {
	p.wrong = append(p.wrong, &power.InputError{Field: parameter, Problem: problem, Remedy: remedy})
}

func (p *parser) column(parameter, name string) (Column, bool) {
	column, known := ColumnOf(name)
	if !known {
		p.refuse(parameter, fmt.Sprintf("there is no column %q", name),
			power.NameRemedy(name, asked(EveryName()), "among "+strings.Join(names(Columns()), ", ")))
	}
	return column, known
}

// columns are chosen with commas between, as an address is short, or one by one, as a form sends them. Pages show each
// column once, in its one unit.
func (p *parser) columns() {
	var chosen []string
	for name := range strings.SplitSeq(strings.Join(p.query[ColumnsParameter], ","), ",") {
		if name == "" {
			continue
		}
		if column, known := p.column(ColumnsParameter, name); known && p.view.paged {
			name = column.Name
		}
		chosen = append(chosen, name)
	}
	p.view.Columns = []Column{}
	for _, column := range Columns() {
		for _, named := range column.all() {
			if slices.Contains(chosen, named.Asked()) {
				p.view.Columns = append(p.view.Columns, named)
			}
		}
	}
	if len(p.view.Columns) == 0 {
		p.view.Columns = p.view.usual()
	}
}

func (p *parser) order() {
	if said := p.query.Get(OrderParameter); said != "" && said != orderExact {
		p.refuse(OrderParameter, fmt.Sprintf("%q is not accepted", said),
			power.NameRemedy(said, []string{orderExact}, ""))
	}
	p.view.Exact = p.query.Get(OrderParameter) == orderExact
	name, descending := strings.CutPrefix(cmp.Or(p.query.Get(SortParameter), "rank"), "-")
	p.view.Sort, p.view.Descending = "rank", false
	if column, known := p.column(SortParameter, name); known {
		p.view.Sort, p.view.Descending = column.Name, descending
	}
}

func (p *parser) between(parameter string, otherwise, least, most int) int {
	said := p.query.Get(parameter)
	if said == "" {
		return otherwise
	}
	n, err := strconv.Atoi(said)
	if err != nil || n < least || n > most {
		p.refuse(parameter, fmt.Sprintf("%q is not accepted", said),
			fmt.Sprintf("write a whole number from %d to %d", least, most))
		return otherwise
	}
	return n
}

func (p *parser) filter(column Column) {
	filter := Filter{Column: column}
	switch {
	case column.Chosen():
		filter.Values = p.values(column)
	case column.Numeric():
		filter.Least, filter.Most = p.bound(column, leastSuffix), p.bound(column, mostSuffix)
		if filter.Least != nil && filter.Most != nil && *filter.Least > *filter.Most {
			p.refuse(column.Name+leastSuffix, fmt.Sprintf("it is more than %s", column.Name+mostSuffix),
				"exchange them")
		}
	default:
		if filter.Part = p.query.Get(column.Name); len(filter.Part) > mostWords {
			p.refuse(column.Name, "the search text is too long", fmt.Sprintf("use at most %d characters", mostWords))
		}
	}
	if filter.any() {
		p.view.Filters = append(p.view.Filters, filter)
	}
}

// values are the chosen values of a column, each once, without those that it cannot have.
func (p *parser) values(column Column) []string {
	values := slices.DeleteFunc(slices.Clone(p.query[column.Name]), func(v string) bool { return v == "" })
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) > mostValues {
		p.refuse(column.Name, "too many values are chosen", fmt.Sprintf("choose at most %d", mostValues))
		return nil
	}
	can := column.Values()
	if can == nil {
		return values
	}
	return slices.DeleteFunc(values, func(v string) bool {
		wrong := !slices.Contains(can, v)
		if wrong {
			p.refuse(column.Name, fmt.Sprintf("there is no value %q", v), power.NameRemedy(v, can, ""))
		}
		return wrong
	})
}

// Values are all values that a column can have; nil if only lists know.
func (c Column) Values() []string {
	switch {
	case c.Sort == Grade:
		return []string{"0", "1", "2", "3"}
	case c.Sort == Yes:
		return []string{"yes", "no"}
	case c.Name == "kind":
		return []string{string(Graded), string(Green500), string(Top500)}
	}
	return nil
}

func (p *parser) bound(column Column, suffix string) *float64 {
	var bound *float64
	var by string
	for _, one := range column.all() {
		parameter := one.Asked() + suffix
		n := p.number(parameter, column)
		switch {
		case n == nil:
			continue
		case bound != nil:
			p.refuse(parameter, "it says the same as "+by, "use one of the two")
			continue
		}
		bound, by = new(column.inShown(*n, one, suffix)), parameter
	}
	return bound
}

// inShown is a bound in the unit that is shown. Rounding never leaves out a row that has exactly the value of the
// bound.
func (c Column) inShown(n float64, by Column, suffix string) float64 {
	unit := by.InAnswers()
	if unit.Per == c.per() {
		return n
	}
	kept := n * unit.Per
	shown, outwards := c.Shown(kept), math.Inf(1)
	if suffix == leastSuffix {
		outwards = math.Inf(-1)
	}
	for (suffix == leastSuffix && c.Kept(shown) > kept) || (suffix == mostSuffix && c.Kept(shown) < kept) {
		shown = math.Nextafter(shown, outwards)
	}
	return shown
}

// Limits of the numbers of a filter.
const (
	mostNumber = 1e15
	mostYear   = 9999
)

func (p *parser) number(parameter string, column Column) *float64 {
	said := strings.TrimSpace(p.query.Get(parameter))
	if said == "" {
		return nil
	}
	n, err := strconv.ParseFloat(said, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		p.refuse(parameter, fmt.Sprintf("%q is not a number", said), "write it as 12.5")
		return nil
	}
	most := mostNumber
	if column.Name == "year" {
		most = mostYear
	}
	if n < 0 || n > most {
		p.refuse(parameter, fmt.Sprintf("%q is out of range", said), fmt.Sprintf("write a number from 0 to %g", most))
		return nil
	}
	return &n
}
