// This file owns queries in SQL that every request makes.

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"green500/migrations"
)

// often reads the one row that is asked for, by words of our own: every request asks these questions, and gorm takes several
// times as long over them as the database. It returns ErrNotFound where there is no row.
func (s *Store) often(ctx context.Context, text string, values []any, into ...any) error {
	asking, end := s.trace.Begin(ctx, "database query")
	err := s.db.ReadOne(asking, text, values, into)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	end(failure(err))
	return err
}

func (s *Store) userRow(ctx context.Context, id int64) (row userRow, err error) {
	const text = "SELECT id, email, name, affiliation, role, disabled, password_hash, password_at, created_at, confirmed_at FROM users WHERE id = $1"
	err = s.often(ctx, text, []any{id}, &row.ID, &row.Email, &row.Name, &row.Affiliation, &row.Role, &row.Disabled, &row.PasswordHash, &row.Password, &row.Created, &row.Confirmed)
	if err != nil {
		return userRow{}, fmt.Errorf("account %d: %w", id, err)
	}
	return row, nil
}

// sessionRow finds a session that ends after an instant and was used after another.
func (s *Store) sessionRow(ctx context.Context, key string, ends, used int64) (row sessionRow, err error) {
	const text = "SELECT key, data, expires_at, seen_at FROM sessions WHERE key = $1 AND expires_at > $2 AND seen_at > $3"
	err = s.often(ctx, text, []any{key, ends, used}, &row.Key, &row.Data, &row.Expires, &row.Seen)
	return row, err
}

// UnreadNotices counts the notices that somebody has not read, up to MostUnread. It fails only where the database does.
func (s *Store) UnreadNotices(ctx context.Context, userID int64) (count int, err error) {
	const text = "SELECT count(*) FROM (SELECT 1 FROM notices WHERE user_id = $1 AND read_at IS NULL LIMIT $2) AS unread"
	if err := s.often(ctx, text, []any{userID, MostUnread}, &count); err != nil {
		return 0, fmt.Errorf("count the notices of account %d: %w", userID, err)
	}
	return count, nil
}

// view is entryByID outside of a transaction.
func (s *Store) view(ctx context.Context, id int64) (v entryView, err error) {
	if err := s.often(ctx, viewText("$1"), []any{id}, v.into()...); err != nil {
		return entryView{}, fmt.Errorf("entry %d: %w", id, err)
	}
	return v, nil
}

// viewText asks for an entry with the names behind its keys; the key is in the place of a parameter.
func viewText(id string) string {
	var text strings.Builder
	text.WriteString("SELECT ")
	for _, c := range (&entryRow{}).columns() {
		if c.lacks {
			text.WriteString("coalesce(entries." + c.name + ", ''), ")
		} else {
			text.WriteString("entries." + c.name + ", ")
		}
	}
	text.WriteString(namesOfView + " FROM entries " + strings.Join(joinsOfView(), " ") + " WHERE entries.id = " + id)
	return text.String()
}

// into is where viewText is read into.
func (v *entryView) into() []any {
	columns := v.Row.columns()
	into := make([]any, 0, len(columns)+len(joinsOfView())+2)
	for _, c := range columns {
		into = append(into, c.field)
	}
	return append(into, &v.EditionName, &v.Embargo, &v.OwnerName, &v.OwnerMail, &v.SharedWith, &v.ReviewedBy) // as namesOfView
}

// held is a question for rows of a table that nobody else may change before the transaction ends. SQLite has one writer anyway.
func held(tx *gorm.DB, text, table string) string {
	if tx.Name() == string(migrations.PostgreSQL) {
		text += " FOR UPDATE OF " + table
	}
	return text
}

// rowsOf reads rows by words of our own, within a transaction or outside.
func rowsOf[Row any](tx *gorm.DB, into func(*Row) []any, text string, values ...any) (all []Row, err error) {
	rows, err := tx.Raw(text, values...).Rows()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var row Row
		if err := rows.Scan(into(&row)...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// rowOf is rowsOf where there is one, or ErrNotFound.
func rowOf[Row any](tx *gorm.DB, into func(*Row) []any, text string, values ...any) (row Row, err error) {
	all, err := rowsOf(tx, into, text, values...)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return row, err
	}
	return all[0], nil
}
