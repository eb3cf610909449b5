package listing

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
)

// View is the chosen part of a list: which columns of which rows, in which order. It is set by the query of
// an address, which is the same for pages, downloads and programs.
type View struct {
	Columns    []Column
	Sort       string // name of a column
	Descending bool
	Filters    []Filter // one a column, in the order of Columns()
	Search     string   // part of what a row says of its system, site, vendor and parts, upper or lower case
	Page       int      // from 1
	Size       int      // rows a page
	Exact      bool     // ranks one by one, if bands are known too

	paged bool // the usual columns and size are those of pages
}

// Filter restricts a column; zero fields restrict nothing.
type Filter struct {
	Column Column
	Values []string // any of them
	Part   string   // that the words contain, upper or lower case
	Least  *float64 // in the unit that is shown, whichever the query used
	Most   *float64
}

// Names of parameters that are not of a column.
const (
	ColumnsParameter = "columns" // names with commas between
	SortParameter    = "sort"    // name of a column, with - before it for the greatest first
	SearchParameter  = "q"
	PageParameter    = "page"
	SizeParameter    = "size"
	OrderParameter   = "order" // exact: ranks one by one
	leastSuffix      = "_from"
	mostSuffix       = "_to"
)

// Limits of a view.
const (
	UsualSize  = 500  // rows of an answer to a program: a whole list of the usual length
	PageSize   = 100  // rows a page that people read
	MostSize   = 1000 // rows a page
	mostWords  = 200  // bytes of what is searched for; nothing in a list is longer
	mostValues = 100  // of one filter
)

const orderExact = "exact"

func (v View) usual() []Column {
	return slices.DeleteFunc(Columns(), func(c Column) bool { return v.paged && !c.Paged || !v.paged && !c.Usual })
}

func (v View) usualSize() int {
	if v.paged {
		return PageSize
	}
	return UsualSize
}

// Whole is the view for a program: the same columns of the same rows, without pages.
func (v View) Whole() View {
	v.paged, v.Page, v.Size = false, 1, UsualSize
	return v
}

// UsualColumns reports whether the view shows the columns of a view that chooses none.
func (v View) UsualColumns() bool { return slices.Equal(asked(v.Columns), names(v.usual())) }

func names(columns []Column) []string {
	named := make([]string, len(columns))
	for i, column := range columns {
		named[i] = column.Name
	}
	return named
}

// asked are the names by which a view asks for columns.
func asked(columns []Column) []string {
	named := make([]string, len(columns))
	for i, column := range columns {
		named[i] = column.Asked()
	}
	return named
}

func (f Filter) any() bool {
	return len(f.Values) > 0 || f.Part != "" || f.Least != nil || f.Most != nil
}

// Level is the i-th value of a filter by quality levels.
func (f Filter) Level(i int) power.Level {
	level, _ := strconv.Atoi(f.Values[i]) // Parse keeps numbers alone
	return power.Level(level)
}

// Filter is what the view asks of a column; zero if nothing.
func (v View) Filter(column string) Filter {
	at := slices.IndexFunc(v.Filters, func(f Filter) bool { return f.Column.Name == column })
	if at < 0 {
		return Filter{}
	}
	return v.Filters[at]
}

// Filtered reports whether the view leaves out any row.
func (v View) Filtered() bool { return v.Search != "" || len(v.Filters) > 0 }

// Shows reports whether the view shows a column.
func (v View) Shows(column string) bool { return slices.Contains(names(v.Columns), column) }

// Query is the view as the query of an address: the same view has the same query, and what is usual is not in it.
func (v View) Query() url.Values {
	query := url.Values{}
	set := func(name, value, usual string) {
		if value != usual {
			query.Set(name, value)
		}
	}
	if !v.UsualColumns() {
		query.Set(ColumnsParameter, strings.Join(asked(v.Columns), ","))
	}
	sort := v.Sort
	if v.Descending {
		sort = "-" + sort
	}
	set(SortParameter, sort, "rank")
	set(SearchParameter, v.Search, "")
	set(PageParameter, strconv.Itoa(v.Page), "1")
	set(SizeParameter, strconv.Itoa(v.Size), strconv.Itoa(v.usualSize()))
	if v.Exact {
		query.Set(OrderParameter, orderExact)
	}
	for _, filter := range v.Filters {
		maps.Copy(query, filter.query())
	}
	return query
}

func (f Filter) query() url.Values {
	query := url.Values{}
	if len(f.Values) > 0 {
		query[f.Column.Name] = f.Values
	}
	if f.Part != "" {
		query.Set(f.Column.Name, f.Part)
	}
	for suffix, bound := range map[string]*float64{leastSuffix: f.Least, mostSuffix: f.Most} {
		if bound != nil {
			query.Set(f.Column.Name+suffix, strconv.FormatFloat(*bound, 'f', -1, 64))
		}
	}
	return query
}
