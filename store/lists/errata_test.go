package lists_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// released publishes a list of systems with these efficiencies, all of 1000 W.
func (r *room) released(efficiencies ...float64) []lists.ListRow {
	r.T.Helper()
	for i, efficiency := range efficiencies {
		s := roomtest.Summary()
		s.System, s.Rmax, s.Power, s.PowerUncertainty, s.Efficiency = fmt.Sprintf("System %d", i+1),
			power.GFlops(1000*efficiency), 1000, new(10.0), efficiency
		r.Accepted(r.Submitter, s)
	}
	r.Publish()
	return r.List()
}

func hashOf(t *testing.T, rows []lists.ListRow) string {
	t.Helper()
	hash, err := lists.ListHash(rows)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestAnErratumRanksAnewAndLeavesTheReleasedList(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		before := r.released(50, 40, 30)
		row := before[0]
		row.Power, row.System = 2000, "System one"
		effect := r.Correct(lists.Correction{EntryID: row.EntryID, Row: row,
			Reason: "half of the racks were not metered"})
		if got := systems(r.List()); !reflect.DeepEqual(got, []string{"System 2", "System 3", "System one"}) {
			t.Errorf("got %q", got)
		}
		after := effect.Erratum.After
		if after == nil || after.Rank != 3 || after.Efficiency != 25 || after.Level != row.Level {
			t.Fatalf("got %+v", after)
		}
		if want := power.GFlops(50000).PerWatt(1990) - 25; after.EfficiencyUncertainty == nil ||
			*after.EfficiencyUncertainty != want {
			t.Errorf("the half width is %v, want %v", after.EfficiencyUncertainty, want)
		}
		released := r.AsOf(lists.AsOf{Released: true})
		if !reflect.DeepEqual(released.Rows, before) || released.Later != 1 || released.Hash != hashOf(t, before) {
			t.Errorf("the list as released changed: %+v", released)
		}
		if state := r.Reload(row.EntryID).State; state != review.Corrected {
			t.Errorf("the entry is %s", state)
		}
		history, err := r.Reviews.History(t.Context(), row.EntryID)
		if last := history[len(history)-1]; err != nil || last.Verb != review.Correct ||
			last.Reason != effect.Erratum.Reason {
			t.Errorf("got %+v, %v", last, err)
		}
		listing, err := r.Lists.EntryListing(t.Context(), row.EntryID)
		if err != nil || listing.Released != 1 || listing.Rank != 3 || len(listing.Errata) != 1 {
			t.Errorf("got %+v, %v", listing, err)
		}
	})
}

// TestErrataReplay is the property: applied in their order to the released list, errata give at every step the list
// whose hash they name, and the list as of any instant is that of the step.
func TestErrataReplay(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		before := r.released(50, 40, 30, 20, 10)
		steps := []lists.PublishedList{r.AsOf(lists.AsOf{})}
		for i, change := range []func(*lists.Correction){
			func(c *lists.Correction) { c.EntryID, c.Row.Power = before[4].EntryID, 100 },
			func(c *lists.Correction) { c.EntryID, c.TakeOut = before[1].EntryID, true },
			func(c *lists.Correction) { c.EntryID, c.Row.Level = before[0].EntryID, 1 },
			func(c *lists.Correction) { c.EntryID, c.Row.Country = before[4].EntryID, "US" },
			func(c *lists.Correction) {
				c.EntryID, c.Row.Rmax, c.Row.PowerUncertainty = before[3].EntryID, 1e6, nil
			},
		} {
			r.Clock.Advance(time.Hour)
			c := lists.Correction{Reason: "a reason", Seen: i}
			change(&c)
			c.Row = rowOf(t, steps[i].Rows, c.EntryID)
			change(&c)
			r.Correct(c)
			steps = append(steps, r.AsOf(lists.AsOf{}))
		}
		r.checkSteps(steps)
		if err := r.Lists.CheckList(t.Context(), roomtest.Edition); err != nil {
			t.Error(err)
		}
	})
}

func (r *room) checkSteps(steps []lists.PublishedList) {
	r.T.Helper()
	seen := map[string]bool{}
	for i, step := range steps {
		hash := hashOf(r.T, step.Rows)
		if step.Hash != hash || seen[hash] || len(step.Errata) != i {
			r.T.Errorf("step %d: %d errata, the rows have the hash %s, noted is %s", i, len(step.Errata),
				hash, step.Hash)
		}
		seen[hash] = true
		ends := step.Since.Add(365 * 24 * time.Hour)
		if i+1 < len(steps) {
			ends = steps[i+1].Since.Add(-time.Microsecond)
		}
		for _, at := range []time.Time{step.Since, step.Since.Add(30 * time.Minute), ends} {
			if got := r.AsOf(lists.AsOf{At: at}); !reflect.DeepEqual(got.Rows, step.Rows) || got.Hash != step.Hash {
				r.T.Errorf("as of %s the list is not that of step %d", at, i)
			}
		}
		for rank, row := range step.Rows {
			if row.Rank != rank+1 {
				r.T.Errorf("step %d: %s has rank %d at place %d", i, row.System, row.Rank, rank+1)
			}
		}
	}
	_, err := r.Lists.PublishedList(r.T.Context(), roomtest.Edition, accounts.User{},
		lists.AsOf{At: steps[0].Since.Add(-time.Microsecond)})
	roomtest.WantField(r.T, err, "as-of")
}

func rowOf(t *testing.T, rows []lists.ListRow, entry int64) lists.ListRow {
	t.Helper()
	for _, row := range rows {
		if row.EntryID == entry {
			return row
		}
	}
	t.Fatalf("entry %d is not on the list", entry)
	return lists.ListRow{}
}

func TestCorrectionsAreRefused(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		row := r.released(50, 40)[0]
		correct := func(c lists.Correction, by accounts.User) error {
			_, err := r.Lists.Correct(t.Context(), roomtest.Edition, c, by)
			return err
		}
		changed := row
		changed.System = "Another"
		good := lists.Correction{EntryID: row.EntryID, Row: changed, Reason: "a reason"}
		for _, by := range []accounts.User{r.Submitter, r.Other, r.Reviewer, r.Admin, {}} {
			roomtest.WantRefusal(t, correct(good, by), " correct")
		}
		silent := good
		silent.Reason = " "
		roomtest.WantRefusal(t, correct(silent, r.Editor), "write the reason")
		late := good
		late.Seen = 1
		roomtest.WantRefusal(t, correct(late, r.Editor), "meantime")
		same := good
		same.Row = row
		roomtest.WantField(t, correct(same, r.Editor), "")
		for field, spoil := range map[string]func(*lists.ListRow){
			"system":              func(row *lists.ListRow) { row.System = " " },
			"country":             func(row *lists.ListRow) { row.Country = "Germany" },
			"power_w":             func(row *lists.ListRow) { row.Power = 0 },
			"rmax_gflops":         func(row *lists.ListRow) { row.Rmax = -1 },
			"power_uncertainty_w": func(row *lists.ListRow) { row.PowerUncertainty = new(1000.0) },
			"total_cores":         func(row *lists.ListRow) { row.TotalCores = -1 },
			"top500_rank":         func(row *lists.ListRow) { row.Top500Rank = -1 },
			"level":               func(row *lists.ListRow) { row.Level = 4 },
		} {
			bad := good
			spoil(&bad.Row)
			roomtest.WantField(t, correct(bad, r.Editor), field)
		}
		absent := good
		absent.EntryID = 999
		roomtest.WantNotFound(t, correct(absent, r.Editor))
		_, err := r.Reviews.Move(t.Context(), row.EntryID, review.Correct, r.Editor, "a reason")
		roomtest.WantRefusal(t, err, "erratum")
		if list := r.AsOf(lists.AsOf{}); len(list.Errata) != 0 {
			t.Errorf("got %+v", list.Errata)
		}
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", r.Editor.ID, row.EntryID)
		if _, conflict := errors.AsType[*review.ConflictError](correct(good, r.Editor)); !conflict {
			t.Error("an editor with a conflict of interest corrected the row")
		}
	})
}

func TestCorrectingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := r.released(50, 40, 30)
		won, errs := storetest.AtOnce(4, func(i int) error {
			row := rows[i%len(rows)]
			row.System += " corrected"
			_, err := r.Lists.Correct(t.Context(), roomtest.Edition,
				lists.Correction{EntryID: row.EntryID, Row: row, Reason: "a reason"}, r.Editor)
			return err
		})
		if won != 1 {
			t.Errorf("%d corrected, want 1", won)
		}
		for _, err := range errs {
			roomtest.WantRefusal(t, err, "meantime")
		}
		if err := r.Lists.CheckList(t.Context(), roomtest.Edition); err != nil {
			t.Error(err)
		}
	})
}

// TestTryingCorrectsNothing: what is shown before is what is done after.
func TestTryingCorrectsNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := r.released(50, 40, 30)
		c := lists.Correction{EntryID: rows[0].EntryID, TakeOut: true, Reason: "measured another machine"}
		tried, err := r.Lists.PreviewCorrection(t.Context(), roomtest.Edition, c, r.Editor)
		if err != nil || len(tried.Changes) != 3 {
			t.Fatalf("got %+v, %v", tried, err)
		}
		if list := r.AsOf(lists.AsOf{}); len(list.Errata) != 0 || len(list.Rows) != 3 {
			t.Errorf("got %+v", list)
		}
		if done := r.Correct(c); !reflect.DeepEqual(done, tried) {
			t.Errorf("got %+v\nwant %+v", done, tried)
		}
		row, err := r.Lists.PublicEntry(t.Context(), rows[0].EntryID)
		if err != nil || row.Rank != 0 || row.System != rows[0].System {
			t.Errorf("got %+v, %v", row, err)
		}
		roomtest.WantNotFound(t, func() error {
			_, err := r.Lists.PreviewCorrection(t.Context(), roomtest.Edition,
				lists.Correction{EntryID: rows[0].EntryID, TakeOut: true, Reason: "again", Seen: 1}, r.Editor)
			return err
		}())
	})
}

// TestWhatWasTamperedWithIsNamed changes one thing at a time behind the program's back.
func TestWhatWasTamperedWithIsNamed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rows := r.released(50, 40, 30)
		for i := range 2 {
			row := rows[i]
			row.Power += 100
			r.Correct(lists.Correction{EntryID: row.EntryID, Row: row, Reason: "a meter was off", Seen: i})
		}
		for _, c := range []struct{ change, back, names string }{
			{"UPDATE list_rows SET system = 'System 9' WHERE rank = 2",
				"UPDATE list_rows SET system = 'System 2' WHERE rank = 2", "rank 2, System 9 (entry 2): system"},
			{"UPDATE list_rows SET power = 1000.0000000000001 WHERE rank = 3",
				"UPDATE list_rows SET power = 1000 WHERE rank = 3", "rank 3, System 3 (entry 3): power_w"},
			{"UPDATE list_rows SET rank = 4 WHERE rank = 3", "UPDATE list_rows SET rank = 3 WHERE rank = 4",
				"no row of rank 3"},
			{"UPDATE editions SET list_hash = replace(list_hash, substr(list_hash, 1, 8), 'ffffffff')", "",
				"the edition says ffffffff"},
			{"UPDATE errata SET reason = 'a meter was of' WHERE number = 1",
				"UPDATE errata SET reason = 'a meter was off' WHERE number = 1", "erratum 1"},
			{"UPDATE errata SET made_at = made_at + 1 WHERE number = 2",
				"UPDATE errata SET made_at = made_at - 1 WHERE number = 2", "erratum 2"},
			{"UPDATE errata SET number = 5 WHERE number = 2", "UPDATE errata SET number = 2 WHERE number = 5",
				"number 2 is missing"},
		} {
			err := r.Lists.CheckList(t.Context(), roomtest.Edition)
			if err != nil {
				t.Fatalf("before %s: %v", c.change, err)
			}
			hash := r.AsOf(lists.AsOf{Released: true}).Hash
			if c.back == "" {
				c.back = "UPDATE editions SET list_hash = '" + hash + "'"
			}
			must := func(statement string) {
				r.Meddle("%s", statement)
			}
			must(c.change)
			if err = r.Lists.CheckList(t.Context(), roomtest.Edition); err == nil ||
				!strings.Contains(err.Error(), c.names) {
				t.Errorf("%s: got %v, want it to name %q", c.change, err, c.names)
			}
			must(c.back)
		}
	})
}
