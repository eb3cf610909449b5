// This file owns the rows of published lists and their digest.

package lists

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// ListRow is one line of a published list. Its JSON is what the list's digest is formed over.
type ListRow struct {
	Edition string `json:"edition" gorm:"-"`
	// 0 without one, which JSON has as null
	Rank                  int          `json:"rank" gorm:"primaryKey;autoIncrement:false"`
	EntryID               int64        `json:"entry"`
	Revision              int          `json:"revision"`
	System                string       `json:"system"`
	Site                  string       `json:"site"`
	Country               string       `json:"country"`
	TotalCores            int          `json:"total_cores"`
	Accelerator           string       `json:"accelerator"`
	Top500Rank            int          `json:"top500_rank"` // 0 if it has none
	Rmax                  power.GFlops `json:"rmax_gflops"`
	Power                 power.Watts  `json:"power_w"`
	PowerUncertainty      *float64     `json:"power_uncertainty_w"`
	Efficiency            float64      `json:"gflops_per_watt"`
	EfficiencyUncertainty *float64     `json:"gflops_per_watt_uncertainty"`
	Level                 power.Level  `json:"level"`
}

// MarshalJSON writes null for no rank. It does not fail for figures that are finite.
func (r ListRow) MarshalJSON() ([]byte, error) {
	type fields ListRow
	return json.Marshal(struct {
		Edition string `json:"edition"`
		Rank    *int   `json:"rank"`
		fields
	}{r.Edition, database.UnlessZero(r.Rank), fields(r)})
}

// ListHash returns the SHA-256 in hex of the canonical JSON of a whole list: the rows in the order of rank, no white
// space. Anyone who has the rows can hold it against Edition.ListHash. It fails for rows that JSON cannot write.
func ListHash(rows []ListRow) (string, error) {
	canonical, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("form the digest of a list: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

type listRow struct {
	EditionID int64 `gorm:"primaryKey;autoIncrement:false"`
	ListRow
	Unranked bool // Rank is only its place
}

func (listRow) TableName() string { return "list_rows" }

func newListRow(editionID int64, rank int, e submissions.EntryRow) listRow {
	return listRow{EditionID: editionID, ListRow: ListRow{
		Rank: rank, EntryID: e.ID, Revision: e.Revision, System: e.System, Site: e.Site, Country: e.Country,
		TotalCores:  e.TotalCores,
		Accelerator: e.Accelerator, Top500Rank: e.Top500Rank, Rmax: e.Rmax,
		Power: e.Power, PowerUncertainty: e.PowerUncertainty,
		Efficiency: e.Efficiency, EfficiencyUncertainty: e.EfficiencyUncertainty, Level: e.GrantedLevel,
	}}
}

func (r listRow) listRow(edition string) ListRow {
	row := r.ListRow
	row.Edition = edition
	if r.Unranked {
		row.Rank = 0
	}
	return row
}

func (r *ListRow) ranked() listing.Row {
	return listing.Row{Efficiency: &r.Efficiency, Rmax: &r.Rmax, Top500Rank: database.UnlessZero(r.Top500Rank)}
}

// compareRows is the order of a list: those with a level first, each by their figures.
func compareRows(a, b ListRow) int {
	return cmp.Or(cmp.Compare(min(b.Level, 1), min(a.Level, 1)), compareFigures(a, b))
}

// compareFigures is listing.Compare, then the one that was created first.
func compareFigures(a, b ListRow) int {
	return cmp.Or(listing.Compare(a.ranked(), b.ranked()), cmp.Compare(a.EntryID, b.EntryID))
}
