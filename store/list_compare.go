// This file owns the rank that a submission would have on its list.

package store

import (
	"context"
	"fmt"

	"green500/validation/power"
	"green500/validation/review"
)

// RankAs returns the place that an entry would have with certain figures among the accepted and submitted entries of
// its edition that have a level, and how many these are with it. Each number reveals something about the others.
func (s *Store) RankAs(ctx context.Context, e Entry, efficiency float64, rmax power.GFlops) (rank, of int, err error) {
	var counted struct{ Before, Others int }
	ranked := []string{string(review.Submitted), string(review.InReview), string(review.Accepted), string(review.Published), string(review.Corrected)}
	query := s.query(ctx).Table("entries").
		Select("coalesce(sum(CASE WHEN entries.efficiency > ? OR (entries.efficiency = ? AND entries.rmax > ?) THEN 1 ELSE 0 END), 0) AS before, count(*) AS others",
			efficiency, efficiency, float64(rmax)).
		Joins("JOIN editions ON editions.id = entries.edition_id").
		Where("editions.name = ? AND entries.id <> ? AND entries.complete AND entries.granted_level > 0 AND entries.state IN ?", e.Edition, e.ID, ranked)
	if err := query.Take(&counted).Error; err != nil {
		return 0, 0, fmt.Errorf("rank entry %d: %w", e.ID, err)
	}
	return counted.Before + 1, counted.Others + 1, nil
}
