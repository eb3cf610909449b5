// This file owns signed receipts for what was submitted.

package submissions

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/validation/review/receipt"
)

// Receipt is what was acknowledged of an entry, as it was signed.
type Receipt struct {
	ID      int64
	EntryID int64
	Kind    receipt.Kind
	Name    string // of the file; empty for a manifest
	Digest  string // of the file, or of the manifest
	Text    []byte
	At      time.Time
}

// ReceiptRow is a row of the table receipts.
type ReceiptRow struct {
	ID      int64
	EntryID int64
	Kind    string
	Name    string
	Digest  string
	Text    []byte
	Created int64 `gorm:"column:created_at"`
}

func (ReceiptRow) TableName() string { return "receipts" }

func (r ReceiptRow) receipt() Receipt {
	return Receipt{ID: r.ID, EntryID: r.EntryID, Kind: receipt.Kind(r.Kind), Name: r.Name, Digest: r.Digest,
		Text: r.Text, At: database.FromMicro(r.Created)}
}

// GiveReceipt signs what was received of an entry, and keeps it, in the transaction that makes it true.
// One that was given before for the same bytes is returned as it is. server is the address of ours;
// name and digest state what was received.
func (s *Submissions) GiveReceipt(tx *gorm.DB, entry EntryView, server string, kind receipt.Kind, name, digest string,
	files []receipt.File) (Receipt, error) {
	var row ReceiptRow
	err := tx.Where("entry_id = ? AND kind = ? AND name = ? AND digest = ?", entry.Row.ID, string(kind), name, digest).
		Take(&row).Error
	if !database.IsNotFound(err) {
		return row.receipt(), err
	}
	key, err := s.db.SigningKey(tx)
	if err != nil {
		return Receipt{}, err
	}
	zone, err := zoneOfEdition(tx, entry.Row.EditionID)
	if err != nil {
		return Receipt{}, err
	}
	now := s.db.Now()
	text, err := receipt.Receipt{
		Kind: kind, Server: server, Submission: entry.Row.ID, Edition: entry.EditionName, ReceivedAt: now.In(zone),
		Zone: zone.String(), Files: files,
	}.Sign(key)
	if err != nil {
		return Receipt{}, err
	}
	row = ReceiptRow{EntryID: entry.Row.ID, Kind: string(kind), Name: name, Digest: digest, Text: text,
		Created: now.UnixMicro()}
	if err := tx.Create(&row).Error; err != nil {
		return Receipt{}, err
	}
	return row.receipt(), nil
}

func zoneOfEdition(tx *gorm.DB, id int64) (*time.Location, error) {
	row, err := database.Take[editions.EditionRow](tx.Select("zone").Where("id = ?", id))
	if err != nil {
		return nil, fmt.Errorf("edition %d: %w", id, err)
	}
	zone, err := time.LoadLocation(row.Zone)
	if err != nil {
		return nil, fmt.Errorf("edition %d: %w", id, err)
	}
	return zone, nil
}

// Receipts returns what was acknowledged of an entry, from the first to the last.
func (s *Submissions) Receipts(ctx context.Context, entryID int64) ([]Receipt, error) {
	return database.Listed(s.db.Query(ctx).Where("entry_id = ?", entryID).Order("id"), ReceiptRow.receipt)
}
