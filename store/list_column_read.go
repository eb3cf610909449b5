// This file owns reading the columns of a list into memory.

package store

import (
	"context"
	"fmt"
)

// columnsOf returns the lines of a list, no older than the row says.
func (s *Store) columnsOf(ctx context.Context, list catalogueRow) (*listColumns, error) {
	slot, _ := s.columns.held.LoadOrStore(list.ID, &columnSlot{})
	of := slot.(*columnSlot) //nolint:forcetypeassert // nothing else is stored
	if last := of.last.Load(); last != nil && last.version >= list.Version {
		return last, nil
	}
	of.reading.Lock()
	defer of.reading.Unlock()
	if last := of.last.Load(); last != nil && last.version >= list.Version {
		return last, nil
	}
	fresh, err := s.readColumns(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("read the lines of %s: %w", list.Name, err)
	}
	of.last.Store(fresh)
	return fresh, nil
}

func (s *Store) readColumns(ctx context.Context, list catalogueRow) (*listColumns, error) {
	words, numbers := make([]string, len(s.columns.words)), make([]any, len(s.columns.numbers))
	var columns []string
	var into []any
	for i, field := range s.columns.words {
		columns, into = append(columns, field.name), append(into, &words[i])
	}
	for i, field := range s.columns.numbers {
		if field.name == "efficiency_rank" {
			field.name = "CASE WHEN efficiency IS NOT NULL AND NOT unranked THEN rank() OVER (ORDER BY unranked, efficiency IS NULL, efficiency DESC) END"
		}
		columns, into = append(columns, field.name), append(into, &numbers[i])
	}
	cursor, err := s.query(ctx).Table("listings").Select(columns).Where("list_id = ?", list.ID).Order("rank").Rows()
	if err != nil {
		return nil, err
	}
	defer func() { _ = cursor.Close() }() // what is wrong is told by Err
	p := s.columns.empty(list)
	for cursor.Next() {
		if err := cursor.Scan(into...); err != nil {
			return nil, err
		}
		s.columns.add(p, words, numbers)
	}
	p.dropEmpty()
	return p, cursor.Err()
}
