// This file owns the waivers that a published list states.

package store

import (
	"context"
	"time"
)

// ListWaivers are the rules against which entries of a list were accepted, by the entry: the waivers that held at an
// instant.
func (s *Store) ListWaivers(ctx context.Context, rows []ListRow, at time.Time) (map[int64][]string, error) {
	var waived []struct {
		EntryID  int64
		Revision int
		Rule     string
	}
	ids, revisions := make([]int64, len(rows)), map[int64]int{}
	for i, row := range rows {
		ids[i], revisions[row.EntryID] = row.EntryID, row.Revision
	}
	query := s.query(ctx).Table("waivers").Where("entry_id IN ? AND approver_id IS NOT NULL AND (ended_at IS NULL OR ended_at > ?)", ids, at.UnixMicro())
	if err := query.Order("rule").Find(&waived).Error; err != nil {
		return nil, err
	}
	byEntry := map[int64][]string{}
	for _, w := range waived {
		if w.Revision == revisions[w.EntryID] {
			byEntry[w.EntryID] = append(byEntry[w.EntryID], w.Rule)
		}
	}
	return byEntry, nil
}
