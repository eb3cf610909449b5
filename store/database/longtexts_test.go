package database_test

import (
	"errors"
	"strings"
	"testing"

	"gorm.io/gorm"

	"time"

	"green500/store/database"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// writeText writes a text into a column of a new row, or of all rows that there are not, as the program does.
func writeText(t *testing.T, in *recorded.Database, table, column, way, value string) error {
	t.Helper()
	return in.Transact(t.Context(), func(tx *gorm.DB) error {
		changed, dry := map[string]any{column: value}, tx.Session(&gorm.Session{DryRun: true}).Table(table)
		if way == "create" {
			return dry.Create(changed).Error
		}
		return dry.Where("1 = 0").Updates(changed).Error
	})
}

// TestNoColumnTakesATextWithoutEnd: every column of text refuses what is longer than it may hold, however it is
// written.
func TestNoColumnTakesATextWithoutEnd(t *testing.T) {
	at := storetest.SQLite(t)
	opened := roomtest.Recorded(t, at, time.Now)
	tried := 0
	for _, column := range roomtest.TableColumnsOf(t, at) {
		if column.Kind != "TEXT" || strings.HasPrefix(column.Table, "goose") {
			continue
		}
		most := database.LongestOf(column.Table, column.Name)
		for _, way := range []string{"create", "update"} {
			for _, step := range []struct {
				length int
				fits   bool
			}{{most, true}, {most + 1, false}} {
				err := writeText(t, opened, column.Table, column.Name, way, strings.Repeat("x", step.length))
				var long *power.InputError
				if refused := errors.As(err, &long) &&
					strings.Contains(long.Problem, "bytes, and may have"); refused == step.fits {
					t.Errorf("%s of %s.%s with %d bytes: %v", way, column.Table, column.Name, step.length, err)
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
		if err := r.Outbox.Post(t.Context(),
			outbox.Mail{To: "a@example.org", Subject: long}); !errors.As(err, &refused) || refused.Field != "subject" {
			t.Errorf("a subject of a mail: %v", err)
		}
		entry := r.Entry(r.Submitter, roomtest.GradedAs(roomtest.Summary()))
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Move(entry.ID, review.Take, r.Reviewer)
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Return, r.Reviewer,
			long); !errors.As(err, &refused) || refused.Field != "reason" {
			t.Errorf("a reason: %v", err)
		}
	})
}
