// This file owns declaring and withdrawing conflicts of interest.

package reviews

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// DeclaredConflict is a conflict of interest as somebody declared it: with an entry, with everything of a site,
// or with everything that is submitted from a domain of mail. Withdrawing it keeps it.
type DeclaredConflict struct {
	ID          int64
	EntryID     int64 // 0 if it is with none in particular
	System      string
	Site        string
	Domain      string
	Reason      string
	DeclaredAt  time.Time
	WithdrawnAt *time.Time
}

// Conflicts returns what somebody declared, the newest first.
func (s *Reviews) Conflicts(ctx context.Context, userID int64) ([]DeclaredConflict, error) {
	var views []struct {
		Row    accounts.ConflictRow `gorm:"embedded"`
		System string
	}
	query := s.db.Query(ctx).Table("conflicts").Select("conflicts.*, coalesce(entries.system, '') AS system").
		Joins("LEFT JOIN entries ON entries.id = conflicts.entry_id")
	if err := query.Where("conflicts.user_id = ?", userID).Order("conflicts.id DESC").Scan(&views).Error; err != nil {
		return nil, err
	}
	all := make([]DeclaredConflict, len(views))
	for i, v := range views {
		all[i] = DeclaredConflict{
			ID: v.Row.ID, EntryID: database.ZeroIfNil(v.Row.EntryID), System: v.System, Site: v.Row.Site,
			Domain: v.Row.Domain, Reason: v.Row.Reason,
			DeclaredAt: database.FromMicro(v.Row.Declared), WithdrawnAt: database.FromMicroOrNil(v.Row.Withdrawn),
		}
	}
	return all, nil
}

// NewConflict is what somebody declares; exactly one of entry, site and domain is given.
type NewConflict struct {
	EntryID int64
	Site    string
	Domain  string
	Reason  string
}

const longestReason = 2000 // characters

func (n NewConflict) check() (NewConflict, error) {
	var errs power.InputErrors
	n.Site, n.Reason = database.Tidy(n.Site), database.Text(strings.TrimSpace(n.Reason))
	n.Domain = strings.ToLower(database.Tidy(n.Domain))
	if _, after, found := strings.Cut(n.Domain, "@"); found {
		n.Domain = after
	}
	given := 0
	for _, is := range []bool{n.EntryID != 0, n.Site != "", n.Domain != ""} {
		if is {
			given++
		}
	}
	if given != 1 {
		errs = append(errs, database.InputError("with", "nothing says what the conflict is with",
			"choose a submission, or write a site or a domain, one of the three"))
	}
	switch {
	case review.IsPublicMailDomain(n.Domain):
		errs = append(errs, database.InputError("domain", "people of many employers have mail at "+n.Domain,
			"name the submission or the site"))
	case n.Domain != "" &&
		(!strings.Contains(strings.Trim(n.Domain, "."), ".") || strings.ContainsAny(n.Domain, " /:")):
		errs = append(errs, database.InputError("domain", fmt.Sprintf("%q is not a domain of mail", n.Domain),
			"write what follows the @, such as centre.example.org"))
	}
	if n.Reason == "" || len(n.Reason) > longestReason {
		errs = append(errs, database.InputError("reason", "the reason is missing or too long",
			"say in a sentence what the interest is"))
	}
	return n, errs.OrNil()
}

// DeclareConflict keeps a conflict of interest. What somebody was to review and may see no more goes back to
// the queue. It returns power.InputErrors for what was typed, a *review.Refusal if the role does not review,
// and ErrNotFound for an entry that is not there.
func (s *Reviews) DeclareConflict(ctx context.Context, by accounts.User, declared NewConflict) error {
	if !review.May(by.Role, review.KeepConflicts) {
		return database.Refuse(
			"The role %s cannot decide on submissions, so you need not declare a conflict of interest.", by.Role)
	}
	declared, err := declared.check()
	if err != nil {
		return err
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		if declared.EntryID != 0 {
			entry, err := submissions.EntryByID(tx, declared.EntryID)
			if err != nil {
				return err
			}
			if entry.Row.Submitted == nil {
				return fmt.Errorf("submission %d was never submitted: %w", declared.EntryID, database.ErrNotFound)
			}
		}
		row := accounts.ConflictRow{
			UserID: by.ID, EntryID: database.NilIfZero(declared.EntryID), Site: declared.Site, Domain: declared.Domain,
			Reason: declared.Reason, Declared: s.db.Now().UnixMicro(),
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		recorded.SealRows(tx, recorded.SealedConflict, row.ID)
		if err := s.db.Record(tx, recorded.AuditEvent{Name: "declare conflict", EntryID: declared.EntryID,
			Subject: row.About(), Detail: declared.Reason}); err != nil {
			return err
		}
		return s.unassignConflicted(tx, by)
	})
}

// WithdrawConflict ends a conflict that somebody declared themselves. It returns ErrNotFound if there is none
// that holds.
func (s *Reviews) WithdrawConflict(ctx context.Context, by accounts.User, id int64) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		row, err := database.Take[accounts.ConflictRow](tx.Where("id = ? AND user_id = ? AND withdrawn_at IS NULL", id,
			by.ID))
		if err != nil {
			return fmt.Errorf("conflict %d of account %d: %w", id, by.ID, err)
		}
		if err := tx.Model(&accounts.ConflictRow{}).Where("id = ?", id).Update("withdrawn_at",
			s.db.Now().UnixMicro()).Error; err != nil {
			return err
		}
		recorded.SealRows(tx, recorded.SealedConflict, id)
		return s.db.Record(tx, recorded.AuditEvent{Name: "withdraw conflict", EntryID: database.ZeroIfNil(row.EntryID),
			Subject: row.About(), Detail: row.Reason})
	})
}
