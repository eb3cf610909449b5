// This file owns who is told of what.

package store

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/person"
	"green500/validation/review"
)

// notifyOfMove notifies people of a move, in its transaction. from is the entry before the move.
func (s *Store) notifyOfMove(tx *gorm.DB, from entryView, after entryRow, d decisionRow) error {
	entry, verb := entryView{Row: after, EditionName: from.EditionName}, review.Verb(d.Verb)
	if err := s.callOfMove(tx, entry, d); err != nil {
		return err
	}
	forHolders := NewNotice{System: nameOf(after)}
	var err error
	switch verb {
	case review.Return:
		var wanted review.Correction
		wanted, err = s.correctionOf(tx, after.ID, d.Reason)
		forHolders.Detail = wanted.Text(s.fieldName)
	case review.Submit:
		forHolders.Detail, err = s.nextSteps(tx, after)
	}
	if err != nil {
		return err
	}
	if err := s.notifyAudiences(tx, entry, d.ActorID, linkTo(after.ID), review.MoveNotices()[verb], forHolders); err != nil || verb != review.Submit {
		return err
	}
	return s.mailReceipt(tx, entry, d.ActorID, forHolders)
}

func (s *Store) nextSteps(tx *gorm.DB, entry entryRow) (string, error) {
	row, err := take[editionRow](tx.Where("id = ?", entry.EditionID))
	if err != nil {
		return "", fmt.Errorf("edition %d: %w", entry.EditionID, err)
	}
	edition := row.edition()
	paragraphs := []string{"What happens next:"}
	for _, step := range edition.NextSteps(s.now()) {
		if !step.At.IsZero() {
			step.Text = edition.local(step.At) + ": " + step.Text
		}
		paragraphs = append(paragraphs, step.Text)
	}
	return strings.Join(paragraphs, "\n"), nil
}

// mailReceipt confirms a submission by mail to the person who made it: they did it themselves, and need no notice.
func (s *Store) mailReceipt(tx *gorm.DB, entry entryView, by int64, forHolders NewNotice) error {
	row, err := accountByID(tx, by)
	if err != nil {
		return err
	}
	mailed, err := mailRecipients(tx, review.OfMoves, []User{row.user()})
	if err != nil || !mailed[by] || s.notice == nil {
		return err
	}
	letter := s.notice(Notice{Kind: review.OfMoves, EntryID: entry.Row.ID, Edition: entry.EditionName, Open: "was submitted", ToName: row.Name, System: forHolders.System, Detail: forHolders.Detail})
	letter.To = row.Email
	return s.post(tx, letter)
}

func (s *Store) notifyOfPublishing(tx *gorm.DB, edition editionRow, entries []entryRow, decisions []decisionRow) error {
	for i, entry := range entries {
		if err := s.notifyOfMove(tx, entryView{EditionName: edition.Name, Embargo: edition.Embargo}, entry, decisions[i]); err != nil {
			return err
		}
	}
	return nil
}

func linkTo(entryID int64) string { return fmt.Sprintf("/submissions/%d", entryID) }

// notifyAudiences notifies every audience of a table; nobody is notified twice. The text of the page names the
// system, which it shows only as long as somebody may read the entry; forHolders is what the mail to holders says besides.
func (s *Store) notifyAudiences(tx *gorm.DB, entry entryView, by int64, link string, hearings []review.NoticeRule, forHolders NewNotice) error {
	var heard []int64
	for _, hearing := range hearings {
		people, err := s.audience(tx, entry, hearing.Who)
		if err != nil {
			return err
		}
		people = slices.DeleteFunc(people, func(id int64) bool { return slices.Contains(heard, id) })
		heard = append(heard, people...)
		what := NewNotice{Kind: hearing.Kind, EntryID: entry.Row.ID, Link: link, By: by, Open: hearing.Words,
			Text: fmt.Sprintf("%s, submission %d to %s, %s.", nameOf(entry.Row), entry.Row.ID, entry.EditionName, hearing.Words)}
		if hearing.Once {
			what = NewNotice{Kind: hearing.Kind, Link: "/review", By: by, Daily: true, Text: fmt.Sprintf(hearing.Words, entry.EditionName)}
			what.Open = what.Text
		}
		if hearing.Who == review.Holders {
			what.System, what.Detail = forHolders.System, forHolders.Detail
			if hearing.Detailed {
				what.Text += "\n" + forHolders.Detail
			}
		}
		if err := s.notify(tx, people, what); err != nil {
			return err
		}
	}
	return nil
}

func nameOf(entry entryRow) string {
	if entry.System == "" {
		return "A system without a name"
	}
	return entry.System
}

// audience are the accounts that are something to an entry. Of many who might take it only those are told who could:
// what they are told names no entry, so nobody else looks whether they may read it.
func (s *Store) audience(tx *gorm.DB, entry entryView, who review.Audience) ([]int64, error) {
	people := tx.Table("users").Order("id")
	switch who {
	case review.Holders:
		return holdersOf(tx, entry.Row.ID)
	case review.ItsReviewer:
		people = people.Where("id = ?", zeroIfNil(entry.Row.Reviewer))
	case review.AnyReviewer:
		if entry.Row.Reviewer != nil {
			return nil, nil
		}
		return s.reviewersOf(tx, entry.Row.ID)
	case review.Editors:
		people = people.Where("role IN ?", review.Permissions()[review.ManageEditions])
	case review.Correspondent:
		people = people.Where("id IN (SELECT author_id FROM appeal_messages JOIN appeals ON appeals.id = appeal_id WHERE entry_id = ?)", entry.Row.ID)
	}
	return pluck[int64](people, "id")
}

func (s *Store) reviewersOf(tx *gorm.DB, entryID int64) ([]int64, error) {
	entry, err := entryByID(tx, entryID)
	if err != nil {
		return nil, err
	}
	rows, err := find[userRow](tx.Where("role IN ? AND NOT disabled", review.Permissions()[review.ReadQueue]).Order("id"))
	if err != nil {
		return nil, err
	}
	readers, err := s.readersAmong(tx, entry, convert(rows, userRow.user))
	return convert(readers, func(u User) int64 { return u.ID }), err
}

func (s *Store) requestSecondReview(tx *gorm.DB, entry entryView, first User) error {
	able, err := deciders(tx, entry, "users.id <> ?", first.ID)
	if err != nil {
		return err
	}
	var people []int64
	for _, user := range able {
		people = append(people, user.ID)
	}
	told := reviewNotice(entry.Row.ID, person.Approved.By(first.Name)+"and a second reviewer has to accept it.")
	told.Named = first.ID
	return s.notify(tx, people, told)
}

func reviewNotice(entryID int64, sentence string) NewNotice {
	return NewNotice{Kind: review.OfWork, EntryID: entryID, Text: sentence, Link: fmt.Sprintf("/submissions/%d#waivers", entryID)}
}
