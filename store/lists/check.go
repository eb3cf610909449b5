// This file owns the proof that a published list is what was published.

package lists

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"

	"gorm.io/gorm"
)

// CheckList proves that a published list is what it was when it was frozen, and that its errata are those that were
// made, in their order. An *AlteredError names what is not. An edition without a list is whole. It returns ErrNotFound
// for an edition that is not there.
func (s *Lists) CheckList(ctx context.Context, edition string) error {
	return s.db.Query(ctx).Transaction(func(tx *gorm.DB) error {
		row, err := editions.EditionByName(tx, edition)
		if err != nil {
			return err
		}
		rows, err := frozenRows(tx, row)
		if err != nil {
			return err
		}
		if row.Published == nil {
			return checkUnpublished(row, rows)
		}
		if err := checkFrozen(tx, row, rows); err != nil {
			return err
		}
		return checkErrata(tx, row, rows)
	})
}

// AlteredError names something that is not as it was kept.
type AlteredError struct{ Sentence string }

// Error is the sentence.
func (e *AlteredError) Error() string          { return e.Sentence }
func altered(format string, args ...any) error { return &AlteredError{fmt.Sprintf(format, args...)} }

func checkUnpublished(edition editions.EditionRow, rows []ListRow) error {
	if len(rows) > 0 || edition.ListHash != "" {
		return altered("the edition %s is not published, but has a list", edition.Name)
	}
	return nil
}

// checkFrozen holds the rows against the hash, and if they do not give it, against their entries: those say
// which of the rows it is.
func checkFrozen(tx *gorm.DB, edition editions.EditionRow, rows []ListRow) error {
	places, err := database.Pluck[int](tx.Model(&listRow{}).Where("edition_id = ?", edition.ID).Order("rank"), "rank")
	if err != nil {
		return err
	}
	for i, place := range places {
		if place != i+1 {
			return altered("the list of %s: there is no row of rank %d", edition.Name, i+1)
		}
	}
	hash, err := ListHash(rows)
	if err != nil || hash == edition.ListHash {
		return err
	}
	for _, row := range rows {
		entry, err := submissions.EntryByID(tx, row.EntryID)
		if err != nil {
			return fmt.Errorf("the list of %s: rank %d: %w", edition.Name, row.Rank, err)
		}
		if field := differingField(newListRow(edition.ID, row.Rank, entry.Row).listRow(edition.Name),
			row); field != "" {
			return altered("the list of %s: rank %d, %s (entry %d): %s is not what was frozen", edition.Name, row.Rank,
				row.System, row.EntryID, field)
		}
	}
	return altered("the list of %s: its rows have the hash %s, the edition says %s", edition.Name, hash,
		edition.ListHash)
}

func differingField(a, b ListRow) string {
	fields := func(row ListRow) []string {
		written, _ := json.Marshal(row) // the rows were hashed before
		return strings.Split(string(bytes.Trim(written, "{}")), ",\"")
	}
	as, bs := fields(a), fields(b)
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			name, _, _ := strings.Cut(strings.Trim(as[i], `"`), `"`)
			return name
		}
	}
	return ""
}

func checkErrata(tx *gorm.DB, edition editions.EditionRow, rows []ListRow) error {
	errata, err := errataOf(tx, edition)
	if err != nil {
		return err
	}
	for i, e := range errata {
		if wrong := checkErratum(rows, e, i+1); wrong != "" {
			return altered("erratum %d of the list of %s: %s", e.Number, edition.Name, wrong)
		}
		rows = corrected(rows, e)
	}
	return nil
}

func checkErratum(rows []ListRow, e Erratum, number int) string {
	digest, err := e.digest()
	switch {
	case err != nil:
		return err.Error()
	case e.Number != number:
		return fmt.Sprintf("number %d is missing", number)
	case digest != e.Digest:
		return fmt.Sprintf("the content has the digest %s, but %s was recorded", digest, e.Digest)
	case !holdsRow(rows, e.Before):
		return "the row before is not that of the list before"
	}
	after := corrected(rows, e)
	if e.After != nil && !holdsRow(after, *e.After) {
		return "the row after is not that of the list after"
	}
	if hash, err := ListHash(after); err != nil || hash != e.ListHash {
		return fmt.Sprintf("the list with it has the hash %s, but %s was recorded", hash, e.ListHash)
	}
	return ""
}

func holdsRow(rows []ListRow, row ListRow) bool {
	for _, one := range rows {
		if sameRow(one, row) {
			return true
		}
	}
	return false
}
