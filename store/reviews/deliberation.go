// This file owns recorded decisions, and what a reviewer has to know before the next one.

package reviews

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/sharedevidence"
	"green500/store/submissions"
	"green500/validation/review"
	"green500/validation/rules"
)

// Deliberation is what somebody who decides on an entry has to know.
type Deliberation struct {
	review.Deliberation
	Approvals []submissions.Decision // of the current revision, the first of two
	Waivers   []Waiver               // for the entry, and for those it was begun from
	Words     string                 // by which waivers the level is granted; empty if by none
	Waivable  []string               // rules against which the entry could be accepted, if there are waivers
}

// Deliberate returns what there is to know of a revision of an entry for those who decide on it. It returns
// ErrNotFound.
func (s *Reviews) Deliberate(ctx context.Context, entryID int64, number int, by accounts.User) (Deliberation, error) {
	tx := s.db.Query(ctx)
	view, err := submissions.EntryByID(tx, entryID)
	if err != nil {
		return Deliberation{}, err
	}
	return deliberate(tx, view, number, by)
}

func deliberate(tx *gorm.DB, entry submissions.EntryView, number int, by accounts.User) (Deliberation, error) {
	w, err := ApplyWaivers(tx, entry, number)
	if err != nil {
		return Deliberation{}, err
	}
	d := Deliberation{Waivers: w.Waivers, Words: w.Words, Waivable: w.Open}
	d.Deliberation = review.Deliberation{State: entry.State(), Claimed: entry.Row.ClaimedLevel, Granted: w.Level,
		Waived: w.Words != ""}
	for _, waiver := range w.Waivers {
		if waiver.State == review.Proposed {
			d.Undecided++
		}
	}
	if d.Before, err = stateBeforeWithdrawal(tx, entry); err != nil {
		return d, err
	}
	if d.OpenQuestions, err = openQuestions(tx, entry.Row.ID); err != nil {
		return d, err
	}
	if d.Approvals, err = approvals(tx, entry, w.Waivers); err != nil {
		return d, err
	}
	d.Faults, d.Answered, err = faultsOf(tx, entry, number, w.Waivers, by)
	if err != nil {
		return d, err
	}
	for _, one := range d.Approvals {
		if one.ActorID == by.ID {
			d.Approved = true
		} else {
			d.Deliberation.Approvals++
		}
	}
	second := len(d.NeedsTwo()) > 0 && d.Deliberation.Approvals > 0
	d.Untaken = entry.State() != review.InReview || database.ZeroIfNil(entry.Row.Reviewer) != by.ID && !second
	return d, nil
}

func stateBeforeWithdrawal(tx *gorm.DB, entry submissions.EntryView) (review.State, error) {
	if entry.State() != review.Withdrawn {
		return "", nil
	}
	last, err := database.Find[submissions.DecisionRow](tx.Where("entry_id = ?", entry.Row.ID).
		Order("id DESC").Limit(1))
	if err != nil {
		return "", err
	}
	if len(last) == 0 || last[0].Verb != string(review.Withdraw) {
		return "", nil
	}
	return review.State(last[0].FromState), nil
}

// faultsOf returns the rules that stand against a revision at its claimed level, and those among them that a settled
// question deals with; what is waived does not count. Evidence that is in an unrelated submission is one for those who
// may know of it.
func faultsOf(tx *gorm.DB, entry submissions.EntryView, number int, waivers []Waiver, by accounts.User) (
	faults, answered []string, err error) {
	fresh := func() *gorm.DB { return tx }
	open := fresh().Table("revision_findings").Where("entry_id = ? AND number = ? AND level = ? AND outcome IN ?",
		entry.Row.ID, number, entry.Row.ClaimedLevel, []rules.Outcome{rules.Fail, rules.Unknown})
	if err := open.Distinct().Order("rule").Pluck("rule", &faults).Error; err != nil {
		return nil, nil, err
	}
	settled := fresh().Table("threads").Where("entry_id = ? AND pin = ? AND standing = ?", entry.Row.ID,
		string(review.OnFinding), string(review.ThreadSettled))
	if err := settled.Distinct().Order("target").Pluck("target", &answered).Error; err != nil {
		return nil, nil, err
	}
	faults = slices.DeleteFunc(faults, func(rule string) bool { // two people dealt with it
		return slices.ContainsFunc(waivers, func(w Waiver) bool { return w.Counts && w.Rule == rule })
	})
	party, err := submissions.PartyTo(fresh(), entry, by)
	if err != nil || !review.MaySeeSharedEvidence(party) || !entry.State().Decidable() {
		return faults, answered, err
	}
	shared, err := sharedEvidence(fresh(), []sharedevidence.Revision{{EntryID: entry.Row.ID, Number: number}}, by)
	if slices.ContainsFunc(shared[entry.Row.ID], func(s SharedEvidence) bool { return s.Kinship == review.Unrelated }) {
		faults = append(faults, review.SharedFault)
	}
	return faults, answered, err
}

func openQuestions(tx *gorm.DB, entryID int64) (int, error) {
	open := tx.Table("threads").Where("entry_id = ? AND shared AND standing <> ?", entryID,
		string(review.ThreadSettled))
	count, err := database.CountOf(open)
	return int(count), err
}

// approvals are those of the current revision by people who could still decide. They lapse with whatever was decided
// since, and if a waiver was approved or ended.
func approvals(tx *gorm.DB, entry submissions.EntryView, waivers []Waiver) ([]submissions.Decision, error) {
	if !entry.State().Decidable() {
		return nil, nil
	}
	var rows []submissions.DecisionRow
	query := tx.Where("entry_id = ? AND revision = ? AND verb = ?", entry.Row.ID, entry.Row.Revision,
		string(review.Approve)).
		Where("id > (SELECT coalesce(max(id), 0) FROM decisions WHERE entry_id = ? AND verb NOT IN ?)", entry.Row.ID,
			[]string{string(review.Approve), string(review.Take)})
	if err := query.Order("id").Find(&rows).Error; err != nil {
		return nil, err
	}
	var standing []submissions.Decision
	for _, row := range rows {
		lapsed := slices.ContainsFunc(waivers, func(w Waiver) bool {
			return w.ApprovedAt != nil &&
				(w.ApprovedAt.UnixMicro() > row.Decided || w.EndedAt != nil && w.EndedAt.UnixMicro() > row.Decided)
		})
		able, err := couldDecide(tx, entry, row.ActorID)
		if err != nil {
			return nil, err
		}
		if able && !lapsed {
			standing = append(standing, row.Decision())
		}
	}
	return standing, nil
}

func couldDecide(tx *gorm.DB, entry submissions.EntryView, userID int64) (bool, error) {
	able, err := submissions.Deciders(tx, entry, "users.id = ?", userID)
	return len(able) > 0, err
}

// Deciders returns who else could decide on an entry, by name: who reviews, does not hold it and has no conflict of
// interest. It returns ErrNotFound.
func (s *Reviews) Deciders(ctx context.Context, entryID int64, besides accounts.User) ([]accounts.User, error) {
	tx := s.db.Query(ctx)
	view, err := submissions.EntryByID(tx, entryID)
	if err != nil {
		return nil, err
	}
	return submissions.Deciders(tx, view, "users.id <> ?", besides.ID)
}
