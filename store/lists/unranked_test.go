package lists_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/validation/power"
)

// releasedAt publishes a list of systems of 50, 40, 30, … GFlops/W with these levels.
func (r *room) releasedAt(levels ...power.Level) []lists.ListRow {
	r.T.Helper()
	for i, level := range levels {
		s := roomtest.Summary()
		s.Efficiency = float64(50 - 10*i)
		s.System, s.Rmax, s.Power, s.GrantedLevel = fmt.Sprintf("System %d", i+1),
			power.GFlops(1000*s.Efficiency), 1000, level
		r.Accepted(r.Submitter, s)
	}
	r.Publish()
	return r.List()
}

func (r *room) wantRanks(want ...string) {
	r.T.Helper()
	var got []string
	for _, row := range r.List() {
		got = append(got, fmt.Sprintf("%d %s", row.Rank, row.System))
	}
	if !slices.Equal(got, want) {
		r.T.Errorf("got %q\nwant %q", got, want)
	}
	if err := r.Lists.CheckList(r.T.Context(), roomtest.Edition); err != nil {
		r.T.Error(err)
	}
}

// TestAnEntryWithoutALevelIsListedWithoutARank, last, wherever a rank is told, and those behind it move up.
func TestAnEntryWithoutALevelIsListedWithoutARank(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := r.releasedAt(0, 2, 0, 1)
		r.wantRanks("1 System 2", "2 System 4", "0 System 1", "0 System 3")
		if text, err := json.Marshal(rows[2]); err != nil ||
			!strings.HasPrefix(string(text), `{"edition":"2026-11","rank":null,"entry":1,`) {
			t.Errorf("got %s, %v", text, err)
		}
		for query, want := range map[string][]string{
			"":                       {"System 2", "System 4", "System 1", "System 3"},
			"sort=-rank":             {"System 4", "System 2", "System 1", "System 3"},
			"rank_from=2":            {"System 4"},
			"efficiency_rank_from=1": {"System 2", "System 4"},
			"sort=-efficiency":       {"System 1", "System 2", "System 3", "System 4"},
		} {
			if got := r.browse(roomtest.Edition, query); !slices.Equal(got, want) {
				t.Errorf("%q gives %q, want %q", query, got, want)
			}
		}
		if line, err := r.Lists.Line(t.Context(), roomtest.Edition, 3, accounts.User{}); err != nil ||
			line.System != "System 1" || line.Cell("rank").Known || line.BandFirst != nil {
			t.Errorf("got %+v, %v", line, err)
		}
		if trend := r.trends(lists.Scope{})[0]; trend.Systems != 4 || *trend.Best != 40 || *trend.Median != 30 ||
			*trend.Top != 30 {
			t.Errorf("got %+v", trend)
		}
		if on, err := r.Lists.EntryListing(t.Context(), rows[2].EntryID); err != nil || on.TakenOut || on.Rank != 0 {
			t.Errorf("got %+v, %v", on, err)
		}
		if rank, of, err := r.Lists.RankAs(t.Context(), r.Reload(rows[1].EntryID), 60, 1); err != nil ||
			rank != 1 || of != 2 {
			t.Errorf("it would be %d of %d, %v", rank, of, err)
		}
	})
}

// TestAnErratumLeavesNoLevelAndGivesARankWithOne: what nobody touched stays, and the list closes up.
func TestAnErratumLeavesNoLevelAndGivesARankWithOne(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		row := r.releasedAt(0, 2, 1)[2]
		row.Site = "Renamed"
		r.Correct(lists.Correction{EntryID: row.EntryID, Row: row, Reason: "a reason"})
		r.wantRanks("1 System 2", "2 System 3", "0 System 1")
		for i, step := range []struct {
			level power.Level
			want  []string
			told  string
		}{
			{1, []string{"1 System 1", "2 System 2", "3 System 3"}, "System 1 moved from no rank to rank 1."},
			{0, []string{"1 System 2", "2 System 3", "0 System 1"}, "System 1 moved from rank 1 to no rank."},
		} {
			row.Level = step.level
			r.Correct(lists.Correction{EntryID: row.EntryID, Row: row, Reason: "a reason", Seen: i + 1})
			r.wantRanks(step.want...)
			if told := r.ToldTo(r.Submitter); !slices.ContainsFunc(told,
				func(text string) bool { return strings.HasSuffix(text, step.told) }) {
				t.Errorf("%q was not told: %q", step.told, told)
			}
		}
	})
}

// TestAListReleasedWithRanksForAllKeepsThem, through its errata too.
func TestAListReleasedWithRanksForAllKeepsThem(t *testing.T) {
	before := []lists.ListRow{{Rank: 1, EntryID: 1, Efficiency: 50}, {Rank: 2, EntryID: 2, Efficiency: 40, Level: 1}}
	after := lists.ListRow{EntryID: 2, Efficiency: 60, Level: 1}
	got := lists.Corrected(before, lists.Erratum{EntryID: 2, After: &after})
	if len(got) != 2 || got[0].EntryID != 2 || got[0].Rank != 1 || got[1].Rank != 2 {
		t.Errorf("got %+v", got)
	}
}
