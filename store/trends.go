package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"green500/validation/listing"
	"green500/validation/power"
)

// Scope says what trends are told of.
type Scope struct {
	Top500 bool   // of the lists ranked by Rmax; else of those ranked by efficiency, ours where there is one for an edition
	From   string // the first edition; empty is the first there is
	To     string // the last one, likewise
	Column string // name of a column of words or choices; empty where every line counts
	Value  string // that the lines have in it, in full
}

// Trend is what the lines of one list come to. Efficiencies are in GFlops/W, of the lines that have one.
type Trend struct {
	List     string
	Edition  string
	Kind     listing.Kind
	Systems  int
	Measured int // that have an efficiency
	Powered  int // that have a power
	Fitted   int // that have accelerators

	Best   *float64
	Median *float64     // the mean of the two in the middle where there is none
	Top    *float64     // mean of the best TopSystems, or of all where there are fewer
	Rmax   power.GFlops // of all together
	Power  power.Watts  // of those that have one together
}

// TopSystems is how many systems the mean of the best is of.
const TopSystems = 10

// Share is how many lines of a list hold a value.
type Share struct {
	List    string
	Edition string
	Value   string // empty where the list does not say
	Count   int
}

// scoped are the lists of a scope, in the order of their editions.
func (s *Store) scoped(ctx context.Context, scope Scope) ([]Catalogued, map[int64]Catalogued, error) {
	var rows []catalogueRow
	query := s.query(ctx).Where(s.released()).Where("(kind = ?) = ?", listing.Top500, scope.Top500)
	if err := query.Order("edition, kind = 'graded' DESC").Find(&rows).Error; err != nil {
		return nil, nil, fmt.Errorf("list the lists of a scope: %w", err)
	}
	var lists []Catalogued
	byID := map[int64]Catalogued{}
	for _, row := range rows {
		out := row.Edition < scope.From || scope.To != "" && row.Edition > scope.To
		if out || len(lists) > 0 && lists[len(lists)-1].Edition == row.Edition {
			continue
		}
		byID[row.ID] = row.catalogued()
		lists = append(lists, byID[row.ID])
	}
	return lists, byID, nil
}

// ScopedLists returns the lists that trends of a scope are told of, in the order of their editions.
func (s *Store) ScopedLists(ctx context.Context, scope Scope) ([]Catalogued, error) {
	lists, _, err := s.scoped(ctx, scope)
	return lists, err
}

// of begins a query for the lines of a scope.
func (s *Store) of(ctx context.Context, lists map[int64]Catalogued, scope Scope) *gorm.DB {
	query := s.query(ctx).Table("listings").Where("list_id IN ?", slices.Collect(maps.Keys(lists)))
	if column, known := listing.ColumnOf(scope.Column); known {
		query = query.Where(field(column)+" = ?", text(scope.Value))
	}
	return query
}

// Trends returns what lists come to, in the order of their editions; lists in which no line is of the scope are left out.
func (s *Store) Trends(ctx context.Context, scope Scope) ([]Trend, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	var sums []sumRow
	if err := s.of(ctx, byID, scope).Select(sumColumns).Group("list_id").Find(&sums).Error; err != nil {
		return nil, fmt.Errorf("sum the lines of lists: %w", err)
	}
	var figures []figureRow
	placed := s.of(ctx, byID, scope).Where("efficiency IS NOT NULL").Select(placeColumns)
	if err := s.query(ctx).Table("(?) AS placed", placed).Select(figureColumns, TopSystems).Group("list_id").Find(&figures).Error; err != nil {
		return nil, fmt.Errorf("find the best and the median of lists: %w", err)
	}
	trends := map[string]Trend{}
	for _, sum := range sums {
		list := byID[sum.ListID]
		trends[list.Name] = Trend{
			List: list.Name, Edition: list.Edition, Kind: list.Kind, Systems: sum.Systems, Measured: sum.Measured, Powered: sum.Powered, Fitted: sum.Fitted,
			Rmax: sum.Rmax, Power: sum.Power,
		}
	}
	for _, figure := range figures {
		trend := trends[byID[figure.ListID].Name]
		trend.Best, trend.Median, trend.Top = &figure.Best, &figure.Median, &figure.Top
		trends[trend.List] = trend
	}
	var told []Trend
	for _, list := range lists {
		if trend, some := trends[list.Name]; some {
			told = append(told, trend)
		}
	}
	return told, nil
}

// sumRow is what can be added up of a list.
type sumRow struct {
	ListID   int64
	Systems  int
	Measured int
	Powered  int
	Fitted   int
	Rmax     power.GFlops
	Power    power.Watts
}

const sumColumns = `list_id, count(*) AS systems, count(efficiency) AS measured, count(power) AS powered,
	sum(CASE WHEN accelerator <> '' OR accelerator_cores > 0 THEN 1 ELSE 0 END) AS fitted,
	coalesce(sum(rmax), 0) AS rmax, coalesce(sum(power), 0) AS power`

// figureRow is what hangs on the order of a list.
type figureRow struct {
	ListID int64
	Best   float64
	Median float64
	Top    float64
}

// Neither database has a median that the other knows: it is the mean of the places in the middle, which are one or two.
const (
	placeColumns = `list_id, efficiency, row_number() OVER (PARTITION BY list_id ORDER BY efficiency DESC) AS place,
	count(*) OVER (PARTITION BY list_id) AS places`
	figureColumns = `list_id, max(efficiency) AS best, avg(CASE WHEN 2 * place BETWEEN places AND places + 2 THEN efficiency END) AS median,
	avg(CASE WHEN place <= ? THEN efficiency END) AS top`
)

// Shares returns how many lines of each list of a scope hold which value of a column of words, choices or levels; the
// lists in the order of their editions, the values in that of how frequent they are there.
func (s *Store) Shares(ctx context.Context, scope Scope, column string) ([]Share, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	var rows []struct {
		ListID int64
		Value  string
		Count  int
	}
	of, _ := listing.ColumnOf(column)
	at := field(of)
	if of.Sort == listing.Grade {
		at = "coalesce(CAST(" + at + " AS TEXT), '')"
	}
	query := s.of(ctx, byID, scope).Select("list_id, " + at + " AS value, count(*) AS count").Group("list_id, " + at)
	if err := query.Order("count(*) DESC").Order(at).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("count the lines of lists by %s: %w", column, err)
	}
	var shares []Share
	for _, list := range lists {
		for _, row := range rows {
			if byID[row.ListID].Name == list.Name {
				shares = append(shares, Share{List: list.Name, Edition: list.Edition, Value: row.Value, Count: row.Count})
			}
		}
	}
	return shares, nil
}

// Matching returns the lines of a scope in the newest of its lists that has any, in their order there; the list is zero
// where none has.
func (s *Store) Matching(ctx context.Context, scope Scope) (Catalogued, []listing.Row, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return Catalogued{}, nil, err
	}
	var having []int64
	if err := s.of(ctx, byID, scope).Distinct().Pluck("list_id", &having).Error; err != nil {
		return Catalogued{}, nil, fmt.Errorf("find the lists of a scope: %w", err)
	}
	newest := Catalogued{}
	at := int64(0)
	for _, id := range having {
		if list := byID[id]; list.Edition > newest.Edition {
			newest, at = list, id
		}
	}
	if at == 0 {
		return newest, nil, nil
	}
	only := map[int64]Catalogued{at: newest}
	rows, err := readLines(s.of(ctx, only, scope).Joins("JOIN lists ON lists.id = listings.list_id").Order("listings.rank"))
	if err != nil {
		return newest, nil, fmt.Errorf("read the lines of %s: %w", newest.Name, err)
	}
	return newest, rows, nil
}
