package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/validation/listing"
)

// AllLists is the name under which the lines of every list are browsed at once.
const AllLists = "all"

// Catalogued is a list that can be browsed.
type Catalogued struct {
	Name      string // in addresses
	Kind      listing.Kind
	Edition   string
	Source    string // name of the file it was imported from; empty where it was graded here
	Digest    string // SHA-256 of that file, or of the list as it stands; see ListHash
	Remarks   []byte // what could not be placed, as JSON; empty where it was graded here
	ChangedAt time.Time
	Entries   int
	Powered   int // that have a power or an efficiency
}

func (r catalogueRow) catalogued() Catalogued {
	return Catalogued{
		Name: r.Name, Kind: r.Kind, Edition: r.Edition, Source: r.Source, Digest: r.Digest, Remarks: r.Remarks, ChangedAt: fromMicro(r.Changed),
		Entries: r.Entries, Powered: r.Powered,
	}
}

// Browsed is what a view shows.
type Browsed struct {
	Rows     []listing.Row // of the page
	Matching int           // rows on all pages
}

// Choice is a value of a column and how often it occurs.
type Choice struct {
	Value string
	Count int
}

// Catalogue returns the lists that everybody may browse, the newest edition first, those graded here before others of
// the same. It fails only where the database does.
func (s *Store) Catalogue(ctx context.Context) ([]Catalogued, error) {
	var rows []catalogueRow
	query := s.query(ctx).Where(s.released())
	if err := query.Order("edition DESC, kind = 'graded' DESC, kind").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the lists: %w", err)
	}
	return convert(rows, catalogueRow.catalogued), nil
}

// released keeps out the lists that are under embargo.
func (s *Store) released() *gorm.DB {
	return s.db.Where("lists.edition_id IS NULL OR lists.edition_id IN (SELECT id FROM editions WHERE published_at IS NOT NULL AND (embargo_until IS NULL OR embargo_until <= ?))", s.now().UnixMicro())
}

// Catalogued returns a list that somebody may browse; for one that was graded here the gate is that of PublishedList.
func (s *Store) Catalogued(ctx context.Context, name string, by User) (Catalogued, error) {
	row, err := s.catalogued(ctx, name, by)
	return row.catalogued(), err
}

func (s *Store) catalogued(ctx context.Context, name string, by User) (catalogueRow, error) {
	var row catalogueRow
	if err := s.query(ctx).Where("name = ?", name).Take(&row).Error; err != nil {
		return row, fmt.Errorf("the list %s: %w", name, found(err))
	}
	if row.EditionID != nil {
		if _, err := s.readableEdition(ctx, row.Edition, by); err != nil {
			return catalogueRow{}, err
		}
	}
	return row, nil
}

// Browse returns the rows that a view shows of a list that somebody may browse, or of AllLists that everybody may. It
// returns ErrNotFound for a list that is not there or not for them, and a *review.ConflictError as PublishedList does.
func (s *Store) Browse(ctx context.Context, list string, by User, view listing.View) (Browsed, error) {
	query, err := s.browsed(ctx, list, by)
	if err != nil {
		return Browsed{}, err
	}
	query = narrowed(query, view)
	matching, err := s.matching(ctx, list, query, view)
	if err != nil {
		return Browsed{}, fmt.Errorf("count the lines of %s: %w", list, err)
	}
	query = ordered(query, view).Offset((view.Page - 1) * view.Size).Limit(view.Size)
	rows, err := readLines(query)
	if err != nil {
		return Browsed{}, fmt.Errorf("browse %s: %w", list, err)
	}
	return Browsed{Rows: rows, Matching: int(matching)}, nil
}

// linesGiven bounds what EachLine holds.
const linesGiven = 500

// EachLine gives all rows that a view shows, on whichever page, in batches and as they stood when it began; the gate is
// that of Browse. It ends with the first error of give.
func (s *Store) EachLine(ctx context.Context, list string, by User, view listing.View, give func([]listing.Row) error) error {
	query, err := s.browsed(ctx, list, by)
	if err != nil {
		return err
	}
	cursor, err := ordered(narrowed(query, view), view).Select(lineColumns).Rows()
	if err != nil {
		return fmt.Errorf("read the lines of %s: %w", list, err)
	}
	defer func() { _ = cursor.Close() }() // what is wrong is told by Err
	batch := make([]listing.Row, 0, linesGiven)
	for cursor.Next() {
		var line browsedLine
		if err := s.db.ScanRows(cursor, &line); err != nil {
			return fmt.Errorf("read a line of %s: %w", list, err)
		}
		if batch = append(batch, line.row()); len(batch) == linesGiven {
			if err := give(batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if err := cursor.Err(); err != nil {
		return fmt.Errorf("read the lines of %s: %w", list, err)
	}
	return give(batch)
}

// matching counts the lines of a query. Those of whole lists are counted already.
func (s *Store) matching(ctx context.Context, list string, query *gorm.DB, view listing.View) (count int64, err error) {
	if view.Filtered() {
		err = query.Count(&count).Error
		return count, err
	}
	lists := s.query(ctx).Model(&catalogueRow{}).Select("coalesce(sum(entries), 0)")
	if list == AllLists {
		err = lists.Where(s.released()).Scan(&count).Error
	} else {
		err = lists.Where("name = ?", list).Scan(&count).Error
	}
	return count, err
}

// browsed begins a query for lines of a list.
func (s *Store) browsed(ctx context.Context, list string, by User) (*gorm.DB, error) {
	if list == AllLists {
		return s.browsedOpenly(ctx), nil
	}
	row, err := s.catalogued(ctx, list, by)
	return s.lines(ctx).Where("listings.list_id = ?", row.ID), err
}

// browsedLine is a line with what is kept of its list.
type browsedLine struct {
	Line    lineRow `gorm:"embedded"`
	List    string
	Kind    listing.Kind
	Edition string
}

func (l browsedLine) row() listing.Row { return l.Line.row(l.List, l.Edition, l.Kind) }

const lineColumns = "listings.*, lists.name AS list, lists.kind AS kind, lists.edition AS edition"

// readLines reads lines with what is kept of their lists.
func readLines(query *gorm.DB) ([]listing.Row, error) {
	var lines []browsedLine
	err := query.Select(lineColumns).Find(&lines).Error
	return convert(lines, browsedLine.row), err
}

// field is where a column is kept.
func field(column listing.Column) string {
	switch column.Name {
	case "edition", "kind":
		return "lists." + column.Name
	}
	return "listings." + column.Name
}

// narrowed leaves out what the filters of a view do.
func narrowed(query *gorm.DB, view listing.View) *gorm.DB {
	if view.Search != "" {
		query = query.Where(`listings.search LIKE ? ESCAPE '\'`, containing(tidy(view.Search)))
	}
	for _, filter := range view.Filters {
		at := field(filter.Column)
		if len(filter.Values) > 0 {
			query = query.Where(at+" IN ?", chosen(filter))
		}
		if filter.Part != "" {
			query = query.Where("lower("+at+`) LIKE ? ESCAPE '\'`, containing(tidy(filter.Part)))
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

// chosen are the values of a filter as they are kept.
func chosen(filter listing.Filter) []any {
	values := make([]any, len(filter.Values))
	for i, value := range filter.Values {
		values[i] = text(value)
		if filter.Column.Sort == listing.Yes {
			values[i] = value == "yes"
		}
		if filter.Column.Sort == listing.Grade {
			values[i] = filter.Level(i)
		}
	}
	return values
}

// ordered puts rows in the order of a view: what is not known comes last, and equal ones follow by rank, the newest
// edition first.
func ordered(query *gorm.DB, view listing.View) *gorm.DB {
	column, _ := listing.ColumnOf(view.Sort) // Parse knows them
	at, way := field(column), " ASC"
	if view.Descending {
		way = " DESC"
	}
	if column.Name != "rank" {
		query = query.Order(at + " IS NULL").Order(at + way)
	}
	if column.Name == "rank" && view.Descending {
		return query.Order("listings.rank DESC").Order("lists.edition DESC").Order("lists.name")
	}
	if column.Name == "rank" {
		return query.Order("lists.edition DESC").Order("lists.name").Order("listings.rank")
	}
	return query.Order("listings.rank").Order("lists.edition DESC").Order("lists.name")
}

// ListChoices returns the values that the columns of a list hold, the most frequent first, by the name of the column. The
// gate is that of Browse.
func (s *Store) ListChoices(ctx context.Context, list string, by User) (map[string][]Choice, error) {
	query := s.query(ctx).Table("listing_choices").Select("field, value, sum(count) AS count").Group("field, value").Order("field, sum(count) DESC, value")
	if list == AllLists {
		query = query.Joins("JOIN lists ON lists.id = listing_choices.list_id").Where(s.released())
	} else {
		row, err := s.catalogued(ctx, list, by)
		if err != nil {
			return nil, err
		}
		query = query.Where("list_id = ?", row.ID)
	}
	var rows []choiceRow
	if err := query.Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read the choices of %s: %w", list, err)
	}
	choices := map[string][]Choice{}
	for _, row := range rows {
		choices[row.Field] = append(choices[row.Field], Choice{Value: row.Value, Count: row.Count})
	}
	return choices, nil
}
