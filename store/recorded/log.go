// This file owns the rows of the audit log, and writing them at the end of a transaction.

package recorded

import (
	"fmt"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/review/audit"
)

// Row is a row of the table audit.
type Row struct {
	audit.Record
	Micro int64 `gorm:"column:at"` // when, for At
}

func (Row) TableName() string { return "audit" }

// Content is the audit record of a row.
func (r Row) Content() audit.Record {
	r.At = database.FromMicro(r.Micro)
	return r.Record
}

// HoldLog keeps every other transaction that is recorded waiting until this one ends: the end of the log is what all of
// them hold.
func HoldLog(tx *gorm.DB) error {
	return database.Locking(tx).Where("id = ?", OneHead).Take(&Head{}).Error
}

// writeEvents writes the events of a transaction into the log, at its end: from the head on, which one transaction
// holds at a time, to its commit.
func (s *Database) writeEvents(tx *gorm.DB, notes *Ledger) error {
	if len(notes.events) == 0 {
		return notes.refuseSilence()
	}
	state, err := notes.state(tx, notes.sealedNames())
	if err != nil {
		return err
	}
	head, err := database.Take[Head](database.Locking(tx).Where("id = ?", OneHead))
	if err != nil {
		return fmt.Errorf("find the end of the audit log: %w", err)
	}
	origin, asked := OriginOf(tx.Statement.Context)
	rows := make([]Row, len(notes.events))
	sign := false
	for i, d := range notes.events {
		r := audit.Record{
			Number: head.Number + 1, At: s.Now(), Event: d.Name, EntryID: d.EntryID, Revision: d.Revision,
			Subject: database.Shortened(d.Subject), Detail: database.Shortened(d.Detail),
			Seal: d.Seal, Before: head.Hash, ActorName: "the program itself",
		}
		if i == len(notes.events)-1 {
			r.State = state
		}
		if asked {
			origin.fillActor(&r)
		}
		r.Hash = r.Sum()
		rows[i], sign = Row{r, r.At.UnixMicro()}, sign || d.Signed
		head.Number, head.Hash = r.Number, r.Hash
	}
	if err := database.Insert(tx, rows); err != nil {
		return err
	}
	moved := tx.Model(&Head{}).Where("id = ?", OneHead).
		Updates(map[string]any{"number": head.Number, "hash": head.Hash})
	if err := database.UpdatedOne(moved); err != nil {
		return fmt.Errorf("note the end of the audit log: %w", err)
	}
	if !sign {
		return nil
	}
	_, err = s.signHead(tx, head)
	return err
}
