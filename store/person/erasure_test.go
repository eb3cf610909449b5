package person_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/person"
	"green500/store/storetest"
)

// otherNames are columns with names of other things than people.
func otherNames() []string {
	return []string{
		"systems.name", "sites.name", "lists.name", "editions.name", "uploads.name", "receipts.name",
		"revision_files.name", "tokens.name", "passkeys.name", "equipment.name",
		"presets.name", "tallies.name", "sqlite_sequence.name",
	}
}

// TestEveryPersonalColumnIsTreated: a column with somebody's number, name or address has a row in the table of what
// erasing does, and every row of the table is about columns that are there.
func TestEveryPersonalColumnIsTreated(t *testing.T) {
	database := storetest.SQLite(t)
	storetest.Open(t, store.Config{Database: database, Blobs: storetest.Blobs(t)})
	rows, err := storetest.Pool(t, database).QueryContext(t.Context(),
		`SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	numbers := regexp.MustCompile(
		`^(user_id|owner_id|author_id|actor_id|opened_by|decided_by|reviewer_id|proposer_id|approver_id|updated_by|recipient|email|ended_by_id)$`)
	names := regexp.MustCompile(`^([a-z]+_name|ended_by|name)$`)
	var there []string
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		there = append(there, table+"."+column)
		treated := func(of func(person.Treatment) bool) bool {
			return slices.ContainsFunc(person.Treatments(),
				func(one person.Treatment) bool { return one.Table == table && of(one) })
		}
		if numbers.MatchString(column) && !treated(func(one person.Treatment) bool { return one.Whose == column }) {
			t.Errorf("nothing states what erasing does by %s.%s", table, column)
		}
		if names.MatchString(column) && !slices.Contains(otherNames(), table+"."+column) &&
			!treated(func(one person.Treatment) bool { return slices.Contains(one.Names, column) }) {
			t.Errorf("nothing states what erasing does with %s.%s", table, column)
		}
	}
	if err := rows.Err(); err != nil || len(there) < 200 {
		t.Errorf("%d columns were seen, %v", len(there), err)
	}
	handbook, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range person.Treatments() {
		for _, column := range append([]string{one.Whose}, one.Names...) {
			if !slices.Contains(there, one.Table+"."+column) {
				t.Errorf("there is no column %s.%s", one.Table, column)
			}
		}
		if one.Why == "" || (one.Does == person.Renames) != (len(one.Names) > 0) {
			t.Errorf("%s by %s: %q, names %q", one.Table, one.Whose, one.Why, one.Names)
		}
		if !strings.Contains(string(handbook), "`"+one.Table+"`") {
			t.Errorf("docs/operating.md does not state what erasing does with %s", one.Table)
		}
	}
}
