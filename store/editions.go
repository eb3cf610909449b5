package store

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// Edition is one issue of the list.
type Edition struct {
	ID          int64
	Name        string // such as 2026-11
	Methodology methodology.Edition
	OpensAt     time.Time // entries can be submitted from here
	ClosesAt    time.Time // to before here
	PublishedAt *time.Time
	ListHash    string // SHA-256 of the list, once it is published; see ListHash
}

// IsOpen reports whether entries can be submitted at an instant.
func (e Edition) IsOpen(now time.Time) bool {
	return e.PublishedAt == nil && !now.Before(e.OpensAt) && now.Before(e.ClosesAt)
}

type editionRow struct {
	ID          int64
	Name        string
	Methodology string
	Opens       int64  `gorm:"column:opens_at"`
	Closes      int64  `gorm:"column:closes_at"`
	Published   *int64 `gorm:"column:published_at"`
	ListHash    string
}

// TableName is the table, for gorm.
func (editionRow) TableName() string { return "editions" }

func (r editionRow) edition() Edition {
	return Edition{
		ID:          r.ID,
		Name:        r.Name,
		Methodology: methodology.Edition(r.Methodology),
		OpensAt:     fromMicro(r.Opens),
		ClosesAt:    fromMicro(r.Closes),
		PublishedAt: fromMicroOrNil(r.Published),
		ListHash:    r.ListHash,
	}
}

// CreateEdition creates an edition from name, methodology, opening and closing. It returns
// power.InputErrors for fields that will not do and an error that is ErrTaken where the name is in use.
func (s *Store) CreateEdition(ctx context.Context, e Edition) (Edition, error) {
	if err := e.check(); err != nil {
		return Edition{}, err
	}
	row := editionRow{
		Name:        e.Name,
		Methodology: string(e.Methodology),
		Opens:       e.OpensAt.UnixMicro(),
		Closes:      e.ClosesAt.UnixMicro(),
	}
	created := s.query(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if created.Error != nil {
		return Edition{}, fmt.Errorf("create the edition %s: %w", e.Name, created.Error)
	}
	if created.RowsAffected == 0 {
		return Edition{}, takenError{&power.InputError{
			Field: "name", Problem: "there is an edition " + e.Name + " already", Remedy: "choose another month",
		}}
	}
	return row.edition(), nil
}

func (e Edition) check() error {
	var errs power.InputErrors
	if !regexp.MustCompile(`^[1-9][0-9]{3}-(06|11)$`).MatchString(e.Name) {
		errs = append(errs, &power.InputError{
			Field: "name", Problem: fmt.Sprintf("%q is not the name of an edition", e.Name), Remedy: "write year and month, 06 or 11, as 2026-11",
		})
	}
	if !slices.Contains(methodology.Listed(), e.Methodology) {
		errs = append(errs, &power.InputError{
			Field: "methodology", Problem: fmt.Sprintf("%q is not a methodology that a list can ask for", e.Methodology),
			Remedy: fmt.Sprintf("choose one of %v", methodology.Listed()),
		})
	}
	if e.OpensAt.IsZero() {
		errs = append(errs, &power.InputError{Field: "opens_at", Problem: "there is no opening time", Remedy: "say from when entries can be submitted"})
	}
	if !e.OpensAt.Before(e.ClosesAt) {
		errs = append(errs, &power.InputError{Field: "closes_at", Problem: "the edition closes before it opens", Remedy: "choose a later closing time"})
	}
	return errs.OrNil()
}

// Editions returns all editions, newest first. It fails only where the database does.
func (s *Store) Editions(ctx context.Context) ([]Edition, error) {
	var rows []editionRow
	if err := s.query(ctx).Order("name DESC").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the editions: %w", err)
	}
	return convert(rows, editionRow.edition), nil
}

// PublishedEditions returns the editions that have a list, newest first. It fails only where the
// database does.
func (s *Store) PublishedEditions(ctx context.Context) ([]Edition, error) {
	var rows []editionRow
	if err := s.query(ctx).Where("published_at IS NOT NULL").Order("name DESC").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the published editions: %w", err)
	}
	return convert(rows, editionRow.edition), nil
}

// Edition returns an edition by its name, or ErrNotFound.
func (s *Store) Edition(ctx context.Context, name string) (Edition, error) {
	row, err := editionByName(s.query(ctx), name)
	if err != nil {
		return Edition{}, err
	}
	return row.edition(), nil
}

func editionByName(tx *gorm.DB, name string) (editionRow, error) {
	var row editionRow
	if err := tx.Where("name = ?", text(name)).Take(&row).Error; err != nil {
		return row, fmt.Errorf("edition %q: %w", name, found(err))
	}
	return row, nil
}

// holdEdition reads an edition and keeps it from being published before the transaction ends, so
// that no entry is accepted into a list that has just been frozen. SQLite has one writer anyway.
func holdEdition(tx *gorm.DB, id int64) (Edition, error) {
	var row editionRow
	if err := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare}).Where("id = ?", id).Take(&row).Error; err != nil {
		return Edition{}, fmt.Errorf("edition %d: %w", id, found(err))
	}
	return row.edition(), nil
}

func refuse(format string, args ...any) error {
	return &review.Refusal{Sentence: fmt.Sprintf(format, args...)}
}

const minute = "2 January 2006 15:04 MST"

func (e Edition) refuseOncePublished() error {
	if e.PublishedAt != nil {
		return refuse("The edition %s is published; nothing can be added to it.", e.Name)
	}
	return nil
}

// refuseUnlessOpen says why nothing can be submitted to an edition at an instant.
func (e Edition) refuseUnlessOpen(now time.Time) error {
	if now.Before(e.OpensAt) {
		return refuse("The edition %s opens on %s; submit the entry then.", e.Name, e.OpensAt.Format(minute))
	}
	return e.refuseOnceClosed(now)
}

// refuseOnceClosed says why an edition takes no more entries at an instant.
func (e Edition) refuseOnceClosed(now time.Time) error {
	if e.PublishedAt != nil {
		return refuse("The edition %s is published; choose a later one.", e.Name)
	}
	if !now.Before(e.ClosesAt) {
		return refuse("The edition %s closed on %s; choose a later one.", e.Name, e.ClosesAt.Format(minute))
	}
	return nil
}
