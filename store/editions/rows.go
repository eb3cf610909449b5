// This file owns the rows of editions, and what an edition permits at a time.

package editions

import (
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/store/database"
	"green500/validation/methodology"
	"green500/validation/review"
)

// Edition is one issue of the list.
type Edition struct {
	ID          int64
	Name        string // such as 2026-11
	Methodology methodology.Edition
	OpensAt     time.Time     // entries can be submitted from here
	ClosesAt    time.Time     // to before here
	Zone        string        // IANA name of where the hour of the deadline is read; UTC if empty
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

// NextSteps are what happens after a submission to the edition.
func (e Edition) NextSteps(now time.Time) []review.NextStep {
	var reviewBy, embargo time.Time
	if e.ReviewBy != nil {
		reviewBy = *e.ReviewBy
	}
	if e.Embargo != nil {
		embargo = *e.Embargo
	}
	return review.NextSteps(e.Calendar(), reviewBy, embargo, now)
}

// Location is the zone of the edition; UTC if it is not known here.
func (e Edition) Location() *time.Location {
	zone, err := time.LoadLocation(e.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Local is a time in the zone of the edition, for people.
func (e Edition) Local(t time.Time) string {
	const minute = "2 January 2006 15:04"
	utc := t.UTC().Format(minute) + " UTC"
	if _, offset := t.In(e.Location()).Zone(); offset == 0 {
		return utc
	}
	return t.In(e.Location()).Format(minute+" -07:00") + " in " + e.Zone + ", which is " + utc
}

// RefuseAt returns a *review.Refusal if an action is not possible in a phase of the edition.
func (e Edition) RefuseAt(phase review.Phase, action review.HolderAction) error {
	switch phase {
	case review.BeforeOpening:
		return database.Refuse("The edition %s opens on %s. Submit then.", e.Name, e.Local(e.OpensAt))
	case review.OncePublished:
		return database.Refuse("The edition %s is published; nothing can be added to it. %s", e.Name, insteadOf(action))
	}
	return database.Refuse("The edition %s closed on %s. %s", e.Name, e.Local(e.ClosesAt), insteadOf(action))
}

func insteadOf(action review.HolderAction) string {
	if action == review.ToStart {
		return "Choose a later one."
	}
	return "The draft stays: start a submission to a later edition from it, or withdraw it."
}

// EditionRow is a row of the table editions.
type EditionRow struct {
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

func (EditionRow) TableName() string { return "editions" }

// Edition is the edition of a row.
func (r EditionRow) Edition() Edition {
	return Edition{
		ID:          r.ID,
		Name:        r.Name,
		Methodology: methodology.Edition(r.Methodology),
		OpensAt:     database.FromMicro(r.Opens),
		ClosesAt:    database.FromMicro(r.Closes),
		PublishedAt: database.FromMicroOrNil(r.Published),
		ListHash:    r.ListHash,
		Zone:        r.Zone,
		Grace:       time.Duration(r.Grace) * time.Second,
		ReviewBy:    database.FromMicroOrNil(r.ReviewBy),
		Embargo:     database.FromMicroOrNil(r.Embargo),
	}
}

// EditionByName returns the row of an edition, or ErrNotFound.
func EditionByName(tx *gorm.DB, name string) (EditionRow, error) {
	row, err := database.Take[EditionRow](tx.Where("name = ?", database.Text(name)))
	if err != nil {
		return row, fmt.Errorf("edition %q: %w", name, err)
	}
	return row, nil
}

// HoldEdition reads an edition and keeps it from being published before the transaction ends, so
// that no entry is accepted into a list that has just been frozen. SQLite has one writer anyway.
func HoldEdition(tx *gorm.DB, id int64) (Edition, error) {
	row, err := database.Take[EditionRow](tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare}).
		Where("id = ?", id))
	if err != nil {
		return Edition{}, fmt.Errorf("edition %d: %w", id, err)
	}
	return row.Edition(), nil
}

// Embargoed reports whether the list is published, and not yet for everybody.
func (r EditionRow) Embargoed(now time.Time) bool {
	return r.Embargo != nil && now.UnixMicro() < *r.Embargo
}

// NextTick is when a page that counts the time to a deadline next changes.
func (e Edition) NextTick(now time.Time) time.Time {
	if now.Before(e.OpensAt) {
		return e.OpensAt
	}
	hours := e.ClosesAt.Sub(now).Truncate(time.Hour)
	if hours == 0 {
		return e.ClosesAt
	}
	return e.ClosesAt.Add(time.Microsecond - hours)
}

// Embargoed reports whether the list of an edition is published, and not yet for everybody.
func (e Edition) Embargoed(now time.Time) bool {
	return e.PublishedAt != nil && e.Embargo != nil && now.Before(*e.Embargo)
}

// ReleasedAt is from when on everybody could read the list of a published edition.
func (e Edition) ReleasedAt() time.Time {
	if e.Embargo != nil && e.Embargo.After(*e.PublishedAt) {
		return *e.Embargo
	}
	return *e.PublishedAt
}

// ErrBeforePublishing is the input error of somebody who asks for a list at a time before it was published.
func (e Edition) ErrBeforePublishing(at time.Time) error {
	return database.InputError("as-of", "the list of "+e.Name+" was not there on "+e.Local(at),
		"choose a time from "+e.Local(*e.PublishedAt)+" on")
}
