package api

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/store/storetest"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// TestARowAsProgramsReadIt: in the units of its columns, in the order of all; what is not known is null.
func TestARowAsProgramsReadIt(t *testing.T) {
	view, err := listing.Parse(
		url.Values{"columns": {"rank,system,power,power_w,rmax,efficiency,level,total_cores,optimised,vendor"}})
	if err != nil {
		t.Fatal(err)
	}
	for want, row := range map[string]listing.Row{
		`{"list":"2026-11","graded_here":true,"rank":3,"band_first":2,"band_last":5,"system_id":7,"system_key":"k",` +
			`"entry_id":12,"efficiency_of_optimised_run":true,` +
			`"system":"A","vendor":null,"total_cores":22464,"rmax":9.95,"power":1234.5,"power_w":1234500,` +
			`"efficiency":8.06,"level":2,"optimised":true}`: {
			List: "2026-11", Kind: listing.Graded, Rank: 3, BandFirst: new(2), BandLast: new(5), SystemID: 7,
			SystemKey: "k", EntryID: 12, System: "A", Power: new(power.Watts(1_234_500)),
			Rmax: new(power.GFlops(9_950)), Efficiency: new(8.06), Level: new(power.Level(2)), TotalCores: new(22_464),
			Optimised: true,
		},
		`{"list":"","graded_here":false,"rank":null,"band_first":null,"band_last":null,"system_id":0,"system_key":"",` +
			`"entry_id":null,"efficiency_of_optimised_run":false,` +
			`"system":null,"vendor":null,"total_cores":null,"rmax":null,"power":null,"power_w":null,` +
			`"efficiency":null,"level":null,"optimised":false}`: {Unranked: true},
	} {
		if got, err := json.Marshal(Row{row, view.Columns}); err != nil || string(got) != want {
			t.Errorf("got\n%s, %v, want\n%s", got, err, want)
		}
	}
}

// TestAPageOfRowsStatesTheTotal: of two lists of 30 lines each, in pages of seven, with the links that lead to the
// others.
func TestAPageOfRowsStatesTheTotal(t *testing.T) {
	database := storetest.SQLite(t)
	opened := storetest.Open(t, store.Config{Database: database})
	storetest.Lists{Editions: 2, Entries: 30, Systems: 20}.Fill(t, database)
	h := Handlers{Base: &handlers.Base{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Address: &url.URL{Scheme: "https", Host: "green500.example"}}}
	ask := func(query, name string, answer any, handle echo.HandlerFunc) http.Header {
		t.Helper()
		recorder := httptest.NewRecorder()
		c := echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), http.MethodGet,
			"/api/v1/lists/"+name+"/rows?"+query, nil), recorder)
		c.SetParamNames("name")
		c.SetParamValues(name)
		if err := handle(c); err != nil {
			t.Fatalf("%s of %s: %v", query, name, err)
		}
		if err := json.Unmarshal(recorder.Body.Bytes(), answer); err != nil {
			t.Fatal(err)
		}
		return recorder.Header()
	}
	type page struct {
		List              string
		Total, Page, Size int
		Rows              []struct{ Rank int }
	}
	for _, c := range []struct {
		name, query              string
		total, page, size, first int
		rows                     int
		links                    string
	}{
		{"green500-1991-06", "size=7", 30, 1, 7, 1, 7, "first:1 next:2 last:5"},
		{"green500-1991-06", "size=10", 30, 1, 10, 1, 10, "first:1 next:2 last:3"},
		{"green500-1991-06", "size=7&page=3", 30, 3, 7, 15, 7, "first:1 prev:2 next:4 last:5"},
		{"green500-1991-06", "size=7&page=5", 30, 5, 7, 29, 2, "first:1 prev:4 last:5"},
		{"green500-1991-06", "size=7&page=6", 30, 6, 7, 0, 0, "first:1 prev:5 last:5"},
		{"green500-1991-06", "size=7&rank_from=11&rank_to=20", 10, 1, 7, 11, 7, "first:1 next:2 last:2"},
		{"all", "size=7", 60, 1, 7, 0, 7, "first:1 next:2 last:9"},
		{"all", "rank_from=99&size=50", 0, 1, 50, 0, 0, "first:1 last:1"},
	} {
		var got page
		header := ask(c.query, c.name, &got, h.RowsForPrograms)
		if got.List != c.name || got.Total != c.total || got.Page != c.page || got.Size != c.size ||
			len(got.Rows) != c.rows || c.first > 0 && got.Rows[0].Rank != c.first {
			t.Errorf("%s of %s: %+v, want %+v", c.query, c.name, got, c)
		}
		if said := relations(header.Get("Link")); said != c.links {
			t.Errorf("%s of %s leads to %q, want %q", c.query, c.name, said, c.links)
		}
	}
	var lists []List
	ask("", "", &lists, h.ListsForPrograms)
	if len(lists) != 2 || lists[0].Name != "green500-1992-06" || lists[0].Entries != 30 || lists[0].WithPower != 30 ||
		lists[0].GradedHere || lists[0].ReleasedAt != nil {
		t.Errorf("the lists are %+v", lists)
	}
}

var link = regexp.MustCompile(`<https://green500\.example/api/v1/lists/[^?]+\?([^>]+)>; rel="(\w+)"`)

// relations are the links of a header, with the page that each leads to.
func relations(header string) string {
	var all []string
	for _, found := range link.FindAllStringSubmatch(header, -1) {
		query, _ := url.ParseQuery(found[1])
		all = append(all, found[2]+":"+query.Get("page"))
	}
	return strings.Join(all, " ")
}
