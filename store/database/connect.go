// Package database connects to SQLite or PostgreSQL, migrates the schema, and runs transactions, again if the database
// requires it.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"green500/migrations"
)

// Bounds on connections. A replica holds few, so that many replicas fit one PostgreSQL; SQLite has
// one writer at a time anyway.
const (
	maxConnections = 16
	maxIdleTime    = 5 * time.Minute
)

// DialectOf returns the kind of database that the path of an SQLite file or a postgres:// URL names.
func DialectOf(database string) migrations.Dialect {
	if strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://") {
		return migrations.PostgreSQL
	}
	return migrations.SQLite
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	Gorm    *gorm.DB
	Pool    *sql.DB
	Dialect migrations.Dialect
	Flusher *Flusher      // puts on the disk what was committed to SQLite; nil if the database does so
	writing chan struct{} // of one place, for SQLite's one writer; nil if the database has its own queue
}

// Open connects to the database and brings its schema up to date. It fails if the database cannot be reached or was
// made by a newer version of the program.
func Open(ctx context.Context, database string, log *slog.Logger) (*DB, error) {
	db, err := connect(ctx, database, settings(log))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := Migrate(ctx, db.Pool, db.Dialect, log); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the database up to date: %w", err), db.Pool.Close())
	}
	return db, nil
}

// settings are gorm's: every column by name, no hidden transactions, no values in the log because they name people.
func settings(log *slog.Logger) *gorm.Config {
	return &gorm.Config{
		TranslateError:         true,
		QueryFields:            true,
		SkipDefaultTransaction: true,
		Logger: statementLog{logger.NewSlogLogger(log, logger.Config{
			LogLevel:                  logger.Warn,
			SlowThreshold:             slowQuery,
			ParameterizedQueries:      true,
			IgnoreRecordNotFoundError: true,
		})},
	}
}

func connect(ctx context.Context, database string, settings *gorm.Config) (*DB, error) {
	dialector, journal := gorm.Dialector(away{*postgres.Open(database).(*postgres.Dialector)}), ""
	if DialectOf(database) == migrations.SQLite {
		dsn, err := prepareSQLite(database)
		if err == nil {
			err = keepJournal(ctx, dsn)
		}
		if err == nil {
			journal, err = journalOf(database)
		}
		if err != nil {
			return nil, err
		}
		pool, err := openSQLite(dsn)
		if err != nil {
			return nil, err
		}
		dialector = pureSQLite{sqlite.Dialector{Conn: pool}}
	}
	db, err := gorm.Open(dialector, settings)
	if err != nil {
		return nil, err
	}
	pool, err := db.DB()
	if err == nil {
		err = nameFailures(db)
	}
	if err != nil {
		return nil, err
	}
	db.ConnPool, db.Statement.ConnPool = retryPool{pool}, retryPool{pool}
	pool.SetMaxOpenConns(maxConnections)
	pool.SetMaxIdleConns(maxConnections) // to open one is dear under load; maxIdleTime ends them after it
	pool.SetConnMaxIdleTime(maxIdleTime)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	opened := &DB{Gorm: db, Pool: pool, Dialect: DialectOf(database), Flusher: newFlusher(journal)}
	if opened.Dialect == migrations.SQLite {
		opened.writing = make(chan struct{}, 1)
	}
	return opened, nil
}

// prepareSQLite makes the file and returns how to open it. The file is made here because SQLite
// would let everybody on the machine read the password hashes in it.
func prepareSQLite(path string) (dsn string, err error) {
	if scheme, _, isURL := strings.Cut(path, "://"); isURL {
		// the rest may hold a password
		return "", fmt.Errorf("a URL of %q is neither the path of an SQLite file nor a postgres:// URL", scheme)
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

// sqliteDSN asks for transactions that lock when they begin: one that reads first and writes later would fail under
// load, however long it may wait. SQLite keeps the journal in order, and Flusher has it on the disk before anything is
// confirmed: a decision that was confirmed to a person must not be lost with the power.
func sqliteDSN(path string) string {
	options := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)"},
		"_txlock": {"immediate"},
	}
	escaped := (&url.URL{Path: filepath.ToSlash(filepath.Clean(path))}).EscapedPath()
	return "file:" + escaped + "?" + options.Encode()
}

// keepJournal has a new file keep its journal beside it. SQLite waits for its turn in everything but this, so if
// several open a new file at once they try again until one of them has done it for all.
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

func isBusy(err error) bool {
	const busy, primary = 5, 0xff
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code()&primary == busy
}

// pureSQLite is gorm's SQLite over the driver without C, whose errors it has to be told about.
type pureSQLite struct{ sqlite.Dialector }

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

// Scrub removes from the file of an SQLite database what was deleted or written over: readable secrets would stay in
// free pages. PostgreSQL does so by its own vacuum. It fails while something reads from the file for longer than
// busy_timeout.
func (d *DB) Scrub(ctx context.Context) error {
	if d.Dialect != migrations.SQLite {
		return nil
	}
	if _, err := d.Pool.ExecContext(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("remove what was written over: %w", err)
	}
	var busy, pages, moved int
	if err := d.Pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
		return fmt.Errorf("empty the journal: %w", err)
	}
	if busy != 0 {
		return errors.New("empty the journal: another connection reads from it")
	}
	return nil
}

const slowQuery = 500 * time.Millisecond

// statementLog reports statements that were slow, or failed. One that was given up because the client went away is no
// failure of ours.
type statementLog struct{ logger.Interface }

func (l statementLog) LogMode(level logger.LogLevel) logger.Interface {
	return statementLog{l.Interface.LogMode(level)}
}

func (l statementLog) Trace(ctx context.Context, begun time.Time, told func() (sql string, rows int64), err error) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	l.Interface.Trace(ctx, begun, told, err)
}
