package reviews

import (
	"gorm.io/gorm"

	"green500/store/notices"
	"green500/store/submissions"
	"green500/validation/review"
)

// NotifyOfMove notifies people of a move, in its transaction. from is the entry before the move.
func (s *Reviews) NotifyOfMove(tx *gorm.DB, from submissions.EntryView, after submissions.EntryRow,
	d submissions.DecisionRow) error {
	entry, verb := submissions.EntryView{Row: after, EditionName: from.EditionName}, review.Verb(d.Verb)
	if err := s.notices.NotifyWebhooksOfMove(tx, entry, d); err != nil {
		return err
	}
	forHolders := notices.NewNotice{System: notices.NameOf(after)}
	var err error
	switch verb {
	case review.Return:
		var wanted review.Correction
		wanted, err = s.correctionOf(tx, after.ID, d.Reason)
		forHolders.Detail = wanted.Text(s.fieldName)
	case review.Submit:
		forHolders.Detail, err = s.notices.NextSteps(tx, after)
	}
	if err != nil {
		return err
	}
	if err := s.notices.NotifyAudiences(tx, entry, d.ActorID, notices.LinkTo(after.ID), review.MoveNotices()[verb],
		forHolders); err != nil || verb != review.Submit {
		return err
	}
	return s.notices.MailReceipt(tx, entry, d.ActorID, forHolders)
}
