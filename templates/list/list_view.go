package list

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/listing"
)

// AllListsName is what the page of all lists is called in addresses.
const AllListsName = "all"

// kindWords say where a list is from.
var kindWords = map[listing.Kind]string{
	listing.Graded:   "graded here",
	listing.Green500: "Green500, published elsewhere",
	listing.Top500:   "TOP500, published elsewhere",
}

// at is where a view of the list stands.
func (p ListPage) at(view listing.View) templ.SafeURL {
	return templates.Address("/lists/"+p.List.Name, view.Query())
}

// imported reports whether the list was published elsewhere.
func (p ListPage) imported() bool { return p.List.Source != "" }

func (p ListPage) ofAll() bool { return p.List.Name == AllListsName }

// banded reports whether the page shows bands: it knows which there are, and they are requested.
func (p ListPage) banded() bool {
	return !p.View.Exact && p.View.Shows("rank") && slices.ContainsFunc(p.Rows, func(r listing.Row) bool { return r.BandFirst != nil })
}

// sorted is the view by a column; by the same one again the other way round. Figures begin with the greatest.
func (p ListPage) sorted(column listing.Column) templ.SafeURL {
	view := p.View
	view.Page = 1
	view.Descending = column.Numeric() && !slices.Contains([]string{"rank", "top500_rank"}, column.Name)
	if view.Sort == column.Name {
		view.Descending = !p.View.Descending
	}
	view.Sort = column.Name
	return p.at(view)
}

// order is the value of aria-sort of a column, and its sign.
func (p ListPage) order(column listing.Column) (aria, sign string) {
	switch {
	case p.View.Sort != column.Name || p.Whole:
		return "none", ""
	case p.View.Descending:
		return "descending", "▼"
	}
	return "ascending", "▲"
}

// fits reports whether the table has the usual columns, which a usual screen has room for.
func (p ListPage) fits() bool { return p.View.UsualColumns() && !p.ofAll() }

// exactly is the view with ranks in bands, or one by one.
func (p ListPage) exactly(exact bool) templ.SafeURL {
	view := p.View
	view.Exact = exact
	return p.at(view)
}

// page is another page of the view.
func (p ListPage) page(n int) templ.SafeURL {
	view := p.View
	view.Page = n
	return p.at(view)
}

func (p ListPage) pages() int {
	size := max(p.View.Size, 1)
	return (p.Matching + size - 1) / size
}

// shown says which rows of how many stand on the page.
func (p ListPage) shown() string {
	one, many := "system", "systems"
	if p.ofAll() {
		one, many = "entry", "entries"
	}
	words := templates.Plural(p.Matching, one, many)
	if p.View.Filtered() {
		words = templates.Digits(float64(p.Matching), 0) + " of " + templates.Plural(p.Total, one, many)
	}
	if p.pages() > 1 {
		first := (p.View.Page-1)*p.View.Size + 1
		words = templates.Digits(float64(first), 0) + "–" + templates.Digits(float64(first+len(p.Rows)-1), 0) + " of " + words
	}
	return words
}

// cleared is the view without filters.
func (p ListPage) cleared() templ.SafeURL {
	view := p.View
	view.Filters, view.Search, view.Page = nil, "", 1
	return p.at(view)
}

// inUse are the filters of the view, each with the view without it. Of several chosen values each is removed by itself.
func (p ListPage) inUse() []templates.Link {
	var links []templates.Link
	if p.View.Search != "" {
		view := p.View
		view.Page, view.Search = 1, ""
		links = append(links, templates.Link{Href: string(p.at(view)), Text: "“" + p.View.Search + "”"})
	}
	for i, filter := range p.View.Filters {
		if len(filter.Values) < 2 {
			links = append(links, templates.Link{Href: string(p.without(i, nil)), Text: filterWords(filter)})
			continue
		}
		for at, value := range filter.Values {
			one := listing.Filter{Column: filter.Column, Values: []string{value}}
			rest := filter
			rest.Values = slices.Delete(slices.Clone(filter.Values), at, at+1)
			links = append(links, templates.Link{Href: string(p.without(i, &rest)), Text: filterWords(one)})
		}
	}
	return links
}

// without is the view without a filter, or with another in its place.
func (p ListPage) without(at int, instead *listing.Filter) templ.SafeURL {
	view := p.View
	view.Page, view.Filters = 1, slices.Clone(p.View.Filters)
	if instead == nil {
		view.Filters = slices.Delete(view.Filters, at, at+1)
	} else {
		view.Filters[at] = *instead
	}
	return p.at(view)
}

// sized is the view with another number of rows a page.
func (p ListPage) sized(size int) templ.SafeURL {
	view := p.View
	view.Page, view.Size = 1, size
	return p.at(view)
}

func filterWords(filter listing.Filter) string {
	column := filter.Column
	said := column.Title
	switch {
	case len(filter.Values) > 0:
		values := make([]string, len(filter.Values))
		for i, value := range filter.Values {
			values[i] = choiceWord(column, value)
		}
		said += ": " + strings.Join(values, " or ")
	case filter.Part != "":
		said += " contains " + filter.Part
	}
	if filter.Least != nil {
		said += " from " + bound(filter.Least)
	}
	if filter.Most != nil {
		said += " to " + bound(filter.Most)
	}
	if column.Numeric() && column.Unit != "" {
		said += " " + column.Unit
	}
	return said
}

// bound is a least or a most as a field holds it.
func bound(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}

// choiceWord is a value of a column as people read it.
func choiceWord(column listing.Column, value string) string {
	switch {
	case column.Sort == listing.Grade && value == "0":
		return "none"
	case column.Sort == listing.Grade:
		return "L" + value
	case column.Name == "kind":
		return kindWords[listing.Kind(value)]
	}
	return value
}

// entered is what a field of the form holds: what was typed wrong, else what the view says.
func (p ListPage) entered(parameter, otherwise string) string {
	if p.Errors[parameter] != "" {
		return p.Asked.Get(parameter)
	}
	return otherwise
}

// unplaced are the errors of parameters that no field of the form is for.
func (p ListPage) unplaced() []string {
	own := []string{listing.ColumnsParameter, listing.SortParameter, listing.PageParameter, listing.SizeParameter, listing.SearchParameter} // whose errors say what they are of
	var said []string
	for _, parameter := range slices.Sorted(maps.Keys(p.Errors)) {
		switch {
		case p.placed(parameter):
		case slices.Contains(own, parameter):
			said = append(said, p.Errors[parameter])
		default:
			said = append(said, parameter+": "+p.Errors[parameter])
		}
	}
	return said
}

// placed reports whether the form shows the error of a parameter at its field.
func (p ListPage) placed(parameter string) bool {
	for _, choice := range p.Choices {
		if choice.Column.Name == parameter {
			return parameter != "level"
		}
	}
	column, known := listing.ColumnOf(strings.TrimSuffix(strings.TrimSuffix(parameter, "_from"), "_to"))
	return known && column.As == "" && (column.Numeric() || byWords(column))
}

// byHref is the page of what shares a value of a column; empty for columns that have no such page.
func byHref(column, value string) string {
	if value == "" || !slices.Contains([]string{"site", "country", "vendor", "accelerator", "processor"}, column) {
		return ""
	}
	return "/by/" + column + "/" + url.PathEscape(value)
}

// rowHref is the page of the entry, or of the machine where it was not graded here.
func rowHref(row listing.Row) string {
	switch {
	case row.EntryID != 0:
		return "/entries/" + strconv.FormatInt(row.EntryID, 10)
	case row.SystemID != 0:
		return chart.SystemHref(row.SystemKey, row.SystemID)
	}
	return ""
}

// cellText is what stands in a cell.
func cellText(column listing.Column, cell listing.Cell) string {
	switch {
	case !cell.Known:
		return templates.Missing
	case slices.Contains([]string{"year", "top500_system_id", "top500_site_id"}, column.Name):
		return strconv.Itoa(int(cell.Number))
	case column.Name == "uncertainty" || column.Name == "power_uncertainty":
		return templates.PlusMinus(column.Shown(cell.Number), column.Digits)
	case column.Numeric():
		return templates.Digits(column.Shown(cell.Number), column.Digits)
	}
	return choiceWord(column, cell.Text)
}

// cellLabel names a cell where the heads of columns are not seen.
func cellLabel(column listing.Column) string {
	if column.Unit == "" {
		return column.Title
	}
	return column.Title + " " + column.Unit
}

// bandClass says where in its band a row lies, so that a bracket is drawn around the rows of one.
func (p ListPage) bandClass(at int) string {
	row := p.Rows[at]
	if row.BandFirst == nil {
		return "band"
	}
	if !p.inOrder() {
		return "band band-loose"
	}
	first, last := !p.sameBand(at, at-1), !p.sameBand(at, at+1)
	return "band " + map[[2]bool]string{{true, true}: "band-alone", {true, false}: "band-first", {false, false}: "band-within", {false, true}: "band-last"}[[2]bool{first, last}]
}

// inOrder reports whether rows stand in the order of their ranks, so that those of a band stand together.
func (p ListPage) inOrder() bool { return p.Whole || p.View.Sort == "rank" }

func (p ListPage) sameBand(at, other int) bool {
	if other < 0 || other >= len(p.Rows) {
		return false
	}
	a, b := p.Rows[at], p.Rows[other]
	return b.BandFirst != nil && a.List == b.List && *a.BandFirst == *b.BandFirst
}

// bandText is the ranks of a band.
func bandText(row listing.Row) string {
	switch {
	case row.BandFirst == nil:
		return templates.Missing
	case *row.BandFirst == *row.BandLast:
		return strconv.Itoa(*row.BandFirst)
	}
	return fmt.Sprintf("%d–%d", *row.BandFirst, *row.BandLast)
}

// fields are the columns that the form filters, by how they are.
func fields(is func(listing.Column) bool) []listing.Column {
	return slices.DeleteFunc(listing.Columns(), func(c listing.Column) bool { return !is(c) })
}

func byWords(c listing.Column) bool { return c.Sort == listing.Words }

// wrongIn reports whether a filter of the folded part of the form is wrong.
func (p ListPage) wrongIn() bool { return len(p.Errors) > len(p.unplaced()) }

// always are shown in every view that the form asks for: a row without them is of nothing.
var always = []string{"rank", "system"}
