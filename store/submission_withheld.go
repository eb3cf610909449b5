// This file owns the submissions that somebody may not see.

package store

import (
	"context"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Withheld is an entry of which somebody may see nothing but for whom it is: a conflict of interest, or an
// embargo, stands before it.
type Withheld struct {
	EntryID  int64
	System   string
	Site     string
	Edition  string
	Conflict review.Conflict // NoConflict where it is the embargo alone
}

// Withheld lists the entries that somebody would read by their role and their states, and may not: what counts or
// grades over many entries leaves them out. Newest first.
func (s *Store) Withheld(ctx context.Context, by User) ([]Withheld, error) {
	return s.withheld(s.query(ctx), by)
}

func (s *Store) withheld(tx *gorm.DB, by User) ([]Withheld, error) {
	if by.ID == 0 {
		by.Role = review.Public
	}
	of, err := interestsOf(tx, by)
	if err != nil {
		return nil, err
	}
	now := s.now()
	var views []entryView
	public := []review.State{review.Published, review.Corrected}
	query := viewEntries(tx).Where("entries.state IN ? AND (entries.state NOT IN ? OR editions.embargo_until > ?)", review.ReadableStates(by.Role), public, now.UnixMicro())
	if err := query.Order("entries.id DESC").Find(&views).Error; err != nil {
		return nil, err
	}
	var all []Withheld
	for _, view := range views {
		reader := review.Reader{Party: of[by.ID].party(view), Embargoed: view.embargoed(now)}
		if !review.MayRead(reader, view.state()) {
			all = append(all, Withheld{view.Row.ID, view.Row.System, view.Row.Site, view.EditionName, reader.Conflict})
		}
	}
	return all, nil
}

func excludeWithheld(tx *gorm.DB, withheld []int64) *gorm.DB {
	if len(withheld) == 0 {
		return tx
	}
	return tx.Where("entries.id NOT IN ?", withheld)
}

// EntryIDs returns the numbers of the entries that are withheld.
func EntryIDs(withheld []Withheld) []int64 {
	return convert(withheld, func(w Withheld) int64 { return w.EntryID })
}
