// This file owns the state of an installation.

package administration

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/migrations"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/installation"
	"green500/store/jobs"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/uploads"
	"green500/validation/review"
)

// ServerState is the state of an installation, for administrators. Sizes are bytes.
type ServerState struct {
	At       time.Time
	People   []People
	Sessions int       // of people who are signed in
	Seen     time.Time // when any of them was last used; zero if there is none
	Waiting  reviews.Waiting
	Jobs     []jobs.JobCount
	Holders  []Holder // who holds most of what a quota counts, the most first
	Kept     []Amount
	Database DatabaseState
	Room     *int64 // free where the blobs are; nil if nobody can say
	Reserve  int64  // of Config
	Log      LogState

	Installation installation.State
}

// People are the accounts of a role.
type People struct {
	Role        review.Role
	Count       int
	Disabled    int
	Unconfirmed int
	Acted       time.Time // when one of them last did what the audit log records; zero if none did
}

// Holder is a person and what of theirs a quota counts: unfinished uploads and the files of drafts.
type Holder struct {
	Name  string
	Email string
	Bytes int64
}

// Amount is how much there is of one kind of evidence, as the database knows it.
type Amount struct {
	Kind  string
	Count int64
	Bytes int64 // -1 if the database does not say
}

// DatabaseState is the database.
type DatabaseState struct {
	Dialect migrations.Dialect
	Bytes   int64
	InUse   int // connections that work at the moment, of Most
	Most    int
}

// LogState is how far the audit log goes, and how far it was signed.
type LogState struct {
	Records int64
	Signed  int64 // number of the last record that a signed head covers; 0 if none was signed
}

func (s *Administration) installation() installation.Kept {
	return installation.Of(installation.Database{Query: s.db.Query,
		Record: func(ctx context.Context, event, subject, detail string, work func(*gorm.DB) error) error {
			return s.db.Change(ctx, recorded.AuditEvent{Name: event, Subject: subject, Detail: detail}, work)
		}})
}

// Installation returns what the installation knows of itself.
func (s *Administration) Installation(ctx context.Context) (installation.State, error) {
	return s.installation().State(ctx)
}

// ReleaseMail ends the holding of mail in a restored copy: see installation.Kept.Release.
func (s *Administration) ReleaseMail(ctx context.Context, drop bool) (waiting int64, err error) {
	return s.installation().Release(ctx, drop)
}

// TestMail is a mail that shows somebody that mail arrives.
func TestMail(to, address string) outbox.Mail {
	return outbox.Mail{To: to, Subject: "Test mail of green500", Text: "This mail was sent to test the mail server " +
		"of green500 at " + address + ". If you read it, mail arrives.\n"}
}

const holdersShown = 5

// ServerState looks at everything at once; it reads tables whole, and is not for many to ask for.
func (s *Administration) ServerState(ctx context.Context) (ServerState, error) {
	standing := ServerState{At: s.db.Now(), Database: s.databaseState(), Reserve: s.uploads.Reserve}
	var err error
	if standing.Waiting, err = s.reviews.Waiting(ctx); err != nil {
		return ServerState{}, err
	}
	if standing.Jobs, err = s.jobs.Counts(ctx); err != nil {
		return ServerState{}, err
	}
	for _, look := range []func(*gorm.DB, *ServerState) error{lookAtPeople, lookAtSessions, lookAtHolders, lookAtKept,
		s.lookAtDatabase, lookAtLog} {
		if err := look(s.db.Query(ctx), &standing); err != nil {
			return ServerState{}, err
		}
	}
	if free, known := s.uploads.Room(); known {
		standing.Room = &free
	}
	standing.Installation, err = s.Installation(ctx)
	return standing, err
}

func lookAtPeople(tx *gorm.DB, into *ServerState) error {
	var rows []struct {
		Role                         string
		Count, Disabled, Unconfirmed int
		Acted                        *int64
	}
	err := tx.Raw(`SELECT role, count(*) AS count, sum(CASE WHEN disabled THEN 1 ELSE 0 END) AS disabled,
		sum(CASE WHEN confirmed_at IS NULL THEN 1 ELSE 0 END) AS unconfirmed,
		max((SELECT at FROM audit WHERE number = (SELECT max(number) FROM audit WHERE actor_id = users.id))) AS acted
		FROM users GROUP BY role`).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("count the accounts: %w", err)
	}
	for _, role := range review.Roles() {
		people := People{Role: role}
		for _, row := range rows {
			if row.Role != string(role) {
				continue
			}
			people.Count, people.Disabled, people.Unconfirmed = row.Count, row.Disabled, row.Unconfirmed
			if row.Acted != nil {
				people.Acted = database.FromMicro(*row.Acted)
			}
		}
		into.People = append(into.People, people)
	}
	return nil
}

func lookAtSessions(tx *gorm.DB, into *ServerState) error {
	var found struct {
		Count int
		Seen  *int64
	}
	alive := tx.Model(&accounts.SessionRow{}).Select("count(*) AS count, max(seen_at) AS seen").
		Where("expires_at > ? AND seen_at > ?", into.At.UnixMicro(), into.At.Add(-accounts.SessionIdle).UnixMicro())
	if err := alive.Scan(&found).Error; err != nil {
		return err
	}
	into.Sessions = found.Count
	if found.Seen != nil {
		into.Seen = database.FromMicro(*found.Seen)
	}
	return nil
}

func lookAtHolders(tx *gorm.DB, into *ServerState) error {
	err := tx.Raw(`SELECT users.name, users.email, CAST(sum(held.size) AS BIGINT) AS bytes FROM users JOIN (
			SELECT user_id, size FROM uploads WHERE `+uploads.UploadOpenWords+`
			UNION ALL SELECT entries.owner_id AS user_id, revision_files.size FROM revision_files
				JOIN entries ON entries.id = revision_files.entry_id AND entries.revision = revision_files.number
				WHERE entries.state IN ?
		) AS held ON held.user_id = users.id GROUP BY users.id, users.name, users.email HAVING sum(held.size) > 0
		ORDER BY bytes DESC, users.email LIMIT ?`,
		uploads.OpenStates(), holdersShown).Scan(&into.Holders).Error
	if err != nil {
		return fmt.Errorf("add up what people hold: %w", err)
	}
	return nil
}

func evidenceKinds() []struct{ kind, query string } {
	return []struct{ kind, query string }{
		{"Files of evidence", "SELECT count(*) AS count, CAST(COALESCE(sum(size), 0) AS BIGINT) AS bytes " +
			"FROM (SELECT digest, max(size) AS size FROM revision_files GROUP BY digest) AS files"},
		{"Series of readings",
			"SELECT count(DISTINCT digest) AS count, CAST(-1 AS BIGINT) AS bytes FROM revision_series"},
		{"Files that nothing refers to any more, as they lie", "SELECT count(*) AS count, CAST(COALESCE(sum(size), " +
			"0) AS BIGINT) AS bytes FROM loose_blobs WHERE cleared_at IS NULL"},
		{"Uploads on their way", "SELECT count(*) AS count, CAST(COALESCE(sum(size), 0) AS BIGINT) AS bytes " +
			"FROM uploads WHERE " + uploads.UploadOpenWords},
	}
}

func lookAtKept(tx *gorm.DB, into *ServerState) error {
	for _, one := range evidenceKinds() {
		var kept Amount
		if err := tx.Raw(one.query).Scan(&kept).Error; err != nil {
			return err
		}
		kept.Kind = one.kind
		into.Kept = append(into.Kept, kept)
	}
	return nil
}

// DatabasePool is how the connections of this process to the database fare.
func (s *Administration) DatabasePool() (inUse, idle, most int, waits int64, waited time.Duration) {
	stats := s.db.Connection.Pool.Stats()
	return stats.InUse, stats.Idle, stats.MaxOpenConnections, stats.WaitCount, stats.WaitDuration
}

func (s *Administration) databaseState() DatabaseState {
	stats := s.db.Connection.Pool.Stats()
	state := DatabaseState{Dialect: s.db.Connection.Dialect, InUse: stats.InUse, Most: stats.MaxOpenConnections}
	return state
}

func (s *Administration) lookAtDatabase(tx *gorm.DB, into *ServerState) error {
	query := "SELECT pg_database_size(current_database())"
	if into.Database.Dialect == migrations.SQLite {
		query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	}
	return tx.Raw(query).Scan(&into.Database.Bytes).Error
}

func lookAtLog(tx *gorm.DB, into *ServerState) error {
	err := tx.Raw("SELECT number AS records, (SELECT COALESCE(max(number), 0) FROM audit_checkpoints) AS signed "+
		"FROM audit_head WHERE id = ?", recorded.OneHead).Scan(&into.Log).Error
	if err != nil {
		return fmt.Errorf("find the end of the audit log: %w", err)
	}
	return nil
}
