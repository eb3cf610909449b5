package lists_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"green500/store"
	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/lists/listing"
	foreign "green500/validation/lists/published"
	"green500/validation/power"
)

// rows reads a list as it is browsed.
func (r *room) rows(list string) []listing.Row {
	r.T.Helper()
	browsed, err := r.Lists.Browse(r.T.Context(), list, accounts.User{},
		listing.View{Sort: "rank", Page: 1, Size: listing.MostSize})
	if err != nil {
		r.T.Fatal(err)
	}
	return browsed.Rows
}

func TestAPublishedListIsImportedAsItSays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		best := roomtest.ForeignRow(1, 11, "Best", 50, 1)
		//nolint:misspell // as lists write it
		best.Top500Rank, best.Efficiency, best.Level, best.PowerSource = 90, new(60.0), 2, "Optimized"
		best.OptimizedRmax, best.OptimizedPower = new(power.GFlops(48_000)), new(power.Watts(800))
		twin := roomtest.ForeignRow(1, 12, "Twin", 40, 1)
		none := roomtest.ForeignRow(0, 13, "", 30, 0)
		none.Country, none.Top500Rank = "Atlantis", 0
		list := roomtest.Import(foreign.Green500, "2016-06", none, twin, best)
		list.List.Warnings = []foreign.Warning{{Line: 2, Column: "Country", Text: "Atlantis",
			Problem: "is not the name of a known country"}}
		done := r.Imported(list)
		if done.Before != nil || done.Added != 3 || done.List.Name != "green500-2016-06" || done.List.Entries != 3 ||
			done.List.Powered != 2 {
			t.Errorf("%+v", done)
		}
		rows := r.rows("green500-2016-06")
		names := []string{rows[0].System, rows[1].System, rows[2].System}
		if !reflect.DeepEqual(names, []string{"Twin", "Best", "Rack 1"}) || rows[2].Rank != 3 ||
			rows[2].Country != "" || rows[2].Efficiency != nil || rows[2].Top500Rank != nil {
			t.Errorf("%q, %+v", names, rows[2])
		}
		if got := rows[1]; *got.Efficiency != 60 || *got.Level != 2 || !got.Optimised || *got.OptimisedPower != 800 ||
			got.Country != "DE" || *got.Top500Rank != 90 || got.Vendor != "Maker" {
			t.Errorf("%+v", got)
		}
		if got := rows[0]; *got.Efficiency != 40 || got.Level != nil || got.Optimised {
			t.Errorf("%+v", got)
		}
		noticed, err := r.Lists.ListWarnings(t.Context(), "green500-2016-06")
		if err != nil || len(noticed.Warnings) != 2 ||
			!strings.Contains(noticed.Warnings[1].String(), "the rank 1 is that of another row too; it is shown at 2") {
			t.Errorf("%v, %v", noticed.Warnings, err)
		}
		if len(noticed.Contradictions) != 1 || noticed.Contradictions[0].Explained != foreign.OptimizedRun {
			t.Errorf("%v", noticed.Contradictions)
		}
		_, err = r.Lists.ListWarnings(t.Context(), "green500-1999-06")
		roomtest.WantNotFound(t, err)
	})
}

func TestAListByRateIsRankedAsPublished(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Imported(roomtest.Import(foreign.Top500, "2009-11",
			roomtest.ForeignRow(1, 0, "Fast", 900, 0), roomtest.ForeignRow(2, 0, "Heavy", 800, 400),
			roomtest.ForeignRow(3, 0, "Light", 700, 100), roomtest.ForeignRow(4, 0, "Slow", 600, 0)))
		var got []string
		for _, row := range r.rows("top500-2009-11") {
			got = append(got, fmt.Sprintf("%d %s %d", row.Rank, row.System, *row.Top500Rank))
		}
		if want := []string{"1 Fast 1", "2 Heavy 2", "3 Light 3", "4 Slow 4"}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestAnImportIsRepeatedWithoutDuplicates(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := []foreign.Row{roomtest.ForeignRow(1, 1, "One", 50, 1), roomtest.ForeignRow(2, 2, "Two", 40, 1),
			roomtest.ForeignRow(3, 3, "Three", 30, 1)}
		list := roomtest.Import(foreign.Green500, "2024-06", rows...)
		r.Imported(list)
		before, records := r.rows("green500-2024-06"), len(r.Records(auditlog.AuditFilter{}))
		r.Clock.Advance(1000)
		again := r.Imported(list)
		if !again.Unchanged() || again.Added+again.Removed+again.Changed != 0 ||
			!again.List.ChangedAt.Equal(again.Before.ChangedAt) {
			t.Errorf("again: %+v", again)
		}
		if len(r.Records(auditlog.AuditFilter{})) != records || !reflect.DeepEqual(r.rows("green500-2024-06"), before) {
			t.Error("the same file changed something")
		}
		// as a reader of long ago had it
		ctx := recorded.WithRoutine(t.Context(), recorded.RoutineSweep)
		if err := r.Recorded().Transact(ctx, func(tx *gorm.DB) error {
			return tx.Table("lists").Where("name = 'green500-2024-06'").Update("warnings", []byte("{}")).Error
		}); err != nil {
			t.Fatal(err)
		}
		if better := r.Imported(list); better.Unchanged() || better.Added+better.Removed+better.Changed != 0 ||
			!reflect.DeepEqual(r.rows("green500-2024-06"), before) {
			t.Errorf("the same file, read by another reader: %+v", better)
		}
		if again := r.Imported(list); !again.Unchanged() {
			t.Errorf("and once more: %+v", again)
		}
		records = len(r.Records(auditlog.AuditFilter{}))
		other := slices.Clone(rows)
		other[1].Rmax, other[2] = 41_000, roomtest.ForeignRow(3, 4, "Four", 30, 1)
		replaced := r.Imported(roomtest.Import(foreign.Green500, "2024-06", other...))
		if replaced.Unchanged() || replaced.Difference != (lists.Difference{Added: 1, Removed: 1, Changed: 1}) ||
			len(r.rows("green500-2024-06")) != 3 {
			t.Errorf("another file: %+v", replaced)
		}
		log := r.Records(auditlog.AuditFilter{})[records:]
		if len(log) != 1 || log[0].Event != "import list" || log[0].Subject != "green500-2024-06" ||
			!strings.Contains(log[0].Detail, "1 added, 1 removed, 1 changed") {
			t.Errorf("%+v", log)
		}
	})
}

// systemsOn are the machines of lists by the names of their lines.
func (r *room) systemsOn(lists ...string) map[string]map[int64]bool {
	r.T.Helper()
	systems := map[string]map[int64]bool{}
	for _, list := range lists {
		for _, row := range r.rows(list) {
			if systems[row.System] == nil {
				systems[row.System] = map[int64]bool{}
			}
			systems[row.System][row.SystemID] = true
		}
	}
	return systems
}

// TestListsAreImportedInAnyOrder: a machine that older lists only name gets the id of later ones, also if it was taken
// for another one until then; no list has two lines of one machine.
func TestListsAreImportedInAnyOrder(t *testing.T) {
	lists := []lists.Import{
		roomtest.Import(foreign.Top500, "2015-06", roomtest.ForeignRow(1, 0, "Named", 90, 9),
			roomtest.ForeignRow(2, 0, "", 50, 5), roomtest.ForeignRow(3, 0, "", 50, 5)),
		roomtest.Import(foreign.Top500, "2016-06", roomtest.ForeignRow(1, 0, "Named", 90, 9),
			roomtest.ForeignRow(2, 0, "", 50, 5), roomtest.ForeignRow(3, 0, "", 50, 5)),
		roomtest.Import(foreign.Green500, "2018-06", roomtest.ForeignRow(1, 100, "Named", 90, 9),
			roomtest.ForeignRow(2, 102, "", 50, 5), roomtest.ForeignRow(3, 103, "", 50, 5)),
		roomtest.Import(foreign.Green500, "2019-06", roomtest.ForeignRow(1, 100, "Renamed", 90, 9),
			roomtest.ForeignRow(2, 102, "", 50, 5), roomtest.ForeignRow(3, 103, "", 50, 5)),
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 3, 1, 2}, {3, 0, 2, 1}, {1, 3, 0, 2}, {2, 0, 3, 1}} {
		inRooms(t, func(t *testing.T, r *room) {
			shown := map[int64]bool{}
			for _, i := range order {
				list := r.Imported(lists[i]).List.Name
				for _, row := range r.rows(list) {
					shown[row.SystemID] = true
				}
			}
			r.wantAllKnown(shown)
			systems := r.systemsOn("top500-2015-06", "top500-2016-06", "green500-2018-06", "green500-2019-06")
			if len(systems["Named"]) != 1 || !reflect.DeepEqual(systems["Named"], systems["Renamed"]) ||
				len(systems["Rack 1"]) != 2 {
				t.Errorf("%v: %v", order, systems)
			}
		})
	}
}

// wantAllKnown demands that machines are there, or lead to one that is.
func (r *room) wantAllKnown(shown map[int64]bool) {
	r.T.Helper()
	for id := range shown {
		system, err := r.Lists.System(r.T.Context(), id)
		if united, ok := errors.AsType[*lists.MergedError](err); ok {
			system, err = r.Lists.System(r.T.Context(), united.With)
		}
		if err != nil || len(system.Lines) == 0 {
			r.T.Errorf("the address of system %d leads nowhere: %v", id, err)
		}
	}
}

// TestNoListHasAMachineTwice: whatever is imported, an id is one machine, and a machine has one line on a list.
func TestNoListHasAMachineTwice(t *testing.T) {
	rapid.Check(t, func(check *rapid.T) {
		s := storetest.Open(t, store.Config{})
		for _, edition := range rapid.Permutation([]string{"2015-06", "2015-11", "2016-06", "2018-06"}).
			Draw(check, "order") {
			ids := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 1, 6, rapid.ID[int]).Draw(check, "ids")
			without := rapid.Bool().Draw(check, "without ids")
			var rows []foreign.Row
			for i, id := range ids {
				if without {
					id = 0
				}
				rows = append(rows, roomtest.ForeignRow(i+1, id,
					rapid.SampledFrom([]string{"", "A", "B", "C"}).Draw(check, "name"), float64(90-i), 1))
			}
			if _, err := s.Lists.Import(t.Context(), roomtest.Import(foreign.Green500, edition, rows...)); err != nil {
				check.Fatal(err)
			}
		}
		systems := map[string]bool{}
		browsed, err := s.Lists.Browse(t.Context(), lists.AllLists, accounts.User{},
			listing.View{Sort: "rank", Page: 1, Size: listing.MostSize})
		if err != nil {
			check.Fatal(err)
		}
		for _, row := range browsed.Rows {
			at := fmt.Sprint(row.List, row.SystemID)
			if systems[at] {
				check.Errorf("%s has the machine %d twice", row.List, row.SystemID)
			}
			systems[at] = true
		}
	})
}

// TestAGradedLineIsOfTheMachineOfTheTop500: by its place there and about its rate, whichever list is there first.
func TestAGradedLineIsOfTheMachineOfTheTop500(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		later := roomtest.Import(foreign.Top500, roomtest.Edition, roomtest.ForeignRow(6, 600, "Other", 50.2, 5),
			roomtest.ForeignRow(7, 700, "Fifty", 50.2, 5))
		r.released(50, 40) // both say rank 7
		own := r.rows(roomtest.Edition)
		r.Imported(later)
		fifty := r.rows("top500-" + roomtest.Edition)
		rows := r.rows(roomtest.Edition)
		if machine := systemNamed(t, fifty, "Fifty"); rows[0].SystemID != machine || rows[1].SystemID == machine ||
			own[0].System != "System 1" {
			t.Errorf("%+v and %+v", rows, fifty)
		}
		corrected := r.List()[1]
		corrected.System, corrected.Power = "System two", 1100
		machine := rows[1].SystemID
		r.Correct(lists.Correction{EntryID: corrected.EntryID, Row: corrected, Reason: "its name was another"})
		if got := r.rows(roomtest.Edition)[1]; got.System != "System two" || got.SystemID != machine {
			t.Errorf("an erratum made another machine of it: %+v", got)
		}
	})
}

func systemNamed(t *testing.T, rows []listing.Row, name string) int64 {
	t.Helper()
	for _, row := range rows {
		if row.System == name {
			return row.SystemID
		}
	}
	t.Fatalf("there is no %s on the list", name)
	return 0
}
