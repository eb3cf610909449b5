// This file owns browsing the lines of all lists.

package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/validation/lists/listing"
)

// AllLists is the name under which the lines of every list are browsed at once.
const AllLists = "all"

// Catalogued is a list that can be browsed.
type Catalogued struct {
	Name      string // in addresses
	Kind      listing.Kind
	Edition   string
	Source    string // name of the file it was imported from; empty if it was graded here
	Digest    string // SHA-256 of that file, or of the current list; see ListHash
	Warnings  []byte // what could not be placed, as JSON; empty if it was graded here
	ChangedAt time.Time
	Entries   int
	Powered   int // that have a power or an efficiency
}

func (r CatalogueRow) catalogued() Catalogued {
	return Catalogued{
		Name: r.Name, Kind: r.Kind, Edition: r.Edition, Source: r.Source, Digest: r.Digest, Warnings: r.Warnings,
		ChangedAt: database.FromMicro(r.Changed),
		Entries:   r.Entries, Powered: r.Powered,
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
// the same.
func (s *Lists) Catalogue(ctx context.Context) ([]Catalogued, error) {
	query := s.db.Query(ctx).Where(s.released())
	return database.Listed(query.Order("edition DESC, kind = 'graded' DESC, kind"), CatalogueRow.catalogued)
}

// Catalogued returns a list that somebody may browse; for one that was graded here the gate is that of PublishedList.
func (s *Lists) Catalogued(ctx context.Context, name string, by accounts.User) (Catalogued, error) {
	row, err := s.catalogued(ctx, name, by)
	return row.catalogued(), err
}

func (s *Lists) catalogued(ctx context.Context, name string, by accounts.User) (CatalogueRow, error) {
	row, err := database.Take[CatalogueRow](s.db.Query(ctx).Where("name = ?", name))
	if err != nil {
		return row, fmt.Errorf("the list %s: %w", name, err)
	}
	if row.EditionID != nil {
		if _, err := s.readableEdition(ctx, row.Edition, by); err != nil {
			return CatalogueRow{}, err
		}
	}
	return row, nil
}

// Browse returns the rows that a view shows of a list that somebody may browse, or of AllLists that everybody may. It
// returns ErrNotFound for a list that is not there or not for them, and a *review.ConflictError as PublishedList does.
func (s *Lists) Browse(ctx context.Context, list string, by accounts.User, view listing.View) (Browsed, error) {
	lists, err := s.browsable(ctx, list, by)
	if err != nil {
		return Browsed{}, fmt.Errorf("browse %s: %w", list, err)
	}
	from := (view.Page - 1) * view.Size
	rows, err := s.page(ctx, lists, view, from, view.Size)
	browsed := Browsed{Rows: rows, Matching: from + len(rows)}
	if err == nil && (len(rows) == view.Size || from > 0) { // there may be more, or the page is behind the last
		var matching int64
		matching, err = database.CountOf(s.viewed(ctx, lists, view))
		browsed.Matching = int(matching)
	}
	return browsed, err
}

const linesGiven = 5000

// errChanged ends EachLine if a list is changed meanwhile, so that nobody gets half of one state and half of another.
var errChanged = errors.New("a list was changed while its lines were read: read them again")

// EachLine gives all rows that a view shows, on whichever page, in batches; the gate is that of Browse. It ends with
// the first error of give, and fails if a list is changed meanwhile.
func (s *Lists) EachLine(ctx context.Context, list string, by accounts.User, view listing.View,
	give func([]listing.Row) error) error {
	lists, err := s.browsable(ctx, list, by)
	if err != nil {
		return fmt.Errorf("read the lines of %s: %w", list, err)
	}
	for from := 0; ; from += linesGiven {
		rows, err := s.page(ctx, lists, view, from, linesGiven)
		if err != nil || len(rows) == 0 {
			return err
		}
		now, err := s.browsable(ctx, list, by)
		if err == nil && !slices.EqualFunc(now, lists,
			func(a, b CatalogueRow) bool { return a.ID == b.ID && a.Version == b.Version }) {
			err = errChanged
		}
		if err != nil {
			return fmt.Errorf("read the lines of %s: %w", list, err)
		}
		if err := give(rows); err != nil || len(rows) < linesGiven {
			return err
		}
	}
}

func (s *Lists) browsable(ctx context.Context, list string, by accounts.User) (lists []CatalogueRow, err error) {
	if list != AllLists {
		row, err := s.catalogued(ctx, list, by)
		return []CatalogueRow{row}, err
	}
	err = s.db.Query(ctx).Omit("warnings").Where(s.released()).Order("id").Find(&lists).Error
	return lists, err
}

func readLines(query *gorm.DB) ([]listing.Row, error) {
	return database.Find[listing.Row](query.Select(lineColumns))
}

// ListChoices returns the values that the columns of a list hold, the most frequent first, by the name of the column.
// The gate is that of Browse.
func (s *Lists) ListChoices(ctx context.Context, list string, by accounts.User) (map[string][]Choice, error) {
	query := s.db.Query(ctx).Table("listing_choices").Select("field, value, sum(count) AS count").Group("field, value").
		Order("field, sum(count) DESC, value")
	if list == AllLists {
		query = query.Joins("JOIN lists ON lists.id = listing_choices.list_id").Where(s.released())
	} else {
		row, err := s.catalogued(ctx, list, by)
		if err != nil {
			return nil, err
		}
		query = query.Where("list_id = ?", row.ID)
	}
	rows, err := database.Find[choiceRow](query)
	if err != nil {
		return nil, err
	}
	choices := map[string][]Choice{}
	for _, row := range rows {
		choices[row.Field] = append(choices[row.Field], Choice{Value: row.Value, Count: row.Count})
	}
	return choices, nil
}
