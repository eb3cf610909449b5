// This file owns the rows of catalogued lists and their lines.

package lists

import (
	"context"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/lists/listing"
)

// CatalogueRow is a row of the table lists.
type CatalogueRow struct {
	ID        int64
	Name      string
	Kind      listing.Kind
	Edition   string
	EditionID *int64
	Source    string
	Digest    string
	Warnings  []byte
	Changed   int64 `gorm:"column:changed_at"`
	Entries   int
	Powered   int
	Version   int64
}

func (CatalogueRow) TableName() string { return "lists" }

// LineRow is a line as it is kept: what the table lists says, and the key of the machine, are left out of its Row.
type LineRow struct {
	ListID  int64 `gorm:"primaryKey;autoIncrement:false"`
	EntryID *int64
	Search  string // see searchText

	listing.Row `gorm:"embedded"`
}

func (LineRow) TableName() string { return "listings" }

// LinesOf returns the rows of a list, in the order of their positions.
func LinesOf(tx *gorm.DB, list int64) ([]LineRow, error) {
	return database.Find[LineRow](tx.Select("*").Where("list_id = ?", list).Order("rank"))
}

type choiceRow struct {
	ListID int64
	Field  string
	Value  string
	Count  int
}

func (choiceRow) TableName() string { return "listing_choices" }

func (s *Lists) released() *gorm.DB {
	return s.db.Connection.Gorm.Where("lists.edition_id IS NULL OR lists.edition_id IN (SELECT id FROM editions "+
		"WHERE published_at IS NOT NULL AND (embargo_until IS NULL OR embargo_until <= ?))", s.db.Now().UnixMicro())
}

const lineColumns = "listings.*, lists.name AS list, lists.kind AS kind, lists.edition AS edition"

func (s *Lists) lines(ctx context.Context) *gorm.DB {
	return s.db.Query(ctx).Table("listings").Joins("JOIN lists ON lists.id = listings.list_id")
}

func (s *Lists) browsedOpenly(ctx context.Context) *gorm.DB { return s.lines(ctx).Where(s.released()) }
