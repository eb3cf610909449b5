package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// records returns the log, oldest first.
func (r *room) records(filter auditlog.AuditFilter) []audit.Record {
	r.t.Helper()
	found, err := r.AuditLog.AuditRecords(r.t.Context(), filter, 10_000)
	if err != nil {
		r.t.Fatal(err)
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found
}

// TestAChangeWithoutARecordIsRefused is what makes the log complete: every table that is not listed with a reason
// can only be changed where something is recorded.
func TestAChangeWithoutARecordIsRefused(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		free := store.UnrecordedTables()
		tables, err := store.Tables(t.Context(), r.Store)
		if err != nil {
			t.Fatal(err)
		}
		held := 0
		for _, table := range tables {
			if _, listed := free[table]; listed || table == "goose_db_version" || strings.HasPrefix(table, "sqlite_") {
				continue
			}
			held++
			for _, way := range store.WaysToChange() {
				if err := store.ChangeSilently(t.Context(), r.Store, table, way); err == nil || !strings.Contains(err.Error(), "recorded in the audit log") {
					t.Errorf("%s of %s without a transaction: %v", way, table, err)
				}
			}
		}
		if held < 15 {
			t.Errorf("only %d of %v are held", held, tables)
		}
		if err := store.ChangeUnrecorded(t.Context(), r.Store, r.submitter.ID); err == nil || !strings.Contains(err.Error(), "nothing records the change of users") {
			t.Errorf("a transaction that records nothing: %v", err)
		}
		if err := store.ChangeInSQL(t.Context(), r.Store, r.submitter.ID); err == nil || !strings.Contains(err.Error(), "a change in SQL") {
			t.Errorf("a change in SQL: %v", err)
		}
		if user, err := r.Accounts.User(t.Context(), r.submitter.ID); err != nil || user.Name != r.submitter.Name {
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
		first := len(r.records(auditlog.AuditFilter{}))
		asked := recorded.Origin{Actor: r.admin.Actor(), Address: "192.0.2.7", Request: "abc"}
		for _, by := range []recorded.Origin{asked, {Actor: r.admin.Actor(), Token: true}, {Address: "192.0.2.8"}, {Actor: recorded.Actor{Name: "root"}, Command: "user"}} {
			if err := r.Accounts.SetRole(recorded.WithOrigin(t.Context(), by), r.other.ID, review.Reviewer); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Accounts.SetRole(t.Context(), r.other.ID, review.Submitter); err != nil {
			t.Fatal(err)
		}
		want := []string{
			fmt.Sprintf("%d ADM admin 192.0.2.7 abc", r.admin.ID), fmt.Sprintf("%d ADM admin, by a token  ", r.admin.ID), "0 nobody signed in public 192.0.2.8 ",
			"0 root command line  ", "0 the program itself   ",
		}
		for i, record := range r.records(auditlog.AuditFilter{})[first:] {
			got := fmt.Sprintf("%d %s %s %s %s", record.ActorID, record.ActorName, record.Role, record.Address, record.Request)
			if got != want[i] || record.Event != "set a role" || record.Subject != fmt.Sprint("account ", r.other.ID) || !record.At.Equal(during.Truncate(time.Microsecond)) {
				t.Errorf("got %q of %+v, want %q", got, record, want[i])
			}
		}
	})
}

func TestWhatFailsLeavesNoRecord(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		before := len(r.records(auditlog.AuditFilter{}))
		if err := r.Accounts.SetRole(t.Context(), 999, review.Reviewer); err == nil {
			t.Fatal("an account that is not there got a role")
		}
		if _, err := r.Editions.CreateEdition(t.Context(), editions.Edition{Name: edition, Methodology: methodology.V20, OpensAt: opens, ClosesAt: closes}); err == nil {
			t.Fatal("an edition was opened twice")
		}
		if after := len(r.records(auditlog.AuditFilter{})); after != before {
			t.Errorf("%d records came of what did not happen", after-before)
		}
	})
}

// TestManyWriteOneChain has people change things at once.
func TestManyWriteOneChain(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const people, each = 8, 5
		before := len(r.records(auditlog.AuditFilter{}))
		done := make(chan error)
		for range people {
			go func() {
				var err error
				for range each {
					if err == nil {
						err = r.Accounts.UpdateProfile(t.Context(), r.other.ID, "Other", "Centre")
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
		if got := len(r.records(auditlog.AuditFilter{})) - before; got != people*each {
			t.Errorf("got %d records, want %d", got, people*each)
		}
		r.wantSound()
	})
}

func TestALookAtEvidenceIsRecordedOnceInTenMinutes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
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
			{"its owner", func() { look(r.submitter, "chart.json") }, 0},
			{"a reviewer", func() { look(r.reviewer, "chart.json") }, 1},
			{"who zooms", func() { look(r.reviewer, "chart.json") }, 0},
			{"and takes a file", func() { look(r.reviewer, "files/a.csv") }, 1},
			{"another reviewer", func() { look(r.second, "chart.json") }, 1},
			{"the first again after ten minutes", func() { r.clock.advance(10 * time.Minute); look(r.reviewer, "chart.json") }, 1},
		}
		for _, step := range steps {
			before := len(r.records(auditlog.AuditFilter{Event: "view evidence"}))
			step.do()
			if got := len(r.records(auditlog.AuditFilter{Event: "view evidence"})) - before; got != step.further {
				t.Errorf("%s: %d records, want %d", step.name, got, step.further)
			}
		}
		last := r.records(auditlog.AuditFilter{Event: "view evidence", EntryID: entry.ID})[3]
		if last.ActorID != r.reviewer.ID || last.Revision != 1 || last.Subject != "chart.json" {
			t.Errorf("got %+v", last)
		}
		r.move(entry.ID, review.Accept, r.reviewer)
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		before := len(r.records(auditlog.AuditFilter{}))
		look(r.second, "published")
		if len(r.records(auditlog.AuditFilter{})) != before {
			t.Error("a look at what is public is recorded")
		}
	})
}

func TestAConflictIsRecordedWhenItKeepsSomebodyOut(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		if err := store.Execute(t.Context(), r.Store, fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (%d, %d, '', '', 'a friend', 0)", r.second.ID, entry.ID)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Submissions.EntryAccess(context.WithoutCancel(t.Context()), entry.ID, r.second); err == nil {
			t.Fatal("a reviewer with a conflict sees the entry")
		}
		refused := r.records(auditlog.AuditFilter{Event: "view refused"})
		if len(refused) != 1 || refused[0].ActorID != r.second.ID || refused[0].EntryID != entry.ID {
			t.Errorf("got %+v", refused)
		}
	})
}
