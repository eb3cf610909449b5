// This file owns errata, the published record of corrections.

package lists

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"

	"gorm.io/gorm"
)

// Erratum is what was put right in a published list: one row, before and after. Its JSON is what is public of it.
type Erratum struct {
	Edition  string    `json:"edition"`
	Number   int       `json:"number"`   // from 1
	Previous string    `json:"previous"` // digest of the erratum before, or the hash of the released list
	EntryID  int64     `json:"entry"`
	Before   ListRow   `json:"before"`
	After    *ListRow  `json:"after"` // null if the row was taken out
	Reason   string    `json:"reason"`
	MadeAt   time.Time `json:"made_at"`
	ListHash string    `json:"list_sha256"` // of the whole list from then on
	Digest   string    `json:"digest"`      // SHA-256 of this object without its digest

	ActorName string `json:"-"` // at the time; the log of the installation answers for it
}

// ErratumRow is a row of the table errata.
type ErratumRow struct {
	EditionID int64 `gorm:"primaryKey;autoIncrement:false"`
	Number    int   `gorm:"primaryKey;autoIncrement:false"`
	EntryID   int64
	RowBefore []byte
	RowAfter  []byte
	Reason    string
	ActorID   int64
	ActorName string
	Made      int64 `gorm:"column:made_at"`
	ListHash  string
	Digest    string
}

func (ErratumRow) TableName() string { return "errata" }

func (r ErratumRow) erratum(edition, previous string) (Erratum, error) {
	e := Erratum{
		Edition: edition, Number: r.Number, Previous: previous, EntryID: r.EntryID, Reason: r.Reason,
		MadeAt:   database.FromMicro(r.Made),
		ListHash: r.ListHash, Digest: r.Digest, ActorName: r.ActorName,
	}
	if err := json.Unmarshal(r.RowBefore, &e.Before); err != nil {
		return e, fmt.Errorf("erratum %d of %s: the row before: %w", r.Number, edition, err)
	}
	if r.RowAfter == nil {
		return e, nil
	}
	e.After = &ListRow{}
	if err := json.Unmarshal(r.RowAfter, e.After); err != nil {
		return e, fmt.Errorf("erratum %d of %s: the row after: %w", r.Number, edition, err)
	}
	return e, nil
}

func errataOf(tx *gorm.DB, edition editions.EditionRow) ([]Erratum, error) {
	rows, err := database.Find[ErratumRow](tx.Where("edition_id = ?", edition.ID).Order("number"))
	if err != nil {
		return nil, err
	}
	errata, previous := make([]Erratum, len(rows)), edition.ListHash
	for i, row := range rows {
		var err error
		if errata[i], err = row.erratum(edition.Name, previous); err != nil {
			return nil, err
		}
		previous = row.Digest
	}
	return errata, nil
}

// digest is the SHA-256 in hex of all that is public of an erratum but the digest itself.
func (e Erratum) digest() (string, error) {
	e.Digest = ""
	canonical, err := json.Marshal(e)
	if err != nil {
		return "", fmt.Errorf("form the digest of an erratum: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

// corrected is a list once an erratum is in it: the row of its entry gives way to another, or to none, and all are
// ranked again. A list that was released with ranks for entries without a level keeps them.
func corrected(rows []ListRow, e Erratum) []ListRow {
	compare, released := compareRows,
		slices.ContainsFunc(rows, func(row ListRow) bool { return row.Level == 0 && row.Rank > 0 })
	if released {
		compare = compareFigures
	}
	list := slices.DeleteFunc(slices.Clone(rows), func(row ListRow) bool { return row.EntryID == e.EntryID })
	if e.After != nil {
		list = append(list, *e.After)
	}
	slices.SortFunc(list, compare)
	for i := range list {
		if list[i].Rank = i + 1; list[i].Level == 0 && !released {
			list[i].Rank = 0
		}
	}
	return list
}

// RankChange is a row of a list that stands otherwise, or reads otherwise, in another state of the same list.
type RankChange struct {
	Before *ListRow // nil if it was not there
	After  *ListRow // nil if it is not there any more
}

// Moved reports whether the rank is another one.
func (c RankChange) Moved() bool {
	return c.Before == nil || c.After == nil || c.Before.Rank != c.After.Rank
}

// EntryID is the entry of the row.
func (c RankChange) EntryID() int64 { return cmp.Or(c.After, c.Before).EntryID }

// Differences are the rows that differ between two states of a list, by rank.
func Differences(before, after []ListRow) []RankChange {
	old := map[int64]ListRow{}
	for _, row := range before {
		old[row.EntryID] = row
	}
	var changes []RankChange
	for _, row := range after {
		was, there := old[row.EntryID]
		delete(old, row.EntryID)
		switch {
		case !there:
			changes = append(changes, RankChange{After: &row})
		case !sameRow(was, row):
			changes = append(changes, RankChange{Before: &was, After: &row})
		}
	}
	for _, row := range before {
		if _, gone := old[row.EntryID]; gone {
			changes = append(changes, RankChange{Before: &row})
		}
	}
	return changes
}

// sameRow compares what rows say, not where their uncertainties are kept.
func sameRow(a, b ListRow) bool {
	same := submissions.SameUncertainty(a.PowerUncertainty, b.PowerUncertainty) &&
		submissions.SameUncertainty(a.EfficiencyUncertainty, b.EfficiencyUncertainty)
	a.PowerUncertainty, a.EfficiencyUncertainty = b.PowerUncertainty, b.EfficiencyUncertainty
	return same && a == b
}
