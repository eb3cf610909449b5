// This file owns the dates of an edition: checking and changing them.

package editions

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// Change changes the dates of an edition: opening, closing, zone, grace time, until when to decide, and
// embargo. It returns a *review.Refusal if the person may not or the edition is published, power.InputErrors for
// dates that will not do, and ErrNotFound.
func (s *Editions) Change(ctx context.Context, changed Edition, actor accounts.User) (Edition, error) {
	return s.changeEdition(ctx, changed.Name, actor, "change dates", func(was Edition, now time.Time) (Edition, error) {
		is := was
		is.OpensAt, is.ClosesAt, is.Zone, is.Grace = changed.OpensAt, changed.ClosesAt,
			cmp.Or(changed.Zone, time.UTC.String()), changed.Grace
		is.ReviewBy, is.Embargo = changed.ReviewBy, changed.Embargo
		if err := is.check(); err != nil {
			return was, err
		}
		return is, is.checkAgainst(was, now)
	})
}

// Close closes an edition that is open, now. It returns what Change returns.
func (s *Editions) Close(ctx context.Context, name string, actor accounts.User) (Edition, error) {
	return s.changeEdition(ctx, name, actor, "close edition", func(was Edition, now time.Time) (Edition, error) {
		if !was.IsOpen(now) {
			return was, was.refuseToClose(now)
		}
		was.ClosesAt = now
		return was, nil
	})
}

func (e Edition) refuseToClose(now time.Time) error {
	if now.Before(e.OpensAt) {
		return database.Refuse("The edition %s is not open yet: it opens on %s.", e.Name, e.Local(e.OpensAt))
	}
	return database.Refuse("The edition %s closed on %s already.", e.Name, e.Local(e.ClosesAt))
}

func (s *Editions) changeEdition(ctx context.Context, name string, actor accounts.User, event string,
	change func(was Edition, now time.Time) (Edition, error)) (Edition, error) {
	if !review.May(actor.Role, review.ManageEditions) {
		return Edition{}, database.Refuse("A %s may not change an edition.", actor.Role)
	}
	var row EditionRow
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		row = EditionRow{}
		if err := database.Locking(tx).Where("name = ?", database.Text(name)).Take(&row).Error; err != nil {
			return fmt.Errorf("edition %q: %w", name, err)
		}
		if row.Published != nil {
			return database.Refuse(
				"The edition %s is published. Its dates cannot change, because submissions were decided by them.", name)
		}
		is, err := change(row.Edition(), s.db.Now())
		if err != nil {
			return err
		}
		was := calendarWords(row)
		row.Opens, row.Closes, row.Zone, row.Grace = is.OpensAt.UnixMicro(), is.ClosesAt.UnixMicro(), is.Zone,
			int64(is.Grace/time.Second)
		row.ReviewBy, row.Embargo = database.MicroOfDate(is.ReviewBy), database.MicroOfDate(is.Embargo)
		updated := tx.Model(&EditionRow{}).Where("id = ?", row.ID).
			Select("opens_at", "closes_at", "zone", "grace", "review_by", "embargo_until").Updates(row)
		if err := database.UpdatedOne(updated); err != nil {
			return fmt.Errorf("change the edition %s: %w", name, err)
		}
		recorded.SealRows(tx, recorded.SealedEdition, row.ID)
		return s.db.Record(tx,
			recorded.AuditEvent{Name: event, Subject: name, Detail: was + " → " + calendarWords(row)})
	})
	return row.Edition(), err
}

// MaximumGrace is how long after a deadline bytes may follow at most.
const MaximumGrace = 31 * 24 * time.Hour

func (e Edition) check() error {
	var errs power.InputErrors
	if !regexp.MustCompile(`^[1-9][0-9]{3}-(06|11)$`).MatchString(e.Name) {
		errs = append(errs, database.InputError("name", fmt.Sprintf("%q is not the name of an edition", e.Name),
			"write year and month, 06 or 11, as 2026-11"))
	}
	if !slices.Contains(methodology.Listed(), e.Methodology) {
		errs = append(errs, database.InputError("methodology", fmt.Sprintf("%q is not a methodology that a list "+
			"can require", e.Methodology), fmt.Sprintf("choose one of %v", methodology.Listed())))
	}
	if e.OpensAt.IsZero() {
		errs = append(errs, database.InputError("opens_at", "there is no opening time", "state when submitting begins"))
	}
	if _, err := document.Zone(e.Zone); err != nil {
		errs = append(errs, database.InputError("zone", fmt.Sprintf("%q is not a time zone", e.Zone),
			"write the IANA name, such as Europe/Berlin or UTC"))
	}
	if e.Grace < 0 || e.Grace > MaximumGrace {
		errs = append(errs, database.InputError("grace", "the grace time is negative or too long",
			fmt.Sprintf("give at most %d hours", int(MaximumGrace.Hours()))))
	}
	return append(errs, e.checkOrder()...).OrNil()
}

func (e Edition) checkOrder() power.InputErrors {
	var errs power.InputErrors
	if !e.OpensAt.Before(e.ClosesAt) {
		errs = append(errs,
			database.InputError("closes_at", "the edition closes before it opens", "choose a later closing time"))
	}
	if e.ReviewBy != nil && e.ReviewBy.Before(e.ClosesAt) {
		errs = append(errs, database.InputError("review_by",
			"submissions would have to be decided before the edition closes", "choose a time after the deadline"))
	}
	if e.Embargo != nil && e.Embargo.Before(e.ClosesAt) {
		errs = append(errs, database.InputError("embargo_until", "the embargo ends before the edition closes",
			"choose a time after the deadline"))
	}
	return errs
}

// checkAgainst keeps what people were held to already: an opening that has been, and a deadline and a grace time
// that would be over at once.
func (e Edition) checkAgainst(was Edition, now time.Time) error {
	var errs power.InputErrors
	if !now.Before(was.OpensAt) && !e.OpensAt.Equal(was.OpensAt) {
		errs = append(errs, database.InputError("opens_at", "the edition has opened already, "+
			"and may hold submissions since", "leave the opening at "+was.Local(was.OpensAt)))
	}
	if !e.ClosesAt.Equal(was.ClosesAt) && e.ClosesAt.Before(now) {
		errs = append(errs, database.InputError("closes_at", "this deadline would be over already",
			"choose a later one, or close the edition now"))
	}
	ends, ended := e.ClosesAt.Add(e.Grace), was.ClosesAt.Add(was.Grace)
	if !now.Before(was.ClosesAt) && ends.Before(ended) {
		errs = append(errs, database.InputError("grace", "files that were committed may follow until "+was.Local(ended)+
			", and their owners count on it", "leave the grace time as long as it is"))
	}
	return errs.OrNil()
}

func calendarWords(r EditionRow) string {
	words := []string{"opens " + dateWords(&r.Opens), "closes " + dateWords(&r.Closes), "zone " + r.Zone,
		fmt.Sprintf("grace %d s", r.Grace)}
	if r.ReviewBy != nil {
		words = append(words, "review by "+dateWords(r.ReviewBy))
	}
	return strings.Join(append(words, strings.TrimSuffix(r.EmbargoWords(), ", ")), ", ")
}

// EmbargoWords states the embargo for the audit log.
func (r EditionRow) EmbargoWords() string {
	if r.Embargo == nil {
		return "no embargo, "
	}
	return "embargo until " + dateWords(r.Embargo) + ", "
}

func dateWords(micro *int64) string { return database.FromMicro(*micro).Format(time.RFC3339Nano) }
