package store

import (
	"context"
	"fmt"

	"green500/validation/review"
)

// CountStates returns how many entries stand in each state, by the name of the edition.
func (s *Store) CountStates(ctx context.Context) (map[string]map[review.State]int, error) {
	var rows []struct {
		Name  string
		State review.State
		Count int
	}
	query := s.query(ctx).Table("entries").Select("editions.name AS name, entries.state AS state, COUNT(*) AS count").
		Joins("JOIN editions ON editions.id = entries.edition_id").Group("editions.name, entries.state")
	if err := query.Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("count the entries: %w", err)
	}
	counts := map[string]map[review.State]int{}
	for _, row := range rows {
		if counts[row.Name] == nil {
			counts[row.Name] = map[review.State]int{}
		}
		counts[row.Name][row.State] = row.Count
	}
	return counts, nil
}

// ListSize returns how many rows a published list has. It returns ErrNotFound for an edition that
// is not there or not published.
func (s *Store) ListSize(ctx context.Context, edition string) (int, error) {
	published, err := s.publishedEdition(ctx, edition)
	if err != nil {
		return 0, err
	}
	var size int64
	if err := s.query(ctx).Model(&listRow{}).Where("edition_id = ?", published.ID).Count(&size).Error; err != nil {
		return 0, fmt.Errorf("count the list of %s: %w", edition, err)
	}
	return int(size), nil
}
