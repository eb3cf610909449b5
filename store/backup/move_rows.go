package backup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"green500/migrations"
)

// rowsDigest proves the rows of a table in whatever order they come: the sum of the SHA-256 of each.
type rowsDigest struct {
	rows int64
	sum  [4]uint64
}

func (d *rowsDigest) add(values []any) error {
	text, err := json.Marshal(values) // floats in as many digits as bring them back; bytes in base64
	if err != nil {
		return err
	}
	one := sha256.Sum256(text)
	for i := range d.sum {
		d.sum[i] += binary.BigEndian.Uint64(one[8*i:])
	}
	d.rows++
	return nil
}

func eachValues(ctx context.Context, db queryer, table schemaTable, visit func([]any) error) error {
	query := "SELECT " + strings.Join(table.columns, ", ") + " FROM " + table.name
	if slices.Contains(table.columns, "id") {
		query += " ORDER BY id" // what refers to a row of its own table refers to an earlier one
	}
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err tells
	for rows.Next() {
		values, places := make([]any, len(table.columns)), make([]any, len(table.columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		for i, value := range values {
			switch value := value.(type) {
			case bool:
				values[i] = int64(0)
				if value {
					values[i] = int64(1)
				}
			case []byte:
				if value == nil {
					values[i] = []byte{}
				}
			}
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

type rowMove struct {
	from     *sql.Tx
	to       *sql.Tx
	origin   migrations.Dialect // of the source
	dialect  migrations.Dialect // of the target
	progress func(part string, done, total int64)
}

// table copies a table and proves it: what is read back is what was read.
func (m rowMove) table(ctx context.Context, source, target schemaTable) (rows int64, err error) {
	if _, err := m.to.ExecContext(ctx, "DELETE FROM "+target.name); err != nil { // what migrations put there
		return 0, err
	}
	var read, written rowsDigest
	var waiting [][]any
	flush := func() error {
		err := m.insert(ctx, target, waiting)
		waiting = waiting[:0]
		m.progress(target.name, read.rows, 0)
		return err
	}
	order := indexOf(source, target)
	err = eachValues(ctx, m.from, source, func(values []any) error {
		arranged := make([]any, len(order))
		for i, at := range order {
			arranged[i] = values[at]
		}
		if err := read.add(arranged); err != nil {
			return err
		}
		if waiting = append(waiting, arranged); len(waiting)*len(order) < 10_000 {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return 0, err
	}
	if err := eachValues(ctx, m.to, target, written.add); err != nil {
		return 0, err
	}
	if read != written {
		return 0, fmt.Errorf("%d rows were written and are not the %d that were read", written.rows, read.rows)
	}
	return read.rows, m.continueNumbers(ctx, target)
}

// indexOf says where the columns of the target stand in the source.
func indexOf(source, target schemaTable) []int {
	order := make([]int, len(target.columns))
	for i, column := range target.columns {
		order[i] = slices.Index(source.columns, column)
	}
	return order
}

func (m rowMove) insert(ctx context.Context, table schemaTable, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "INSERT INTO %s (%s) VALUES ", table.name, strings.Join(table.columns, ", "))
	var values []any
	for k, row := range rows {
		for i, value := range row {
			if number, is := value.(int64); is && table.truths[i] && m.dialect == migrations.PostgreSQL {
				value = number != 0
			}
			separator := ", "
			switch {
			case i == 0 && k == 0:
				separator = "("
			case i == 0:
				separator = "), ("
			}
			values = append(values, value)
			fmt.Fprintf(&text, "%s$%d", separator, len(values))
		}
	}
	text.WriteString(")")
	_, err := m.to.ExecContext(ctx, text.String(), values...)
	return err
}

// continueNumbers has the next row numbered as it would have been in the source: a number is not given twice, also not
// that of a row that was removed.
func (m rowMove) continueNumbers(ctx context.Context, table schemaTable) error {
	if !slices.Contains(table.columns, "id") {
		return nil
	}
	from, counted, err := sequenceOf(ctx, m.from, m.origin, table.name)
	if err != nil || !counted {
		return err
	}
	last, err := listOf(ctx, m.from, from)
	if err != nil || len(last) == 0 {
		return err
	}
	to, _, err := sequenceOf(ctx, m.to, m.dialect, table.name)
	if err != nil {
		return err
	}
	if m.dialect == migrations.PostgreSQL {
		if last[0] == "0" { // SQLite has counted, and taken it back
			return nil
		}
		_, err = m.to.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2::bigint)",
			table.name, last[0])
		return err
	}
	if there, err := listOf(ctx, m.to, to); err != nil {
		return err
	} else if len(there) == 0 {
		_, err = m.to.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, 0)", table.name)
		if err != nil {
			return err
		}
	}
	_, err = m.to.ExecContext(ctx, "UPDATE sqlite_sequence SET seq = CAST($2 AS INTEGER) WHERE name = $1",
		table.name, last[0])
	return err
}

// sequenceOf is the question for the number that was given last in a table, which no row answers if none was given;
// counted is false for a table whose numbers are not given by the database.
func sequenceOf(ctx context.Context, db *sql.Tx, dialect migrations.Dialect, table string) (
	query string, counted bool, err error) {
	if dialect == migrations.SQLite {
		return "SELECT CAST(seq AS TEXT) FROM sqlite_sequence WHERE name = '" + table + "'", true, nil
	}
	var sequence sql.NullString
	if err := db.QueryRowContext(ctx, "SELECT pg_get_serial_sequence($1, 'id')", table).Scan(&sequence); err != nil ||
		!sequence.Valid {
		return "", false, err
	}
	return "SELECT last_value::text FROM " + sequence.String + " WHERE is_called", true, nil
}
