// This file owns who is told of what.

package notices

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/person"
	"green500/store/submissions"
	"green500/validation/review"
)

// NextSteps is what the holder of a submission can do next, in one sentence.
func (s *Notices) NextSteps(tx *gorm.DB, entry submissions.EntryRow) (string, error) {
	row, err := database.Take[editions.EditionRow](tx.Where("id = ?", entry.EditionID))
	if err != nil {
		return "", fmt.Errorf("edition %d: %w", entry.EditionID, err)
	}
	edition := row.Edition()
	paragraphs := []string{"What happens next:"}
	for _, step := range edition.NextSteps(s.db.Now()) {
		if !step.At.IsZero() {
			step.Text = edition.Local(step.At) + ": " + step.Text
		}
		paragraphs = append(paragraphs, step.Text)
	}
	return strings.Join(paragraphs, "\n"), nil
}

// MailReceipt confirms a submission by mail to the person who made it: they did it themselves, and need no notice.
func (s *Notices) MailReceipt(tx *gorm.DB, entry submissions.EntryView, by int64, forHolders NewNotice) error {
	row, err := accounts.AccountByID(tx, by)
	if err != nil {
		return err
	}
	mailed, err := mailRecipients(tx, review.OfMoves, []accounts.User{row.Account()})
	if err != nil || !mailed[by] || s.write == nil {
		return err
	}
	letter := s.write(Notice{Kind: review.OfMoves, EntryID: entry.Row.ID, Edition: entry.EditionName,
		Open: "was submitted", ToName: row.Name, System: forHolders.System, Detail: forHolders.Detail})
	letter.To = row.Email
	return s.outbox.Enqueue(tx, letter)
}

// LinkTo is the path of the page of a submission.
func LinkTo(entryID int64) string { return fmt.Sprintf("/submissions/%d", entryID) }

// NotifyAudiences notifies every audience of a table; nobody is notified twice. The text of the page names the system,
// which it shows only as long as somebody may read the entry; forHolders is what the mail to holders says besides.
func (s *Notices) NotifyAudiences(tx *gorm.DB, entry submissions.EntryView, by int64, link string,
	hearings []review.NoticeRule, forHolders NewNotice) error {
	var heard []int64
	for _, hearing := range hearings {
		people, err := s.audience(tx, entry, hearing.Who)
		if err != nil {
			return err
		}
		people = slices.DeleteFunc(people, func(id int64) bool { return slices.Contains(heard, id) })
		heard = append(heard, people...)
		what := NewNotice{Kind: hearing.Kind, EntryID: entry.Row.ID, Link: link, By: by, Open: hearing.Words,
			Text: fmt.Sprintf("%s, submission %d to %s, %s.", NameOf(entry.Row), entry.Row.ID, entry.EditionName,
				hearing.Words)}
		if hearing.Once {
			what = NewNotice{Kind: hearing.Kind, Link: "/review", By: by, Daily: true,
				Text: fmt.Sprintf(hearing.Words, entry.EditionName)}
			what.Open = what.Text
		}
		if hearing.Who == review.Holders {
			what.System, what.Detail = forHolders.System, forHolders.Detail
			if hearing.Detailed {
				what.Text += "\n" + forHolders.Detail
			}
		}
		if err := s.Notify(tx, people, what); err != nil {
			return err
		}
	}
	return nil
}

// NameOf is how a notice names a submission.
func NameOf(entry submissions.EntryRow) string {
	if entry.System == "" {
		return "A system without a name"
	}
	return entry.System
}

// audience are the accounts that are something to an entry. Of many who might take it only those are told who could:
// what they are told names no entry, so nobody else looks whether they may read it.
func (s *Notices) audience(tx *gorm.DB, entry submissions.EntryView, who review.Audience) ([]int64, error) {
	people := tx.Table("users").Order("id")
	switch who {
	case review.Holders:
		return submissions.HoldersOf(tx, entry.Row.ID)
	case review.ItsReviewer:
		people = people.Where("id = ?", database.ZeroIfNil(entry.Row.Reviewer))
	case review.AnyReviewer:
		if entry.Row.Reviewer != nil {
			return nil, nil
		}
		return s.reviewersOf(tx, entry.Row.ID)
	case review.Editors:
		people = people.Where("role IN ?", review.Permissions()[review.ManageEditions])
	case review.Correspondent:
		people = people.Where("id IN (SELECT author_id FROM appeal_messages JOIN appeals ON appeals.id = appeal_id "+
			"WHERE entry_id = ?)", entry.Row.ID)
	}
	return database.Pluck[int64](people, "id")
}

func (s *Notices) reviewersOf(tx *gorm.DB, entryID int64) ([]int64, error) {
	entry, err := submissions.EntryByID(tx, entryID)
	if err != nil {
		return nil, err
	}
	rows, err := database.Find[accounts.UserRow](
		tx.Where("role IN ? AND NOT disabled", review.Permissions()[review.ReadQueue]).Order("id"))
	if err != nil {
		return nil, err
	}
	readers, err := s.readersAmong(tx, entry, database.Convert(rows, accounts.UserRow.Account))
	return database.Convert(readers, func(u accounts.User) int64 { return u.ID }), err
}

// RequestSecondReview notifies those who can give the second approval.
func (s *Notices) RequestSecondReview(tx *gorm.DB, entry submissions.EntryView, first accounts.User) error {
	able, err := submissions.Deciders(tx, entry, "users.id <> ?", first.ID)
	if err != nil {
		return err
	}
	var people []int64
	for _, user := range able {
		people = append(people, user.ID)
	}
	told := ReviewNotice(entry.Row.ID, person.Approved.By(first.Name)+"and a second reviewer has to accept it.")
	told.Named = first.ID
	return s.Notify(tx, people, told)
}

// ReviewNotice is a notice that leads to the review of a submission.
func ReviewNotice(entryID int64, sentence string) NewNotice {
	return NewNotice{Kind: review.OfWork, EntryID: entryID, Text: sentence,
		Link: fmt.Sprintf("/submissions/%d#waivers", entryID)}
}
