package store

import (
	"context"
	"fmt"
)

// PublicAddresses are what has a page that everybody may read.
type PublicAddresses struct {
	Lists   []string
	Entries []int64 // that stand on a list
	Systems []int64 // likewise
}

// PublicAddresses returns what has a page that everybody may read. It fails only where the database does.
func (s *Store) PublicAddresses(ctx context.Context) (PublicAddresses, error) {
	var public PublicAddresses
	if err := s.query(ctx).Model(&catalogueRow{}).Where(s.released()).Order("edition DESC, name").Pluck("name", &public.Lists).Error; err != nil {
		return public, fmt.Errorf("list the names of lists: %w", err)
	}
	for column, ids := range map[string]*[]int64{"entry_id": &public.Entries, "system_id": &public.Systems} {
		lines := s.query(ctx).Table("listings").Joins("JOIN lists ON lists.id = listings.list_id").Where(s.released()).Where("listings." + column + " IS NOT NULL")
		if err := lines.Distinct().Order("listings."+column).Pluck("listings."+column, ids).Error; err != nil {
			return public, fmt.Errorf("list what stands on lists by %s: %w", column, err)
		}
	}
	return public, nil
}
