package store

import (
	"context"
	"fmt"

	"green500/validation/listing"
)

// LinesOfSystem returns the lines of a machine on the lists that everybody may browse, the oldest edition first. It
// returns ErrNotFound where there is none.
func (s *Store) LinesOfSystem(ctx context.Context, systemID int64) ([]listing.Row, error) {
	query := s.query(ctx).Table("listings").Joins("JOIN lists ON lists.id = listings.list_id").Where(s.released()).Where("listings.system_id = ?", systemID)
	rows, err := readLines(query.Order("lists.edition").Order("lists.name"))
	if err != nil {
		return nil, fmt.Errorf("read the lines of system %d: %w", systemID, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("system %d is on no list: %w", systemID, ErrNotFound)
	}
	return rows, nil
}
