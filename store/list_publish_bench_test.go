package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/power"
	foreign "green500/validation/published" // another test has a variable of its name
	"green500/validation/review"
)

// BenchmarkPublish measures what an entry costs where a list of so many is published, corrected and imported, beside
// GREEN500_BENCH_ENTRIES lines of other lists (else 15 000) and beside none. It grows with neither where the cost is linear.
func BenchmarkPublish(b *testing.B) {
	for _, kind := range storetest.Databases() {
		for _, beside := range []storetest.Lists{{}, benchedLists()} {
			for _, entries := range []int{500, 2000, 8000, 32_000} {
				b.Run(fmt.Sprintf("%s/beside:%d/entries:%d", kind.Name, beside.Editions*beside.Entries, entries), func(b *testing.B) {
					for b.Loop() {
						publishMany(b, kind.New(b), beside, entries)
					}
				})
			}
		}
	}
}

func publishMany(b *testing.B, database string, beside storetest.Lists, entries int) {
	b.Helper()
	b.StopTimer()
	s := storetest.Open(b, store.Config{Database: database, Now: func() time.Time { return during }})
	if beside.Editions > 0 {
		beside.Fill(b, database)
	}
	editor := acceptedMany(b, s, storetest.Pool(b, database), entries)
	b.StartTimer()
	timed := func(what string, work func() error) {
		began := time.Now()
		if err := work(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(began).Microseconds())/float64(entries), what+"-µs/entry")
	}
	timed("publish", func() error {
		_, err := s.PublishEdition(b.Context(), edition, editor, review.Outstanding.Anyway)
		return err
	})
	list, err := s.PublishedList(b.Context(), edition, editor, store.AsOf{})
	if err != nil {
		b.Fatal(err)
	}
	row := list.Rows[entries-1] // becomes the first, and all others move
	row.Rmax *= 10 * power.GFlops(entries)
	timed("correct", func() error {
		_, err := s.Correct(b.Context(), edition, store.Correction{EntryID: row.EntryID, Row: row, Reason: "the unit was misread"}, editor)
		return err
	})
	for _, one := range []struct {
		what string
		from *foreign.List
	}{
		{"import", listElsewhere("2031-11", entries, 2020, firstID)},
		{"again", listElsewhere("2031-06", entries, 2020, firstID)},
		{"unknown", listElsewhere("2021-11", entries, 2010, 0)},      // of no machine is known yet which it is
		{"united", listElsewhere("2022-11", entries, 2010, firstID)}, // every one turns out to be one of those before
	} {
		timed(one.what, func() error {
			_, err := s.Import(b.Context(), store.Import{List: one.from, Source: "a file", Digest: one.from.Edition})
			return err
		})
	}
}

// acceptedMany makes so many accepted entries, all but the first past the store, and somebody who may publish them.
func acceptedMany(b *testing.B, s *store.Store, pool *sql.DB, entries int) (editor store.User) {
	b.Helper()
	people := map[review.Role]store.User{}
	for _, role := range []review.Role{review.Submitter, review.Editor} {
		var err error
		if people[role], err = store.InsertUser(b.Context(), s, store.NewUser{Email: string(role) + "@example.org", Name: string(role), Role: role}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := s.CreateEdition(b.Context(), store.Edition{Name: edition, Methodology: methodology.V20, OpensAt: opens, ClosesAt: closes}); err != nil {
		b.Fatal(err)
	}
	entry, err := s.CreateEntry(b.Context(), people[review.Submitter], edition, gradedAs(summary()))
	if err != nil {
		b.Fatal(err)
	}
	repeat(b, pool, "entries", "id", entry.ID, entries-1, map[string]string{"id": "id + i", "system": "system || i", "efficiency": "efficiency + i", "top500_rank": "i"})
	repeat(b, pool, "revisions", "entry_id", entry.ID, entries-1, map[string]string{"entry_id": "entry_id + i"})
	if _, err := pool.ExecContext(b.Context(), "UPDATE entries SET state = 'accepted'"); err != nil {
		b.Fatal(err)
	}
	return people[review.Editor]
}

// firstID is the TOP500 id of the first machine of a list.
const firstID = 100_000_000

// listElsewhere is a list whose machines were installed in a year; their ids begin with one, or are not told.
func listElsewhere(edition string, entries, year, first int) *foreign.List {
	list := &foreign.List{Kind: "green500", Edition: edition}
	for i := range entries {
		row := foreign.Row{Rank: i + 1, Name: "Machine " + strconv.Itoa(i), Site: "Site " + strconv.Itoa(i%100), Country: "Germany", Year: year, Rmax: power.GFlops(1e6 - i), Power: ptr(power.Watts(1e5 + i))}
		if first != 0 {
			row.SystemID = first + i
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// repeat makes copies of a row, numbered i from 1 on, with some columns otherwise.
func repeat(b *testing.B, pool *sql.DB, table, key string, of int64, copies int, otherwise map[string]string) {
	b.Helper()
	columns := columnsOf(b, pool, table)
	values := slices.Clone(columns)
	for i, column := range columns {
		if said, is := otherwise[column]; is {
			values[i] = said
		}
	}
	statement := fmt.Sprintf("INSERT INTO %s (%s) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT %s FROM %s CROSS JOIN n WHERE %s = %d",
		table, strings.Join(columns, ", "), copies, strings.Join(values, ", "), table, key, of)
	if _, err := pool.ExecContext(b.Context(), statement); err != nil {
		b.Fatalf("%v in %s", err, statement)
	}
}

func columnsOf(b *testing.B, pool *sql.DB, table string) []string {
	b.Helper()
	found, err := pool.QueryContext(b.Context(), "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = found.Close() }()
	columns, err := found.Columns()
	if err := errors.Join(err, found.Err()); err != nil {
		b.Fatal(err)
	}
	return columns
}
