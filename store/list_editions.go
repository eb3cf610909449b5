// This file owns editions: creating, finding, and their dates.

package store

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// Edition is one issue of the list.
type Edition struct {
	ID          int64
	Name        string // such as 2026-11
	Methodology methodology.Edition
	OpensAt     time.Time     // entries can be submitted from here
	ClosesAt    time.Time     // to before here
	Zone        string        // IANA name of where the hour of the deadline is read; UTC where empty
	Grace       time.Duration // how long after the deadline the bytes of a manifest may follow
	ReviewBy    *time.Time    // until when entries should be decided
	Embargo     *time.Time    // until when its list, once published, is not for everybody
	PublishedAt *time.Time
	ListHash    string // SHA-256 of the list, once it is published; see ListHash
}

// IsOpen reports whether entries can be submitted at an instant.
func (e Edition) IsOpen(now time.Time) bool {
	return e.PublishedAt == nil && !now.Before(e.OpensAt) && now.Before(e.ClosesAt)
}

// Calendar is when the edition takes what.
func (e Edition) Calendar() review.Calendar {
	return review.Calendar{Opens: e.OpensAt, Closes: e.ClosesAt, Grace: e.Grace, Published: e.PublishedAt != nil}
}

// Location is the zone of the edition; UTC where it is not known here.
func (e Edition) Location() *time.Location {
	zone, err := time.LoadLocation(e.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

type editionRow struct {
	ID          int64
	Name        string
	Methodology string
	Opens       int64  `gorm:"column:opens_at"`
	Closes      int64  `gorm:"column:closes_at"`
	Published   *int64 `gorm:"column:published_at"`
	ListHash    string
	Zone        string
	Grace       int64 // seconds
	ReviewBy    *int64
	Embargo     *int64 `gorm:"column:embargo_until"`
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
		Zone:        r.Zone,
		Grace:       time.Duration(r.Grace) * time.Second,
		ReviewBy:    fromMicroOrNil(r.ReviewBy),
		Embargo:     fromMicroOrNil(r.Embargo),
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
		Zone:        cmp.Or(e.Zone, time.UTC.String()),
		Grace:       int64(e.Grace / time.Second),
		ReviewBy:    microOfDate(e.ReviewBy),
		Embargo:     microOfDate(e.Embargo),
	}
	err := s.transact(ctx, func(tx *gorm.DB) error {
		row.ID = 0 // again where the transaction is tried again
		created := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if created.Error != nil {
			return fmt.Errorf("create the edition %s: %w", e.Name, created.Error)
		}
		if created.RowsAffected == 0 {
			return takenError{&power.InputError{
				Field: "name", Problem: "there is an edition " + e.Name + " already", Remedy: "choose another month",
			}}
		}
		return s.record(tx, Deed{Name: "open edition", Subject: e.Name, Detail: calendarWords(row)})
	})
	if err != nil {
		return Edition{}, err
	}
	return row.edition(), nil
}

// MaximumGrace is how long after a deadline bytes may follow at most.
const MaximumGrace = 31 * 24 * time.Hour

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
	if _, err := document.Zone(e.Zone); err != nil {
		errs = append(errs, &power.InputError{Field: "zone", Problem: fmt.Sprintf("%q is not a time zone", e.Zone), Remedy: "write the IANA name, such as Europe/Berlin or UTC"})
	}
	if e.Grace < 0 || e.Grace > MaximumGrace {
		errs = append(errs, &power.InputError{Field: "grace", Problem: "the grace time is negative or too long", Remedy: fmt.Sprintf("give at most %d hours", int(MaximumGrace.Hours()))})
	}
	return append(errs, e.checkOrder()...).OrNil()
}

// checkOrder holds the dates of an edition to their order.
func (e Edition) checkOrder() power.InputErrors {
	var errs power.InputErrors
	if !e.OpensAt.Before(e.ClosesAt) {
		errs = append(errs, &power.InputError{Field: "closes_at", Problem: "the edition closes before it opens", Remedy: "choose a later closing time"})
	}
	if e.ReviewBy != nil && e.ReviewBy.Before(e.ClosesAt) {
		errs = append(errs, &power.InputError{Field: "review_by", Problem: "entries would have to be decided before the edition closes", Remedy: "choose a time after the deadline"})
	}
	if e.Embargo != nil && e.Embargo.Before(e.ClosesAt) {
		errs = append(errs, &power.InputError{Field: "embargo_until", Problem: "the embargo ends before the edition closes", Remedy: "choose a time after the deadline"})
	}
	return errs
}

// Editions returns all editions, newest first. It fails only where the database does.
func (s *Store) Editions(ctx context.Context) ([]Edition, error) {
	var rows []editionRow
	if err := s.query(ctx).Order("name DESC").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the editions: %w", err)
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

// local writes an instant as people read it where the edition's deadline is read, with UTC beside it.
func (e Edition) local(t time.Time) string {
	const minute = "2 January 2006 15:04"
	utc := t.UTC().Format(minute) + " UTC"
	if _, offset := t.In(e.Location()).Zone(); offset == 0 {
		return utc
	}
	return t.In(e.Location()).Format(minute+" -07:00") + " in " + e.Zone + ", which is " + utc
}

func (e Edition) refuseOncePublished() error {
	if e.PublishedAt != nil {
		return refuse("The edition %s is published; nothing can be added to it.", e.Name)
	}
	return nil
}

// refuseAt says why something is not possible in a phase of the edition.
func (e Edition) refuseAt(phase review.Phase, deed review.Deed) error {
	switch phase {
	case review.BeforeOpening:
		return refuse("The edition %s opens on %s; submit the entry then.", e.Name, e.local(e.OpensAt))
	case review.OncePublished:
		return refuse("The edition %s is published; nothing can be added to it. %s", e.Name, insteadOf(deed))
	}
	return refuse("The edition %s closed on %s. %s", e.Name, e.local(e.ClosesAt), insteadOf(deed))
}

// insteadOf says what somebody can do who came too late.
func insteadOf(deed review.Deed) string {
	if deed == review.ToStart {
		return "Choose a later one."
	}
	return "The draft stays: start a submission to a later edition from it, or withdraw it."
}
