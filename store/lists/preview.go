// This file owns the preview of a list that is not published.

package lists

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// Preview is the list of an edition as it would be if it were published now.
type Preview struct {
	Edition editions.Edition
	Rows    []PreviewRow        // by rank
	Missing []submissions.Entry // that would not be on it, of those that the reader may see
	Drafts  int                 // that were never submitted
	Before  string              // the edition before; empty if there is none
	Gone    []ListRow           // of the edition before, that are on this one no more
}

// PreviewRow is a row of a preview.
type PreviewRow struct {
	ListRow
	Conflict review.Conflict // the reader's: all but the rank is withheld
	Tie      bool            // the efficiency is that of the row above: what comes after it settled the order
	Earlier  *ListRow        // of the same system in the edition before; nil if there is none
}

// PreviewEdition returns what the list of an edition that is not published would be, to reviewers. It returns a
// *review.Refusal for anybody else and for an edition that is published, and ErrNotFound.
func (s *Lists) PreviewEdition(ctx context.Context, name string, by accounts.User) (Preview, error) {
	if !review.May(by.Role, review.ReadQueue) {
		return Preview{}, database.Refuse("A %s may not see a list before it is published.", by.Role)
	}
	edition, err := editions.EditionByName(s.db.Query(ctx), name)
	if err != nil {
		return Preview{}, err
	}
	if edition.Published != nil {
		return Preview{}, database.Refuse("The list of %s is published; look at the list itself.", name)
	}
	views, err := database.Find[submissions.EntryView](submissions.ViewEntries(s.db.Query(ctx)).
		Where("entries.edition_id = ?", edition.ID).Order("entries.id"))
	if err != nil {
		return Preview{}, err
	}
	p := Preview{Edition: edition.Edition()}
	earlier, err := s.listBefore(ctx, name)
	if err != nil {
		return Preview{}, err
	}
	p.Before = earlier.Edition.Name
	interests, err := submissions.InterestsOf(s.db.Query(ctx), by)
	if err != nil {
		return Preview{}, err
	}
	conflicts := map[int64]review.Conflict{}
	var accepted []submissions.EntryRow
	for _, view := range views {
		conflict := interests[by.ID].Conflict(view)
		conflicts[view.Row.ID] = conflict
		switch state := view.State(); {
		case state == review.Accepted:
			accepted = append(accepted, view.Row)
		case state == review.Draft:
			p.Drafts++
		case conflict == review.NoConflict:
			p.Missing = append(p.Missing, view.Entry())
		}
	}
	p.rank(edition, accepted, earlier.Rows)
	p.withhold(conflicts)
	return p, nil
}

func (p *Preview) rank(edition editions.EditionRow, accepted []submissions.EntryRow, earlier []ListRow) {
	p.Gone = slices.Clone(earlier)
	for i, row := range rank(edition, accepted) {
		shown := PreviewRow{ListRow: row.listRow(edition.Name)}
		shown.Tie = shown.Rank > 1 && shown.Efficiency == p.Rows[i-1].Efficiency
		if at := slices.IndexFunc(p.Gone, shown.sameSystem); at >= 0 {
			was := p.Gone[at]
			shown.Earlier = &was
			p.Gone = slices.Delete(p.Gone, at, at+1)
		}
		p.Rows = append(p.Rows, shown)
	}
}

// withhold leaves of the entries that the reader has a conflict of interest with nothing but where they stand.
func (p *Preview) withhold(conflicts map[int64]review.Conflict) {
	for i, row := range p.Rows {
		if conflict := conflicts[row.EntryID]; conflict != review.NoConflict {
			p.Rows[i] = PreviewRow{ListRow: ListRow{Rank: row.Rank}, Conflict: conflict}
		}
	}
}

// sameSystem reports whether a row of another edition is of the same machine: of the same name at the same site.
func (r ListRow) sameSystem(other ListRow) bool {
	return strings.EqualFold(database.Tidy(r.System), database.Tidy(other.System)) &&
		strings.EqualFold(database.Tidy(r.Site), database.Tidy(other.Site))
}

// listBefore is the newest list of an edition before one, in its current state; without a name if there is none.
func (s *Lists) listBefore(ctx context.Context, name string) (PublishedList, error) {
	var row editions.EditionRow
	query := s.db.Query(ctx).Where("published_at IS NOT NULL AND name < ?", database.Text(name)).
		Order("name DESC").Limit(1)
	found := query.Find(&row)
	if found.Error != nil || found.RowsAffected == 0 {
		return PublishedList{}, found.Error
	}
	return listAsOf(s.db.Query(ctx), row, AsOf{})
}

// RankAs returns the place that an entry would have with certain figures among the accepted and submitted entries of
// its edition that have a level, and how many these are with it. Each number reveals something about the others.
func (s *Lists) RankAs(ctx context.Context, e submissions.Entry, efficiency float64, rmax power.GFlops) (
	rank, of int, err error) {
	var counted struct{ Before, Others int }
	ranked := []string{string(review.Submitted), string(review.InReview), string(review.Accepted),
		string(review.Published), string(review.Corrected)}
	query := s.db.Query(ctx).Table("entries").
		Select("coalesce(sum(CASE WHEN entries.efficiency > ? OR (entries.efficiency = ? AND entries.rmax > ?) THEN "+
			"1 ELSE 0 END), 0) AS before, count(*) AS others", efficiency, efficiency, float64(rmax)).
		Joins("JOIN editions ON editions.id = entries.edition_id").
		Where("editions.name = ? AND entries.id <> ? AND entries.complete AND entries.granted_level > 0 AND "+
			"entries.state IN ?", e.Edition, e.ID, ranked)
	if err := query.Take(&counted).Error; err != nil {
		return 0, 0, fmt.Errorf("rank entry %d: %w", e.ID, err)
	}
	return counted.Before + 1, counted.Others + 1, nil
}
