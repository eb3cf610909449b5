// This file owns transactions: retried when they conflict, recorded in the audit log.

package store

import (
	"context"

	"gorm.io/gorm"
)

// transact runs work in one transaction, again where the database gave up on it in favour of another; so work keeps
// nothing from one run to the next. What it changes has to be recorded, and is on the disk when transact returns.
func (s *Store) transact(ctx context.Context, work func(tx *gorm.DB) error) error {
	if err := s.commit(ctx, work); err != nil || isRepeated(ctx) {
		return err
	}
	return s.db.Flusher.Wait()
}

// commit is transact but for the disk of SQLite.
func (s *Store) commit(ctx context.Context, work func(tx *gorm.DB) error) error {
	return s.db.Retry(ctx, func() error { return s.attempt(ctx, work) })
}

func (s *Store) attempt(ctx context.Context, work func(tx *gorm.DB) error) error {
	notes := &ledger{routine: inRoutine(ctx), changed: map[string]bool{}, sealed: map[string]bool{}, kinds: s.sealedKinds, blobs: s.blobs}
	err := s.query(context.WithValue(ctx, ledgerKey{}, notes)).Transaction(func(tx *gorm.DB) error {
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
		s.watch.changes.Add(1) // whatever became of it: where a commit is in doubt, so is what was drawn before
	}
	return err
}

func (s *Store) recorded(ctx context.Context, d AuditEvent, work func(tx *gorm.DB) error) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		if err := work(tx); err != nil {
			return err
		}
		return s.record(tx, d)
	})
}
