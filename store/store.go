// Package store is the only home of the database: one file a table, rows unexported. It also
// keeps blobs, the bytes of uploads under their digest.
//
// What a person may not do comes back as a *review.Refusal, trouble with what they typed as a
// *power.InputError or power.InputErrors, and a thing that is not there as ErrNotFound.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// ErrNotFound says that what was asked for is not there.
var ErrNotFound = errors.New("not found")

// Config is what a store needs. Now and Log may be nil.
type Config struct {
	Database string // path of an SQLite file, or a postgres:// URL
	Blobs    Blobs
	Now      func() time.Time
	Log      *slog.Logger
}

// Store is the database and the blobs. It is safe for concurrent use.
type Store struct {
	db      *gorm.DB
	pool    *sql.DB
	blobs   Blobs
	clock   func() time.Time
	hashing chan struct{} // a slot for each password that may be hashed at a time
}

// slowQuery is from when on a statement is worth a line in the log.
const slowQuery = 500 * time.Millisecond

// Open connects to the database and brings its schema up to date. It fails where the database
// cannot be reached or was made by a newer version of the program.
func Open(ctx context.Context, config Config) (*Store, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	db, pool, err := connect(ctx, config.Database, settings(config.Log))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := migrate(ctx, pool, dialectOf(config.Database), config.Log); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the database up to date: %w", err), pool.Close())
	}
	opened := &Store{
		db:      db,
		pool:    pool,
		blobs:   config.Blobs,
		clock:   config.Now,
		hashing: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	if err := opened.fillFindings(ctx, config.Log); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return opened, nil
}

// settings are gorm's: every column by name, no hidden transactions, no values in the log because
// they name people.
func settings(log *slog.Logger) *gorm.Config {
	return &gorm.Config{
		TranslateError:         true,
		QueryFields:            true,
		SkipDefaultTransaction: true,
		Logger: logger.NewSlogLogger(log, logger.Config{
			LogLevel:                  logger.Warn,
			SlowThreshold:             slowQuery,
			ParameterizedQueries:      true,
			IgnoreRecordNotFoundError: true,
		}),
	}
}

// Close ends the connections. It fails where the database cannot end them cleanly.
func (s *Store) Close() error { return s.pool.Close() }

// Blobs returns where the bytes of files are kept.
func (s *Store) Blobs() Blobs { return s.blobs }

// Ready reports whether requests can be answered: it fails where the database does not answer.
func (s *Store) Ready(ctx context.Context) error {
	var found int
	if err := s.pool.QueryRowContext(ctx, "SELECT count(*) FROM editions WHERE id = 0").Scan(&found); err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	return nil
}

// query begins a statement of its own; a *gorm.DB that is used twice would keep its conditions.
func (s *Store) query(ctx context.Context) *gorm.DB { return s.db.WithContext(ctx) }

// attempts is how often a transaction is tried where the database asks to try again.
const attempts = 5

// transact runs work in one transaction, again where the database gave up on it in favour of
// another; so work keeps nothing from one run to the next.
func (s *Store) transact(ctx context.Context, work func(tx *gorm.DB) error) error {
	var err error
	for range attempts {
		if err = s.query(ctx).Transaction(work); !isConflict(err) {
			return err
		}
	}
	return err
}

// isConflict recognises serialization failures and deadlocks, which PostgreSQL and the databases
// that speak its protocol resolve by ending one of the transactions.
func isConflict(err error) bool {
	const serializationFailure, deadlock = "40001", "40P01"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && (coded.SQLState() == serializationFailure || coded.SQLState() == deadlock)
}

// found turns gorm's word for a missing row into ours.
func found(err error) error {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return ErrNotFound
	}
	return err
}

// now is the time to the microsecond, which is what the database keeps.
func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

func fromMicroOrNil(micro *int64) *time.Time {
	if micro == nil {
		return nil
	}
	t := fromMicro(*micro)
	return &t
}

// text makes a string one that every database takes: valid UTF-8 without the zero byte, which
// PostgreSQL refuses.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// convert maps rows to what the package exports.
func convert[Row, Exported any](rows []Row, one func(Row) Exported) []Exported {
	all := make([]Exported, len(rows))
	for i, row := range rows {
		all[i] = one(row)
	}
	return all
}
