// This file owns the rows of the audit log, and writing them at the end of a transaction.

package store

import (
	"fmt"

	"gorm.io/gorm"

	"green500/validation/review/audit"
)

type auditRow struct {
	audit.Record
	Micro int64 `gorm:"column:at"` // when, for At
}

func (auditRow) TableName() string { return "audit" }

func (r auditRow) record() audit.Record {
	r.At = fromMicro(r.Micro)
	return r.Record
}

// holdLog keeps every other transaction that is recorded waiting until this one ends: the end of the log is what all of them hold.
func holdLog(tx *gorm.DB) error {
	return locking(tx).Where("id = ?", oneHead).Take(&auditHead{}).Error
}

// writeEvents writes the events of a transaction into the log, at its end: from the head on, which one transaction
// holds at a time, to its commit.
func (s *Store) writeEvents(tx *gorm.DB, notes *ledger) error {
	if len(notes.events) == 0 {
		return notes.refuseSilence()
	}
	state, err := notes.state(tx, notes.sealedNames())
	if err != nil {
		return err
	}
	head, err := take[auditHead](locking(tx).Where("id = ?", oneHead))
	if err != nil {
		return fmt.Errorf("find the end of the audit log: %w", err)
	}
	origin, asked := originOf(tx.Statement.Context)
	rows := make([]auditRow, len(notes.events))
	sign := false
	for i, d := range notes.events {
		r := audit.Record{
			Number: head.Number + 1, At: s.now(), Event: d.Name, EntryID: d.EntryID, Revision: d.Revision, Subject: shortened(d.Subject), Detail: shortened(d.Detail),
			Seal: d.Seal, Before: head.Hash, ActorName: "the program itself",
		}
		if i == len(notes.events)-1 {
			r.State = state
		}
		if asked {
			origin.fillActor(&r)
		}
		r.Hash = r.Sum()
		rows[i], sign = auditRow{r, r.At.UnixMicro()}, sign || d.Signed
		head.Number, head.Hash = r.Number, r.Hash
	}
	if err := insert(tx, rows); err != nil {
		return err
	}
	moved := tx.Model(&auditHead{}).Where("id = ?", oneHead).Updates(map[string]any{"number": head.Number, "hash": head.Hash})
	if err := updatedOne(moved); err != nil {
		return fmt.Errorf("note the end of the audit log: %w", err)
	}
	if !sign {
		return nil
	}
	_, err = s.signHead(tx, head)
	return err
}
