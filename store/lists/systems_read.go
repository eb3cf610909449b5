// This file owns reading a machine with its lines.

package lists

import (
	"context"
	"fmt"

	"green500/store/accounts"
	"green500/store/database"
	"green500/validation/lists/listing"
)

// System is a machine with every line that names it, in lists that everybody may browse.
type System struct {
	ID      int64
	Key     string // identifier that does not depend on the order of imports
	Name    string
	Site    string
	Country string        // code of two letters
	Lines   []listing.Row // the newest edition first, those graded here before others of the same
}

// MergedError says that a machine was merged into another, and which.
type MergedError struct{ With int64 }

// Error says it in a sentence.
func (e *MergedError) Error() string {
	return fmt.Sprintf("the system is now known as system %d", e.With)
}

// System returns a machine. It returns a *MergedError for one that was united with another, and ErrNotFound for one
// that is on no list that everybody may browse.
func (s *Lists) System(ctx context.Context, id int64) (System, error) {
	query := s.browsedOpenly(ctx).Where("listings.system_id = ?", id)
	lines, err := readLines(query.Order("lists.edition DESC").Order("lists.kind = 'graded' DESC").Order("lists.kind").
		Order("listings.rank"))
	if err != nil {
		return System{}, fmt.Errorf("read the lines of system %d: %w", id, err)
	}
	if len(lines) == 0 {
		return System{}, s.unitedOr(ctx, id)
	}
	if lines, err = s.enterSystemKeys(ctx, lines); err != nil {
		return System{}, err
	}
	key, err := s.SystemKey(ctx, id)
	newest := lines[0]
	return System{ID: id, Key: key, Name: newest.System, Site: newest.Site, Country: newest.Country, Lines: lines}, err
}

// unitedOr returns a *MergedError with the machine that another one was united with, as far as everybody may see it,
// and ErrNotFound if there is none.
func (s *Lists) unitedOr(ctx context.Context, id int64) error {
	united := s.db.Query(ctx).Model(&systemKey{}).Select("system_id").Where("key = ?", unitedKey(id))
	with, err := database.Pluck[int64](s.browsedOpenly(ctx).Where("listings.system_id IN (?)", united).Limit(1),
		"listings.system_id")
	if err != nil {
		return err
	}
	if len(with) == 0 {
		return fmt.Errorf("the system %d: %w", id, database.ErrNotFound)
	}
	return &MergedError{With: with[0]}
}

// Line returns a line of a list that somebody may browse. The gate is that of Browse.
func (s *Lists) Line(ctx context.Context, list string, rank int, by accounts.User) (listing.Row, error) {
	row, err := s.catalogued(ctx, list, by)
	if err != nil {
		return listing.Row{}, err
	}
	lines, err := readLines(s.lines(ctx).Where("listings.list_id = ? AND listings.rank = ?", row.ID, rank))
	if err != nil {
		return listing.Row{}, fmt.Errorf("read rank %d of %s: %w", rank, list, err)
	}
	if len(lines) == 0 {
		return listing.Row{}, fmt.Errorf("rank %d of %s: %w", rank, list, database.ErrNotFound)
	}
	return lines[0], nil
}
