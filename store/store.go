// Package store is the only home of the database: one file a table, rows unexported. It also
// keeps blobs, the bytes of uploads under their digest.
//
// What a person may not do comes back as a *review.Refusal, errors in what they typed as a
// *power.InputError or power.InputErrors, and a thing that is not there as ErrNotFound. Any function may also fail where the database
// does: it says so where there is more to know.
package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/secret"
	"green500/validation/power/cache"
)

// Config is what a store needs. Now, Log, Trace and Notice may be nil.
type Config struct {
	Database  string // path of an SQLite file, or a postgres:// URL
	Blobs     blobs.Blobs
	Now       func() time.Time
	Log       *slog.Logger
	Secret    secret.Source            // the key that signing keys and unsent mail are encrypted with; without it, nothing is signed or sent
	Reserve   int64                    // bytes that have to stay free where the blobs lie: nothing is taken in that would leave less
	Trace     Trace                    // is told of steps of the work; may be nil
	FieldName func(path string) string // names a field of the document for people; nil where its path will do
	Notice    func(Notice) Mail        // writes the mail that goes with a notice, all but whom it goes to; nil where notices are on a page only
}

// Store is the database and the blobs. It is safe for concurrent use.
type Store struct {
	sealedKinds map[string]sealedKind // of rows whose digests the audit log holds
	db          *database.DB
	blobs       blobs.Blobs
	secret      *secret.Key // nil if it is missing
	locked      error       // why it is missing
	clock       func() time.Time
	notice      func(Notice) Mail
	fieldName   func(path string) string
	reserve     int64
	trace       Trace
	transferred *transferred
	hashing     chan struct{} // a slot for each password that may be hashed at a time
	grading     *gradingTurns // of drafts
	desk        *uploadDesk
	waiting     waitingRequests
	noting      sync.WaitGroup // of what nobody waits for
	recentLooks *recentLooks
	watch       publicWatch
	keys        keyIndex
	verdicts    *cache.Cache[[sha256.Size]byte, verdictKept] // by what they rest on
	reports     *reportCache
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

// Close ends the connections, once what is noted beside requests is noted. It fails where the database cannot end them cleanly.
func (s *Store) Close() error {
	s.noting.Wait()
	return s.db.Pool.Close()
}

// BeginRequest counts a request until the returned function is called. What is read in the
// background gives way to them until then.
func (s *Store) BeginRequest() (answered func()) {
	s.waiting.waiting.Add(1)
	return sync.OnceFunc(func() { s.waiting.waiting.Add(-1) })
}

// query begins a statement of its own; a *gorm.DB that is used twice would keep its conditions.
func (s *Store) query(ctx context.Context) *gorm.DB { return s.db.Gorm.WithContext(ctx) }

// now is the time to the microsecond, which is what the database keeps.
func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

// Trace is told when a step of the work begins: what it is called and, of what it returns, the function to call when the step
// has ended, with the error that it ended with. Names are few, and tell nothing of people or entries.
type Trace func(ctx context.Context, step string) (context.Context, func(error))

// StepGrade is the step of grading. Other steps are statements, which are "database" and what is done, such as "database
// query", jobs, which are their kind, and those of the package blobs.
const StepGrade = "grade"

// Begin tells a trace, where there is one.
func (t Trace) Begin(ctx context.Context, step string) (context.Context, func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	return t(ctx, step)
}
