package lists_test

import (
	"errors"
	"net/url"
	"reflect"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/lists/listing"
)

// browse reads a view by the query of an address.
func (r *room) browse(list, query string) []string {
	r.T.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		r.T.Fatal(err)
	}
	view, err := listing.Parse(values)
	if err != nil {
		r.T.Fatal(err)
	}
	browsed, err := r.Lists.Browse(r.T.Context(), list, accounts.User{}, view)
	if err != nil {
		r.T.Fatal(err)
	}
	names := []string{}
	for _, row := range browsed.Rows {
		names = append(names, row.System)
	}
	return names
}

func TestBrowseReadsTheListAsItStands(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := r.released(50, 40, 30)
		const a, b, c = "System 1", "System 2", "System 3"
		for query, want := range map[string][]string{
			"":                                   {a, b, c},
			"sort=efficiency":                    {c, b, a},
			"sort=-top500_rank":                  {a, b, c},
			"q=SYSTEM+2":                         {b},
			"q=%25":                              {},
			"efficiency_from=35":                 {a, b},
			"rmax_to=40&rmax_from=30":            {b, c},
			"power_from=1.1":                     {},
			"system=tem+3":                       {c},
			"level=3&level=2&level=1":            {a, b, c},
			"level=0":                            {},
			"country=XX":                         {},
			"optimised=no":                       {a, b, c},
			"optimised=yes":                      {},
			"size=1&page=2":                      {b},
			"edition=" + roomtest.Edition:        {a, b, c},
			"kind=green500":                      {},
			"country=' OR ''='&system=%00%ff%27": {},
		} {
			for _, list := range []string{roomtest.Edition, lists.AllLists} {
				if got := r.browse(list, query); !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %s: got %q, want %q", query, list, got, want)
				}
			}
		}
		row := rows[0]
		row.Power, row.System = 2000, "System one"
		r.Correct(lists.Correction{EntryID: row.EntryID, Row: row, Reason: "half of the racks were not metered"})
		if got := r.browse(roomtest.Edition, ""); !reflect.DeepEqual(got, []string{b, c, "System one"}) {
			t.Errorf("after an erratum: %q", got)
		}
		choices, err := r.Lists.ListChoices(t.Context(), roomtest.Edition, accounts.User{})
		if err != nil || !reflect.DeepEqual(choices["edition"], []lists.Choice{{Value: roomtest.Edition, Count: 3}}) {
			t.Errorf("%v, %v", choices, err)
		}
		catalogue, err := r.Lists.Catalogue(t.Context())
		if err != nil || len(catalogue) != 1 || catalogue[0].Entries != 3 || catalogue[0].Powered != 3 ||
			catalogue[0].Digest != r.AsOf(lists.AsOf{}).Hash {
			t.Errorf("%+v, %v", catalogue, err)
		}
	})
}

func TestAListUnderEmbargoIsBrowsedByThoseItIsFor(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		until := r.Embargoed()
		if got := r.browse(lists.AllLists, ""); len(got) != 0 {
			t.Errorf("under embargo: %q", got)
		}
		view, _ := listing.Parse(url.Values{})
		_, err := r.Lists.Browse(t.Context(), roomtest.Edition, r.Submitter, view)
		roomtest.WantNotFound(t, err)
		if browsed, err := r.Lists.Browse(t.Context(), roomtest.Edition, r.Editor, view); err != nil ||
			browsed.Matching != 2 {
			t.Errorf("the editor: %d rows, %v", browsed.Matching, err)
		}
		if lists, err := r.Lists.Catalogue(t.Context()); err != nil || len(lists) != 0 {
			t.Errorf("under embargo: %v, %v", lists, err)
		}
		r.Clock.Set(until.Add(time.Microsecond))
		if got := r.browse(lists.AllLists, ""); len(got) != 2 {
			t.Errorf("released: %q", got)
		}
	})
}

// TestWhatIsSearchedFor goes through what people, and those who mean harm, type.
func TestWhatIsSearchedFor(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i, one := range []submissions.Summary{
			{System: "Alpha 100% green", Site: "ETH Zürich", Country: "CH", Accelerator: "GPU X", GrantedLevel: 3},
			{System: "beta_two", Site: "O'Hara \"Lab\"", Country: "US", GrantedLevel: 1},
			{System: "Gamma", Site: `back\slash`, Country: "US", Accelerator: "gpu y", GrantedLevel: 1},
			{System: "ΔELTA", Site: "Αθήνα", Country: "", GrantedLevel: 2},
		} {
			one.Efficiency = float64(10 - i)
			r.Accepted(r.Submitter, one)
		}
		r.Publish()
		const a, b, c, d = "Alpha 100% green", "beta_two", "Gamma", "ΔELTA"
		for name, one := range map[string]struct {
			asked url.Values
			want  []string
		}{
			"nothing":           {nil, []string{a, b, c, d}},
			"level":             {url.Values{"level": {"1"}}, []string{b, c}},
			"country":           {url.Values{"country": {"US"}}, []string{b, c}},
			"countries":         {url.Values{"country": {"US", "CH"}}, []string{a, b, c}},
			"country injection": {url.Values{"country": {"US' OR ''='"}}, []string{}},
			"together": {url.Values{"level": {"1"}, "country": {"US"}, "accelerator": {"gpu"}, "q": {"GPU"}},
				[]string{c}},
			"case":            {url.Values{"q": {"aLPHA"}}, []string{a}},
			"case, not ASCII": {url.Values{"q": {"zÜRICH"}}, []string{a}},
			"case, Greek":     {url.Values{"q": {"δelta"}}, []string{d}},
			"spaces around":   {url.Values{"q": {"  gamma "}}, []string{c}},
			"percent":         {url.Values{"q": {"%"}}, []string{a}},
			"percent within":  {url.Values{"q": {"a%a"}}, []string{}},
			"underscore":      {url.Values{"q": {"_"}}, []string{b}},
			"apostrophe":      {url.Values{"q": {"o'h"}}, []string{b}},
			"quote":           {url.Values{"q": {`"LAB"`}}, []string{b}},
			"backslash":       {url.Values{"q": {`\`}}, []string{c}},
			"injection":       {url.Values{"q": {"'; DROP TABLE listings; --"}}, []string{}},
			"zero byte":       {url.Values{"q": {"gam\x00ma"}, "country": {"U\x00S"}}, []string{c}},
			"not UTF-8":       {url.Values{"q": {"\xff"}}, []string{}},
			"across columns":  {url.Values{"q": {"greeneth"}}, []string{}},
		} {
			if got := r.browse(roomtest.Edition, one.asked.Encode()); !reflect.DeepEqual(got, one.want) {
				t.Errorf("%s: got %q, want %q", name, got, one.want)
			}
		}
	})
}

// TestEveryLineOfAViewIsGiven: what is downloaded is what is shown, on all pages.
func TestEveryLineOfAViewIsGiven(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.released(50, 40, 30)
		for query, want := range map[string][]string{
			"size=1&page=2":   {"System 1", "System 2", "System 3"},
			"sort=efficiency": {"System 3", "System 2", "System 1"}, "q=system+2": {"System 2"}, "level=0": {},
		} {
			asked, _ := url.ParseQuery(query)
			view, _ := listing.Parse(asked)
			for _, list := range []string{roomtest.Edition, lists.AllLists} {
				got := []string{}
				err := r.Lists.EachLine(t.Context(), list, accounts.User{}, view, func(rows []listing.Row) error {
					for _, row := range rows {
						got = append(got, row.System)
						if row.List != roomtest.Edition || row.Kind != listing.Graded || row.BandFirst == nil {
							t.Errorf("%s: %+v", query, row)
						}
					}
					return nil
				})
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %s: got %q, %v, want %q", query, list, got, err, want)
				}
			}
		}
		enough := errors.New("enough")
		if err := r.Lists.EachLine(t.Context(), roomtest.Edition, accounts.User{}, listing.View{Sort: "rank"},
			func([]listing.Row) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("got %v", err)
		}
	})
}

// TestAStateOfAListHasBands: what a list was before an erratum is shown as it was shown then.
func TestAStateOfAListHasBands(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.released(50, 40, 30)
		lines := r.AsOf(lists.AsOf{Released: true}).Lines()
		if len(lines) != 3 || lines[0].System != "System 1" || lines[0].BandFirst == nil ||
			*lines[0].Efficiency != 50 || lines[0].EntryID == 0 {
			t.Errorf("%+v", lines)
		}
	})
}
