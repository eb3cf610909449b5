// This file owns asking and answering questions about a submission.

package reviews

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// Question is what somebody asks about an entry.
type Question struct {
	Revision  int // that was looked at, and was submitted
	Shared    bool
	Continues int64 // a private thread that a shared one goes on from; 0 if there is none
	Pin       review.Pin
	Text      string
}

// Ask opens a thread. Whatever those who hold the entry ask is shared. It returns power.InputErrors at the fields
// about, from, to and text, a *review.Refusal, a *review.ConflictError, and ErrNotFound for people who take no part.
func (s *Reviews) Ask(ctx context.Context, entryID int64, by accounts.User, q Question) (Thread, error) {
	access, err := s.submissions.EntryAccess(ctx, entryID, by)
	if err != nil {
		return Thread{}, err
	}
	if err := s.RefuseQuestion(ctx, access, q); err != nil {
		return Thread{}, err
	}
	var asked Thread
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		entry, side, err := sideIn(tx, entryID, by)
		if err != nil {
			return err
		}
		q.Shared = q.Shared || side == review.Holding
		asked, err = s.open(tx, entry, by, side, q)
		return err
	})
	return asked, err
}

// RefuseQuestion says why something cannot be asked, as Ask does; it is nil if it can.
func (s *Reviews) RefuseQuestion(ctx context.Context, entry submissions.EntryAccess, q Question) error {
	if review.SideOf(entry.Party) == review.Outside {
		return fmt.Errorf("questions about submission %d: %w", entry.ID, database.ErrNotFound)
	}
	if entry.SubmittedAt == nil {
		return database.Refuse("You can ask questions after the submission is submitted.")
	}
	revision, err := submissions.RevisionOf(s.db.Query(ctx), entry.ID, q.Revision)
	if database.IsNotFound(err) || err == nil && revision.SubmittedAt == nil {
		return database.Refuse("The form is incomplete. Reload the page and ask again.")
	}
	if err != nil {
		return err
	}
	evidence, err := s.Evidence(ctx, revision, q.Pin.Kind == review.OnMeter)
	if err != nil {
		return err
	}
	var inputErrors power.InputErrors
	for _, wrong := range q.Pin.Problems(evidence, document.IsField) {
		inputErrors = append(inputErrors, database.InputError(wrong.Field, wrong.Problem, wrong.Remedy))
	}
	if inputError := textError(q.Text); inputError != nil {
		inputErrors = append(inputErrors, inputError)
	}
	return inputErrors.OrNil()
}

func textError(written string) *power.InputError {
	switch length := utf8.RuneCountInString(database.Text(strings.TrimSpace(written))); {
	case length == 0:
		return database.InputError("text", "nothing is written", "write what you want to know, or to say")
	case length > review.MaximumQuestion:
		return database.InputError("text", fmt.Sprintf("it has %d characters, and may have %d", length,
			review.MaximumQuestion), "shorten it, or write it in two")
	}
	return nil
}

// sideIn is the gate again, in the transaction of a change.
func sideIn(tx *gorm.DB, entryID int64, by accounts.User) (submissions.EntryView, review.Side, error) {
	entry, err := submissions.EntryByID(tx, entryID)
	if err != nil {
		return entry, review.Outside, err
	}
	party, err := submissions.PartyTo(tx, entry, by)
	if err != nil {
		return entry, review.Outside, err
	}
	side := review.SideOf(party)
	switch reader := (review.Reader{Party: party}); {
	case side != review.Outside && review.MayRead(reader, entry.State()):
		return entry, side, nil
	case party.Conflict != review.NoConflict:
		return entry, review.Outside, &review.ConflictError{Conflict: party.Conflict}
	}
	return entry, review.Outside,
		fmt.Errorf("questions about submission %d are not for account %d: %w", entryID, by.ID, database.ErrNotFound)
}

func (s *Reviews) open(tx *gorm.DB, entry submissions.EntryView, by accounts.User, side review.Side,
	q Question) (Thread, error) {
	row := ThreadRow{
		EntryID: entry.Row.ID, Revision: q.Revision, Shared: q.Shared, Pin: string(q.Pin.Kind),
		Target:   database.Text(q.Pin.Target),
		Standing: string(review.ThreadOpen), Opened: s.db.Now().UnixMicro(),
	}
	if q.Pin.Kind == review.OnMeter {
		from, to := q.Pin.From.UnixMicro(), q.Pin.To.UnixMicro()
		row.From, row.To = &from, &to
	}
	if q.Continues != 0 {
		earlier, err := threadFor(tx, entry.Row.ID, q.Continues, side)
		if err != nil {
			return Thread{}, err
		}
		if earlier.Shared || !q.Shared {
			return Thread{},
				database.Refuse("You can forward only a question between reviewers, and only to the submitter.")
		}
		row.Continues = &earlier.ID
	}
	if err := tx.Create(&row).Error; err != nil {
		return Thread{}, err
	}
	return s.addMessage(tx, entry, row.thread(), by, side, review.SayStep, q.Text)
}

// Reply goes on with a thread; seen is the last message that was read. It returns a *power.InputError at the field
// text, a *review.Refusal, also if a step would pass over a message that was not read, a *review.ConflictError,
// and ErrNotFound for people who do not see the thread.
func (s *Reviews) Reply(ctx context.Context, entryID, threadID int64, by accounts.User, step review.Step, seen int64,
	written string) (Thread, error) {
	var replied Thread
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		entry, side, err := sideIn(tx, entryID, by)
		if err != nil {
			return err
		}
		thread, err := threadFor(tx, entryID, threadID, side)
		if err != nil {
			return err
		}
		if inputError := textError(written); inputError != nil {
			return inputError
		}
		standing, err := review.TakeStep(step, thread.Standing, side)
		if err != nil {
			return err
		}
		if last := thread.Messages[len(thread.Messages)-1]; step != review.SayStep && last.ID != seen {
			return database.Refuse("%s wrote in the meantime; read the message, then decide again.", last.Author)
		}
		if err := changeStanding(tx, thread, standing); err != nil {
			return err
		}
		thread.Standing = standing
		replied, err = s.addMessage(tx, entry, thread, by, side, step, written)
		return err
	})
	return replied, err
}

// changeStanding changes the standing of a thread if nobody else changed it since it was read.
func changeStanding(tx *gorm.DB, thread Thread, to review.ThreadState) error {
	return database.MetOne(tx.Model(&ThreadRow{}).
		Where("id = ? AND standing = ?", thread.ID, string(thread.Standing)).Update("standing", string(to)),
		database.Refuse("Someone continued this question in the meantime; reload the page to see its state."))
}

func (s *Reviews) addMessage(tx *gorm.DB, entry submissions.EntryView, thread Thread, by accounts.User,
	side review.Side, step review.Step, written string) (Thread, error) {
	row := ThreadMessageRow{
		ThreadID: thread.ID, AuthorID: by.ID, AuthorName: by.Name, Side: string(side), Step: string(step),
		Text:    database.Text(strings.TrimSpace(written)),
		Created: s.db.Now().UnixMicro(),
	}
	if err := tx.Create(&row).Error; err != nil {
		return Thread{}, err
	}
	thread.Messages = append(thread.Messages, row.message())
	if err := s.db.Record(tx, messageEvent(thread, row.message())); err != nil {
		return Thread{}, err
	}
	return thread, s.notifyOfMessage(tx, entry, thread)
}
