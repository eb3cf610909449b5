// This file owns transactions: retried when they conflict, recorded in the audit log.

package recorded

import (
	"context"

	"gorm.io/gorm"
)

// Transact runs work in one transaction, again if the database gave up on it in favour of another; so work keeps
// nothing from one run to the next. What it changes has to be recorded, and is on the disk when Transact returns.
func (s *Database) Transact(ctx context.Context, work func(tx *gorm.DB) error) error {
	if err := s.commit(ctx, work); err != nil || isRepeated(ctx) {
		return err
	}
	return s.Connection.Flusher.Wait()
}

// commit is Transact without waiting for the disk of SQLite.
func (s *Database) commit(ctx context.Context, work func(tx *gorm.DB) error) error {
	return s.Connection.Retry(ctx, func() error { return s.attempt(ctx, work) })
}

func (s *Database) attempt(ctx context.Context, work func(tx *gorm.DB) error) error {
	notes := &Ledger{routine: inRoutine(ctx), changed: map[string]bool{}, sealed: map[string]bool{},
		kinds: s.SealedKinds, Blobs: s.Evidence}
	err := s.Query(context.WithValue(ctx, ledgerKey{}, notes)).Transaction(func(tx *gorm.DB) error {
		if err := work(tx); err != nil {
			return err
		}
		if notes.shown {
			if err := countChange(tx); err != nil {
				return err
			}
		}
		return s.writeEvents(tx, notes)
	})
	if notes.shown {
		s.Public.Changes.Add(1) // whatever became of it: if a commit is in doubt, so is what was drawn before
	}
	return err
}

// Change is Transact with one audit event.
func (s *Database) Change(ctx context.Context, d AuditEvent, work func(tx *gorm.DB) error) error {
	return s.Transact(ctx, func(tx *gorm.DB) error {
		if err := work(tx); err != nil {
			return err
		}
		return s.Record(tx, d)
	})
}
