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
		if err = migrateOnce(ctx, pool, dialect, files, log); err == nil || errors.Is(err, errNewer) {
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

var errNewer = errors.New("it was made by a newer version of green500; use that version")

func migrateOnce(ctx context.Context, pool *sql.DB, dialect migrations.Dialect, files fs.FS, log *slog.Logger) error {
	provider, err := NewProvider(pool, dialect, files, log)
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
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

// NewProvider returns what applies migrations to a database.
func NewProvider(pool *sql.DB, dialect migrations.Dialect, files fs.FS, log *slog.Logger) (*goose.Provider, error) {
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
