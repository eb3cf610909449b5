package backup

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"green500/migrations"
)

// schema is what a database says of its own schema, so that nobody writes it down a second time.
type schema struct {
	version int64
	tables  []schemaTable // of ours, each behind those it refers to
}

type schemaTable struct {
	name    string
	columns []string
	truths  []bool // by column: PostgreSQL's BOOLEAN, which is an INTEGER in SQLite
}

type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

const notOurs = `name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'`

func schemaQueries(dialect migrations.Dialect) (tables, references string) {
	if dialect == migrations.SQLite {
		return "SELECT name FROM sqlite_master WHERE type = 'table' AND " + notOurs + " ORDER BY name",
			`SELECT m.name, f."table" FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f
				WHERE m.type = 'table' ORDER BY 1, 2`
	}
	return "SELECT name FROM (SELECT tablename AS name FROM pg_catalog.pg_tables " +
			"WHERE schemaname = current_schema()) AS all_tables WHERE " + notOurs + " ORDER BY name",
		`SELECT a.relname, b.relname FROM pg_catalog.pg_constraint AS c
			JOIN pg_catalog.pg_class AS a ON a.oid = c.conrelid JOIN pg_catalog.pg_class AS b ON b.oid = c.confrelid
			WHERE c.contype = 'f' AND a.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`
}

func tablesOf(ctx context.Context, db queryer, dialect migrations.Dialect) ([]string, error) {
	query, _ := schemaQueries(dialect)
	names, err := listOf(ctx, db, query)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	return names, nil
}

func countRows(ctx context.Context, db queryer, names []string) (tables int, rows int64, err error) {
	for _, name := range names {
		answer, err := db.QueryContext(ctx, "SELECT count(*) FROM "+name)
		if err != nil {
			return 0, 0, fmt.Errorf("count the rows of %s: %w", name, err)
		}
		var count int64
		if err := only(answer, &count); err != nil {
			return 0, 0, fmt.Errorf("count the rows of %s: %w", name, err)
		}
		rows += count
	}
	return len(names), rows, nil
}

func readSchema(ctx context.Context, db queryer, dialect migrations.Dialect) (schema, error) {
	_, references := schemaQueries(dialect)
	names, err := tablesOf(ctx, db, dialect)
	if err != nil {
		return schema{}, err
	}
	if len(names) == 0 {
		return schema{}, nil
	}
	pairs, err := pairsOf(ctx, db, references)
	if err != nil {
		return schema{}, fmt.Errorf("list what refers to what: %w", err)
	}
	names, err = behindReferences(names, pairs)
	if err != nil {
		return schema{}, err
	}
	var c schema
	versions, err := db.QueryContext(ctx, "SELECT max(version_id) FROM goose_db_version")
	if err != nil {
		return schema{}, fmt.Errorf("find the number of the schema: %w", err)
	}
	if err := only(versions, &c.version); err != nil {
		return schema{}, fmt.Errorf("find the number of the schema: %w", err)
	}
	for _, name := range names {
		table, err := readTable(ctx, db, name)
		if err != nil {
			return schema{}, fmt.Errorf("look at the table %s: %w", name, err)
		}
		c.tables = append(c.tables, table)
	}
	return c, nil
}

func readTable(ctx context.Context, db queryer, name string) (schemaTable, error) {
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+name+" LIMIT 0")
	if err != nil {
		return schemaTable{}, err
	}
	defer func() { _ = rows.Close() }() // rows.Err tells
	types, err := rows.ColumnTypes()
	if err != nil {
		return schemaTable{}, err
	}
	table := schemaTable{name: name}
	for _, one := range types {
		table.columns = append(table.columns, one.Name())
		table.truths = append(table.truths, strings.HasPrefix(one.DatabaseTypeName(), "BOOL"))
	}
	return table, rows.Err()
}

func behindReferences(names []string, references [][2]string) ([]string, error) {
	var ordered []string
	for len(names) > 0 {
		free := slices.IndexFunc(names, func(name string) bool {
			return !slices.ContainsFunc(references, func(pair [2]string) bool {
				return pair[0] == name && pair[1] != name && slices.Contains(names, pair[1])
			})
		})
		if free < 0 {
			return nil, fmt.Errorf("the tables %s refer to each other", strings.Join(names, ", "))
		}
		ordered = append(ordered, names[free])
		names = slices.Delete(names, free, free+1)
	}
	return ordered, nil
}

func pairsOf(ctx context.Context, db queryer, query string) ([][2]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err tells
	var all [][2]string
	for rows.Next() {
		var pair [2]string
		if err := rows.Scan(&pair[0], &pair[1]); err != nil {
			return nil, err
		}
		all = append(all, pair)
	}
	return all, rows.Err()
}

func listOf(ctx context.Context, db queryer, query string, args ...any) ([]string, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err tells
	var all []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

func only(rows *sql.Rows, into any) error {
	defer func() { _ = rows.Close() }() // rows.Err tells
	if rows.Next() {
		if err := rows.Scan(into); err != nil {
			return err
		}
	}
	return rows.Err()
}
