package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// TestAnEntryIsTheSameHoweverItIsAsked: every column of it, with a value and without.
func TestAnEntryIsTheSameHoweverItIsAsked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		full := store.Summary{System: "a", Site: "b", Country: "DE", TotalCores: 1, Processor: "c", Accelerator: "d", Top500Rank: 2, Rmax: 3.25, Power: 4.5,
			PowerUncertainty: ptr(5.5), Efficiency: 6.125, EfficiencyUncertainty: ptr(7.5), ClaimedLevel: 3, GrantedLevel: power.Level(2), Failed: 8}
		bare, rich := r.entry(r.submitter, ungraded()), r.entry(r.submitter, gradedAs(full))
		r.move(rich.ID, review.Submit, r.submitter)
		for _, statement := range []string{
			`INSERT INTO sites (name, country, url, created_at) VALUES ('Centre', 'DE', '', 0)`,
			fmt.Sprintf(`UPDATE entries SET site_id = (SELECT id FROM sites), reviewer_id = %d, begun_from = %d, graded = 3, waivers = 'w' WHERE id = %d`, r.reviewer.ID, bare.ID, rich.ID),
			`UPDATE editions SET embargo_until = 17`,
		} {
			if err := store.Execute(t.Context(), r.Store, statement); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []int64{bare.ID, rich.ID} {
			outside, within, err := store.Views(t.Context(), r.Store, id)
			if err != nil || !reflect.DeepEqual(outside, within) {
				t.Errorf("got %+v, want %+v, %v", outside, within, err)
			}
		}
		_, _, err := store.Views(t.Context(), r.Store, 4711)
		wantNotFound(t, err)
	})
}

// TestAnAccountIsTheSameHoweverItIsAsked, and somebody who went away gets no answer.
func TestAnAccountIsTheSameHoweverItIsAsked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, one := range []store.User{r.submitter, r.admin} {
			byID, err := r.User(t.Context(), one.ID)
			if err != nil {
				t.Fatal(err)
			}
			if byMail, err := r.UserByEmail(t.Context(), one.Email); err != nil || byID != byMail {
				t.Errorf("got %+v, want %+v, %v", byID, byMail, err)
			}
		}
		_, err := r.User(t.Context(), 4711)
		wantNotFound(t, err)
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := r.User(gone, r.admin.ID); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// TestWhatIsAskedOftenIsTraced as every other question is.
func TestWhatIsAskedOftenIsTraced(t *testing.T) {
	steps := map[string]int{}
	trace := func(ctx context.Context, step string) (context.Context, func(error)) {
		steps[step]++
		return ctx, func(error) {}
	}
	s := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Trace: trace})
	before := steps["database query"]
	_, err := s.User(t.Context(), 1)
	wantNotFound(t, err)
	if got := steps["database query"] - before; got != 1 {
		t.Errorf("%d questions were traced", got)
	}
}
