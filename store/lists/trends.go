// This file owns trends and shares over lists.

package lists

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/validation/lists/listing"
)

// Share is how many lines of a list hold a value.
type Share struct {
	List    string
	Edition string
	Value   string // empty if the list does not say
	Count   int
}

func (s *Lists) scoped(ctx context.Context, scope Scope) ([]Catalogued, map[int64]Catalogued, error) {
	query := s.db.Query(ctx).Where(s.released()).Where("(kind = ?) = ?", listing.Top500, scope.Top500)
	rows, err := database.Find[CatalogueRow](query.Order("edition, kind = 'graded' DESC"))
	if err != nil {
		return nil, nil, err
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
func (s *Lists) ScopedLists(ctx context.Context, scope Scope) ([]Catalogued, error) {
	lists, _, err := s.scoped(ctx, scope)
	return lists, err
}

// Trends returns what lists come to, in the order of their editions; lists in which no line is of the scope are left
// out.
func (s *Lists) Trends(ctx context.Context, scope Scope) ([]Trend, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	figures, err := figuresOf(s.db.Query(ctx), slices.Collect(maps.Keys(byID)), scope)
	if err != nil {
		return nil, err
	}
	trends := map[string]Trend{}
	for _, f := range figures {
		trends[byID[f.ListID].Name] = f.trend(byID[f.ListID])
	}
	var told []Trend
	for _, list := range lists {
		if trend, some := trends[list.Name]; some {
			told = append(told, trend)
		}
	}
	return told, nil
}

// Shares returns how many lines of each list of a scope hold which value of a column of words, choices or levels; the
// lists in the order of their editions, the values in that of how frequent they are there.
func (s *Lists) Shares(ctx context.Context, scope Scope, column string) ([]Share, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	asked, _ := listing.ColumnOf(column)
	count := countValues
	if scope.Column == "" && asked.Chosen() {
		count = countChoices
	}
	rows, err := count(s.db.Query(ctx), slices.Collect(maps.Keys(byID)), scope, asked)
	if err != nil {
		return nil, fmt.Errorf("count the lines of lists by %s: %w", column, err)
	}
	slices.SortFunc(rows,
		func(a, b choiceRow) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value)) })
	of := map[string][]Share{}
	for _, row := range rows {
		list := byID[row.ListID]
		of[list.Name] = append(of[list.Name],
			Share{List: list.Name, Edition: list.Edition, Value: row.Value, Count: row.Count})
	}
	var shares []Share
	for _, list := range lists {
		shares = append(shares, of[list.Name]...)
	}
	return shares, nil
}

func countValues(tx *gorm.DB, lists []int64, scope Scope, column listing.Column) (rows []choiceRow, err error) {
	at := column.Name
	if column.Sort == listing.Grade {
		at = "coalesce(CAST(" + at + " AS TEXT), '')"
	}
	err = of(tx, lists, scope).Select("list_id, " + at + " AS value, count(*) AS count").Group("list_id, " + at).
		Find(&rows).Error
	return rows, err
}

// countChoices reads what was counted of whole lists when they were kept. What is not known was not.
func countChoices(tx *gorm.DB, lists []int64, _ Scope, column listing.Column) (rows []choiceRow, err error) {
	if err = tx.Where("list_id IN ? AND field = ?", lists, column.Name).Find(&rows).Error; err != nil {
		return nil, err
	}
	unknown := tx.Model(&CatalogueRow{}).
		Select("lists.id AS list_id, '' AS value, lists.entries - coalesce(sum(count), 0) AS count").
		Joins("LEFT JOIN listing_choices ON listing_choices.list_id = lists.id AND field = ?", column.Name).
		Where("lists.id IN ?", lists).
		Group("lists.id, lists.entries").Having("lists.entries > coalesce(sum(count), 0)")
	var rest []choiceRow
	err = unknown.Find(&rest).Error
	return append(rows, rest...), err
}

// Matching returns the lines of a scope in the newest of its lists that has any, in their order there; the list is zero
// if none has.
func (s *Lists) Matching(ctx context.Context, scope Scope) (Catalogued, []listing.Row, error) {
	lists, byID, err := s.scoped(ctx, scope)
	if err != nil || len(lists) == 0 {
		return Catalogued{}, nil, err
	}
	having, err := database.Pluck[int64](of(s.db.Query(ctx), slices.Collect(maps.Keys(byID)), scope).Distinct(),
		"list_id")
	if err != nil {
		return Catalogued{}, nil, err
	}
	newest := Catalogued{}
	for _, id := range having {
		if list := byID[id]; list.Edition > newest.Edition {
			newest = list
		}
	}
	if newest.Name == "" {
		return newest, nil, nil
	}
	browsed, err := s.Browse(ctx, newest.Name, accounts.User{}, scope.view(newest.Entries))
	return newest, browsed.Rows, err
}

func (s Scope) view(size int) listing.View {
	view := listing.View{Sort: "rank", Page: 1, Size: size}
	if column, known := listing.ColumnOf(s.Column); known {
		view.Filters = []listing.Filter{{Column: column, Values: []string{s.Value}}}
	}
	return view
}
