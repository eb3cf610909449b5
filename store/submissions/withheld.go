// This file owns the submissions that somebody may not see.

package submissions

import (
	"context"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/validation/review"
)

// Withheld is an entry of which somebody may see nothing but for whom it is: a conflict of interest, or an
// embargo, stands before it.
type Withheld struct {
	EntryID  int64
	System   string
	Site     string
	Edition  string
	Conflict review.Conflict // NoConflict if it is the embargo alone
}

// Withheld lists the entries that somebody would read by their role and their states, and may not: what counts or
// grades over many entries leaves them out. Newest first.
func (s *Submissions) Withheld(ctx context.Context, by accounts.User) ([]Withheld, error) {
	return s.withheld(s.db.Query(ctx), by)
}

func (s *Submissions) withheld(tx *gorm.DB, by accounts.User) ([]Withheld, error) {
	if by.ID == 0 {
		by.Role = review.Public
	}
	of, err := InterestsOf(tx, by)
	if err != nil {
		return nil, err
	}
	now := s.db.Now()
	var views []EntryView
	public := []review.State{review.Published, review.Corrected}
	query := ViewEntries(tx).Where("entries.state IN ? AND (entries.state NOT IN ? OR editions.embargo_until > ?)",
		review.ReadableStates(by.Role), public, now.UnixMicro())
	if err := query.Order("entries.id DESC").Find(&views).Error; err != nil {
		return nil, err
	}
	var all []Withheld
	for _, view := range views {
		reader := review.Reader{Party: of[by.ID].Party(view), Embargoed: view.Embargoed(now)}
		if !review.MayRead(reader, view.State()) {
			all = append(all, Withheld{view.Row.ID, view.Row.System, view.Row.Site, view.EditionName, reader.Conflict})
		}
	}
	return all, nil
}

// ExcludeWithheld leaves submissions out of a query that somebody may not see.
func ExcludeWithheld(tx *gorm.DB, withheld []int64) *gorm.DB {
	if len(withheld) == 0 {
		return tx
	}
	return tx.Where("entries.id NOT IN ?", withheld)
}

// EntryIDs returns the numbers of the entries that are withheld.
func EntryIDs(withheld []Withheld) []int64 {
	return database.Convert(withheld, func(w Withheld) int64 { return w.EntryID })
}
