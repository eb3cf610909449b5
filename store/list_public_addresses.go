// This file owns what the public can see: the addresses of pages, and whether anything changed.

package store

import (
	"context"
	"fmt"
	"time"

	"green500/validation/lists/listing"
)

// PublicAddresses are what has a page that everybody may read.
type PublicAddresses struct {
	Lists   []string
	Entries []int64             // that stand on a list
	Systems []int64             // likewise
	Values  map[string][]string // of columns, those on most lines first
}

// MostValues is how many values of a column PublicAddresses tells at most.
const MostValues = 20_000

// PublicAddresses returns what has a page that everybody may read, with the values of some columns of lists.
func (s *Store) PublicAddresses(ctx context.Context, columns []string) (PublicAddresses, error) {
	public := PublicAddresses{Values: map[string][]string{}}
	if err := s.query(ctx).Model(&catalogueRow{}).Where(s.released()).Order("edition DESC, name").Pluck("name", &public.Lists).Error; err != nil {
		return public, err
	}
	for column, ids := range map[string]*[]int64{"entry_id": &public.Entries, "system_id": &public.Systems} {
		lines := s.browsedOpenly(ctx).Where("listings." + column + " IS NOT NULL")
		if err := lines.Distinct().Order("listings."+column).Pluck("listings."+column, ids).Error; err != nil {
			return public, err
		}
	}
	for _, name := range columns {
		column, known := listing.ColumnOf(name)
		if !known {
			return public, fmt.Errorf("the column %q is none of a list", name)
		}
		var values []string
		lines := s.browsedOpenly(ctx).Where("listings." + column.Name + " <> ''").Group("listings." + column.Name)
		if err := lines.Order("count(*) DESC, listings."+column.Name).Limit(MostValues).Pluck("listings."+column.Name, &values).Error; err != nil {
			return public, err
		}
		public.Values[name] = values
	}
	return public, nil
}

// PublicState returns what holds for pages that everybody may read. It asks the database once a second, and at once
// after a change of this server's own. What is drawn after it was returned is at least as new as it says.
func (s *Store) PublicState(ctx context.Context) (PublicState, error) {
	if state, known := s.watch.known(s.now()); known {
		return state, nil
	}
	s.watch.asking.Lock()
	defer s.watch.asking.Unlock()
	now := s.now()
	if state, known := s.watch.known(now); known {
		return state, nil
	}
	changes := s.watch.changes.Load()
	state, err := s.publicState(ctx, now)
	if err == nil {
		s.watch.last.Store(&watched{state: state, changes: changes, at: now})
	}
	return state, err
}

func (s *Store) publicState(ctx context.Context, now time.Time) (PublicState, error) {
	var row struct {
		Version int64
		Embargo *int64
	}
	ends := s.query(ctx).Model(&editionRow{}).Select("min(embargo_until)").Where("published_at IS NOT NULL AND embargo_until > ?", now.UnixMicro())
	if err := s.query(ctx).Model(&publicStateRow{}).Select("version, (?) AS embargo", ends).Where("id = ?", onlyState).Take(&row).Error; err != nil {
		return PublicState{}, fmt.Errorf("ask for the state of what is public: %w", err)
	}
	waiting, err := find[editionRow](s.query(ctx).Select("opens_at", "closes_at").Where("published_at IS NULL AND closes_at > ?", now.UnixMicro()))
	if err != nil {
		return PublicState{}, err
	}
	state := PublicState{Version: row.Version, Until: now.Truncate(clockTerm).Add(clockTerm)}
	for _, edition := range waiting {
		if next := edition.edition().nextTick(now); next.Before(state.Until) {
			state.Until = next
		}
	}
	if end := fromMicroOrNil(row.Embargo); end != nil && end.Before(state.Until) {
		state.Until = *end
	}
	return state, nil
}

func (e Edition) nextTick(now time.Time) time.Time {
	if now.Before(e.OpensAt) {
		return e.OpensAt
	}
	hours := e.ClosesAt.Sub(now).Truncate(time.Hour)
	if hours == 0 {
		return e.ClosesAt
	}
	return e.ClosesAt.Add(time.Microsecond - hours)
}
