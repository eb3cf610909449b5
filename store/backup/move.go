package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

// Moved says what a copy of an installation holds.
type Moved struct {
	Tables int
	Rows   int64
	Blobs  int
	Copied int   // blobs that an earlier attempt had not copied
	Bytes  int64 // of these, unpacked
	Pieces int   // files that are on their way
}

// MoveTo copies an installation to another database and other blobs, of whatever kind either is. The source is only
// read, and the copy is of one moment: what changes after that is not in it. Every row is read back and compared, and
// every blob is proved by its SHA-256 on both sides. The rows come last and at one stroke, so that what broke off can
// be done again and goes on. It returns a *power.InputError for a target that holds something.
func (i Installation) MoveTo(ctx context.Context, target Installation, progress func(part string, done, total int64)) (
	done Moved, err error) {
	if err := target.mayReceive(ctx); err != nil {
		return Moved{}, err
	}
	pool, err := sql.Open(driverOf(i.Database), i.readingFrom())
	if err != nil {
		return Moved{}, errUnreadableURL
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	snapshot, err := pool.BeginTx(ctx, i.snapshotOptions())
	if err != nil {
		return Moved{}, fmt.Errorf("read the database: %w", err)
	}
	defer func() { _ = snapshot.Rollback() }() // it was only read
	schema, err := readSchema(ctx, snapshot, database.DialectOf(i.Database))
	if err != nil {
		return Moved{}, fmt.Errorf("read the database: %w", err)
	}
	if err := i.known(schema); err != nil {
		return Moved{}, err
	}
	blobs := blobMove{progress: progress, done: &done}
	if err := blobs.all(ctx, i.Blobs, target.Blobs, snapshot); err != nil {
		return Moved{}, fmt.Errorf("copy the evidence: %w", err)
	}
	if err := target.takeRows(ctx, snapshot, database.DialectOf(i.Database), schema, progress, &done); err != nil {
		return Moved{}, fmt.Errorf("copy the database: %w", err)
	}
	return done, blobs.finish(ctx)
}

var errUnreadableURL = errors.New("the postgres:// URL of the database cannot be read") // the password is in it

func driverOf(at string) string {
	if database.DialectOf(at) == migrations.PostgreSQL {
		return "pgx"
	}
	return "sqlite"
}

func (i Installation) readingFrom() string {
	if database.DialectOf(i.Database) == migrations.PostgreSQL {
		return i.Database
	}
	escaped := (&url.URL{Path: filepath.ToSlash(filepath.Clean(i.Database))}).EscapedPath()
	return "file:" + escaped + "?mode=rw&_pragma=busy_timeout(10000)&_pragma=query_only(1)"
}

func (i Installation) snapshotOptions() *sql.TxOptions {
	if database.DialectOf(i.Database) == migrations.PostgreSQL {
		return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	return nil // in which SQLite sees one moment anyway
}

func (i Installation) known(schema schema) error {
	if err := database.RefuseEarlier(schema.version); err != nil {
		return err
	}
	latest, err := latestMigration(database.DialectOf(i.Database))
	if err != nil {
		return err
	}
	if schema.version == latest {
		return nil
	}
	return &power.InputError{
		Problem: fmt.Sprintf("the database has the schema %d, and this program knows %d", schema.version, latest),
		Remedy:  "start the server of this version on it once, or use the version that it is of"}
}

func latestMigration(dialect migrations.Dialect) (int64, error) {
	files, err := migrations.Files(dialect)
	if err != nil {
		return 0, err
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		return 0, errors.Join(err, errors.New("there are no migrations"))
	}
	var latest int64
	_, err = fmt.Sscanf(names[len(names)-1], "%d_", &latest)
	return latest, err
}

// mayReceive refuses a database that holds something; the blobs are looked at where they are opened.
func (i Installation) mayReceive(ctx context.Context) error {
	if database.DialectOf(i.Database) == migrations.SQLite {
		if _, err := os.Stat(i.Database); !errors.Is(err, fs.ErrNotExist) {
			return &power.InputError{File: i.Database, Problem: "there is something here already",
				Remedy: "name a database that is not there yet"}
		}
		return nil
	}
	pool, err := sql.Open("pgx", i.Database)
	if err != nil {
		return errUnreadableURL
	}
	var tables int
	err = pool.QueryRowContext(ctx, "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()").
		Scan(&tables)
	if err := errors.Join(err, pool.Close()); err != nil {
		return fmt.Errorf("look into the database: %w", err)
	}
	if tables > 0 {
		return &power.InputError{Problem: fmt.Sprintf("the new database holds %d tables already", tables),
			Remedy: "make an empty one"}
	}
	return nil
}

// takeRows makes the schema and fills it by one transaction. SQLite does that in a file beside, which gets its name in
// the end.
func (i Installation) takeRows(ctx context.Context, snapshot *sql.Tx, origin migrations.Dialect, source schema,
	progress func(string, int64, int64), done *Moved) (err error) {
	making, dsn := i.Database, i.Database
	if database.DialectOf(i.Database) == migrations.SQLite {
		if err := os.MkdirAll(filepath.Dir(i.Database), 0o700); err != nil {
			return err
		}
		making = i.Database + "-moving"
		if err := os.RemoveAll(making); err != nil {
			return err
		}
		dsn = "file:" + (&url.URL{Path: filepath.ToSlash(filepath.Clean(making))}).EscapedPath() +
			"?_pragma=foreign_keys(1)&_pragma=synchronous(FULL)"
	}
	pool, err := sql.Open(driverOf(i.Database), dsn)
	if err != nil {
		return errUnreadableURL
	}
	err = database.Migrate(ctx, pool, database.DialectOf(i.Database), slog.New(slog.DiscardHandler))
	if err == nil {
		err = i.fill(ctx, pool, snapshot, origin, source, progress, done)
	}
	if database.DialectOf(i.Database) == migrations.PostgreSQL {
		if err != nil {
			err = errors.Join(err, clearSchema(context.WithoutCancel(ctx), pool))
		}
		return errors.Join(err, pool.Close())
	}
	if err := errors.Join(err, pool.Close()); err != nil {
		return errors.Join(err, os.RemoveAll(making))
	}
	return errors.Join(os.Chmod(making, 0o600), os.Rename(making, i.Database),
		blobs.SyncFolder(filepath.Dir(i.Database)))
}

func (i Installation) fill(ctx context.Context, pool *sql.DB, snapshot *sql.Tx, origin migrations.Dialect,
	source schema, progress func(string, int64, int64), done *Moved) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing to undo once it is committed
	target, err := readSchema(ctx, tx, database.DialectOf(i.Database))
	if err != nil {
		return err
	}
	if len(target.tables) != len(source.tables) {
		return fmt.Errorf("%d tables stand against %d", len(target.tables), len(source.tables))
	}
	move := rowMove{from: snapshot, to: tx, dialect: database.DialectOf(i.Database), origin: origin, progress: progress}
	for _, table := range target.tables {
		from, err := source.like(table)
		if err != nil {
			return err
		}
		rows, err := move.table(ctx, from, table)
		if err != nil {
			return fmt.Errorf("table %s: %w", table.name, err)
		}
		done.Tables, done.Rows = done.Tables+1, done.Rows+rows
	}
	return tx.Commit()
}

func (c schema) like(table schemaTable) (schemaTable, error) {
	for _, one := range c.tables {
		if one.name == table.name && len(one.columns) == len(table.columns) &&
			!slices.Contains(indexOf(one, table), -1) {
			return one, nil
		}
	}
	return schemaTable{}, fmt.Errorf("the table %s is another in the two databases", table.name)
}

func clearSchema(ctx context.Context, pool *sql.DB) error {
	names, err := listOf(ctx, pool, "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()")
	for _, name := range names {
		_, failed := pool.ExecContext(ctx, "DROP TABLE IF EXISTS "+name+" CASCADE")
		err = errors.Join(err, failed)
	}
	return err
}
