package auditlog_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"green500/store/auditlog"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	foreign "green500/validation/lists/published"
	"green500/validation/review"
)

// unproven are the tables and columns that `verify` does not prove. SECURITY.md gives the reason for each.
func unproven() []string {
	return []string{
		"alike_readings", "audit_head.id", "equipment", "draft_changes", "draft_fields", "entries.changed",
		"entries.graded", "entries.updated_at", "entries.version", "fingerprint_marks", "fingerprints",
		"goose_db_version", "identities", "installation", "jobs", "links",
		"list_figures", "listing_choices", "lists.version", "looks", "loose_blobs", "notice_choices", "notices",
		"outbox", "passkeys", "public_state", "readings", "presets",
		"revision_findings", "sessions", "signing_keys.created_at", "system_keys", "systems", "tallies", "tokens",
		"uploads", "users.affiliation", "users.confirmed_at", "users.created_at", "users.email", "users.name",
		"users.password_at", "users.password_hash", "webhook_messages", "webhooks",
	}
}

// eventful is a history in which every table that is proven has a row.
func (r *room) eventful() {
	r.T.Helper()
	r.Appeal(r.Rejected().ID, r.Submitter)
	unmet := r.UnmetEntry()
	r.Propose(unmet.ID, r.Proposal())
	r.Declare(r.Second, reviews.NewConflict{Domain: "elsewhere.example.org"})
	r.Founded(r.Submitter, "A centre")
	r.Inquire(unmet.ID, r.Reviewer, false, 0)
	r.MoveWaiver(unmet.ID, 1, review.TakeBack, r.Reviewer)
	r.Move(unmet.ID, review.Reject, r.Reviewer)
	r.Accepted(r.Submitter, roomtest.Summary())
	published, waiting := r.History()
	r.Move(waiting.ID, review.Submit, r.Submitter)
	r.Imported(roomtest.Import(foreign.Green500, "2025-06", roomtest.ForeignRow(1, 7, "Other", 7, 2)))
	r.Correct(lists.Correction{EntryID: published.ID, TakeOut: true, Reason: "withdrawn by its site"})
}

// TestVerifyNamesEveryColumnThatWasChanged: one value in any column of any table; without GREEN500_TEST_LONG in every
// fourth column. What is not proven is in the list above, and in SECURITY.md with the reason.
func TestVerifyNamesEveryColumnThatWasChanged(t *testing.T) {
	database := storetest.NoSQLite(t)
	r := newRoom(t, database)
	r.eventful()
	before := r.Inspect(nil) // of what is made up for tests
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	left := unproven()
	for _, name := range left {
		if !strings.Contains(string(said), "`"+name+"`") {
			t.Errorf("SECURITY.md gives no reason for %s", name)
		}
	}
	for n, column := range roomtest.TableColumnsOf(t, database) {
		if slices.Contains(left, column.Table) || slices.Contains(left, column.Table+"."+column.Name) ||
			n%4 > 0 && os.Getenv("GREEN500_TEST_LONG") == "" {
			continue
		}
		t.Run(column.Table+"."+column.Name, func(t *testing.T) {
			t.Parallel()
			at := storetest.CopyOf(t, database)
			alter(t, column, at)
			twin := r.Twin(t, at, r.Kept)
			fresh := func(problem string) bool { return !slices.Contains(before, problem) }
			found := false
			_, err := twin.AuditLog.Inspect(t.Context(),
				auditlog.Inspection{Found: func(problem string) { found = found || fresh(problem) }})
			if !found && err == nil {
				t.Error("nothing is wrong")
			}
		})
	}
}

// alter changes the value of the last row in which there is one, past all constraints.
func alter(t *testing.T, c roomtest.TableColumn, database string) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+database+"?_pragma=ignore_check_constraints(1)&_pragma=foreign_keys(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	value := map[string]string{"TEXT": "%s || 'x'", "BLOB": "CAST(coalesce(%s, x'') || x'41' AS BLOB)",
		"REAL": "coalesce(%s, 0) + 0.5", "INTEGER": "coalesce(%s, 0) + 1"}[c.Kind]
	if c.Kind == "INTEGER" && (c.Name == "id" || strings.HasSuffix(c.Name, "_id") || c.Name == "number" ||
		c.Name == "position" || c.Name == "rank") {
		value = "coalesce(%s, 0) + 1000"
	}
	last := "SELECT max(rowid) FROM " + c.Table
	if c.Table == "users" || c.Table == "revisions" || c.Table == "revision_files" || c.Table == "revision_series" ||
		c.Table == "listings" {
		last = "SELECT min(rowid) FROM " + c.Table
	}
	changed, err := pool.ExecContext(context.Background(),
		fmt.Sprintf("UPDATE %s SET %s = "+value+" WHERE rowid = (%s)", c.Table, c.Name, c.Name, last))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := changed.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("there is no row to change: %d, %v", n, err)
	}
}

// TestTheDatabaseLooksAtItself: values that no constraint allows, and references that lead nowhere.
func TestTheDatabaseLooksAtItself(t *testing.T) {
	for name, statement := range map[string]string{
		"CHECK constraint failed in entries": "UPDATE entries SET failed = -1",
		"refers to a row of users that is not there": "UPDATE receipts SET entry_id = 4711; UPDATE conflicts " +
			"SET user_id = 4711",
		"refers to a row of entries that is not": "UPDATE receipts SET entry_id = 4711; UPDATE conflicts " +
			"SET user_id = 4711",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, storetest.NoSQLite(t))
			r.History()
			r.Declare(r.Second, reviews.NewConflict{Domain: "elsewhere.example.org"})
			r.WantSound()
			pool, err := sql.Open("sqlite",
				"file:"+r.At+"?_pragma=ignore_check_constraints(1)&_pragma=foreign_keys(0)&_pragma=busy_timeout(10000)")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = pool.Close() }()
			if _, err := pool.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
			if problems := r.Inspect(nil); !slices.ContainsFunc(problems,
				func(p string) bool { return strings.HasPrefix(p, "database: ") && strings.Contains(p, name) }) {
				t.Errorf("got %q", problems)
			}
		})
	}
}

// TestWhatVerifyProvesOnEachDatabase: the same rows have the same digest in both, and rows that were changed behind the
// log are named.
func TestWhatVerifyProvesOnEachDatabase(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		published, _ := r.History()
		r.Declare(r.Second, reviews.NewConflict{Domain: "elsewhere.example.org"})
		r.WantSound()
		for statement, want := range map[string]string{
			"UPDATE decisions SET reason = 'another' " +
				"WHERE verb = 'accept'": "the decisions on submission " +
				fmt.Sprint(published.ID) + ": not as recorded (record ",
			"UPDATE editions SET embargo_until = 1": "edition 1: not as recorded (record ",
			"UPDATE conflicts SET withdrawn_at = 1": "conflict of interest 1: not as recorded (record ",
			"UPDATE users SET role = 'admin' WHERE id = 2": "account 2: it has the role admin, " +
				"and no record gives it that",
			"DELETE FROM list_rows": "2026-11",
			"INSERT INTO conflicts (user_id, site, domain, reason, declared_at) " +
				"VALUES (1, 'A', '', 'b', 0)": "conflict of interest 2: no record shows where it comes from",
		} {
			r.Meddle("%s", statement)
			if problems := r.Inspect(nil); !slices.ContainsFunc(problems,
				func(p string) bool { return strings.Contains(p, want) }) {
				t.Errorf("%s: got %q", statement, problems)
			}
		}
	})
}
