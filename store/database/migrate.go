package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"green500/migrations"
)

// How long a starting replica waits for another one that is migrating.
const (
	migrateAttempts = 10
	migratePause    = 500 * time.Millisecond
	lockAttempts    = 120
)

// Migrate applies the migrations that the database lacks. Replicas and the command line may start
// at the same moment: the one that comes second fails half-way without a trace, and tries again.
func Migrate(ctx context.Context, pool *sql.DB, dialect migrations.Dialect, log *slog.Logger) error {
	files, err := migrations.Files(dialect)
	if err != nil {
		return err
	}
	for range migrateAttempts {
		if err = migrateOnce(ctx, pool, dialect, files, log); err == nil || errors.Is(err, errNewer) ||
			errors.Is(err, ErrEarlier) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(migratePause):
		}
	}
	return err
}

// baseline is the number of the migration that version 1.0 begins with.
const baseline = 100

// ErrEarlier is of a database that a version before 1.0 made.
var ErrEarlier = errors.New(
	"this database was made by a version of green500 before 1.0, which no later version reads: begin with a new one")

var errNewer = errors.New("it was made by a newer version of green500; use that version")

// Check returns ErrEarlier for such a database, and fails for one without a schema.
func Check(ctx context.Context, pool *sql.DB) error {
	var version int64
	if err := pool.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version").Scan(&version); err != nil {
		return fmt.Errorf("find the number of the schema: %w", err)
	}
	return RefuseEarlier(version)
}

// RefuseEarlier returns ErrEarlier for the number of such a schema.
func RefuseEarlier(version int64) error {
	if 0 < version && version < baseline {
		return ErrEarlier
	}
	return nil
}

func migrateOnce(ctx context.Context, pool *sql.DB, dialect migrations.Dialect, files fs.FS, log *slog.Logger) error {
	provider, err := newProvider(pool, dialect, files, log)
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if err := RefuseEarlier(current); err != nil {
		return err
	}
	if current > target {
		return fmt.Errorf("the schema has number %d, this program knows %d: %w", current, target, errNewer)
	}
	if current == target {
		return nil
	}
	_, err = provider.Up(ctx)
	return err
}

func newProvider(pool *sql.DB, dialect migrations.Dialect, files fs.FS, log *slog.Logger) (*goose.Provider, error) {
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithSlog(log)}
	if dialect == migrations.SQLite {
		return goose.NewProvider(goose.DialectSQLite3, pool, files, options...)
	}
	// A lock that is a row works behind connection poolers and in the databases that only speak
	// PostgreSQL's protocol; an advisory lock does not.
	locker, err := lock.NewPostgresTableLocker(
		lock.WithTableLockTimeout(migratePause, lockAttempts),
		lock.WithTableLogger(log),
	)
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, pool, files, append(options, goose.WithLocker(locker))...)
}
