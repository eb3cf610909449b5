// This file owns publishing and ranking a list.

package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// PublishEdition ranks the accepted entries of an edition, freezes them as its list and publishes them, all or nothing;
// under an embargo they are frozen, and everybody reads them once it is over. confirm decides, in view of what is
// outstanding, whether to: its error is returned. It returns a *review.Refusal if the person may not, if the edition is
// published already, has no accepted entry or one that was not reviewed as it is, and ErrNotFound.
func (s *Lists) PublishEdition(ctx context.Context, name string, actor accounts.User,
	confirm func(review.Outstanding) error) (editions.Edition, error) {
	if !review.May(actor.Role, review.ManageEditions) {
		return editions.Edition{}, database.Refuse("A %s may not publish an edition.", actor.Role)
	}
	var published editions.EditionRow
	err := s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		edition, err := editions.EditionByName(tx, name)
		if err != nil {
			return err
		}
		if err := s.publish(tx, edition, actor, confirm); err != nil {
			return err
		}
		published, err = editions.EditionByName(tx, name)
		return err
	})
	return published.Edition(), err
}

// Outstanding counts what an edition still waits for before its list should be published. It returns ErrNotFound.
func (s *Lists) Outstanding(ctx context.Context, name string) (review.Outstanding, error) {
	edition, err := editions.EditionByName(s.db.Query(ctx), name)
	if err != nil {
		return review.Outstanding{}, err
	}
	return outstanding(s.db.Query(ctx), edition, s.db.Now())
}

func outstanding(tx *gorm.DB, edition editions.EditionRow, now time.Time) (open review.Outstanding, err error) {
	counts := `SELECT count(CASE WHEN state = 'draft'
		AND (@open OR id IN (SELECT entry_id FROM manifests WHERE committed_at < @closes)) THEN 1 END) AS drafts,
	count(CASE WHEN state IN @decidable THEN 1 END) AS undecided,
	count(CASE WHEN state = 'returned' THEN 1 END) AS returned,
	(SELECT count(*) FROM threads JOIN entries AS asked ON asked.id = threads.entry_id
		WHERE asked.edition_id = @edition AND threads.standing <> 'settled'
		AND (asked.state IN @decidable OR asked.state IN ('returned', 'accepted'))) AS questions
FROM entries WHERE edition_id = @edition`
	open.Early = now.UnixMicro() < edition.Closes
	if err := tx.Raw(counts, map[string]any{"edition": edition.ID, "open": open.Early, "closes": edition.Closes,
		"decidable": submissions.Decidable()}).Scan(&open).Error; err != nil {
		return open, err
	}
	if now.UnixMicro() >= edition.Closes+edition.Grace*time.Second.Microseconds() {
		open.Drafts = 0
	}
	open.Early = open.Early || open.Drafts > 0
	return open, nil
}

func (s *Lists) publish(tx *gorm.DB, edition editions.EditionRow, actor accounts.User,
	confirm func(review.Outstanding) error) error {
	now := s.db.Now()
	// Publishing is an act on the edition, not on any one entry: no choice is made between entries,
	// so an editor's own accepted entries are published with the others.
	to, err := review.Try(review.Publish, review.Accepted, review.Party{Role: actor.Role}, "")
	if err != nil {
		return err
	}
	if err := claimEdition(tx, edition, now); err != nil {
		return err
	}
	open, err := outstanding(tx, edition, now)
	if err := errors.Join(err, confirm(open)); err != nil {
		return err
	}
	if err := refuseUnproven(tx, edition); err != nil {
		return err
	}
	entries, err := publishEntries(tx, edition, to, now)
	if err != nil {
		return err
	}
	decisions, err := recordPublishing(tx, entries, to, actor, now)
	if err != nil {
		return err
	}
	if err := errors.Join(s.notifyOfPublishing(tx, edition, entries, decisions),
		s.notices.NotifyWebhooksOfPublishing(tx, edition, len(entries), now)); err != nil {
		return err
	}
	rows := rank(edition, entries)
	if err := database.Insert(tx, rows); err != nil {
		return err
	}
	if err := s.sealEdition(tx, edition, rows, open); err != nil {
		return err
	}
	return s.updateCatalogue(tx, edition.ID)
}

// claimEdition comes first, so that one of two editors waits for the other and is refused.
func claimEdition(tx *gorm.DB, edition editions.EditionRow, now time.Time) error {
	if err := database.MetOne(tx.Model(&editions.EditionRow{}).Where("id = ? AND published_at IS NULL", edition.ID).
		Updates(map[string]any{"published_at": now.UnixMicro()}), database.Refuse(
		"The edition %s is published already; a published list does not change.", edition.Name)); err != nil {
		return err
	}
	return nil
}

// publishEntries moves the accepted entries and then reads which they were: an edition is published
// once, so all of its published entries were moved here.
func publishEntries(tx *gorm.DB, edition editions.EditionRow, to review.State,
	now time.Time) ([]submissions.EntryRow, error) {
	if err := database.MetOne(tx.Model(&submissions.EntryRow{}).
		Where("edition_id = ? AND state = ?", edition.ID, string(review.Accepted)).
		Updates(map[string]any{
			"state":      string(to),
			"updated_at": now.UnixMicro(),
			"version":    gorm.Expr("version + 1"),
		}), database.Refuse("The edition %s has no accepted submission; accept one before publishing it.",
		edition.Name)); err != nil {
		return nil, err
	}
	query := tx.Where("edition_id = ? AND state = ?", edition.ID, string(to))
	return database.Find[submissions.EntryRow](query)
}

func recordPublishing(tx *gorm.DB, entries []submissions.EntryRow, to review.State, actor accounts.User,
	now time.Time) ([]submissions.DecisionRow, error) {
	decisions := make([]submissions.DecisionRow, len(entries))
	for i, entry := range entries {
		entry.State = string(review.Accepted)
		decisions[i] = submissions.NewDecision(entry, review.Publish, to, actor, "", now)
	}
	err := database.Insert(tx, decisions)
	return decisions, err
}

// rank orders entries as the list does and numbers them from 1. Those without a level come last, without a rank.
func rank(edition editions.EditionRow, entries []submissions.EntryRow) []listRow {
	slices.SortFunc(entries, compareEntries)
	rows := make([]listRow, len(entries))
	for i, entry := range entries {
		rows[i] = newListRow(edition.ID, i+1, entry)
		rows[i].Unranked = entry.GrantedLevel == 0
	}
	return rows
}

// compareEntries is compareRows for entries that are not on a list yet.
func compareEntries(a, b submissions.EntryRow) int {
	const unranked = 0
	return compareRows(newListRow(a.EditionID, unranked, a).listRow(""),
		newListRow(b.EditionID, unranked, b).listRow(""))
}

func (s *Lists) sealEdition(tx *gorm.DB, edition editions.EditionRow, rows []listRow, open review.Outstanding) error {
	list := database.Convert(rows, func(row listRow) ListRow { return row.listRow(edition.Name) })
	hash, err := ListHash(list)
	if err != nil {
		return err
	}
	sealed := tx.Model(&editions.EditionRow{}).Where("id = ?", edition.ID).Updates(map[string]any{"list_hash": hash})
	if err := database.UpdatedOne(sealed); err != nil {
		return fmt.Errorf("seal the list of %s: %w", edition.Name, err)
	}
	recorded.SealRows(tx, recorded.SealedEdition, edition.ID)
	for _, row := range rows {
		if err := s.db.Record(tx, recorded.AuditEvent{Name: string(review.Publish), EntryID: row.EntryID,
			Revision: row.Revision, Subject: edition.Name}); err != nil {
			return err
		}
	}
	detail := edition.EmbargoWords() + database.Counted(len(rows), "rank")
	if open.Any() {
		detail += ", " + open.Despite()
	}
	return s.db.Record(tx, recorded.AuditEvent{Name: submissions.EventPublish, Subject: edition.Name, Detail: detail,
		Seal: hash, Signed: true})
}

func (s *Lists) notifyOfPublishing(tx *gorm.DB, edition editions.EditionRow, entries []submissions.EntryRow,
	decisions []submissions.DecisionRow) error {
	for i, entry := range entries {
		if err := s.reviews.NotifyOfMove(tx, submissions.EntryView{EditionName: edition.Name, Embargo: edition.Embargo},
			entry, decisions[i]); err != nil {
			return err
		}
	}
	return nil
}
