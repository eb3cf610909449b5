package recorded_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/roomtest"
	"green500/validation/methodology"
	"green500/validation/review"
)

// changeSilently changes a table outside of a transaction.
func changeSilently(r *room, table, way string) error {
	tx := r.Recorded().Query(r.T.Context()).Table(table).Where("1 = 0")
	switch way {
	case "create":
		return tx.Create(map[string]any{"nothing": 1}).Error
	case "update":
		return tx.Updates(map[string]any{"nothing": 1}).Error
	}
	return tx.Delete(map[string]any{}).Error
}

// TestAChangeWithoutARecordIsRefused is what makes the log complete: every table that is not listed with a reason
// can only be changed where something is recorded.
func TestAChangeWithoutARecordIsRefused(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		free := recorded.Unrecorded()
		held := 0
		for _, table := range r.Tables() {
			if _, listed := free[table]; listed || table == "goose_db_version" || strings.HasPrefix(table, "sqlite_") {
				continue
			}
			held++
			for _, way := range []string{"create", "update", "delete"} {
				if err := changeSilently(r, table, way); err == nil ||
					!strings.Contains(err.Error(), "recorded in the audit log") {
					t.Errorf("%s of %s without a transaction: %v", way, table, err)
				}
			}
		}
		if held < 15 {
			t.Errorf("only %d are held", held)
		}
		if err := r.Recorded().Transact(t.Context(), func(tx *gorm.DB) error {
			return tx.Table("users").Where("id = ?", r.Submitter.ID).Update("name", "Nobody").Error
		}); err == nil || !strings.Contains(err.Error(), "nothing records the change of users") {
			t.Errorf("a transaction that records nothing: %v", err)
		}
		if err := r.Recorded().Change(t.Context(), recorded.AuditEvent{Name: "write", EntryID: 1, Revision: 1},
			func(tx *gorm.DB) error {
				return tx.Exec("UPDATE users SET name = 'Nobody' WHERE id = ?", r.Submitter.ID).Error
			}); err == nil || !strings.Contains(err.Error(), "a change in SQL") {
			t.Errorf("a change in SQL: %v", err)
		}
		if user, err := r.Accounts.User(t.Context(), r.Submitter.ID); err != nil || user.Name != r.Submitter.Name {
			t.Errorf("it was changed all the same: %v %v", user, err)
		}
		for table, reason := range free {
			if reason == "" {
				t.Errorf("no reason is given for %s", table)
			}
		}
	})
}

func TestARecordTellsWhoFromWhere(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		first := len(r.Records(auditlog.AuditFilter{}))
		asked := recorded.Origin{Actor: r.Admin.Actor(), Address: "192.0.2.7", Request: "abc"}
		for _, by := range []recorded.Origin{asked, {Actor: r.Admin.Actor(), Token: true}, {Address: "192.0.2.8"},
			{Actor: recorded.Actor{Name: "root"}, Command: "user"}} {
			if err := r.Accounts.SetRole(recorded.WithOrigin(t.Context(), by), r.Other.ID,
				review.Reviewer); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Accounts.SetRole(t.Context(), r.Other.ID, review.Submitter); err != nil {
			t.Fatal(err)
		}
		want := []string{
			fmt.Sprintf("%d ADM admin 192.0.2.7 abc", r.Admin.ID), fmt.Sprintf("%d ADM admin, by a token  ",
				r.Admin.ID), "0 nobody signed in public 192.0.2.8 ", "0 root command line  ", "0 the program itself   ",
		}
		for i, record := range r.Records(auditlog.AuditFilter{})[first:] {
			got := fmt.Sprintf("%d %s %s %s %s", record.ActorID, record.ActorName, record.Role, record.Address,
				record.Request)
			if got != want[i] || record.Event != "set a role" || record.Subject != fmt.Sprint("account ", r.Other.ID) ||
				!record.At.Equal(roomtest.During.Truncate(time.Microsecond)) {
				t.Errorf("got %q of %+v, want %q", got, record, want[i])
			}
		}
	})
}

func TestWhatFailsLeavesNoRecord(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		before := len(r.Records(auditlog.AuditFilter{}))
		if err := r.Accounts.SetRole(t.Context(), 999, review.Reviewer); err == nil {
			t.Fatal("an account that is not there got a role")
		}
		if _, err := r.Editions.Create(t.Context(), editions.Edition{Name: roomtest.Edition,
			Methodology: methodology.V20, OpensAt: roomtest.Opens, ClosesAt: roomtest.Closes}); err == nil {
			t.Fatal("an edition was opened twice")
		}
		if after := len(r.Records(auditlog.AuditFilter{})); after != before {
			t.Errorf("%d records came of what did not happen", after-before)
		}
	})
}

// TestManyWriteOneChain has people change things at once.
func TestManyWriteOneChain(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const people, each = 8, 5
		before := len(r.Records(auditlog.AuditFilter{}))
		done := make(chan error)
		for range people {
			go func() {
				var err error
				for range each {
					if err == nil {
						err = r.Accounts.UpdateProfile(t.Context(), r.Other.ID, "Other", "Centre")
					}
				}
				done <- err
			}()
		}
		for range people {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if got := len(r.Records(auditlog.AuditFilter{})) - before; got != people*each {
			t.Errorf("got %d records, want %d", got, people*each)
		}
		r.WantSound()
	})
}

func TestALookAtEvidenceIsRecordedOnceInTenMinutes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		look := func(by accounts.User, what string) {
			t.Helper()
			ctx := recorded.WithOrigin(t.Context(), recorded.Origin{Actor: by.Actor(), Looks: what})
			if _, err := r.Submissions.EntryAccess(ctx, entry.ID, by); err != nil {
				t.Fatal(err)
			}
		}
		steps := []struct {
			name    string
			do      func()
			further int
		}{
			{"its owner", func() { look(r.Submitter, "chart.json") }, 0},
			{"a reviewer", func() { look(r.Reviewer, "chart.json") }, 1},
			{"who zooms", func() { look(r.Reviewer, "chart.json") }, 0},
			{"and takes a file", func() { look(r.Reviewer, "files/a.csv") }, 1},
			{"another reviewer", func() { look(r.Second, "chart.json") }, 1},
			{"the first again after ten minutes",
				func() { r.Clock.Advance(10 * time.Minute); look(r.Reviewer, "chart.json") }, 1},
		}
		for _, step := range steps {
			before := len(r.Records(auditlog.AuditFilter{Event: "view evidence"}))
			step.do()
			if got := len(r.Records(auditlog.AuditFilter{Event: "view evidence"})) - before; got != step.further {
				t.Errorf("%s: %d records, want %d", step.name, got, step.further)
			}
		}
		last := r.Records(auditlog.AuditFilter{Event: "view evidence", EntryID: entry.ID})[3]
		if last.ActorID != r.Reviewer.ID || last.Revision != 1 || last.Subject != "chart.json" {
			t.Errorf("got %+v", last)
		}
		r.Move(entry.ID, review.Accept, r.Reviewer)
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		before := len(r.Records(auditlog.AuditFilter{}))
		look(r.Second, "published")
		if len(r.Records(auditlog.AuditFilter{})) != before {
			t.Error("a look at what is public is recorded")
		}
	})
}

func TestAConflictIsRecordedWhenItKeepsSomebodyOut(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", r.Second.ID, entry.ID)
		if _, err := r.Submissions.EntryAccess(context.WithoutCancel(t.Context()), entry.ID, r.Second); err == nil {
			t.Fatal("a reviewer with a conflict sees the entry")
		}
		refused := r.Records(auditlog.AuditFilter{Event: "view refused"})
		if len(refused) != 1 || refused[0].ActorID != r.Second.ID || refused[0].EntryID != entry.ID {
			t.Errorf("got %+v", refused)
		}
	})
}
