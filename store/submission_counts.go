// This file owns how many submissions there are in each state.

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
