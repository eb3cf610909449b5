package lists_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

func systems(rows []lists.ListRow) []string {
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = row.System
	}
	return names
}

func TestRanking(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, one := range []struct {
			system     string
			efficiency float64
			rmax       power.GFlops
			top500     int
		}{
			{"tie, created first", 50, 900, 12},
			{"tie, created second", 50, 900, 12},
			{"tie, none in the TOP500", 50, 900, 0},
			{"tie, better in the TOP500", 50, 900, 3},
			{"tie, faster", 50, 901, 0},
			{"less efficient", 49.99999999999999, 9000, 1}, // the same when rounded
			{"most efficient", 50.00000000000001, 1, 0},
		} {
			s := roomtest.Summary()
			s.System, s.Efficiency, s.Rmax, s.Top500Rank = one.system, one.efficiency, one.rmax, one.top500
			r.Accepted(r.Submitter, s)
		}
		r.Publish()
		want := []string{
			"most efficient", "tie, faster", "tie, better in the TOP500", "tie, created first", "tie, created second",
			"tie, none in the TOP500", "less efficient",
		}
		rows := r.List()
		if got := systems(rows); !reflect.DeepEqual(got, want) {
			t.Errorf("got %q\nwant %q", got, want)
		}
		for i, row := range rows {
			if row.Rank != i+1 {
				t.Errorf("%s has rank %d, want %d", row.System, row.Rank, i+1)
			}
		}
	})
}

func TestPublishEdition(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Accepted(r.Submitter, roomtest.Summary())
		own := r.Accepted(r.Editor, roomtest.Summary()) // the editor's own is published too
		draft := r.Entry(r.Submitter, roomtest.Graded())
		published := r.Publish()
		if published.PublishedAt == nil || !published.PublishedAt.Equal(r.Reload(entry.ID).UpdatedAt) {
			t.Errorf("got %+v", published)
		}
		for id, want := range map[int64]review.State{
			entry.ID: review.Published, own.ID: review.Published, draft.ID: review.Draft,
		} {
			if got := r.Reload(id).State; got != want {
				t.Errorf("entry %d is %s, want %s", id, got, want)
			}
		}
		history, err := r.Reviews.History(t.Context(), own.ID)
		if err != nil || len(history) != 3 {
			t.Fatalf("got %+v, %v", history, err)
		}
		if last := history[2]; last.Verb != review.Publish || last.From != review.Accepted ||
			last.To != review.Published || last.ActorID != r.Editor.ID {
			t.Errorf("got %+v", last)
		}
		_, err = r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor, review.Outstanding.Anyway)
		roomtest.WantRefusal(t, err, "published already")
	})
}

func TestAListRowSaysWhatTheEntryDid(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Accepted(r.Submitter, roomtest.Summary())
		published := r.Publish()
		s := roomtest.Summary()
		want := lists.ListRow{
			Edition: roomtest.Edition, Rank: 1, EntryID: entry.ID, Revision: 1, System: s.System, Site: s.Site,
			Country:    s.Country,
			TotalCores: s.TotalCores, Accelerator: s.Accelerator, Top500Rank: s.Top500Rank, Rmax: s.Rmax,
			Power:            s.Power,
			PowerUncertainty: s.PowerUncertainty, Efficiency: s.Efficiency,
			EfficiencyUncertainty: s.EfficiencyUncertainty, Level: s.GrantedLevel,
		}
		rows := r.List()
		if len(rows) != 1 || !reflect.DeepEqual(rows[0], want) {
			t.Errorf("got %+v\nwant %+v", rows, want)
		}
		row, err := r.Lists.PublicEntry(t.Context(), entry.ID)
		if err != nil || !reflect.DeepEqual(row, want) {
			t.Errorf("got %+v, %v", row, err)
		}
		hash, err := lists.ListHash(rows)
		if err != nil || hash != published.ListHash || len(hash) != 64 {
			t.Errorf("the list has the digest %s, %v; the edition says %s", hash, err, published.ListHash)
		}
	})
}

// The digest is written down here: it must not differ from database to database or day to day.
func TestListHashIsStable(t *testing.T) {
	rows := []lists.ListRow{{
		Edition: roomtest.Edition, Rank: 1, EntryID: 3, Revision: 2, System: "Größe <1>", Country: "DE",
		Rmax: 1e21, Power: 0.1,
		PowerUncertainty: new(1e-7), Efficiency: 49.99958333680553, Level: 3,
	}}
	hash, err := lists.ListHash(rows)
	if want := "a20f83d966470561ddd5909d94e6345b7d2fd5b05bf874dd538b8ceb76f7770c"; err != nil || hash != want {
		t.Errorf("got %s, %v; want %s", hash, err, want)
	}
}

func TestPublishingIsRefused(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor, review.Outstanding.Anyway)
		roomtest.WantRefusal(t, err, "no accepted submission")
		if got, err := r.Editions.ByName(t.Context(), roomtest.Edition); err != nil || got.PublishedAt != nil {
			t.Errorf("got %+v, %v", got, err)
		}
		r.Accepted(r.Submitter, roomtest.Summary())
		for _, actor := range []accounts.User{r.Submitter, r.Reviewer, r.Admin, {}} {
			_, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, actor, review.Outstanding.Anyway)
			roomtest.WantRefusal(t, err, "may not publish")
		}
	})
}

func TestPublishingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Accepted(r.Submitter, roomtest.Summary())
		won, errs := storetest.AtOnce(4, func(int) error {
			_, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor, review.Outstanding.Anyway)
			return err
		})
		if won != 1 {
			t.Errorf("%d published, want 1", won)
		}
		for _, err := range errs {
			roomtest.WantRefusal(t, err, "published already")
		}
	})
}

// Whatever the order in which they get through, an entry is accepted and on the list, or neither.
func TestPublishingWhileOthersDecide(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Accepted(r.Submitter, roomtest.Summary())
		var waiting, leaving []int64
		for range 4 {
			entry := r.Entry(r.Submitter, roomtest.Graded())
			r.Move(entry.ID, review.Submit, r.Submitter)
			waiting = append(waiting, entry.ID)
			leaving = append(leaving, r.Accepted(r.Submitter, roomtest.Summary()).ID)
		}
		_, errs := storetest.AtOnce(1+len(waiting)+len(leaving), func(i int) (err error) {
			switch {
			case i < len(waiting):
				_, err = r.Reviews.Move(t.Context(), waiting[i], review.Accept, r.Reviewer, "")
			case i == len(waiting):
				_, err = r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor, review.Outstanding.Anyway)
			default:
				_, err = r.Reviews.Move(t.Context(), leaving[i-1-len(waiting)], review.Withdraw, r.Submitter,
					"we measure again")
			}
			return err
		})
		for _, err := range errs {
			roomtest.WantRefusal(t, err, "")
		}
		for _, id := range append(waiting, leaving...) {
			state := r.Reload(id).State
			_, err := r.Lists.PublicEntry(t.Context(), id)
			if listed := err == nil; state == review.Accepted || listed != (state == review.Published) {
				t.Errorf("entry %d is %s, listed %v", id, state, listed)
			}
		}
		hash, err := lists.ListHash(r.List())
		if got, _ := r.Editions.ByName(t.Context(), roomtest.Edition); err != nil || got.ListHash != hash {
			t.Errorf("the list has the digest %s, %v; the edition says %s", hash, err, got.ListHash)
		}
	})
}

// TestPublishingNeedsTheNumberOfWhatIsOutstanding: what can still be submitted, is undecided or returned, and questions
// that are open; nothing becomes public until that number was typed.
func TestPublishingNeedsTheNumberOfWhatIsOutstanding(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		outstanding := func(want review.Outstanding) {
			t.Helper()
			if got, err := r.Lists.Outstanding(t.Context(), roomtest.Edition); err != nil || got != want {
				t.Errorf("outstanding is %+v, %v; want %+v", got, err, want)
			}
		}
		accepted := r.Accepted(r.Submitter, roomtest.Summary())
		r.Entry(r.Submitter, roomtest.Graded())
		r.Submitted(r.Other, roomtest.Graded())
		returned := r.Submitted(r.Submitter, roomtest.Graded())
		r.Move(returned, review.Take, r.Reviewer)
		r.Move(returned, review.Return, r.Reviewer)
		r.Ask(accepted.ID, r.Reviewer)
		outstanding(review.Outstanding{Early: true, Drafts: 1, Undecided: 1, Returned: 1, Questions: 1})
		r.Clock.Set(roomtest.Closes)
		outstanding(review.Outstanding{Undecided: 1, Returned: 1, Questions: 1})
		for _, typed := range []string{"", "1", "4", "three"} {
			_, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
				func(o review.Outstanding) error { return o.Confirm(typed) })
			if wrong, ok := errors.AsType[*power.InputError](err); !ok || wrong.Field != review.NumberField {
				t.Errorf("%q is answered with %v", typed, err)
			}
		}
		if e, err := r.Editions.ByName(t.Context(), roomtest.Edition); err != nil || e.PublishedAt != nil ||
			e.ListHash != "" || r.Reload(accepted.ID).State != review.Accepted {
			t.Fatalf("what was refused changed the edition: %+v, %v", e, err)
		}
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			func(o review.Outstanding) error { return o.Confirm("3") }); err != nil {
			t.Fatal(err)
		}
		if rows := r.List(); len(rows) != 1 {
			t.Errorf("the list has %d rows", len(rows))
		}
		log, err := r.AuditLog.Records(t.Context(), auditlog.AuditFilter{Event: "publish edition"}, 1)
		if err != nil || len(log) != 1 || !strings.HasSuffix(log[0].Detail,
			"with 1 submission undecided, 1 submission returned and 1 question open") {
			t.Errorf("the audit log does not say what it was published despite: %+v, %v", log, err)
		}
	})
}
