package listing_test

import (
	"errors"
	"net/url"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/listing"
	"green500/validation/power"
)

func TestEveryColumnHasACell(t *testing.T) {
	for _, column := range listing.Columns() {
		func() {
			defer func() {
				if failure := recover(); failure != nil {
					t.Errorf("%s has no cell: %v", column.Name, failure)
				}
			}()
			cell := listing.Row{}.Cell(column.Name)
			if cell.Known != (column.Name == "rank" || column.Name == "optimised") {
				t.Errorf("%s of a row of which nothing is known: %+v", column.Name, cell)
			}
		}()
	}
}

func TestUnitsOfColumns(t *testing.T) {
	rmax, _ := listing.ColumnOf("rmax")
	kept := power.GFlops(9950)
	if got := rmax.Shown(float64(kept)); got != 9.95 {
		t.Errorf("%v GFlops are shown as %v TFlop/s", kept, got)
	}
}

func TestWhatAViewCannotBe(t *testing.T) {
	for query, field := range map[string]string{
		"columns=rank,colour":   listing.ColumnsParameter,
		"sort=colour":           listing.SortParameter,
		"sort=--rank":           listing.SortParameter,
		"page=0":                listing.PageParameter,
		"page=1e9":              listing.PageParameter,
		"size=1001":             listing.SizeParameter,
		"rmax_from=fast":        "rmax_from",
		"power_to=NaN":          "power_to",
		"efficiency_from=1e999": "efficiency_from",
	} {
		values, _ := url.ParseQuery(query)
		_, err := listing.Parse(values)
		wrong, is := errors.AsType[*power.InputError](err)
		if !is || wrong.Field != field || wrong.Problem == "" || wrong.Remedy == "" {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// The query of a view asks for the same view, and has one form.
func TestAViewIsALink(t *testing.T) {
	columns := listing.Columns()
	rapid.Check(t, func(t *rapid.T) {
		query := url.Values{}
		some := rapid.SliceOfDistinct(rapid.SampledFrom(columns), func(c listing.Column) string { return c.Name })
		for _, column := range some.Draw(t, "columns") {
			query.Add(listing.ColumnsParameter, column.Name)
		}
		for _, column := range some.Draw(t, "filters") {
			switch {
			case column.Sort == listing.Grade:
				query[column.Name] = rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "2", "3"}), 1, 4).Draw(t, "levels")
			case column.Chosen():
				query[column.Name] = rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "values")
			case column.Numeric():
				query.Set(column.Name+"_from", rapid.SampledFrom([]string{"0", "12.5", "-1", "1e3"}).Draw(t, "least"))
			default:
				query.Set(column.Name, rapid.StringN(1, 20, 100).Draw(t, "part"))
			}
		}
		query.Set(listing.SortParameter, rapid.SampledFrom([]string{"rank", "-rank", "-efficiency", "system"}).Draw(t, "sort"))
		query.Set(listing.SearchParameter, rapid.StringN(0, 20, 100).Draw(t, "search"))
		query.Set(listing.PageParameter, rapid.SampledFrom([]string{"", "1", "7"}).Draw(t, "page"))
		query.Set(listing.OrderParameter, rapid.SampledFrom([]string{"", "exact"}).Draw(t, "order"))
		view, err := listing.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		again, err := listing.Parse(view.Query())
		if err != nil || !reflect.DeepEqual(view, again) {
			t.Fatalf("%v\n%+v\n%+v\n%v", view.Query(), view, again, err)
		}
		for name, values := range query { // the order of the parameters does not matter
			values = slices.Clone(values)
			slices.Reverse(values)
			query[name] = values
		}
		if turned, err := listing.Parse(query); err != nil || turned.Query().Encode() != view.Query().Encode() {
			t.Fatalf("%s and %s", turned.Query().Encode(), view.Query().Encode())
		}
	})
}

// TestPagesHaveViewsOfTheirOwn: pages have fewer rows and other usual columns than answers to programs, and a page's view is the same
// rows and columns for a program.
func TestPagesHaveViewsOfTheirOwn(t *testing.T) {
	page, err := listing.ParsePage(url.Values{"q": {"a"}, "page": {"2"}})
	if err != nil || page.Size != listing.PageSize || !page.Shows("accelerator") || !page.Shows("year") || page.Shows("total_cores") || !page.UsualColumns() {
		t.Errorf("got %+v, %v", page, err)
	}
	if got := page.Query().Encode(); got != "page=2&q=a" {
		t.Errorf("got %s", got)
	}
	program, err := listing.Parse(nil)
	if err != nil || program.Size != listing.UsualSize || program.Shows("accelerator") || !program.Shows("total_cores") || program.Query().Encode() != "" {
		t.Errorf("got %+v, %v", program, err)
	}
	whole, err := listing.Parse(page.Whole().Query())
	if err != nil || whole.Page != 1 || whole.Search != "a" || !slices.EqualFunc(whole.Columns, page.Columns, func(a, b listing.Column) bool { return a.Name == b.Name }) {
		t.Errorf("got %+v, %v", whole, err)
	}
}
