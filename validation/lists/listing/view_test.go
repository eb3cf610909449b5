package listing_test

import (
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lists/listing"
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

func TestWhatAViewCannotBe(t *testing.T) {
	for query, field := range map[string]string{
		"columns=rank,colour":          listing.ColumnsParameter,
		"sort=colour":                  listing.SortParameter,
		"sort=--rank":                  listing.SortParameter,
		"order=exakt":                  listing.OrderParameter,
		"level=9":                      "level",
		"level=x":                      "level",
		"kind=green":                   "kind",
		"optimised=true":               "optimised",
		"power_from=-1":                "power_from",
		"power_kw_to=1e16":             "power_kw_to",
		"year_from=20266":              "year_from",
		"rmax_from=3&rmax_to=2":        "rmax_from",
		"power_from=1&power_kw_from=2": "power_kw_from",
		"page=0":                       listing.PageParameter,
		"page=1e9":                     listing.PageParameter,
		"size=1001":                    listing.SizeParameter,
		"rmax_from=fast":               "rmax_from",
		"power_to=NaN":                 "power_to",
		"efficiency_from=1e999":        "efficiency_from",
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
			for _, named := range column.UnitNames() {
				query.Add(listing.ColumnsParameter, named.Name)
			}
		}
		for _, column := range some.Draw(t, "filters") {
			switch {
			case column.Sort == listing.Grade:
				query[column.Name] = rapid.SliceOfN(rapid.SampledFrom([]string{"0", "1", "2", "3"}), 1, 4).
					Draw(t, "levels")
			case column.Values() != nil:
				query[column.Name] = rapid.SliceOfN(rapid.SampledFrom(column.Values()), 1, 3).Draw(t, "values")
			case column.Chosen():
				query[column.Name] = rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "values")
			case column.Numeric():
				by := column.Filters() // _from and _to of each name
				query.Set(by[2*rapid.IntRange(0, len(by)/2-1).Draw(t, "name")],
					rapid.SampledFrom([]string{"0", "12.5", "1e3"}).Draw(t, "least"))
			default:
				query.Set(column.Name, rapid.StringN(1, 20, 100).Draw(t, "part"))
			}
		}
		query.Set(listing.SortParameter,
			rapid.SampledFrom([]string{"rank", "-rank", "-efficiency", "system"}).Draw(t, "sort"))
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

// TestPagesHaveViewsOfTheirOwn: pages have fewer rows and other usual columns than answers to programs, and a page's
// view is the same rows and columns for a program.
func TestPagesHaveViewsOfTheirOwn(t *testing.T) {
	page, err := listing.ParsePage(url.Values{"q": {"a"}, "page": {"2"}})
	if err != nil || page.Size != listing.PageSize || !page.Shows("accelerator") || !page.Shows("year") ||
		page.Shows("total_cores") || !page.UsualColumns() {
		t.Errorf("got %+v, %v", page, err)
	}
	if got := page.Query().Encode(); got != "page=2&q=a" {
		t.Errorf("got %s", got)
	}
	program, err := listing.Parse(nil)
	if err != nil || program.Size != listing.UsualSize || program.Shows("accelerator") ||
		!program.Shows("total_cores") || program.Query().Encode() != "" {
		t.Errorf("got %+v, %v", program, err)
	}
	whole, err := listing.Parse(page.Whole().Query())
	if err != nil || whole.Page != 1 || whole.Search != "a" ||
		!slices.EqualFunc(whole.Columns, page.Columns, func(a, b listing.Column) bool { return a.Name == b.Name }) {
		t.Errorf("got %+v, %v", whole, err)
	}
}

// TestNamesWithUnits: a name that states its unit filters by that unit, and finds a row by its own figure, whichever it
// is.
func TestNamesWithUnits(t *testing.T) {
	of := func(query string) listing.Filter {
		values, _ := url.ParseQuery(query)
		view, err := listing.Parse(values)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return view.Filters[0]
	}
	for query, want := range map[string]float64{
		"power_from=1000": 1000, "power_kw_from=1000": 1000, "power_w_from=1000000": 1000, "rmax_tflops_from=2": 2,
		"rmax_gflops_from=2000":   2,
		"gflops_per_watt_from=50": 50, "optimised_power_w_from=1e6": 1000,
	} {
		if got := *of(query).Least; got != want {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	power, _ := listing.ColumnOf("power")
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.Float64Range(0, 1e9).Draw(t, "watts")
		at := url.QueryEscape(strconv.FormatFloat(watts, 'f', -1, 64))
		both := of("power_w_from=" + at + "&power_w_to=" + at)
		if power.Kept(*both.Least) > watts || power.Kept(*both.Most) < watts {
			t.Fatalf("%v W is not between %v and %v kW", watts, *both.Least, *both.Most)
		}
	})
}

// TestMistakesNameWhatWasMeant: the sentence about a wrong value names the value that was probably meant.
func TestMistakesNameWhatWasMeant(t *testing.T) {
	known := map[string][]string{"edition": {"2026-06", "2026-11"}, "vendor": {"HPE", "Lenovo"},
		"segment": {"Research"}, "power_source": {"Submitted"}}
	for query, meant := range map[string]string{
		"columns=rank,powr_kw": `"power_kw"`, "sort=-effciency": `"efficiency"`, "order=exakt": `"exact"`,
		"level=9": "0, 1, 2 or 3", "kind=greem500": `"green500"`, "optimised=Yes": `"yes"`,
		"country=Germany": `"DE"`, "country=de": `"DE"`, "country=Germny": `"DE"`, "country=XX": "such as DE",
		"vendor=lenovo": `"Lenovo"`, "edition=2026-1": `"2026-11"`, "segment=Reserch": `"Research"`,
		"power_source=submitted": `"Submitted"`, "vendor=Cray": "HPE or Lenovo", "page=0": "from 1",
		"size=5000": "to 1000", "year_to=99999": "to 9999",
	} {
		values, _ := url.ParseQuery(query)
		view, err := listing.Parse(values)
		if err == nil {
			err = view.CheckChoices(known)
		}
		if err == nil || !strings.Contains(err.Error(), meant) {
			t.Errorf("%s: %v, want %s", query, err, meant)
		}
	}
	right, _ := url.ParseQuery("country=DE&country=AQ&vendor=HPE&edition=2026-06&level=0")
	if view, err := listing.Parse(right); err != nil || view.CheckChoices(known) != nil {
		t.Errorf("%v, %v", err, view.CheckChoices(known))
	}
}
