package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	_ "modernc.org/sqlite"

	"green500/migrations"
)

// Bounds on connections. A replica holds few, so that many replicas fit one PostgreSQL; SQLite has
// one writer at a time anyway.
const (
	maxConnections = 16
	maxIdleTime    = 5 * time.Minute
)

func dialectOf(database string) migrations.Dialect {
	if strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://") {
		return migrations.PostgreSQL
	}
	return migrations.SQLite
}

// connect opens the database. It fails where there is none to reach.
func connect(ctx context.Context, database string, settings *gorm.Config) (*gorm.DB, *sql.DB, *settling, error) {
	dialector, journal := postgres.Open(database), ""
	if dialectOf(database) == migrations.SQLite {
		dsn, err := prepareSQLite(database)
		if err == nil {
			err = keepJournal(ctx, dsn)
		}
		if err == nil {
			journal, err = journalOf(database)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		pool, err := openSQLite(dsn)
		if err != nil {
			return nil, nil, nil, err
		}
		dialector = pureSQLite{sqlite.Dialector{Conn: pool}}
	}
	db, err := gorm.Open(dialector, settings)
	if err != nil {
		return nil, nil, nil, err
	}
	settling := newSettling(journal)
	if err := guard(db, settling); err != nil {
		return nil, nil, nil, err
	}
	pool, err := db.DB()
	if err != nil {
		return nil, nil, nil, err
	}
	db.ConnPool, db.Statement.ConnPool = steady{pool}, steady{pool}
	pool.SetMaxOpenConns(maxConnections)
	pool.SetMaxIdleConns(maxConnections) // to open one is dear under load; maxIdleTime ends them after it
	pool.SetConnMaxIdleTime(maxIdleTime)
	if err := pool.PingContext(ctx); err != nil {
		return nil, nil, nil, errors.Join(err, pool.Close())
	}
	return db, pool, settling, nil
}

// prepareSQLite makes the file and returns how to open it. The file is made here because SQLite
// would let everybody on the machine read the password hashes in it.
func prepareSQLite(path string) (dsn string, err error) {
	if scheme, _, isURL := strings.Cut(path, "://"); isURL {
		return "", fmt.Errorf("a URL of %q is neither the path of an SQLite file nor a postgres:// URL", scheme) // the rest may hold a password
	}
	if path == "" || strings.HasPrefix(path, ":") {
		return "", fmt.Errorf("%q is neither the path of an SQLite file nor a postgres:// URL", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	if err := file.Close(); err != nil {
		return "", err
	}
	return sqliteDSN(path), nil
}

// sqliteDSN asks for transactions that lock when they begin: one that reads first and writes later
// would fail under load, however long it may wait. SQLite keeps the journal in order, and settling has it on the disk before
// anything is confirmed: a decision that was confirmed to a person must not be lost with the power.
func sqliteDSN(path string) string {
	options := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)"},
		"_txlock": {"immediate"},
	}
	escaped := (&url.URL{Path: filepath.ToSlash(filepath.Clean(path))}).EscapedPath()
	return "file:" + escaped + "?" + options.Encode()
}

// keepJournal has a new file keep its journal beside it. SQLite waits for its turn in everything but this, so where several
// open a new file at once they try again until one of them has done it for all.
func keepJournal(ctx context.Context, dsn string) error {
	const tries, pause = 200, 50 * time.Millisecond
	pool, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	for range tries {
		if err = pool.PingContext(ctx); !isBusy(err) {
			break
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), pool.Close())
		case <-time.After(pause):
		}
	}
	return errors.Join(err, pool.Close())
}

// isBusy recognises that another has the file of an SQLite database to itself.
func isBusy(err error) bool {
	const busy, primary = 5, 0xff
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code()&primary == busy
}

// pureSQLite is gorm's SQLite over the driver without C, whose errors it has to be told about.
type pureSQLite struct{ sqlite.Dialector }

// Translate names the errors that callers tell apart.
func (pureSQLite) Translate(err error) error {
	const primaryKey, unique, foreignKey, check = 1555, 2067, 787, 275
	var coded interface{ Code() int }
	if !errors.As(err, &coded) {
		return err
	}
	switch coded.Code() {
	case primaryKey, unique:
		return fmt.Errorf("%w: %w", gorm.ErrDuplicatedKey, err)
	case foreignKey:
		return fmt.Errorf("%w: %w", gorm.ErrForeignKeyViolated, err)
	case check:
		return fmt.Errorf("%w: %w", gorm.ErrCheckConstraintViolated, err)
	}
	return err
}
