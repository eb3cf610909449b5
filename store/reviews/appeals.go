// This file owns appeals against a decision.

package reviews

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// Appeal is an appeal against a decision, as one person sees it.
type Appeal struct {
	ID        int64
	Revision  int // at the time of the decision
	By        string
	At        time.Time
	State     review.AppealState
	DecidedBy string // who decided it or took it back
	DecidedAt *time.Time
	Reason    string // of the decision
	Messages  []AppealMessage
	Possible  []review.AppealVerb // what that person can do with it
}

// AppealMessage is what one side wrote.
type AppealMessage struct {
	By     string
	Holder bool // written for those who hold the entry
	At     time.Time
	Text   string
}

// Appeals is what one person sees of the appeals of an entry.
type Appeals struct {
	All     []Appeal // the latest first
	MayMake bool
	Until   time.Time // when the time to make one ends; zero if there is no decision
	WhyNot  string    // to a holder: why none can be made
	Effect  review.AppealEffect
}

// AppealRow is a row of the table appeals.
type AppealRow struct {
	ID          int64
	EntryID     int64
	Revision    int
	OpenedBy    int64
	OpenedName  string
	Opened      int64 `gorm:"column:opened_at"`
	Outcome     string
	DecidedBy   *int64
	DecidedName string
	Decided     *int64 `gorm:"column:decided_at"`
	Reason      string
}

func (AppealRow) TableName() string { return "appeals" }

// AppealMessageRow is a row of the table appeal_messages.
type AppealMessageRow struct {
	ID         int64
	AppealID   int64
	AuthorID   int64
	AuthorName string
	Holder     bool
	Text       string
	Created    int64 `gorm:"column:created_at"`
}

func (AppealMessageRow) TableName() string { return "appeal_messages" }

// mostWritten is how long what somebody writes in an appeal may be, in characters.
const mostWritten = 20_000

// Appeals returns the appeals of an entry, with what somebody can do. It returns ErrNotFound or a
// *review.ConflictError if they may not read them.
func (s *Reviews) Appeals(ctx context.Context, entryID int64, by accounts.User) (Appeals, error) {
	entry, party, err := s.appealParty(s.db.Query(ctx), entryID, by)
	if err != nil {
		return Appeals{}, err
	}
	rows, err := database.Find[AppealRow](s.db.Query(ctx).Where("entry_id = ?", entryID).Order("id DESC"))
	if err != nil {
		return Appeals{}, err
	}
	file := Appeals{Effect: review.AppealEffects()[entry.State()]}
	state := review.NoAppeal
	for _, row := range rows {
		appeal := row.appeal()
		appeal.Possible = review.PossibleOnAppeal(appeal.State, party)
		if appeal.Messages, err = appealMessages(s.db.Query(ctx), row.ID); err != nil {
			return Appeals{}, err
		}
		if appeal.State == review.AppealOpen {
			state = review.AppealOpen
		}
		file.All = append(file.All, appeal)
	}
	judged, err := standingDecision(s.db.Query(ctx), entry)
	if err != nil || !party.Owner {
		return file, err
	}
	_, refused := review.TryAppeal(review.MakeAppeal, state, party)
	file.Until, err = judged.Appealable(s.db.Now())
	file.MayMake = refused == nil && err == nil
	if refusal, isRefusal := errors.AsType[*review.Refusal](err); isRefusal {
		file.WhyNot = refusal.Sentence
	}
	return file, nil
}

func (r AppealRow) appeal() Appeal {
	return Appeal{
		ID: r.ID, Revision: r.Revision, By: r.OpenedName, At: database.FromMicro(r.Opened),
		State:     review.AppealState(r.Outcome),
		DecidedBy: r.DecidedName, DecidedAt: database.FromMicroOrNil(r.Decided), Reason: r.Reason,
	}
}

func appealMessages(tx *gorm.DB, appealID int64) ([]AppealMessage, error) {
	rows, err := database.Find[AppealMessageRow](tx.Where("appeal_id = ?", appealID).Order("id"))
	if err != nil {
		return nil, err
	}
	return database.Convert(rows, func(m AppealMessageRow) AppealMessage {
		return AppealMessage{By: m.AuthorName, Holder: m.Holder, At: database.FromMicro(m.Created), Text: m.Text}
	}), nil
}

func (s *Reviews) appealParty(tx *gorm.DB, entryID int64,
	by accounts.User) (submissions.EntryView, review.AppealParty, error) {
	entry, err := submissions.EntryByID(tx, entryID)
	if err != nil {
		return entry, review.AppealParty{}, err
	}
	party, err := submissions.PartyTo(tx, entry, by)
	if err != nil {
		return entry, review.AppealParty{}, err
	}
	reader := review.Reader{Party: party, Embargoed: entry.Embargoed(s.db.Now())}
	free := submissions.WithoutConflict(reader)
	switch {
	case review.MayReadAppeals(party) && review.MayRead(reader, entry.State()):
		decided, err := tookPart(tx, entryID, by.ID)
		return entry, review.AppealParty{Party: party, Decided: decided}, err
	case review.MayReadAppeals(free.Party) && review.MayRead(free, entry.State()):
		return entry, review.AppealParty{}, &review.ConflictError{Conflict: party.Conflict}
	}
	return entry, review.AppealParty{},
		fmt.Errorf("the appeals of submission %d are not for account %d: %w", entryID, by.ID, database.ErrNotFound)
}

func tookPart(tx *gorm.DB, entryID, userID int64) (bool, error) {
	var decided, waived int64
	decisions := tx.Model(&submissions.DecisionRow{}).Where("entry_id = ? AND actor_id = ? AND verb IN ?", entryID,
		userID, review.DecidingVerbs())
	waivers := tx.Table("waivers").Where("entry_id = ? AND (proposer_id = ? OR approver_id = ?)", entryID,
		userID, userID)
	if err := errors.Join(decisions.Count(&decided).Error, waivers.Count(&waived).Error); err != nil {
		return false, fmt.Errorf("look for the part of account %d in submission %d: %w", userID, entryID, err)
	}
	return decided+waived > 0, nil
}

func standingDecision(tx *gorm.DB, entry submissions.EntryView) (review.AppealableDecision, error) {
	judged := review.AppealableDecision{State: entry.State(), Below: entry.Row.GrantedLevel < entry.Row.ClaimedLevel}
	// which decides nothing
	decisions := tx.Where("entry_id = ? AND to_state = ? AND verb <> ?", entry.Row.ID, entry.Row.State,
		string(review.Restore))
	last, err := database.Find[submissions.DecisionRow](decisions.Order("id DESC").Limit(1))
	if err != nil {
		return judged, err
	}
	if len(last) == 0 {
		return judged, nil
	}
	judged.At = database.FromMicro(last[0].Decided)
	var count int64
	final := []review.AppealState{review.AppealUpheld, review.AppealDismissed}
	appeals := tx.Model(&AppealRow{}).Where("entry_id = ? AND opened_at >= ? AND outcome IN ?", entry.Row.ID,
		last[0].Decided, final)
	if err := appeals.Count(&count).Error; err != nil {
		return judged, err
	}
	judged.Appealed = count > 0
	return judged, nil
}

// MakeAppeal makes an appeal against the decision on an entry. It returns a *review.Refusal if that cannot be, a
// *power.InputError if nothing was written, a *review.ConflictError, and ErrNotFound.
func (s *Reviews) MakeAppeal(ctx context.Context, entryID int64, by accounts.User, written string) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		entry, party, err := s.appealParty(tx, entryID, by)
		if err != nil {
			return err
		}
		open, err := openAppeal(tx, entryID)
		if err != nil {
			return err
		}
		move, err := review.TryAppeal(review.MakeAppeal, open, party)
		if err != nil {
			return err
		}
		judged, err := standingDecision(tx, entry)
		if err != nil {
			return err
		}
		if _, err := judged.Appealable(s.db.Now()); err != nil {
			return err
		}
		if written, err = checkWritten(move, written); err != nil {
			return err
		}
		row := AppealRow{EntryID: entryID, Revision: entry.Row.Revision, OpenedBy: by.ID, OpenedName: by.Name,
			Opened: s.db.Now().UnixMicro(), Outcome: string(review.AppealOpen)}
		_, isOpen := review.TryAppeal(review.MakeAppeal, review.AppealOpen, party)
		if err := database.MetOne(database.UnlessThere(tx).Create(&row), isOpen); err != nil { // a colleague was faster
			return err
		}
		return s.recordAppealMove(tx, entry, row, move, by, party, written)
	})
}

func openAppeal(tx *gorm.DB, entryID int64) (review.AppealState, error) {
	count, err := database.CountOf(tx.Model(&AppealRow{}).Where("entry_id = ? AND outcome = ?", entryID,
		string(review.AppealOpen)))
	if err != nil {
		return "", err
	}
	if count > 0 {
		return review.AppealOpen, nil
	}
	return review.NoAppeal, nil
}

func checkWritten(move review.AppealMove, written string) (string, error) {
	written = database.Text(strings.TrimSpace(written))
	switch {
	case written == "" && move.Text:
		return "", database.InputError("text", "nothing is written here", "say what it rests on: both sides read it")
	case len([]rune(written)) > mostWritten:
		return "", database.InputError("text", fmt.Sprintf("this is longer than %d characters", mostWritten),
			"put what is longer into a file of the submission, and say which")
	}
	return written, nil
}

// ActOnAppeal answers an appeal, decides it, or takes it back. Of people who decide at once one gets through. It
// returns a *review.Refusal if that cannot be, a *power.InputError if nothing was written, a *review.ConflictError, and
// ErrNotFound.
func (s *Reviews) ActOnAppeal(ctx context.Context, entryID, appealID int64, verb review.AppealVerb, by accounts.User,
	written string) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		entry, party, err := s.appealParty(tx, entryID, by)
		if err != nil {
			return err
		}
		row, err := database.Take[AppealRow](tx.Where("id = ? AND entry_id = ?", appealID, entryID))
		if err != nil {
			return fmt.Errorf("appeal %d of submission %d: %w", appealID, entryID, err)
		}
		move, err := review.TryAppeal(verb, review.AppealState(row.Outcome), party)
		if err != nil {
			return err
		}
		if written, err = checkWritten(move, written); err != nil {
			return err
		}
		if err := s.closeAppeal(tx, row, move, by, written); err != nil {
			return err
		}
		if move.To == review.AppealUpheld {
			if err := s.applyAppeal(tx, entry, by); err != nil {
				return err
			}
		}
		return s.recordAppealMove(tx, entry, row, move, by, party, written)
	})
}

func (s *Reviews) closeAppeal(tx *gorm.DB, row AppealRow, move review.AppealMove, by accounts.User,
	written string) error {
	changes := map[string]any{"outcome": string(move.To)}
	if move.To != review.AppealOpen {
		changes = map[string]any{"outcome": string(move.To), "decided_by": by.ID, "decided_name": by.Name,
			"decided_at": s.db.Now().UnixMicro(), "reason": written}
	}
	return database.MetOne(tx.Model(&AppealRow{}).Where("id = ? AND outcome = ?", row.ID, row.Outcome).Updates(changes),
		database.Refuse("Someone closed this appeal in the meantime; reload the page to see how."))
}

func (s *Reviews) recordAppealMove(tx *gorm.DB, entry submissions.EntryView, row AppealRow, move review.AppealMove,
	by accounts.User, party review.AppealParty, written string) error {
	if written != "" {
		message := AppealMessageRow{AppealID: row.ID, AuthorID: by.ID, AuthorName: by.Name, Holder: party.Owner,
			Text: written, Created: s.db.Now().UnixMicro()}
		if err := tx.Create(&message).Error; err != nil {
			return err
		}
	}
	event := recorded.AuditEvent{Name: string(move.Verb) + " appeal", EntryID: entry.Row.ID, Revision: row.Revision,
		Subject: fmt.Sprintf("appeal %d", row.ID)}
	if err := s.db.Record(tx, event); err != nil {
		return err
	}
	return s.notices.NotifyAudiences(tx, entry, by.ID, notices.LinkTo(entry.Row.ID)+"/appeals", move.Hearings,
		notices.NewNotice{})
}

func (s *Reviews) applyAppeal(tx *gorm.DB, entry submissions.EntryView, by accounts.User) error {
	switch effect, known := review.AppealEffects()[entry.State()]; {
	case !known:
		return database.Refuse("The submission is %s now, so upholding the appeal has no effect. "+
			"Dismiss the appeal and give the reason.", entry.State().Word())
	case effect == review.ToReview:
		return s.reopen(tx, entry, by)
	}
	return nil // an editor makes the erratum
}

// reopen gives an entry back to review, unassigned. What the appeal says stays in the appeal: the history of
// an entry is read by more people.
func (s *Reviews) reopen(tx *gorm.DB, before submissions.EntryView, by accounts.User) error {
	const reason = "An appeal was upheld."
	party, err := submissions.PartyTo(tx, before, by)
	if err != nil {
		return err
	}
	to, err := review.Try(review.Reopen, before.State(), party, reason)
	if err != nil {
		return err
	}
	now := s.db.Now()
	after := before.Row
	after.State, after.Updated, after.Reviewer = string(to), now.UnixMicro(), nil
	if err := submissions.ReplaceEntry(tx, before.Row, after, submissions.ErrConflict()); err != nil {
		return err
	}
	row := submissions.NewDecision(before.Row, review.Reopen, to, by, reason, now)
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	event := recorded.AuditEvent{Name: string(review.Reopen), EntryID: before.Row.ID, Revision: before.Row.Revision}
	if err := s.db.Record(tx, event); err != nil {
		return err
	}
	return s.NotifyOfMove(tx, before, after, row)
}
