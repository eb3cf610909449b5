package store

import (
	"context"
	"errors"
	"fmt"
)

// often reads the one row that is asked for, by words of our own: every request asks these questions, and gorm takes several
// times as long over them as the database. It returns ErrNotFound where there is no row.
func (s *Store) often(ctx context.Context, text string, values []any, into ...any) error {
	asking, end := s.trace.Begin(ctx, "database query")
	err := s.readOne(asking, text, values, into)
	end(failure(err))
	return err
}

func (s *Store) readOne(ctx context.Context, text string, values, into []any) (err error) {
	rows, err := steady{s.pool}.QueryContext(ctx, text, values...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return ErrNotFound
	}
	return rows.Scan(into...)
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
	const text = `SELECT entries.id, entries.edition_id, entries.owner_id, entries.site_id, entries.reviewer_id, entries.state, entries.version, entries.changed,
		entries.graded, entries.revision, entries.created_at, entries.updated_at, entries.submitted_at, entries.complete, entries.begun_from, entries.waivers,
		entries.system, entries.site, entries.country, entries.total_cores, coalesce(entries.processor, ''), entries.accelerator, entries.top500_rank, entries.rmax,
		entries.power, entries.power_uncertainty, entries.efficiency, entries.efficiency_uncertainty, entries.claimed_level, entries.granted_level, entries.failed,
		editions.name, editions.embargo_until, users.name, users.email, coalesce(sites.name, ''), coalesce(reviewers.name, '')
		FROM entries JOIN editions ON editions.id = entries.edition_id JOIN users ON users.id = entries.owner_id
		LEFT JOIN sites ON sites.id = entries.site_id LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id WHERE entries.id = $1`
	r := &v.Row
	err = s.often(ctx, text, []any{id}, &r.ID, &r.EditionID, &r.OwnerID, &r.SiteID, &r.Reviewer, &r.State, &r.Version, &r.Changed,
		&r.Graded, &r.Revision, &r.Created, &r.Updated, &r.Submitted, &r.Complete, &r.BegunFrom, &r.Waivers,
		&r.System, &r.Site, &r.Country, &r.TotalCores, &r.Processor, &r.Accelerator, &r.Top500Rank, &r.Rmax,
		&r.Power, &r.PowerUncertainty, &r.Efficiency, &r.EfficiencyUncertainty, &r.ClaimedLevel, &r.GrantedLevel, &r.Failed,
		&v.EditionName, &v.Embargo, &v.OwnerName, &v.OwnerMail, &v.SharedWith, &v.ReviewedBy)
	if err != nil {
		return entryView{}, fmt.Errorf("entry %d: %w", id, err)
	}
	return v, nil
}
