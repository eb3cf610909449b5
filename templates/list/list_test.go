package list

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
	"green500/validation/power"
)

func usualView() listing.View {
	view, _ := listing.ParsePage(nil)
	return view
}

func viewed(query string) listing.View {
	asked, _ := url.ParseQuery(query)
	view, _ := listing.ParsePage(asked)
	return view
}

// ownList is a page of a list of ours of three rows, of which two cannot be told apart.
func ownList(v templates.Viewer) ListPage {
	row := func(rank, first, last int, efficiency float64) listing.Row {
		return listing.Row{
			List: "2026-11", Kind: listing.Graded, Edition: "2026-11", Rank: rank, BandFirst: &first, BandLast: &last,
			EntryID: int64(rank), System: "Example-" + strings.Repeat("1", rank),
			Site: "A & B", Country: "DE", Rmax: new(power.GFlops(9950)), Power: new(power.Watts(147_100)),
			Efficiency: &efficiency, Uncertainty: pagetest.Pointer(0.3), Level: new(power.Level(2)),
		}
	}
	return ListPage{
		Page: pagetest.Page("/lists/2026-11", v), List: ListHead{Name: "2026-11", Title: "Green500 2026-11",
			Kind: listing.Graded, Methodology: "2.0", Released: pagetest.Noon, Hash: "9f3c"},
		Lists: []templates.Option{{Value: "2026-11", Label: "2026-11", Group: "Graded here"}},
		View:  usualView(), Rows: []listing.Row{row(1, 1, 1, 67.6), row(2, 2, 3, 40), row(3, 2, 3, 39.9)},
		Matching: 3, Total: 3,
		Waived: map[int64][]string{2: {"readout-interval"}},
		Choices: []ListChoice{{Column: column("level"), Values: []ListValue{{Value: "2", Count: 3}}},
			{Column: column("country"), More: 2, Values: []ListValue{{Value: "DE", Count: 3, Chosen: true}}}},
		Downloads: []templates.Link{{Href: "/lists/2026-11/view.csv", Text: "CSV"}},
		Published: []templates.Link{{Href: "/lists/2026-11/list.json", Text: "JSON"}},
	}
}

func column(name string) listing.Column {
	c, _ := listing.ColumnOf(name)
	return c
}

// importedList is a page of a list that was published elsewhere; little is known of its rows, and one contradicts
// itself.
func importedList(v templates.Viewer) ListPage {
	p := ownList(v)
	p.List = ListHead{Name: "green500-2024-06", Title: "Green500 2024-06", Kind: listing.Green500,
		Source: "green500_top_202406.xlsx", Hash: strings.Repeat("ab", 32)}
	row := p.Rows[0]
	row.List, row.Kind, row.EntryID, row.SystemID, row.BandFirst, row.Uncertainty, row.Level = "green500-2024-06",
		listing.Green500, 0, 12, nil, nil, nil
	p.Rows = []listing.Row{row, {Rank: 2, List: "green500-2024-06", Computer: "Cluster, <Xeon>"}}
	p.Contradictions = []published.Contradiction{{Rank: 1, System: "<b>", Listed: 60, Recomputed: 50},
		{Rank: 2, Listed: 67.6, Recomputed: 50, Explained: published.OptimizedRun}}
	p.Warnings = []published.Warning{{Line: 3, Column: "<Power>", Text: "n/a", Problem: "is not a number"}}
	return p
}

func allLists(v templates.Viewer) ListPage {
	p := importedList(v)
	p.List = ListHead{Name: AllListsName, Title: "All lists"}
	p.View = viewed("q=a&country=DE&size=1&page=2&rmax_from=1&site=x&sort=-rmax&order=exact")
	p.Matching, p.Total = 7, 9
	return p
}

func wrongList(v templates.Viewer) ListPage {
	p := ownList(v)
	p.Asked = url.Values{"rmax_from": {"<fast>"}}
	p.Errors = templates.FieldErrors{"rmax_from": "Write a number.", "sort": "There is no such column."}
	return p
}

func TestABracketGoesAroundABand(t *testing.T) {
	p := ownList(templates.Viewer{})
	if got := []string{p.bandClass(0), p.bandClass(1), p.bandClass(2)}; !reflect.DeepEqual(got,
		[]string{"band band-alone", "band band-first", "band band-last"}) {
		t.Errorf("got %q", got)
	}
	p.View = viewed("sort=-power")
	if got := p.bandClass(1); got != "band band-loose" {
		t.Errorf("sorted by power: %q", got)
	}
	p.View = viewed("order=exact")
	if p.banded() {
		t.Error("bands are shown where ranks are asked for one by one")
	}
	if importedList(templates.Viewer{}).banded() {
		t.Error("bands are shown where none is known")
	}
}

func TestLinksOfAView(t *testing.T) {
	p := allLists(templates.Viewer{})
	for name, one := range map[string]struct{ got, want string }{
		"sorted the other way": {string(p.sorted(column("rmax"))),
			"/lists/all?country=DE&order=exact&q=a&rmax_from=1&site=x&size=1&sort=rmax"},
		"greatest first": {string(p.sorted(column("power"))),
			"/lists/all?country=DE&order=exact&q=a&rmax_from=1&site=x&size=1&sort=-power"},
		"best first": {string(p.sorted(column("top500_rank"))),
			"/lists/all?country=DE&order=exact&q=a&rmax_from=1&site=x&size=1&sort=top500_rank"},
		"bands": {string(p.exactly(false)),
			"/lists/all?country=DE&page=2&q=a&rmax_from=1&site=x&size=1&sort=-rmax"},
		"cleared": {string(p.cleared()), "/lists/all?order=exact&size=1&sort=-rmax"},
		"all on one page": {string(p.sized(1000)),
			"/lists/all?country=DE&order=exact&q=a&rmax_from=1&site=x&size=1000&sort=-rmax"},
		"without the search": {p.inUse()[0].Href,
			"/lists/all?country=DE&order=exact&rmax_from=1&site=x&size=1&sort=-rmax"},
		"without Rmax": {p.inUse()[3].Href, "/lists/all?country=DE&order=exact&q=a&site=x&size=1&sort=-rmax"},
	} {
		if one.got != one.want {
			t.Errorf("%s: %s, want %s", name, one.got, one.want)
		}
	}
	var words []string
	for _, link := range p.inUse() {
		words = append(words, link.Text)
	}
	if want := []string{"“a”", "Site contains x", "Country: DE", "Rmax from 1 TFlop/s"}; !reflect.DeepEqual(
		words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
	p.View = viewed("level=2&level=3")
	if links := p.inUse(); len(links) != 2 || links[0].Text != "Level: L2" || links[0].Href != "/lists/all?level=3" ||
		links[1].Href != "/lists/all?level=2" {
		t.Errorf("of two levels: %v", links)
	}
	if got := byHref("site", "A/B & C?"); got != "/by/site/A%2FB%20&%20C%3F" {
		t.Errorf("got %q", got)
	}
	if got := byHref("rmax", "1"); got != "" {
		t.Errorf("got %q", got)
	}
}
