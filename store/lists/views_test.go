package lists_test

import (
	"cmp"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// TestViewsAreWhatSomebodyFindsByHand holds views of lists that change all the time to what their lines say.
func TestViewsAreWhatSomebodyFindsByHand(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rapid.Check(t, func(t *rapid.T) {
			rows := r.someLists(t)
			view := someView(t)
			want := viewByHand(rows, view)
			browsed, err := r.Lists.Browse(r.T.Context(), lists.AllLists, accounts.User{}, view)
			if err != nil {
				t.Fatal(err)
			}
			from := min((view.Page-1)*view.Size, len(want))
			page := want[from:min(from+view.Size, len(want))]
			if got := placesOf(browsed.Rows); browsed.Matching != len(want) || !slices.Equal(got, placesOf(page)) {
				t.Fatalf("%v\ngot  %d: %q\nwant %d: %q", view.Query(), browsed.Matching, got, len(want), placesOf(page))
			}
			for i, row := range browsed.Rows {
				for _, column := range listing.Columns() {
					if row.Cell(column.Name) != page[i].Cell(column.Name) {
						t.Fatalf("%s of %s %d: got %+v, want %+v", column.Name, row.List, row.Rank,
							row.Cell(column.Name), page[i].Cell(column.Name))
					}
				}
			}
			var given []listing.Row
			err = r.Lists.EachLine(r.T.Context(), lists.AllLists, accounts.User{}, view,
				func(rows []listing.Row) error {
					given = append(given, rows...)
					return nil
				})
			if err != nil || !slices.Equal(placesOf(given), placesOf(want)) {
				t.Fatalf("%v is given as %q, %v", view.Query(), placesOf(given), err)
			}
		})
	})
}

// someLists keeps two lists in place of those before, and returns their lines.
func (r *room) someLists(t *rapid.T) []listing.Row {
	var all []listing.Row
	for edition, kind := range map[string]listing.Kind{"2019-11": listing.Top500, "2020-06": listing.Green500} {
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) listing.Row {
			row := someLine(t)
			row.Year, row.Optimised = maybe(rapid.IntRange(2010, 2013), t, "year"), rapid.Bool().Draw(t, "optimised")
			row.Processor = rapid.SampledFrom([]string{"", "Ärmel 7", "ärmel 8", "Z%_"}).Draw(t, "processor")
			return row
		}), 1, 25).Draw(t, edition)
		r.elsewhere(kind, edition, rows...)
		for i := range rows {
			rows[i].List = string(kind) + "-" + edition
			rows[i].EfficiencyRank = rankedByHand(rows, rows[i])
		}
		all = append(all, rows...)
	}
	return all
}

// rankedByHand counts the lines that are more efficient than one of them.
func rankedByHand(rows []listing.Row, one listing.Row) *int {
	if one.Efficiency == nil {
		return nil
	}
	rank := 1
	for _, row := range rows {
		if row.Efficiency != nil && *row.Efficiency > *one.Efficiency {
			rank++
		}
	}
	return &rank
}

func someView(t *rapid.T) listing.View {
	query := url.Values{}
	column := rapid.SampledFrom(listing.Columns()).Draw(t, "sort").Name
	query.Set(listing.SortParameter, rapid.SampledFrom([]string{"", "-"}).Draw(t, "way")+column)
	query.Set(listing.SizeParameter, strconv.Itoa(rapid.IntRange(1, 20).Draw(t, "size")))
	query.Set(listing.PageParameter, strconv.Itoa(rapid.IntRange(1, 3).Draw(t, "page")))
	for name, values := range map[string][]string{
		listing.SearchParameter: {"a", "centre/2", "ÄRMEL", "x1", "%", "e"}, "system": {"b", "'"},
		"processor": {"ärmel", "_", " "}, "country": {"DE", "JP", "XX"}, "level": {"0", "2", "3"},
		"optimised": {"yes", "no"}, "edition": {"2020-06", "2031-11"}, "kind": {"top500"}, "year_from": {"2011"},
		"rank_to": {"7"}, "efficiency_from": {"50"}, "efficiency_to": {"70"},
		"rmax_from": {"500"}, "uncertainty_from": {"0"}, "accelerator_cores_to": {"0"},
	} {
		if rapid.IntRange(0, 4).Draw(t, "asks for "+name) == 0 {
			query[name] = []string{rapid.SampledFrom(values).Draw(t, name)}
		}
	}
	view, err := listing.Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func viewByHand(rows []listing.Row, view listing.View) []listing.Row {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row listing.Row) bool { return !fits(row, view) })
	slices.SortFunc(rows, func(a, b listing.Row) int {
		return cmp.Or(inOrderOf(view, a, b), cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Edition, a.Edition),
			cmp.Compare(a.List, b.List))
	})
	return rows
}

func fits(row listing.Row, view listing.View) bool {
	contains := func(words, part string) bool {
		return strings.Contains(strings.ToLower(words), strings.ToLower(strings.TrimSpace(part)))
	}
	searched := []string{row.System, row.Computer, row.Site, row.Vendor, row.Accelerator, row.Processor}
	if view.Search != "" &&
		!slices.ContainsFunc(searched, func(words string) bool { return contains(words, view.Search) }) {
		return false
	}
	for _, f := range view.Filters {
		cell := row.Cell(f.Column.Name)
		number := f.Least != nil || f.Most != nil
		switch {
		case len(f.Values) > 0 && !slices.Contains(f.Values, cell.Text),
			f.Part != "" && !contains(cell.Text, f.Part),
			number && !cell.Known,
			f.Least != nil && cell.Number < f.Column.Kept(*f.Least),
			f.Most != nil && cell.Number > f.Column.Kept(*f.Most):
			return false
		}
	}
	return true
}

// inOrderOf compares two lines by what a view is sorted by.
func inOrderOf(view listing.View, a, b listing.Row) int {
	way := 1
	if view.Descending {
		way = -1
	}
	if view.Sort == "rank" && !view.Descending {
		return cmp.Compare(b.Edition, a.Edition)
	}
	one, other := a.Cell(view.Sort), b.Cell(view.Sort)
	if one.Known != other.Known {
		return map[bool]int{true: -1, false: 1}[one.Known]
	}
	return way * cmp.Or(cmp.Compare(one.Number, other.Number), strings.Compare(one.Text, other.Text))
}

func placesOf(rows []listing.Row) []string {
	places := make([]string, len(rows))
	for i, row := range rows {
		places[i] = row.List + " " + strconv.Itoa(row.Rank)
	}
	return places
}

// TestAMachineOfALaterListIsSeenInEarlierOnes: lines that were browsed name the machine that theirs turns out to be.
func TestAMachineOfALaterListIsSeenInEarlierOnes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Imported(roomtest.Import("green500", "2018-06", roomtest.ForeignRow(1, 0, "One", 10, 1)))
		r.Imported(roomtest.Import("green500", "2019-06", roomtest.ForeignRow(1, 77, "One, renamed", 10, 1)))
		before := []int64{r.rows("green500-2018-06")[0].SystemID, r.rows("green500-2019-06")[0].SystemID}
		r.Imported(roomtest.Import("green500", "2018-11", roomtest.ForeignRow(1, 77, "One", 10, 1)))
		after := []int64{r.rows("green500-2018-06")[0].SystemID, r.rows("green500-2019-06")[0].SystemID}
		if before[0] == before[1] || !reflect.DeepEqual(after, []int64{before[0], before[0]}) {
			t.Errorf("the machines were %d and are %d", before, after)
		}
	})
}

// TestLevelsAreCountedAsLines: what is not known is counted where choices are.
func TestLevelsAreCountedAsLines(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		known := line("B", 20)
		known.Level = new(power.Level(2))
		r.elsewhere(listing.Green500, "2019-11", known, line("A", 10), line("C", 5))
		shares, err := r.Lists.Shares(t.Context(), lists.Scope{}, "level")
		of := lists.Share{List: "green500-2019-11", Edition: "2019-11"}
		unknown, two := of, of
		unknown.Count, two.Value, two.Count = 2, "2", 1
		if err != nil || !slices.Equal(shares, []lists.Share{unknown, two}) {
			t.Errorf("%+v, %v", shares, err)
		}
	})
}

// TestLinesThatDoNotSayMatchWhereNothingIsAsked: a column in which no line of a list has words is one of lines without.
func TestLinesThatDoNotSayMatchWhereNothingIsAsked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.elsewhere(listing.Green500, "2019-11", line("B", 20), line("A", 10))
		_, rows, err := r.Lists.Matching(t.Context(), lists.Scope{Column: "accelerator"})
		if err != nil || len(rows) != 2 || rows[0].System != "B" {
			t.Errorf("%+v, %v", rows, err)
		}
	})
}
