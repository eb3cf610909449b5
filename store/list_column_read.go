// This file owns reading the columns of a list into memory.

package store

import (
	"context"
	"fmt"
)

// pack returns the lines of a list, no older than the row says.
func (s *Store) pack(ctx context.Context, list catalogueRow) (*pack, error) {
	slot, _ := s.packs.held.LoadOrStore(list.ID, &packSlot{})
	of := slot.(*packSlot) //nolint:forcetypeassert // nothing else is stored
	if last := of.last.Load(); last != nil && last.version >= list.Version {
		return last, nil
	}
	of.reading.Lock()
	defer of.reading.Unlock()
	if last := of.last.Load(); last != nil && last.version >= list.Version {
		return last, nil
	}
	fresh, err := s.readPack(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("read the lines of %s: %w", list.Name, err)
	}
	of.last.Store(fresh)
	return fresh, nil
}

func (s *Store) readPack(ctx context.Context, list catalogueRow) (*pack, error) {
	words, numbers := make([]string, len(s.packs.words)), make([]any, len(s.packs.numbers))
	var columns []string
	var into []any
	for i, field := range s.packs.words {
		columns, into = append(columns, field.name), append(into, &words[i])
	}
	for i, field := range s.packs.numbers {
		columns, into = append(columns, field.name), append(into, &numbers[i])
	}
	cursor, err := s.query(ctx).Table("listings").Select(columns).Where("list_id = ?", list.ID).Order("rank").Rows()
	if err != nil {
		return nil, err
	}
	defer func() { _ = cursor.Close() }() // what is wrong is told by Err
	p := s.packs.empty(list)
	for cursor.Next() {
		if err := cursor.Scan(into...); err != nil {
			return nil, err
		}
		s.packs.add(p, words, numbers)
	}
	p.dropEmpty()
	return p, cursor.Err()
}
