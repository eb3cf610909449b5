// Package store is the only home of the database: one file a table, rows unexported. It also
// keeps blobs, the bytes of uploads under their digest.
//
// What a person may not do comes back as a *review.Refusal, trouble with what they typed as a
// *power.InputError or power.InputErrors, and a thing that is not there as ErrNotFound.
package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/bounded"
	"green500/validation/power"
)

// ErrNotFound says that what was asked for is not there.
var ErrNotFound = blobs.ErrNotFound

// Config is what a store needs. Now, Log, Trace and Notice may be nil.
type Config struct {
	Database string // path of an SQLite file, or a postgres:// URL
	Blobs    blobs.Blobs
	Now      func() time.Time
	Log      *slog.Logger
	Reserve  int64             // bytes that have to stay free where the blobs lie: nothing is taken in that would leave less
	Trace    Trace             // is told of steps of the work; may be nil
	Notice   func(Notice) Mail // writes the mail that goes with a notice, all but whom it goes to; nil where notices are on a page only
}

// Store is the database and the blobs. It is safe for concurrent use.
type Store struct {
	db       *database.DB
	blobs    blobs.Blobs
	drawn    *power.Memory // of their readings
	clock    func() time.Time
	notice   func(Notice) Mail
	reserve  int64
	trace    Trace
	taken    *taken
	hashing  chan struct{} // a slot for each password that may be hashed at a time
	grading  *turns        // of drafts
	desk     *uploadDesk
	traffic  traffic
	noting   sync.WaitGroup // of what nobody waits for
	looked   *recentLooks
	watch    publicWatch
	packs    *packs
	verdicts *bounded.Cache[[sha256.Size]byte, verdictKept] // by what they rest on
	reports  *reports
	frozen   *bounded.Cache[revisionKey, Revision]                // that were submitted
	forms    *bounded.Cache[[sha256.Size]byte, map[string]string] // documents taken apart, by the digest of their text
}

// drawnRoom is what is remembered of readings that were drawn, in bytes: a trace of a million readings takes three million.
const drawnRoom = 32 << 20

// Open connects to the database and brings its schema up to date. It fails where the database
// cannot be reached or was made by a newer version of the program.
func Open(ctx context.Context, config Config) (*Store, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	db, err := database.Open(ctx, config.Database, config.Log)
	if err != nil {
		return nil, err
	}
	if err := guard(db); err != nil {
		return nil, errors.Join(err, db.Pool.Close())
	}
	opened := &Store{
		db:       db,
		blobs:    config.Blobs,
		drawn:    power.NewMemory(drawnRoom),
		clock:    config.Now,
		notice:   config.Notice,
		reserve:  config.Reserve,
		trace:    config.Trace,
		taken:    &taken{},
		hashing:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		grading:  newTurns(max(1, runtime.GOMAXPROCS(0)-1)), // a core is left to those who type
		desk:     newUploadDesk(),
		looked:   newRecentLooks(),
		packs:    newPacks(),
		verdicts: bounded.New[[sha256.Size]byte, verdictKept](verdictRoom),
		reports:  newReports(),
		frozen:   bounded.New[revisionKey, Revision](frozenRoom),
		forms:    bounded.New[[sha256.Size]byte, map[string]string](formRoom),
	}
	if config.Trace != nil {
		opened.blobs = blobs.Traced(config.Blobs, config.Trace)
		if err := db.TraceStatements(config.Trace); err != nil {
			return nil, errors.Join(err, db.Pool.Close())
		}
	}
	if err := errors.Join(opened.fillFindings(ctx, config.Log), opened.sealEarlier(ctx)); err != nil {
		return nil, errors.Join(err, db.Pool.Close())
	}
	if err := errors.Join(opened.fillProcessors(ctx, config.Log), opened.relistEarlier(ctx), opened.reckonEarlier(ctx)); err != nil {
		return nil, errors.Join(err, db.Pool.Close())
	}
	return opened, nil
}

// Close ends the connections, once what is noted beside requests is noted. It fails where the database cannot end them cleanly.
func (s *Store) Close() error {
	s.noting.Wait()
	return s.db.Pool.Close()
}

// Blobs returns where the bytes of files are kept.
func (s *Store) Blobs() blobs.Blobs { return s.blobs }

// Ready reports whether requests can be answered: it fails where the database does not answer.
func (s *Store) Ready(ctx context.Context) error {
	var found int
	if err := s.db.Pool.QueryRowContext(ctx, "SELECT count(*) FROM editions WHERE id = 0").Scan(&found); err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	return nil
}

// query begins a statement of its own; a *gorm.DB that is used twice would keep its conditions.
func (s *Store) query(ctx context.Context) *gorm.DB { return s.db.Gorm.WithContext(ctx) }

// transact runs work in one transaction, again where the database gave up on it in favour of
// another; so work keeps nothing from one run to the next. What it changes has to be recorded, and is on the disk when
// transact returns.
func (s *Store) transact(ctx context.Context, work func(tx *gorm.DB) error) error {
	if err := s.commit(ctx, work); err != nil || madeAgain(ctx) {
		return err
	}
	return s.db.Flusher.Wait()
}

// commit is transact but for the disk of SQLite.
func (s *Store) commit(ctx context.Context, work func(tx *gorm.DB) error) error {
	return s.db.Retry(ctx, func() error { return s.attempt(ctx, work) })
}

// attempt is one try of a transaction.
func (s *Store) attempt(ctx context.Context, work func(tx *gorm.DB) error) error {
	notes := &ledger{routine: inRoutine(ctx), changed: map[string]bool{}, blobs: s.blobs}
	err := s.query(context.WithValue(ctx, ledgerKey{}, notes)).Transaction(func(tx *gorm.DB) error {
		if err := work(tx); err != nil {
			return err
		}
		if notes.shown {
			if err := countChange(tx); err != nil {
				return err
			}
		}
		return s.enter(tx, notes)
	})
	if notes.shown {
		s.watch.changes.Add(1) // whatever became of it: where a commit is in doubt, so is what was drawn before
	}
	return err
}

// recorded is transact for what is one deed, whatever comes of it.
func (s *Store) recorded(ctx context.Context, d Deed, work func(tx *gorm.DB) error) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		if err := work(tx); err != nil {
			return err
		}
		return s.record(tx, d)
	})
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

// clockSkew is by how much the clocks of servers may differ.
const clockSkew = 5 * time.Minute

// tooFarAhead is the instant behind which nothing lies that was to come within a wait: what does was written by a clock that
// has been set back since, and nobody waits until it is right again.
func tooFarAhead(now time.Time, wait time.Duration) int64 {
	return now.Add(wait + clockSkew).UnixMicro()
}

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

func fromMicroOrNil(micro *int64) *time.Time {
	if micro == nil {
		return nil
	}
	t := fromMicro(*micro)
	return &t
}

func microOfDate(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	micro := t.UnixMicro()
	return &micro
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
