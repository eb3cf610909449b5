// This file owns notices about questions.

package store

import (
	"fmt"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"green500/validation/review"
)

// messageEvent is a message as the audit log records it, which says that something was written and not what: a person who
// reads the log need not be among those whom a private message is for.
func messageEvent(thread Thread, said ThreadMessage) AuditEvent {
	among := "among reviewers"
	if thread.Shared {
		among = "with the submitter"
	}
	name := map[review.Step]string{review.SayStep: "reply", review.AnswerStep: "answer", review.SettleStep: "settle", review.ReopenStep: "reopen"}[said.Step]
	if len(thread.Messages) == 1 {
		name = "ask"
	}
	return AuditEvent{
		Name: name, EntryID: thread.EntryID, Revision: thread.Revision, Subject: "question " + strconv.FormatInt(thread.ID, 10),
		Detail: fmt.Sprintf("remark %d, %s, about %s", said.ID, among, aboutPin(thread.Pin)),
	}
}

// aboutPin is what a question is about.
func aboutPin(pin review.Pin) string {
	switch pin.Kind {
	case review.OnFinding:
		return "the finding " + pin.Target
	case review.OnField:
		return "the field " + pin.Target
	case review.OnMeter:
		return "the readings of " + pin.Target
	}
	return "the entry"
}

// notifyOfMessage tells the other side of the last message of a thread: those who hold the entry of what reviewers wrote
// to them; of everything else the person who is to decide, and the reviewers who took part.
func (s *Store) notifyOfMessage(tx *gorm.DB, entry entryView, thread Thread) error {
	said := thread.Messages[len(thread.Messages)-1]
	people, err := reviewersOf(tx, entry, thread)
	if err != nil {
		return err
	}
	if thread.Shared && said.Side == review.Reviewing {
		holders, err := holdersOf(tx, entry)
		if err != nil {
			return err
		}
		people = append(people, holders...)
	}
	people = slices.DeleteFunc(people, func(id int64) bool { return id == said.AuthorID })
	if len(people) == 0 {
		return nil
	}
	verb := map[review.Step]string{review.SayStep: "wrote", review.AnswerStep: "answered", review.SettleStep: "settled a question", review.ReopenStep: "reopened a question"}[said.Step]
	if len(thread.Messages) == 1 {
		verb = "asked"
	}
	return s.notify(tx, people, NewNotice{
		Kind: review.OfQuestions, EntryID: entry.Row.ID, Text: fmt.Sprintf("%s %s about %s of %s.", said.Author, verb, aboutPin(thread.Pin), systemOrEntry(entry)),
		Link: fmt.Sprintf("/submissions/%d/remarks/%d#remark-%d", entry.Row.ID, thread.ID, said.ID),
	})
}

func systemOrEntry(entry entryView) string {
	if entry.Row.System == "" {
		return "an entry"
	}
	return entry.Row.System
}

func holdersOf(tx *gorm.DB, entry entryView) ([]int64, error) {
	ids := []int64{entry.Row.OwnerID}
	if entry.Row.SiteID == nil {
		return ids, nil
	}
	var members []int64
	query := tx.Session(&gorm.Session{NewDB: true}).Table("members").Where("site_id = ? AND user_id <> ?", *entry.Row.SiteID, entry.Row.OwnerID)
	if err := query.Order("user_id").Pluck("user_id", &members).Error; err != nil {
		return nil, fmt.Errorf("list who holds entry %d: %w", entry.Row.ID, err)
	}
	return append(ids, members...), nil
}

// reviewersOf are the person who is to decide on an entry and the reviewers who wrote in a thread, those of them who are
// still on that side: a conflict of interest may have come up since.
func reviewersOf(tx *gorm.DB, entry entryView, thread Thread) ([]int64, error) {
	var ids []int64
	if entry.Row.Reviewer != nil {
		ids = append(ids, *entry.Row.Reviewer)
	}
	for _, said := range thread.Messages {
		if said.Side == review.Reviewing && !slices.Contains(ids, said.AuthorID) {
			ids = append(ids, said.AuthorID)
		}
	}
	var people []int64
	for _, id := range ids {
		var row userRow
		if err := tx.Session(&gorm.Session{NewDB: true}).Where("id = ?", id).Take(&row).Error; err != nil {
			return nil, fmt.Errorf("account %d: %w", id, found(err))
		}
		party, err := partyTo(tx, entry, row.user())
		if err != nil {
			return nil, err
		}
		if review.SideOf(party) == review.Reviewing {
			people = append(people, id)
		}
	}
	return people, nil
}
