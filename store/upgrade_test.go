package store_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"green500/migrations"
	"green500/store"
	"green500/store/storetest"
	"green500/validation/review"
)

// TestUpgradeFromEverySchema: an installation of any earlier version is brought up to date when it is opened, loses
// no row and no value on the way, and can be worked with.
func TestUpgradeFromEverySchema(t *testing.T) {
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no migrations", err)
	}
	kinds := []storetest.Database{{Name: "SQLite", New: storetest.NoSQLite}, {Name: "PostgreSQL", New: storetest.Empty}}
	for _, kind := range kinds {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			walk(t, kind.New(t), len(names))
		})
	}
}

// walk brings a database from each schema to the next, and upgrades a copy of it from each.
func walk(t *testing.T, database string, versions int) {
	t.Helper()
	for version := range int64(versions) {
		reach(t, database, version+1)
		reached := storetest.CopyOf(t, database)
		t.Run(fmt.Sprintf("from %d", version+1), func(t *testing.T) {
			t.Parallel()
			upgradeFrom(t, reached, version+1)
		})
	}
}

// reach makes a migration, and writes rows as the program wrote them that knew it as the last. Nobody is connected behind it.
func reach(t *testing.T, database string, version int64) {
	t.Helper()
	pool := storetest.Pool(t, database)
	bytesWord := "BLOB"
	if strings.HasPrefix(database, "postgres") {
		bytesWord = "BYTEA"
	}
	if err := storetest.MigrateTo(t.Context(), pool, database, version); err != nil {
		t.Fatal(err)
	}
	for _, statement := range rowsOfMigration[version] {
		if _, err := pool.ExecContext(t.Context(), strings.ReplaceAll(statement, "${BYTES}", bytesWord)); err != nil {
			t.Fatalf("after migration %d: %v in %s", version, err, statement)
		}
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
}

func upgradeFrom(t *testing.T, database string, version int64) {
	t.Helper()
	before := allRows(t, database)
	opened := storetest.Open(t, store.Config{Database: database})
	after := allRows(t, database)
	wantSealed(t, database, after)
	for _, rows := range []map[string][]row{before, after} {
		hideSealed(rows)
	}
	wantKept(t, before, after)
	people, err := opened.Users(t.Context())
	if err != nil || len(people) != 3 {
		t.Fatalf("%d accounts, %v", len(people), err)
	}
	for _, one := range people {
		if !one.ConfirmedAt.Equal(one.CreatedAt) {
			t.Errorf("%s could sign in before, and has to confirm the address at %v", one.Email, one.ConfirmedAt)
		}
	}
	for _, session := range readRows(t, storetest.Pool(t, database), "SELECT seen_at FROM sessions WHERE key = 'first'") {
		if session["seen_at"] != "4000000000000000" {
			t.Errorf("a session of before counts as used until %v", session)
		}
	}
	if made, err := store.InsertUser(t.Context(), opened, store.NewUser{Email: "new@example.org", Name: "New", Role: review.Submitter}); err != nil || made.ID != 4 {
		t.Errorf("the next account is %d, %v", made.ID, err)
	}
	if version < 2 {
		return
	}
	if got, err := opened.Revision(t.Context(), 1, 0); err != nil || len(got.Files) != 1 {
		t.Errorf("the revision is %+v, %v", got, err)
	}
	if _, err := opened.Draft(t.Context(), 2); err != nil {
		t.Error(err)
	}
	if version < 3 {
		return
	}
	if list, err := opened.PublishedList(t.Context(), "2026-06", store.User{}, store.AsOf{}); err != nil || len(list.Rows) != 1 || len(list.Errata) != 0 {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if browsed, err := opened.Catalogued(t.Context(), "2026-06", store.User{}); err != nil || browsed.Entries != 1 {
		t.Errorf("the list to browse is %+v, %v", browsed, err)
	}
}

// row is a row by column, as texts.
type row map[string]string

// counters change with each start, and are no content.
var counters = []string{"goose_db_version", "goose_lock", "audit_head", "public_state", "sqlite_sequence"}

// allRows reads every table.
func allRows(t *testing.T, database string) map[string][]row {
	t.Helper()
	pool := storetest.Pool(t, database) // of its own: one that knew the tables as they were has statements prepared for them
	catalogue := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if strings.HasPrefix(database, "postgres") {
		catalogue = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"
	}
	all := map[string][]row{}
	for _, table := range readRows(t, pool, catalogue) {
		for _, name := range table {
			if !slices.Contains(counters, name) {
				all[name] = readRows(t, pool, "SELECT * FROM "+name)
			}
		}
	}
	return all
}

func readRows(t *testing.T, pool *sql.DB, query string) []row {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all []row
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		one := row{}
		for i, column := range columns {
			one[column] = fmt.Sprintf("%v", values[i])
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// filledLater are the columns of before that a start fills in, because those who wrote the row did not know them.
var filledLater = map[string][]string{"entries": {"processor"}, "lists": {"version", "changed_at"}}

// wantKept fails unless every row is still there, with every value in a column that still is.
func wantKept(t *testing.T, before, after map[string][]row) {
	t.Helper()
	for table, rows := range before {
		for _, old := range rows {
			if !slices.ContainsFunc(after[table], func(now row) bool { return old.within(now, filledLater[table]) }) {
				t.Errorf("%s lost %v; it has %v", table, old, after[table])
			}
		}
	}
}

func (r row) within(now row, filledLater []string) bool {
	for column, value := range r {
		if held, there := now[column]; there && held != value && !slices.Contains(filledLater, column) {
			return false
		}
	}
	return true
}

// readableSecrets are what stood readable in the database before there was a secret key.
var readableSecrets = []string{"01234567890123456789012345678901", "A text"}

// wantSealed demands that what has to be secret is nowhere in a database any more, and can be read with the secret key.
func wantSealed(t *testing.T, database string, after map[string][]row) {
	t.Helper()
	everything := fmt.Sprint(after)
	for _, file := range []string{database, database + "-wal"} {
		if content, err := os.ReadFile(file); err == nil {
			everything += string(content)
		}
	}
	for _, secret := range readableSecrets {
		if strings.Contains(everything, secret) {
			t.Errorf("%q is still readable", secret)
		}
	}
	if len(after["outbox"]) > 0 {
		if mails := storetest.Mails(t, database, "rev@example.org"); len(mails) != 1 || mails[0].Text != "A text" {
			t.Errorf("the mail says %+v", mails)
		}
	}
}

// hideSealed leaves out what is encrypted when an installation is opened, and the key that it makes then.
func hideSealed(rows map[string][]row) {
	for _, one := range rows["signing_keys"] {
		one["seed"] = ""
	}
	for _, one := range rows["outbox"] {
		one["text"] = ""
	}
}
