// This file owns views of lists: which lines, in which order.

package lists

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"

	"green500/migrations"
	"green500/store/database"
	"green500/validation/lists/listing"
)

// searchedColumns are the columns of words that a part of is looked for in; in the first of them also what a view
// searches for. Their order is that of the column search.
func searchedColumns() []string {
	return []string{"system", "computer", "site", "vendor", "accelerator", "processor", "interconnect",
		"operating_system"}
}

const searchedFirst = 6

// searchText is the column search: what a line says in these columns, in lower case, each behind a mark of its own and
// all before another, because SQLite folds the case of ASCII only.
func searchText(row listing.Row) string {
	var text strings.Builder
	cells := listing.Cells()
	for i, column := range searchedColumns() {
		text.WriteString(searchMark(i) + folded(cells[column](row).Text))
	}
	return text.String() + searchMark(len(searchedColumns()))
}

func searchMark(i int) string { return string(rune(1 + i)) }

func folded(words string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToLower(database.Text(words)))
}

func containing(query *gorm.DB, dialect migrations.Dialect, from, to int, part string) *gorm.DB {
	place := map[migrations.Dialect]string{migrations.SQLite: "instr", migrations.PostgreSQL: "strpos"}[dialect]
	first, behind, asked := searchMark(from), searchMark(to), strings.TrimSpace(folded(part))
	return query.Where(place+"(search, ?) > 0", asked). // most lines say it nowhere
								Where(place+"(substr(search, "+place+"(search, ?), "+place+"(search, ?) - "+place+
			"(search, ?)), ?) > 0", first, behind, first, asked)
}

// inSQL is what readers see in a column: a place is no rank.
func inSQL(column listing.Column) string {
	switch column.Name {
	case "rank":
		return "CASE WHEN NOT listings.unranked THEN listings.rank END"
	case "edition", "kind":
		return "lists." + column.Name
	}
	return "listings." + column.Name
}

func (s *Lists) viewed(ctx context.Context, lists []CatalogueRow, view listing.View) *gorm.DB {
	query := s.lines(ctx).Where("listings.list_id IN ?",
		database.Convert(lists, func(l CatalogueRow) int64 { return l.ID }))
	if searched := database.Tidy(view.Search); searched != "" {
		query = containing(query, s.db.Connection.Dialect, 0, searchedFirst, searched)
	}
	for _, filter := range view.Filters {
		at := inSQL(filter.Column)
		switch {
		case len(filter.Values) > 0:
			query = query.Where(at+" IN ?", chosen(filter))
		case filter.Part != "":
			column := slices.Index(searchedColumns(), filter.Column.Name)
			query = containing(query, s.db.Connection.Dialect, column, column+1, filter.Part)
		}
		if filter.Least != nil {
			query = query.Where(at+" >= ?", filter.Column.Kept(*filter.Least))
		}
		if filter.Most != nil {
			query = query.Where(at+" <= ?", filter.Column.Kept(*filter.Most))
		}
	}
	return query
}

func chosen(filter listing.Filter) []any {
	values := make([]any, len(filter.Values))
	for i, value := range filter.Values {
		switch filter.Column.Sort {
		case listing.Yes:
			values[i] = value == "yes"
		case listing.Grade:
			values[i] = filter.Level(i)
		default:
			values[i] = database.Text(value)
		}
	}
	return values
}

// inOrder puts lines in the order of a view: what is not known comes last, and lines of which a column says the same
// follow by rank, those of the newest edition first.
func inOrder(query *gorm.DB, dialect migrations.Dialect, view listing.View) *gorm.DB {
	const byList = "lists.edition DESC, lists.name"
	column, _ := listing.ColumnOf(view.Sort) // Parse knows them
	at, unknown := inSQL(column), " IS NULL"
	switch {
	case column.Name == "rank" && !view.Descending: // those without one are last of their list
		return query.Order(byList + ", listings.rank")
	case column.Sort == listing.Words || column.Sort == listing.Choice:
		unknown = " = ''"
		if dialect == migrations.PostgreSQL {
			at += ` COLLATE "C"`
		}
	}
	way := ""
	if view.Descending {
		way = " DESC"
	}
	return query.Order(at + unknown + ", " + at + way + ", listings.rank, " + byList)
}

// page returns some of the lines of a view. Only their keys are sorted among all, which takes a tenth of the time.
func (s *Lists) page(ctx context.Context, lists []CatalogueRow, view listing.View,
	from, size int) ([]listing.Row, error) {
	dialect := s.db.Connection.Dialect
	keys := inOrder(s.viewed(ctx, lists, view), dialect, view).Select("listings.list_id, listings.rank").
		Offset(from).Limit(size)
	query := s.lines(ctx).
		Joins("JOIN (?) AS shown ON shown.list_id = listings.list_id AND shown.rank = listings.rank", keys)
	rows, err := readLines(inOrder(query, dialect, view))
	if err != nil {
		return nil, err
	}
	return s.enterSystemKeys(ctx, rows)
}
