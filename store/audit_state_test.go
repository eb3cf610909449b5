package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/auditlog"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/storetest"
	foreign "green500/validation/lists/published"
	"green500/validation/review"
)

// unproven are the tables and columns that `verify` does not prove. SECURITY.md gives the reason for each.
func unproven() []string {
	return []string{
		"alike_readings", "audit_head.id", "equipment", "draft_changes", "draft_fields", "entries.changed", "entries.graded", "entries.updated_at", "entries.version", "fingerprint_marks", "fingerprints", "goose_db_version", "identities", "installation", "jobs", "links",
		"list_figures", "listing_choices", "lists.version", "looks", "loose_blobs", "notice_choices", "notices", "outbox", "passkeys", "public_state", "readings", "presets",
		"revision_findings", "sessions", "signing_keys.created_at", "system_keys", "systems", "tallies", "tokens", "uploads",
		"users.affiliation", "users.confirmed_at", "users.created_at", "users.email", "users.name", "users.password_at", "users.password_hash",
		"webhook_messages", "webhooks",
	}
}

// eventful is a history in which every table that is proven has a row.
func (r *room) eventful() {
	r.t.Helper()
	r.appeal(r.rejected().ID, r.submitter)
	unmet := r.unmetEntry()
	r.propose(unmet.ID, r.proposal())
	r.declare(r.second, reviews.NewConflict{Domain: "elsewhere.example.org"})
	r.founded(r.submitter, "A centre")
	r.inquire(unmet.ID, r.reviewer, false, 0)
	r.moveWaiver(unmet.ID, 1, review.TakeBack, r.reviewer)
	r.move(unmet.ID, review.Reject, r.reviewer)
	r.accepted(r.submitter, summary())
	published, waiting := r.history()
	r.move(waiting.ID, review.Submit, r.submitter)
	r.imported(elsewhere(foreign.Green500, "2025-06", foreignRow(1, 7, "Other", 7, 2)))
	r.correct(lists.Correction{EntryID: published.ID, TakeOut: true, Reason: "withdrawn by its site"})
}

// TestVerifyNamesEveryColumnThatWasChanged: one value in any column of any table; without GREEN500_TEST_LONG in every fourth column. What is not proven is in the list above, and in
// SECURITY.md with the reason.
func TestVerifyNamesEveryColumnThatWasChanged(t *testing.T) {
	database := storetest.NoSQLite(t)
	r := newRoom(t, database)
	r.eventful()
	before := r.inspect(nil) // of what is made up for tests
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	left := unproven()
	for _, name := range left {
		if !strings.Contains(string(said), "`"+name+"`") {
			t.Errorf("SECURITY.md gives no reason for %s", name)
		}
	}
	for n, column := range tableColumnsOf(t, database) {
		if slices.Contains(left, column.table) || slices.Contains(left, column.table+"."+column.name) || n%4 > 0 && os.Getenv("GREEN500_TEST_LONG") == "" {
			continue
		}
		t.Run(column.table+"."+column.name, func(t *testing.T) {
			t.Parallel()
			twin := *r
			twin.t, twin.at = t, storetest.CopyOf(t, database)
			column.change(t, twin.at)
			twin.Store = storetest.Open(t, store.Config{Database: twin.at, Blobs: twin.blobs, Now: r.clock.Now})
			fresh := func(problem string) bool { return !slices.Contains(before, problem) }
			found := false
			_, err := twin.AuditLog.Inspect(t.Context(), auditlog.Inspection{Found: func(problem string) { found = found || fresh(problem) }})
			if !found && err == nil {
				t.Error("nothing is wrong")
			}
		})
	}
}

type tableColumn struct{ table, name, kind string }

func tableColumnsOf(t *testing.T, database string) (all []tableColumn) {
	t.Helper()
	rows, err := storetest.Pool(t, database).QueryContext(t.Context(), `SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c tableColumn
		if err := rows.Scan(&c.table, &c.name, &c.kind); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// change alters the value of the last row in which there is one, past all constraints.
func (c tableColumn) change(t *testing.T, database string) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+database+"?_pragma=ignore_check_constraints(1)&_pragma=foreign_keys(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	value := map[string]string{"TEXT": "%s || 'x'", "BLOB": "CAST(coalesce(%s, x'') || x'41' AS BLOB)", "REAL": "coalesce(%s, 0) + 0.5", "INTEGER": "coalesce(%s, 0) + 1"}[c.kind]
	if c.kind == "INTEGER" && (c.name == "id" || strings.HasSuffix(c.name, "_id") || c.name == "number" || c.name == "position" || c.name == "rank") {
		value = "coalesce(%s, 0) + 1000"
	}
	last := "SELECT max(rowid) FROM " + c.table
	if c.table == "users" || c.table == "revisions" || c.table == "revision_files" || c.table == "revision_series" || c.table == "listings" {
		last = "SELECT min(rowid) FROM " + c.table
	}
	changed, err := pool.ExecContext(context.Background(), fmt.Sprintf("UPDATE %s SET %s = "+value+" WHERE rowid = (%s)", c.table, c.name, c.name, last))
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
		"CHECK constraint failed in entries":         "UPDATE entries SET failed = -1",
		"refers to a row of users that is not there": "UPDATE receipts SET entry_id = 4711; UPDATE conflicts SET user_id = 4711",
		"refers to a row of entries that is not":     "UPDATE receipts SET entry_id = 4711; UPDATE conflicts SET user_id = 4711",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t, storetest.NoSQLite(t))
			r.history()
			r.declare(r.second, reviews.NewConflict{Domain: "elsewhere.example.org"})
			r.wantSound()
			pool, err := sql.Open("sqlite", "file:"+r.at+"?_pragma=ignore_check_constraints(1)&_pragma=foreign_keys(0)&_pragma=busy_timeout(10000)")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = pool.Close() }()
			if _, err := pool.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
			if problems := r.inspect(nil); !slices.ContainsFunc(problems, func(p string) bool { return strings.HasPrefix(p, "database: ") && strings.Contains(p, name) }) {
				t.Errorf("got %q", problems)
			}
		})
	}
}

// TestWhatVerifyProvesOnEachDatabase: the same rows have the same digest in both, and rows that were changed behind the log are named.
func TestWhatVerifyProvesOnEachDatabase(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		published, _ := r.history()
		r.declare(r.second, reviews.NewConflict{Domain: "elsewhere.example.org"})
		r.wantSound()
		for statement, want := range map[string]string{
			"UPDATE decisions SET reason = 'another' WHERE verb = 'accept'":                                  "the decisions on submission " + fmt.Sprint(published.ID) + ": not as recorded (record ",
			"UPDATE editions SET embargo_until = 1":                                                          "edition 1: not as recorded (record ",
			"UPDATE conflicts SET withdrawn_at = 1":                                                          "conflict of interest 1: not as recorded (record ",
			"UPDATE users SET role = 'admin' WHERE id = 2":                                                   "account 2: it has the role admin, and no record gives it that",
			"DELETE FROM list_rows":                                                                          "2026-11",
			"INSERT INTO conflicts (user_id, site, domain, reason, declared_at) VALUES (1, 'A', '', 'b', 0)": "conflict of interest 2: no record shows where it comes from",
		} {
			r.tamper(statement)
			if problems := r.inspect(nil); !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, want) }) {
				t.Errorf("%s: got %q", statement, problems)
			}
		}
	})
}
