// This file owns what the public can see: the addresses of pages, and whether anything changed.

package lists

import (
	"context"
	"fmt"
	"time"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
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
func (s *Lists) PublicAddresses(ctx context.Context, columns []string) (PublicAddresses, error) {
	public := PublicAddresses{Values: map[string][]string{}}
	if err := s.db.Query(ctx).Model(&CatalogueRow{}).Where(s.released()).Order("edition DESC, name").
		Pluck("name", &public.Lists).Error; err != nil {
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
			return public, fmt.Errorf("%q is not a column of a list", name)
		}
		var values []string
		lines := s.browsedOpenly(ctx).Where("listings." + column.Name + " <> ''").Group("listings." + column.Name)
		if err := lines.Order("count(*) DESC, listings."+column.Name).Limit(MostValues).Pluck("listings."+column.Name,
			&values).Error; err != nil {
			return public, err
		}
		public.Values[name] = values
	}
	return public, nil
}

// PublicState returns what holds for pages that everybody may read. It asks the database once a second, and at once
// after a change of this server's own. What is drawn after it was returned is at least as new as it says.
func (s *Lists) PublicState(ctx context.Context) (recorded.PublicState, error) {
	if state, known := s.db.Public.Known(s.db.Now()); known {
		return state, nil
	}
	s.db.Public.Asking.Lock()
	defer s.db.Public.Asking.Unlock()
	now := s.db.Now()
	if state, known := s.db.Public.Known(now); known {
		return state, nil
	}
	changes := s.db.Public.Changes.Load()
	state, err := s.publicState(ctx, now)
	if err == nil {
		s.db.Public.Last.Store(&recorded.Watched{State: state, Changes: changes, At: now})
	}
	return state, err
}

func (s *Lists) publicState(ctx context.Context, now time.Time) (recorded.PublicState, error) {
	var row struct {
		Version int64
		Embargo *int64
	}
	ends := s.db.Query(ctx).Model(&editions.EditionRow{}).Select("min(embargo_until)").
		Where("published_at IS NOT NULL AND embargo_until > ?", now.UnixMicro())
	if err := s.db.Query(ctx).Model(&recorded.PublicStateRow{}).Select("version, (?) AS embargo", ends).
		Where("id = ?", recorded.OnlyState).Take(&row).Error; err != nil {
		return recorded.PublicState{}, fmt.Errorf("ask for the state of what is public: %w", err)
	}
	waiting, err := database.Find[editions.EditionRow](s.db.Query(ctx).Select("opens_at", "closes_at").
		Where("published_at IS NULL AND closes_at > ?", now.UnixMicro()))
	if err != nil {
		return recorded.PublicState{}, err
	}
	state := recorded.PublicState{Version: row.Version, Until: now.Truncate(recorded.ClockTerm).Add(recorded.ClockTerm)}
	for _, edition := range waiting {
		if next := edition.Edition().NextTick(now); next.Before(state.Until) {
			state.Until = next
		}
	}
	if end := database.FromMicroOrNil(row.Embargo); end != nil && end.Before(state.Until) {
		state.Until = *end
	}
	return state, nil
}
