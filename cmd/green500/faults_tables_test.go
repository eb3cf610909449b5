package main

import (
	"database/sql"
	"path/filepath"

	"green500/store/storetest"
)

// contradictions are questions to the tables of which every answer is something half done.
var contradictions = map[string]string{
	"entries whose last decision led elsewhere": `SELECT entries.id FROM entries
		JOIN decisions ON decisions.entry_id = entries.id
		WHERE decisions.id = (SELECT max(id) FROM decisions WHERE entry_id = entries.id)
		AND decisions.to_state <> entries.state AND entries.state <> 'corrected'`,
	"entries that are published and on no list": "SELECT id FROM entries " +
		"WHERE state IN ('published', 'corrected') AND id NOT IN (SELECT entry_id FROM list_rows)",
	"rows of lists whose entry is not published": "SELECT entry_id FROM list_rows WHERE entry_id NOT IN (SELECT id " +
		"FROM entries WHERE state IN ('published', 'corrected'))",
	"lists without rows": "SELECT id FROM editions " +
		"WHERE published_at IS NOT NULL AND id NOT IN (SELECT edition_id FROM list_rows)",
	"files that are kept without a receipt": "SELECT entry_id FROM uploads WHERE state = 'kept' AND NOT EXISTS " +
		"(SELECT 1 FROM receipts WHERE receipts.entry_id = uploads.entry_id AND receipts.digest = uploads.digest)",
	"moves that were made twice": `SELECT entry_id FROM decisions WHERE verb IN ('publish', 'correct')
		GROUP BY entry_id, verb HAVING count(*) > 1`,
}

// holdTables looks for what is half done.
func (t *trial) holdTables() {
	t.Helper()
	pool := storetest.Pool(t, t.database())
	for what, question := range contradictions {
		if found := firstColumn(t, pool, question); len(found) > 0 {
			t.Errorf("%s: %v", what, found)
		}
	}
	must(t.T, pool.Close())
}

func firstColumn(t *trial, pool *sql.DB, question string) []string {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), question)
	must(t.T, err)
	defer func() { _ = rows.Close() }()
	var found []string
	for rows.Next() {
		var one string
		must(t.T, rows.Scan(&one))
		found = append(found, one)
	}
	must(t.T, rows.Err())
	return found
}

// database is where the tables are, past every wire.
func (t *trial) database() string {
	if t.cluster != nil {
		return t.cluster.URL(t.cluster.Address())
	}
	return filepath.Join(t.data, "green500.db")
}

// holdLeftovers looks for files that nobody needs any more.
func (t *trial) holdLeftovers() {
	t.Helper()
	const fewest = 8 // that are being written, or whose server has just died
	pool := storetest.Pool(t, t.database())
	needed := firstColumn(t, pool, "SELECT id FROM uploads WHERE state IN ('arriving', 'arrived')")
	must(t.T, pool.Close())
	for kind, least := range map[string]int{"blobs/incoming-*": fewest, "blobs/pieces/*": fewest + len(needed),
		"scratch/*": fewest} {
		found, err := filepath.Glob(filepath.Join(t.data, kind))
		must(t.T, err)
		if len(found) > least {
			t.Errorf("%d files %s pile up", len(found), kind)
		}
	}
}
