package lists_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// elsewhere keeps a list that was published elsewhere.
func (r *room) elsewhere(kind listing.Kind, edition string, rows ...listing.Row) {
	r.T.Helper()
	for i := range rows {
		rows[i].Kind, rows[i].Edition, rows[i].Rank = kind, edition, i+1
	}
	if err := r.Lists.CatalogueElsewhere(r.T.Context(), kind, edition, rows); err != nil {
		r.T.Fatal(err)
	}
}

func (r *room) trends(scope lists.Scope) []lists.Trend {
	r.T.Helper()
	trends, err := r.Lists.Trends(r.T.Context(), scope)
	if err != nil {
		r.T.Fatal(err)
	}
	return trends
}

func maybe[T any](g *rapid.Generator[T], t *rapid.T, name string) *T {
	if rapid.IntRange(0, 3).Draw(t, "no "+name) == 0 {
		return nil
	}
	return new(g.Draw(t, name))
}

func someLine(t *rapid.T) listing.Row {
	return listing.Row{
		System:           rapid.SampledFrom([]string{"A", "B", "C", "D'"}).Draw(t, "system"),
		Site:             "Centre/" + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "site"),
		Country:          rapid.SampledFrom([]string{"", "DE", "JP"}).Draw(t, "country"),
		Accelerator:      rapid.SampledFrom([]string{"", "X100"}).Draw(t, "accelerator"),
		AcceleratorCores: maybe(rapid.SampledFrom([]int{0, 64}), t, "accelerator cores"),
		Rmax: maybe(
			rapid.Map(rapid.Float64Range(1, 1e9), func(v float64) power.GFlops { return power.GFlops(v) }), t, "rmax"),
		Power: maybe(rapid.Map(rapid.Float64Range(1, 1e8), func(v float64) power.Watts { return power.Watts(v) }),
			t, "power"),
		Efficiency: maybe(rapid.Float64Range(0.01, 100), t, "efficiency"),
		Level:      maybe(rapid.SampledFrom([]power.Level{0, 1, 2, 3}), t, "level"),
	}
}

// byHand is a trend as somebody reckons it by hand.
func byHand(rows []listing.Row) lists.Trend {
	trend := lists.Trend{Systems: len(rows)}
	var all []float64
	for _, row := range rows {
		if row.Efficiency != nil {
			all = append(all, *row.Efficiency)
		}
		if row.Rmax != nil {
			trend.Rmax += *row.Rmax
		}
		if row.Power != nil {
			trend.Power += *row.Power
			trend.Powered++
		}
		if row.Accelerator != "" || row.AcceleratorCores != nil && *row.AcceleratorCores > 0 {
			trend.Fitted++
		}
	}
	trend.Measured = len(all)
	if len(all) == 0 {
		return trend
	}
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	median := all[len(all)/2]
	if len(all)%2 == 0 {
		median = (all[len(all)/2-1] + all[len(all)/2]) / 2
	}
	top := 0.0
	best := all[:min(len(all), lists.TopSystems)]
	for _, v := range best {
		top += v / float64(len(best))
	}
	trend.Best, trend.Median, trend.Top = &all[0], &median, &top
	return trend
}

func alike(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= 1e-9*math.Max(math.Abs(*a), math.Abs(*b))
}

func sameTrend(a, b lists.Trend) bool {
	return a.Systems == b.Systems && a.Measured == b.Measured && a.Powered == b.Powered && a.Fitted == b.Fitted &&
		alike(a.Best, b.Best) && alike(a.Median, b.Median) && alike(a.Top, b.Top) &&
		alike((*float64)(&a.Rmax), (*float64)(&b.Rmax)) && alike((*float64)(&a.Power), (*float64)(&b.Power))
}

func TestTrendsAreWhatSomebodyReckonsByHand(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rapid.Check(t, func(t *rapid.T) {
			rows := map[string][]listing.Row{}
			for _, edition := range []string{"2019-11", "2020-06"} {
				rows[edition] = rapid.SliceOfN(rapid.Custom(someLine), 1, 25).Draw(t, edition)
				r.elsewhere(listing.Green500, edition, rows[edition]...)
			}
			for _, scope := range []lists.Scope{{}, {From: "2020-06"}, {To: "2019-11"},
				{Column: "country", Value: "DE"}, {Column: "site", Value: "Centre/1"}} {
				want := map[string]lists.Trend{}
				for edition, rows := range rows {
					rows = slices.DeleteFunc(slices.Clone(rows), func(row listing.Row) bool {
						return scope.Column != "" && row.Cell(scope.Column).Text != scope.Value
					})
					if len(rows) > 0 && edition >= scope.From && (scope.To == "" || edition <= scope.To) {
						want[edition] = byHand(rows)
					}
				}
				trends := r.trends(scope)
				if len(trends) != len(want) {
					t.Fatalf("%+v: %d editions, want %d", scope, len(trends), len(want))
				}
				for _, trend := range trends {
					if !sameTrend(trend, want[trend.Edition]) {
						t.Errorf("%+v: got %+v, want %+v", scope, trend, want[trend.Edition])
					}
				}
			}
			counted := 0
			shares, err := r.Lists.Shares(r.T.Context(), lists.Scope{From: "2020-06"}, "level")
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range shares {
				counted += share.Count
				held := slices.DeleteFunc(slices.Clone(rows["2020-06"]),
					func(row listing.Row) bool { return row.Cell("level").Text != share.Value })
				if len(held) != share.Count {
					t.Errorf("%d of level %q, want %d", share.Count, share.Value, len(held))
				}
			}
			if counted != len(rows["2020-06"]) {
				t.Errorf("%d of %d lines have a share", counted, len(rows["2020-06"]))
			}
		})
	})
}

func line(system string, efficiency float64) listing.Row {
	return listing.Row{System: system, Site: "Centre", Country: "DE", Efficiency: &efficiency}
}

func TestAnEditionIsToldByOurListWhereThereIsOne(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.elsewhere(listing.Green500, roomtest.Edition, line("Theirs", 90))
		r.elsewhere(listing.Green500, "2019-11", line("Old", 10))
		r.elsewhere(listing.Top500, "2019-11", line("Large", 5))
		until := r.Embargoed()
		names := func(scope lists.Scope) string {
			told := ""
			for _, trend := range r.trends(scope) {
				told += trend.List + " "
			}
			return told
		}
		if got := names(lists.Scope{}); got != "green500-2019-11 green500-2026-11 " {
			t.Errorf("under embargo: %s", got)
		}
		r.Clock.Set(until)
		for scope, want := range map[lists.Scope]string{
			{}:                                 "green500-2019-11 2026-11 ",
			{Top500: true}:                     "top500-2019-11 ",
			{From: "2026-11"}:                  "2026-11 ",
			{To: "2007-01"}:                    "",
			{Column: "system", Value: "Old"}:   "green500-2019-11 ",
			{Column: "system", Value: "old"}:   "",
			{Column: "system", Value: "' OR "}: "",
		} {
			if got := names(scope); got != want {
				t.Errorf("%+v: %s, want %s", scope, got, want)
			}
		}
	})
}

func TestASystemHasTheHistoryThatEverybodyMayRead(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.elsewhere(listing.Green500, "2019-11", line("Old", 10), line("Other", 9))
		r.elsewhere(listing.Green500, "2020-06", line("Old", 11))
		until := r.Embargoed()
		old, err := r.Lists.Line(t.Context(), "green500-2020-06", 1, accounts.User{})
		if err != nil {
			t.Fatal(err)
		}
		system, err := r.Lists.System(t.Context(), old.SystemID)
		if err != nil || fmt.Sprintf("%s %d %s %s", system.Lines[0].Edition, len(system.Lines), system.Name,
			system.Site) != "2020-06 2 Old Centre" {
			t.Errorf("%+v, %v", system, err)
		}
		_, err = r.Lists.Line(t.Context(), roomtest.Edition, 1, accounts.User{})
		roomtest.WantNotFound(t, err)
		sealed, err := r.Lists.Line(t.Context(), roomtest.Edition, 1, r.Editor)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Lists.System(t.Context(), sealed.SystemID)
		roomtest.WantNotFound(t, err)
		r.Clock.Set(until)
		if _, err := r.Lists.System(t.Context(), sealed.SystemID); err != nil {
			t.Error(err)
		}
		for _, no := range []int{0, 3, math.MaxInt32} {
			_, err = r.Lists.Line(t.Context(), "green500-2019-11", no, accounts.User{})
			roomtest.WantNotFound(t, err)
		}
		_, err = r.Lists.System(t.Context(), 1<<40)
		roomtest.WantNotFound(t, err)
	})
}

func TestTheNewestListThatHasAny(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.elsewhere(listing.Green500, "2019-11", line("Old", 10), line("Other", 9))
		r.elsewhere(listing.Green500, "2020-06", line("Other", 11))
		for name, want := range map[string]string{"Old": "green500-2019-11 1", "Other": "green500-2020-06 1",
			"None": " 0"} {
			list, rows, err := r.Lists.Matching(t.Context(), lists.Scope{Column: "system", Value: name})
			if got := fmt.Sprint(list.Name, " ", len(rows)); err != nil || got != want {
				t.Errorf("%s: %s, %v", name, got, err)
			}
		}
	})
}
