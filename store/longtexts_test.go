package store_test

import (
	"errors"
	"strings"
	"testing"

	"green500/store"
	"green500/store/outbox"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// TestNoColumnTakesATextWithoutEnd: every column of text refuses what is longer than it may hold, however it is written.
func TestNoColumnTakesATextWithoutEnd(t *testing.T) {
	database := storetest.SQLite(t)
	opened := storetest.Open(t, store.Config{Database: database})
	tried := 0
	for _, column := range tableColumnsOf(t, database) {
		if column.kind != "TEXT" || strings.HasPrefix(column.table, "goose") {
			continue
		}
		most := store.LongestOf(column.table, column.name)
		for _, way := range []string{"create", "update"} {
			for _, step := range []struct {
				length int
				fits   bool
			}{{most, true}, {most + 1, false}} {
				err := store.WriteText(t.Context(), opened, column.table, column.name, way, strings.Repeat("x", step.length))
				var long *power.InputError
				if refused := errors.As(err, &long) && strings.Contains(long.Problem, "bytes, and may have"); refused == step.fits {
					t.Errorf("%s of %s.%s with %d bytes: %v", way, column.table, column.name, step.length, err)
				}
			}
		}
		tried++
	}
	if tried < 100 {
		t.Errorf("only %d columns were tried", tried)
	}
}

// TestLongTextsOfPeopleAreRefused where they are written as whole rows, and one of many.
func TestLongTextsOfPeopleAreRefused(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		long := strings.Repeat("x", 20_001)
		var refused *power.InputError
		if err := r.Outbox.Post(t.Context(), outbox.Mail{To: "a@example.org", Subject: long}); !errors.As(err, &refused) || refused.Field != "subject" {
			t.Errorf("a subject of a mail: %v", err)
		}
		entry := r.entry(r.submitter, gradedAs(summary()))
		r.move(entry.ID, review.Submit, r.submitter)
		r.move(entry.ID, review.Take, r.reviewer)
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Return, r.reviewer, long); !errors.As(err, &refused) || refused.Field != "reason" {
			t.Errorf("a reason: %v", err)
		}
	})
}
