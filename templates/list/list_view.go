// Package list draws published lists, their changes and errata, the preview, /systems, /by, /compare and /trends.
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
	"green500/validation/lists/listing"
)

// AllListsName is what the page of all lists is called in addresses.
const AllListsName = "all"

func (p ListPage) at(view listing.View) templ.SafeURL {
	return templates.Address("/lists/"+p.List.Name, view.Query())
}

func (p ListPage) imported() bool { return p.List.Source != "" }
func (p ListPage) ofAll() bool    { return p.List.Name == AllListsName }

func (p ListPage) banded() bool {
	return !p.View.Exact && p.View.Shows("rank") &&
		slices.ContainsFunc(p.Rows, func(r listing.Row) bool { return r.BandFirst != nil })
}

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

func (p ListPage) order(column listing.Column) (aria, sign string) {
	switch {
	case p.View.Sort != column.Name || p.Whole:
		return "none", ""
	case p.View.Descending:
		return "descending", "▼"
	}
	return "ascending", "▲"
}

func (p ListPage) fits() bool { return p.View.UsualColumns() && !p.ofAll() }

func (p ListPage) with(change func(*listing.View)) templ.SafeURL {
	view := p.View
	change(&view)
	return p.at(view)
}

func (p ListPage) exactly(exact bool) templ.SafeURL {
	return p.with(func(v *listing.View) { v.Exact = exact })
}

func (p ListPage) page(n int) templ.SafeURL { return p.with(func(v *listing.View) { v.Page = n }) }

func (p ListPage) cleared() templ.SafeURL {
	return p.with(func(v *listing.View) { v.Filters, v.Search, v.Page = nil, "", 1 })
}

func (p ListPage) sized(size int) templ.SafeURL {
	return p.with(func(v *listing.View) { v.Page, v.Size = 1, size })
}

func (p ListPage) pages() int {
	size := max(p.View.Size, 1)
	return (p.Matching + size - 1) / size
}

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
		words = templates.Digits(float64(first), 0) + "–" + templates.Digits(float64(first+len(p.Rows)-1), 0) +
			" of " + words
	}
	return words
}

func (p ListPage) inUse() []templates.Link {
	var links []templates.Link
	if p.View.Search != "" {
		links = append(links, templates.Link{Href: string(p.with(func(v *listing.View) { v.Page, v.Search = 1, "" })),
			Text: "“" + p.View.Search + "”"})
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

func bound(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}

func choiceWord(column listing.Column, value string) string {
	switch {
	case column.Sort == listing.Grade && value == "0":
		return "none"
	case column.Sort == listing.Grade:
		return "L" + value
	case column.Name == "kind":
		return chart.KindWords[listing.Kind(value)]
	}
	return value
}

func (p ListPage) entered(parameter, otherwise string) string {
	if p.Errors[parameter] != "" {
		return p.Asked.Get(parameter)
	}
	return otherwise
}

func (p ListPage) unplaced() []string {
	// whose errors say what they are of
	own := []string{listing.ColumnsParameter, listing.SortParameter, listing.PageParameter, listing.SizeParameter,
		listing.SearchParameter}
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

func (p ListPage) placed(parameter string) bool {
	for _, choice := range p.Choices {
		if choice.Column.Name == parameter {
			return parameter != "level"
		}
	}
	column, known := listing.ColumnOf(strings.TrimSuffix(strings.TrimSuffix(parameter, "_from"), "_to"))
	return known && column.As == "" && (column.Numeric() || byWords(column))
}

func byHref(column, value string) string {
	if value == "" || !slices.Contains([]string{"site", "country", "vendor", "accelerator", "processor"}, column) {
		return ""
	}
	return "/by/" + column + "/" + url.PathEscape(value)
}

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
	if !p.Whole && p.View.Sort != "rank" { // the rows of a band do not stand together
		return "band band-loose"
	}
	first, last := !p.sameBand(at, at-1), !p.sameBand(at, at+1)
	return "band " + map[[2]bool]string{{true, true}: "band-alone", {true, false}: "band-first",
		{false, false}: "band-within", {false, true}: "band-last"}[[2]bool{first, last}]
}

func (p ListPage) sameBand(at, other int) bool {
	if other < 0 || other >= len(p.Rows) {
		return false
	}
	a, b := p.Rows[at], p.Rows[other]
	return b.BandFirst != nil && a.List == b.List && *a.BandFirst == *b.BandFirst
}

func bandText(row listing.Row) string {
	switch {
	case row.BandFirst == nil:
		return templates.Missing
	case *row.BandFirst == *row.BandLast:
		return strconv.Itoa(*row.BandFirst)
	}
	return fmt.Sprintf("%d–%d", *row.BandFirst, *row.BandLast)
}

func fields(is func(listing.Column) bool) []listing.Column {
	return slices.DeleteFunc(listing.Columns(), func(c listing.Column) bool { return !is(c) })
}

func byWords(c listing.Column) bool { return c.Sort == listing.Words }

// always are shown in every view that the form asks for: a row without them is of nothing.
var always = []string{"rank", "system"}

// listFrame is what all lines of a list have in common, found once: a list has thousands of cells.
type listFrame struct {
	page          *ListPage
	ofAll, banded bool
	columns       []listColumn
}

type listColumn struct {
	listing.Column
	cell  func(listing.Row) listing.Cell
	class string
}

func newListFrame(p *ListPage) *listFrame {
	cells := listing.Cells()
	f := &listFrame{page: p, ofAll: p.ofAll(), banded: p.banded()}
	for _, column := range p.View.Columns {
		class := "said"
		if column.Numeric() {
			class = "n"
		}
		if column.Name == "efficiency" {
			class += " strong"
		}
		f.columns = append(f.columns, listColumn{column, cells[column.Name], class})
	}
	return f
}
