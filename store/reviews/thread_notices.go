// This file owns notices about questions, and what is wanted of those who hold a submission.

package reviews

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/notices"
	"green500/store/person"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// messageEvent is a message as the audit log records it, which says that something was written and not what: a person
// who reads the log need not be among those whom a private message is for.
func messageEvent(thread Thread, said ThreadMessage) recorded.AuditEvent {
	among := "among reviewers"
	if thread.Shared {
		among = "with the submitter"
	}
	name := map[review.Step]string{review.SayStep: "reply", review.AnswerStep: "answer", review.SettleStep: "settle",
		review.ReopenStep: "reopen"}[said.Step]
	if len(thread.Messages) == 1 {
		name = "ask"
	}
	return recorded.AuditEvent{
		Name: name, EntryID: thread.EntryID, Revision: thread.Revision,
		Subject: "question " + strconv.FormatInt(thread.ID, 10),
		Detail:  fmt.Sprintf("message %d, %s, about %s", said.ID, among, aboutPin(thread.Pin)),
	}
}

func aboutPin(pin review.Pin) string {
	switch pin.Kind {
	case review.OnFinding:
		return "the finding " + pin.Target
	case review.OnField:
		return "the field " + pin.Target
	case review.OnMeter:
		return "the readings of " + pin.Target
	}
	return "the submission"
}

// notifyOfMessage tells the other side of the last message of a thread: those who hold the entry of what reviewers
// wrote to them; of everything else the person who is to decide, and the reviewers who took part.
func (s *Reviews) notifyOfMessage(tx *gorm.DB, entry submissions.EntryView, thread Thread) error {
	said := thread.Messages[len(thread.Messages)-1]
	people, err := reviewersOf(tx, entry, thread)
	if err != nil {
		return err
	}
	if thread.Shared && said.Side == review.Reviewing {
		holders, err := submissions.HoldersOf(tx, entry.Row.ID)
		if err != nil {
			return err
		}
		people = append(people, holders...)
	}
	people = slices.DeleteFunc(people, func(id int64) bool { return id == said.AuthorID })
	if len(people) == 0 {
		return nil
	}
	act := map[review.Step]person.Act{review.SayStep: person.Wrote, review.AnswerStep: person.Answered,
		review.SettleStep: person.Settled, review.ReopenStep: person.Reopened}[said.Step]
	if len(thread.Messages) == 1 {
		act = person.Asked
	}
	return s.notices.Notify(tx, people, notices.NewNotice{
		Kind: review.OfQuestions, EntryID: entry.Row.ID, Named: said.AuthorID,
		Text: fmt.Sprintf("%s%s of %s.", act.By(said.Author), aboutPin(thread.Pin), systemOrEntry(entry)),
		Link: fmt.Sprintf("/submissions/%d/questions/%d#message-%d", entry.Row.ID, thread.ID, said.ID),
	})
}

// Corrections returns what reviewers want of those who hold some submissions, by their numbers: why they were returned,
// and the questions that wait for an answer. A submission of which nothing is wanted is not in it.
func (s *Reviews) Corrections(ctx context.Context, entries []submissions.Entry) (map[int64]review.Correction, error) {
	tx := s.db.Query(ctx)
	wanted := map[int64]review.Correction{}
	var ids, returned []int64
	for _, e := range entries {
		ids = append(ids, e.ID)
		if e.State == review.Returned {
			returned = append(returned, e.ID)
		}
	}
	open := tx.Table("threads").Where("shared AND standing = ? AND entry_id IN ?", string(review.ThreadOpen), ids)
	asked, err := database.Pluck[int64](open.Distinct(), "entry_id")
	if err != nil {
		return nil, err
	}
	reasons := map[int64]string{}
	rows, err := database.Find[submissions.DecisionRow](tx.Where("verb = ? AND entry_id IN ?", string(review.Return),
		returned).Order("id"))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		reasons[row.EntryID] = row.Reason
	}
	for _, id := range ids {
		if reasons[id] == "" && !slices.Contains(asked, id) {
			continue
		}
		correction, err := s.correctionOf(tx, id, reasons[id])
		if err != nil {
			return nil, err
		}
		if correction.Reason != "" || len(correction.Questions) > 0 {
			wanted[id] = correction
		}
	}
	return wanted, nil
}

// correctionOf is what is wanted of those who hold an entry, which was returned for a reason.
func (s *Reviews) correctionOf(tx *gorm.DB, entryID int64, reason string) (review.Correction, error) {
	wanted := review.Correction{Reason: reason}
	threads, err := threadsFor(tx, entryID, review.Holding)
	if err != nil {
		return wanted, err
	}
	for _, thread := range threads {
		asked, waits := thread.waitsForHolder()
		if !waits {
			continue
		}
		wanted.Questions = append(wanted.Questions, asked)
		if thread.Pin.Kind == review.OnMeter && wanted.Zone == nil {
			if wanted.Zone, err = s.zoneOf(tx, entryID, thread.Revision); err != nil {
				return wanted, err
			}
		}
	}
	return wanted, nil
}

// waitsForHolder is what reviewers asked last in a thread, if those who hold the submission did not answer it yet.
func (t Thread) waitsForHolder() (asked review.OpenQuestion, waits bool) {
	if !t.Shared || t.Standing != review.ThreadOpen {
		return asked, false
	}
	for _, said := range slices.Backward(t.Messages) {
		if said.Side == review.Reviewing {
			return review.OpenQuestion{Thread: t.ID, Pin: t.Pin, Text: said.Text}, true
		}
	}
	return asked, false
}

// zoneOf is the zone in which the times of a revision are read; UTC if it was not graded.
func (s *Reviews) zoneOf(tx *gorm.DB, entryID int64, number int) (*time.Location, error) {
	revision, err := submissions.RevisionOf(tx, entryID, number)
	if err != nil {
		return nil, err
	}
	report, _, err := revision.Verdict()
	if err != nil || report == nil || report.Spans.Core.IsZero() {
		return time.UTC, err
	}
	_, offset := report.Spans.Core.Start.Zone()
	return time.FixedZone("", offset), nil
}

func systemOrEntry(entry submissions.EntryView) string {
	if entry.Row.System == "" {
		return "a submission"
	}
	return entry.Row.System
}

// reviewersOf are the person who is to decide on an entry and the reviewers who wrote in a thread, those of them who
// are still on that side: a conflict of interest may have come up since.
func reviewersOf(tx *gorm.DB, entry submissions.EntryView, thread Thread) ([]int64, error) {
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
		row, err := accounts.AccountByID(tx, id)
		if err != nil {
			return nil, err
		}
		party, err := submissions.PartyTo(tx, entry, row.Account())
		if err != nil {
			return nil, err
		}
		if review.SideOf(party) == review.Reviewing {
			people = append(people, id)
		}
	}
	return people, nil
}
