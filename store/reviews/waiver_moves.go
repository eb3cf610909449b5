// This file owns proposing, approving and ending waivers.

package reviews

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// NewWaiver is what it takes to propose a waiver.
type NewWaiver struct {
	Rule     string
	Reason   string
	Until    string // one of review.WaiverEditions
	Approver int64  // one of Deciders
}

// ProposeWaiver asks somebody to agree that an entry is accepted against a finding of its current revision, which is
// the one that was seen. It returns power.InputErrors for fields that will not do, a *review.Refusal if it is not
// possible, a *review.ConflictError, and ErrNotFound.
func (s *Reviews) ProposeWaiver(ctx context.Context, entryID int64, seen int, actor accounts.User,
	n NewWaiver) (Waiver, error) {
	n.Reason = database.Tidy(n.Reason)
	var made Waiver
	err := s.submissions.RetryOnConflict(ctx, entryID, func(tx *gorm.DB) error {
		entry, err := seenEntry(tx, entryID, Seen{Revision: seen})
		if err != nil {
			return err
		}
		approver, err := refuseWaiver(tx, entry, actor, n)
		if err != nil {
			return err
		}
		now := s.db.Now()
		row := WaiverRow{
			EntryID: entryID, Revision: entry.Row.Revision, Rule: n.Rule, Reason: n.Reason, UntilEdition: n.Until,
			State:      string(review.Proposed),
			ProposerID: actor.ID, ProposerName: actor.Name, Proposed: now.UnixMicro(), ApproverID: approver.ID,
			ApproverName: approver.Name,
		}
		after := entry.Row
		after.Updated = now.UnixMicro()
		if err := submissions.ReplaceEntry(tx, entry.Row, after, submissions.ErrConflict()); err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		made = waiverView{row, entry.EditionName}.waiver()
		if err := s.notices.Notify(tx, []int64{approver.ID},
			notices.ReviewNotice(entryID, "A waiver awaits your approval.")); err != nil {
			return err
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "propose waiver", EntryID: entryID, Revision: row.Revision,
			Subject: n.Rule,
			Detail:  "until " + n.Until + ", to be approved by " + recorded.AccountWord(approver.ID) + ": " + n.Reason})
	})
	return made, err
}

// refuseWaiver says what stands against a waiver, and finds its approver.
func refuseWaiver(tx *gorm.DB, entry submissions.EntryView, actor accounts.User, n NewWaiver) (accounts.User, error) {
	party, err := submissions.PartyTo(tx, entry, actor)
	if err != nil {
		return accounts.User{}, err
	}
	if err := review.ProposeWaiver(entry.State(), party); err != nil {
		return accounts.User{}, err
	}
	if err := refuseRule(tx, entry, n.Rule); err != nil {
		return accounts.User{}, err
	}
	var inputErrors power.InputErrors
	if n.Reason == "" {
		inputErrors = append(inputErrors, database.InputError("reason", "the reason is missing",
			"write why the submission should be accepted against this finding"))
	}
	if !slices.Contains(review.WaiverEditions(entry.EditionName), n.Until) {
		inputErrors = append(inputErrors,
			database.InputError("until", "the last edition is missing", "choose until which edition it holds"))
	}
	able, err := submissions.Deciders(tx, entry, "users.id = ? AND users.id <> ?", n.Approver, actor.ID)
	if err != nil {
		return accounts.User{}, err
	}
	if len(able) == 0 {
		inputErrors = append(inputErrors, database.InputError("approver", "the approver is missing",
			"choose another reviewer or an editor, who has no conflict of interest"))
	}
	if len(inputErrors) > 0 {
		return accounts.User{}, inputErrors
	}
	return able[0], nil
}

func refuseRule(tx *gorm.DB, entry submissions.EntryView, rule string) error {
	waivers, err := waiversOf(tx, entry)
	if err != nil {
		return err
	}
	open := func(w Waiver) bool {
		return w.Rule == rule && !w.Past && (w.State == review.Proposed || w.State == review.InForce)
	}
	if slices.ContainsFunc(waivers, open) {
		return submissions.Stale("There is a waiver of %s already; reload the page to see it.", rule)
	}
	revision, err := submissions.RevisionOf(tx, entry.Row.ID, entry.Row.Revision)
	if err != nil {
		return err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return err
	}
	if report != nil {
		for _, f := range report.Waivable() {
			if f.Rule == rule {
				return nil
			}
		}
	}
	return database.Refuse("%s is not a failed requirement of the claimed level. There is nothing to waive.", rule)
}

// MoveWaiver moves a waiver of an entry as the table of their moves allows. The level of the entry follows, unless it
// is published. It returns what ProposeWaiver does.
func (s *Reviews) MoveWaiver(ctx context.Context, entryID, waiverID int64, verb review.Verb, actor accounts.User,
	reason string) (Waiver, error) {
	reason = database.Tidy(reason)
	var moved Waiver
	err := s.submissions.RetryOnConflict(ctx, entryID, func(tx *gorm.DB) error {
		entry, err := submissions.EntryByID(tx, entryID)
		if err != nil {
			return err
		}
		row, err := database.Take[WaiverRow](tx.Where("id = ? AND entry_id = ?", waiverID, entryID))
		if err != nil {
			return fmt.Errorf("waiver %d of submission %d: %w", waiverID, entryID, err)
		}
		if err := s.moveWaiver(tx, entry, &row, verb, actor, reason); err != nil {
			return err
		}
		moved = waiverView{row, entry.EditionName}.waiver()
		return nil
	})
	return moved, err
}

func (s *Reviews) moveWaiver(tx *gorm.DB, entry submissions.EntryView, row *WaiverRow, verb review.Verb,
	actor accounts.User, reason string) error {
	party, err := submissions.PartyTo(tx, entry, actor)
	if err != nil {
		return err
	}
	by := review.WaiverParty{Party: party, Proposer: row.ProposerID == actor.ID, Approver: row.ApproverID == actor.ID}
	to, err := review.TryWaiver(verb, review.WaiverState(row.State), entry.State(), by, reason)
	if err != nil {
		return err
	}
	now := s.db.Now().UnixMicro()
	row.State = string(to)
	if to == review.InForce {
		row.Approved = &now
	} else {
		row.Ended, row.EndedByID, row.EndedBy, row.EndedReason = &now, &actor.ID, actor.Name, reason
	}
	if err := database.UpdatedOne(tx.Model(&WaiverRow{}).Where("id = ?", row.ID).Select("state", "approved_at",
		"ended_at", "ended_by_id", "ended_by", "ended_reason").Updates(row)); err != nil {
		return fmt.Errorf("move waiver %d: %w", row.ID, err)
	}
	after := entry.Row
	after.Updated = now
	if err := settleLevel(tx, entry, &after); err != nil {
		return err
	}
	if err := submissions.ReplaceEntry(tx, entry.Row, after, submissions.ErrConflict()); err != nil {
		return err
	}
	if actor.ID != row.ProposerID {
		if err := s.notices.Notify(tx, []int64{row.ProposerID},
			notices.ReviewNotice(entry.Row.ID, fmt.Sprintf("A waiver that you proposed is %s.", to))); err != nil {
			return err
		}
	}
	detail := strings.TrimPrefix(row.Reason+": "+reason, ": ")
	return s.db.Record(tx, recorded.AuditEvent{Name: string(verb) + " waiver", EntryID: entry.Row.ID,
		Revision: row.Revision, Subject: row.Rule, Detail: detail})
}

func settleLevel(tx *gorm.DB, entry submissions.EntryView, after *submissions.EntryRow) error {
	w, err := ApplyWaivers(tx, entry, entry.Row.Revision)
	after.GrantedLevel, after.Waivers = w.Level, w.Words
	return err
}
