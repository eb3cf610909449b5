package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"green500/validation/power"
)

// ListRow is one line of a published list. Its JSON is what the list's digest is formed over.
type ListRow struct {
	Edition               string       `json:"edition"`
	Rank                  int          `json:"rank"`
	EntryID               int64        `json:"entry"`
	Revision              int          `json:"revision"`
	System                string       `json:"system"`
	Site                  string       `json:"site"`
	Country               string       `json:"country"`
	TotalCores            int          `json:"total_cores"`
	Accelerator           string       `json:"accelerator"`
	Top500Rank            int          `json:"top500_rank"` // 0 where it has none
	Rmax                  power.GFlops `json:"rmax_gflops"`
	Power                 power.Watts  `json:"power_w"`
	PowerUncertainty      *float64     `json:"power_uncertainty_w"`
	Efficiency            float64      `json:"gflops_per_watt"`
	EfficiencyUncertainty *float64     `json:"gflops_per_watt_uncertainty"`
	Level                 power.Level  `json:"level"`
}

// ListHash returns the SHA-256 in hex of the canonical JSON of a whole list: the rows in the order
// of rank, no white space. Anyone who has the rows can hold it against Edition.ListHash. It fails
// for rows that JSON cannot write.
func ListHash(rows []ListRow) (string, error) {
	canonical, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("form the digest of a list: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

type listRow struct {
	EditionID             int64 `gorm:"primaryKey;autoIncrement:false"`
	Rank                  int   `gorm:"primaryKey;autoIncrement:false"`
	EntryID               int64
	Revision              int
	System                string
	Site                  string
	Country               string
	TotalCores            int
	Accelerator           string
	Top500Rank            int
	Rmax                  power.GFlops
	Power                 power.Watts
	PowerUncertainty      *float64
	Efficiency            float64
	EfficiencyUncertainty *float64
	Level                 power.Level
	Search                string
}

// TableName is the table, for gorm.
func (listRow) TableName() string { return "list_rows" }

func newListRow(editionID int64, rank int, e entryRow) listRow {
	return listRow{
		EditionID:             editionID,
		Rank:                  rank,
		EntryID:               e.ID,
		Revision:              e.Revision,
		System:                e.System,
		Site:                  e.Site,
		Country:               e.Country,
		TotalCores:            e.TotalCores,
		Accelerator:           e.Accelerator,
		Top500Rank:            e.Top500Rank,
		Rmax:                  e.Rmax,
		Power:                 e.Power,
		PowerUncertainty:      e.PowerUncertainty,
		Efficiency:            e.Efficiency,
		EfficiencyUncertainty: e.EfficiencyUncertainty,
		Level:                 e.GrantedLevel,
		Search:                searchText(e.System, e.Site, e.Accelerator),
	}
}

func (r listRow) listRow(edition string) ListRow {
	return ListRow{
		Edition:               edition,
		Rank:                  r.Rank,
		EntryID:               r.EntryID,
		Revision:              r.Revision,
		System:                r.System,
		Site:                  r.Site,
		Country:               r.Country,
		TotalCores:            r.TotalCores,
		Accelerator:           r.Accelerator,
		Top500Rank:            r.Top500Rank,
		Rmax:                  r.Rmax,
		Power:                 r.Power,
		PowerUncertainty:      r.PowerUncertainty,
		Efficiency:            r.Efficiency,
		EfficiencyUncertainty: r.EfficiencyUncertainty,
		Level:                 r.Level,
	}
}

// searchText folds case here, because the databases do it differently beyond ASCII.
func searchText(parts ...string) string { return strings.ToLower(strings.Join(parts, "\n")) }

// Filter says which rows of a list to show; what is zero filters nothing.
type Filter struct {
	Levels      []power.Level // any of them
	Country     string        // code of two letters
	Accelerated *bool         // with an accelerator, or without
	Search      string        // part of system, site or accelerator, upper or lower case
}

// maxSearch bounds the pattern that a database is given; nothing in a list is longer.
const maxSearch = 1000

func (f Filter) apply(query *gorm.DB) *gorm.DB {
	if len(f.Levels) > 0 {
		query = query.Where("level IN ?", f.Levels)
	}
	if f.Country != "" {
		query = query.Where("country = ?", text(f.Country))
	}
	if f.Accelerated != nil && *f.Accelerated {
		query = query.Where("accelerator <> ''")
	}
	if f.Accelerated != nil && !*f.Accelerated {
		query = query.Where("accelerator = ''")
	}
	if search := tidy(f.Search); search != "" {
		query = query.Where(`search LIKE ? ESCAPE '\'`, containing(search))
	}
	return query
}

// containing is a LIKE pattern in which every character stands for itself.
func containing(search string) string {
	escape := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
	return "%" + escape.Replace(strings.ToLower(search)) + "%"
}

// List returns the rows of a published list that a filter lets through, by rank. It returns
// ErrNotFound for an edition that is not there or not published.
func (s *Store) List(ctx context.Context, edition string, filter Filter) ([]ListRow, error) {
	published, err := s.publishedEdition(ctx, edition)
	if err != nil || len(filter.Search) > maxSearch {
		return nil, err
	}
	var rows []listRow
	query := filter.apply(s.query(ctx).Where("edition_id = ?", published.ID))
	if err := query.Order("rank").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read the list of %s: %w", edition, err)
	}
	return convert(rows, func(row listRow) ListRow { return row.listRow(published.Name) }), nil
}

// Countries returns the countries of a published list by their code. It returns ErrNotFound for an
// edition that is not there or not published.
func (s *Store) Countries(ctx context.Context, edition string) ([]string, error) {
	published, err := s.publishedEdition(ctx, edition)
	if err != nil {
		return nil, err
	}
	var countries []string
	query := s.query(ctx).Model(&listRow{}).Where("edition_id = ? AND country <> ''", published.ID)
	if err := query.Distinct().Order("country").Pluck("country", &countries).Error; err != nil {
		return nil, fmt.Errorf("list the countries of %s: %w", edition, err)
	}
	return countries, nil
}

func (s *Store) publishedEdition(ctx context.Context, name string) (editionRow, error) {
	row, err := editionByName(s.query(ctx), name)
	if err == nil && row.Published == nil {
		return row, fmt.Errorf("the list of %s is not published: %w", name, ErrNotFound)
	}
	return row, err
}

// PublicEntry returns the line of an entry in the list it was published with, or ErrNotFound.
func (s *Store) PublicEntry(ctx context.Context, entryID int64) (ListRow, error) {
	var row struct {
		Row         listRow `gorm:"embedded"`
		EditionName string
	}
	query := s.query(ctx).Table("list_rows").
		Select("list_rows.*, editions.name AS edition_name").
		Joins("JOIN editions ON editions.id = list_rows.edition_id").
		Where("list_rows.entry_id = ?", entryID)
	if err := query.Take(&row).Error; err != nil {
		return ListRow{}, fmt.Errorf("published entry %d: %w", entryID, found(err))
	}
	return row.Row.listRow(row.EditionName), nil
}
