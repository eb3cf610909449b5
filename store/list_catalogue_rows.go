// This file owns the rows of catalogued lists and their lines.

package store

import (
	"context"

	"gorm.io/gorm"

	"green500/validation/listing"
	"green500/validation/power"
)

type catalogueRow struct {
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

func (catalogueRow) TableName() string { return "lists" }

type lineRow struct {
	ListID           int64 `gorm:"primaryKey;autoIncrement:false"`
	Rank             int   `gorm:"primaryKey;autoIncrement:false"`
	BandFirst        *int
	BandLast         *int
	SystemID         int64
	EntryID          *int64
	System           string
	Computer         string
	Site             string
	Country          string
	Vendor           string
	Year             *int
	Segment          string
	TotalCores       *int
	AcceleratorCores *int
	Accelerator      string
	Processor        string
	Interconnect     string
	OperatingSystem  string
	Rmax             *power.GFlops
	Rpeak            *power.GFlops
	Power            *power.Watts
	PowerUncertainty *float64
	PowerSource      string
	Efficiency       *float64
	Uncertainty      *float64
	Level            *power.Level
	Top500Rank       *int
	Unranked         bool `json:",omitempty"` // Rank is only its place
	Optimised        bool
	OptimisedRmax    *power.GFlops
	OptimisedPower   *power.Watts
	Top500SystemID   *int   `json:",omitempty"` // not in the digests of lines that were kept before it
	Top500SiteID     *int   `json:",omitempty"`
	EfficiencyRank   *int   `json:",omitempty"`
	Search           string // see searchText
}

func (lineRow) TableName() string { return "listings" }

type choiceRow struct {
	ListID int64
	Field  string
	Value  string
	Count  int
}

func (choiceRow) TableName() string { return "listing_choices" }

func (s *Store) released() *gorm.DB {
	return s.db.Gorm.Where("lists.edition_id IS NULL OR lists.edition_id IN (SELECT id FROM editions WHERE published_at IS NOT NULL AND (embargo_until IS NULL OR embargo_until <= ?))", s.now().UnixMicro())
}

const lineColumns = "listings.*, lists.name AS list, lists.kind AS kind, lists.edition AS edition"

func (s *Store) lines(ctx context.Context) *gorm.DB {
	return s.query(ctx).Table("listings").Joins("JOIN lists ON lists.id = listings.list_id")
}

func (s *Store) browsedOpenly(ctx context.Context) *gorm.DB { return s.lines(ctx).Where(s.released()) }
