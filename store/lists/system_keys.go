// This file owns the identifiers of machines, which do not depend on the order of imports.

package lists

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"green500/store/database"
	"green500/validation/lists/listing"
)

// SystemKey returns the identifier of a machine; empty if no list has it.
func (s *Lists) SystemKey(ctx context.Context, id int64) (string, error) {
	keys, err := s.systemKeys(ctx)
	return keys.OfSystem(id), err
}

// SystemOf returns the machine of an identifier, also of one that it had before. It returns ErrNotFound if there is
// none.
func (s *Lists) SystemOf(ctx context.Context, key string) (int64, error) {
	keys, err := s.systemKeys(ctx)
	id, known := keys.System(key)
	if err == nil && !known {
		err = fmt.Errorf("the system %s: %w", key, database.ErrNotFound)
	}
	return id, err
}

func (s *Lists) enterSystemKeys(ctx context.Context, rows []listing.Row) ([]listing.Row, error) {
	keys, err := s.systemKeys(ctx)
	for i := range rows {
		rows[i].SystemKey = keys.OfLine(rows[i])
	}
	return rows, err
}

// systemKeys reads the lines that everybody may read again after a list changed: a key reveals no list under embargo.
func (s *Lists) systemKeys(ctx context.Context) (*SystemKeys, error) {
	state, err := s.PublicState(ctx)
	if err != nil {
		return nil, err
	}
	s.keys.reading.Lock()
	defer s.keys.reading.Unlock()
	if s.keys.keys != nil && s.keys.state.Version >= state.Version && s.db.Now().Before(s.keys.state.Until) {
		return s.keys.keys, nil
	}
	rows, err := readLines(s.browsedOpenly(ctx))
	if err != nil {
		return nil, err
	}
	lines := database.Convert(rows, func(row listing.Row) KeyLine {
		line := KeyLine{List: row.List, Kind: row.Kind, Edition: row.Edition, Rank: row.Rank,
			System: row.SystemID, Entry: row.EntryID, Same: DescribeSystem(row, database.Text)}
		if row.Top500SystemID != nil {
			line.Number = int64(*row.Top500SystemID)
		}
		return line
	})
	known, err := database.Find[systemKey](s.db.Query(ctx).Where("key LIKE ?", top500Prefix+"%"))
	if err != nil {
		return nil, err
	}
	numbers := map[int64]int64{}
	for _, key := range known {
		if number, err := strconv.ParseInt(strings.TrimPrefix(key.Key, top500Prefix), 10, 64); err == nil {
			numbers[key.SystemID] = number
		}
	}
	s.keys.keys, s.keys.state = SystemKeysOf(lines, numbers), state
	return s.keys.keys, nil
}
