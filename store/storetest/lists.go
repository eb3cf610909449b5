package storetest

import (
	"fmt"
	"strings"
	"testing"
)

// Lists says how many lists a database is filled with for benchmarks.
type Lists struct {
	Editions int
	Entries  int // of each
	Systems  int // behind them all
}

// Fill enters lists that were published elsewhere into a database with the schema. It ends the test if it cannot.
func (l Lists) Fill(t testing.TB, database string) {
	t.Helper()
	noBytes, mark := "x''", "char"
	if strings.HasPrefix(database, "postgres") {
		noBytes, mark = "''", "chr"
	}
	pool := Pool(t, database)
	for _, statement := range l.statements(noBytes, mark) {
		if _, err := pool.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
}

const firstSystem = 1_000_001

// statements make systems, lists, their lines and what can be chosen among, and count the change. The words of a line
// are those of its system; its figures fall with its rank.
func (l Lists) statements(noBytes, mark string) []string {
	search := ""
	for i, words := range []string{"systems.name", "''", "systems.site", "systems.vendor",
		"'Accelerator ' || (systems.id % 100)", "'Processor ' || (systems.id % 300)", "'Fabric'", "'Linux'"} {
		search += fmt.Sprintf("%s(%d) || %s || ", mark, i+1, words)
	}
	search = fmt.Sprintf("lower(%s%s(9))", search, mark)
	series := func(count int) string {
		return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
	}
	number := fmt.Sprintf("%d + ((i * 7919 + lists.id * 104729) %% %d)", firstSystem, l.Systems)
	return []string{
		"INSERT INTO systems (id, name, site, country, vendor) " + series(l.Systems) +
			fmt.Sprintf("SELECT i + %d, 'System ' || i,", firstSystem-1) + " 'Centre ' || (i % 2000), " +
			"substr('USDECNJPFRGBITKRFISECHSA', 1 + 2 * (i % 12), 2), 'Vendor ' || (i % 40) FROM n",
		"INSERT INTO lists (name, kind, edition, source, digest, warnings, changed_at, entries, powered, version) " +
			series(l.Editions) + "SELECT 'green500-' || (1990 + i) || '-06', 'green500', (1990 + i) || '-06', " +
			"'a file', '', " + noBytes + ", 0, " + fmt.Sprintf("%d, %d, 0 FROM n", l.Entries, l.Entries),
		// one after the other, as they are imported
		`INSERT INTO listings (list_id, rank, system_id, system, computer, site, country, vendor, year, segment,
			total_cores, accelerator, processor, interconnect,
			operating_system, rmax, power, power_source, efficiency, level, top500_rank, optimised, unranked,
			efficiency_rank, search) ` + series(l.Entries) +
			`SELECT lists.id, i, systems.id, systems.name, '', systems.site, systems.country, systems.vendor,
				1990 + systems.id % 35, 'Research', 1000 + systems.id,
			'Accelerator ' || (systems.id % 100), 'Processor ' || (systems.id % 300), 'Fabric', 'Linux',
			1e9 / (i + 1.0), 1e7 / (i + 1.0) + systems.id % 1000, 'derived',
			80.0 * (1 - i / ` + fmt.Sprint(l.Entries+1) +
			`.0), 1 + systems.id % 3, 1 + systems.id % 500, systems.id % 50 = 0, FALSE, i,
			` + search + `
			FROM lists CROSS JOIN n JOIN systems ON systems.id = ` + number + " WHERE lists.source = 'a file'",
		choices("country", "country"),
		choices("vendor", "vendor"),
		choices("level", "CAST(level AS TEXT)"),
		`INSERT INTO list_figures (list_id, systems, measured, powered, fitted, best, median, top, rmax, power)
			SELECT list_id, count(*), count(*), count(*), count(*),
			max(efficiency), avg(efficiency), max(efficiency), sum(rmax), sum(power) FROM listings ` + ofFilled +
			" GROUP BY list_id",
		"UPDATE public_state SET version = version + 1",
		"ANALYZE", //nolint:misspell // SQL spells it so
	}
}

const ofFilled = "WHERE list_id IN (SELECT id FROM lists WHERE source = 'a file')"

func choices(column, value string) string {
	return fmt.Sprintf("INSERT INTO listing_choices (list_id, field, value, count) "+
		"SELECT list_id, '%s', %s, count(*) FROM listings %s GROUP BY list_id, %s", column, value, ofFilled, value)
}
