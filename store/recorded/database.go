// Package recorded is a database of which every change is recorded in the audit log, in the transaction of the change.
// It is what all rooms of the store have in common.
package recorded

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/secret"
)

// Database is a database of which every change is recorded. It is safe for concurrent use.
type Database struct {
	Connection  *database.DB
	Evidence    blobs.Blobs
	Clock       func() time.Time
	Trace       Trace
	SealedKinds map[string]SealedKind // of rows whose digests the audit log holds
	Secret      *secret.Key           // nil if it is missing
	Locked      error                 // why it is missing
	Requests    WaitingRequests
	Noting      sync.WaitGroup // of what nobody waits for
	Public      publicWatch
}

// Ready reports whether requests can be answered: it fails if the database does not answer.
func (s *Database) Ready(ctx context.Context) error {
	var found int
	if err := s.Connection.Pool.QueryRowContext(ctx, "SELECT count(*) FROM editions WHERE id = 0").
		Scan(&found); err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	return nil
}

// Close ends the connections, once what is noted beside requests is noted. It fails if the database cannot end them
// cleanly.
func (s *Database) Close() error {
	s.Noting.Wait()
	return s.Connection.Pool.Close()
}

// BeginRequest counts a request until the returned function is called. What is read in the
// background gives way to them until then.
func (s *Database) BeginRequest() (answered func()) {
	s.Requests.waiting.Add(1)
	return sync.OnceFunc(func() { s.Requests.waiting.Add(-1) })
}

// Query begins a statement of its own; a *gorm.DB that is used twice would keep its conditions.
func (s *Database) Query(ctx context.Context) *gorm.DB { return s.Connection.Gorm.WithContext(ctx) }

// Now is the time to the microsecond, which is what the database keeps.
func (s *Database) Now() time.Time { return s.Clock().UTC().Truncate(time.Microsecond) }

// Trace is told when a step of the work begins: what it is called and, of what it returns, the function to call when
// the step has ended, with the error that it ended with. Names are few, and tell nothing of people or entries.
type Trace func(ctx context.Context, step string) (context.Context, func(error))

// StepGrade is the step of grading. Other steps are statements, which are "database" and what is done, such as
// "database query", jobs, which are their kind, and those of the package blobs.
const StepGrade = "grade"

// Begin tells a trace, if there is one.
func (t Trace) Begin(ctx context.Context, step string) (context.Context, func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	return t(ctx, step)
}
