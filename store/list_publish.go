// This file owns publishing and ranking a list.

package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// PublishEdition ranks the accepted entries of an edition, freezes them as its list and publishes
// them, all or nothing; under an embargo they are frozen, and everybody reads them once it is over. confirm decides, in view of what
// is outstanding, whether to: its error is returned. It returns a *review.Refusal where the person may not, where the edition is
// published already, has no accepted entry or one that was not reviewed as it is, and ErrNotFound.
func (s *Store) PublishEdition(ctx context.Context, name string, actor User, confirm func(review.Outstanding) error) (Edition, error) {
	if !review.May(actor.Role, review.ManageEditions) {
		return Edition{}, refuse("A %s may not publish an edition.", actor.Role)
	}
	var published editionRow
	err := s.transact(withActor(ctx, actor), func(tx *gorm.DB) error {
		edition, err := editionByName(tx, name)
		if err != nil {
			return err
		}
		if err := s.publish(tx, edition, actor, confirm); err != nil {
			return err
		}
		published, err = editionByName(tx, name)
		return err
	})
	return published.edition(), err
}

// Outstanding counts what an edition still waits for before its list should be published. It returns ErrNotFound.
func (s *Store) Outstanding(ctx context.Context, name string) (review.Outstanding, error) {
	edition, err := editionByName(s.query(ctx), name)
	if err != nil {
		return review.Outstanding{}, err
	}
	return outstanding(s.query(ctx), edition, s.now())
}

func outstanding(tx *gorm.DB, edition editionRow, now time.Time) (open review.Outstanding, err error) {
	counts := `SELECT count(CASE WHEN state = 'draft' AND (@open OR id IN (SELECT entry_id FROM manifests WHERE committed_at < @closes)) THEN 1 END) AS drafts,
	count(CASE WHEN state IN @decidable THEN 1 END) AS undecided, count(CASE WHEN state = 'returned' THEN 1 END) AS returned,
	(SELECT count(*) FROM threads JOIN entries AS asked ON asked.id = threads.entry_id
		WHERE asked.edition_id = @edition AND threads.standing <> 'settled' AND (asked.state IN @decidable OR asked.state IN ('returned', 'accepted'))) AS questions
FROM entries WHERE edition_id = @edition`
	open.Early = now.UnixMicro() < edition.Closes
	if err := tx.Raw(counts, map[string]any{"edition": edition.ID, "open": open.Early, "closes": edition.Closes, "decidable": decidable()}).Scan(&open).Error; err != nil {
		return open, err
	}
	if now.UnixMicro() >= edition.Closes+edition.Grace*time.Second.Microseconds() {
		open.Drafts = 0
	}
	open.Early = open.Early || open.Drafts > 0
	return open, nil
}

func (s *Store) publish(tx *gorm.DB, edition editionRow, actor User, confirm func(review.Outstanding) error) error {
	now := s.now()
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
	if err := errors.Join(s.notifyOfPublishing(tx, edition, entries, decisions), s.callOfPublishing(tx, edition, len(entries), now)); err != nil {
		return err
	}
	rows := rank(edition, entries)
	if err := insert(tx, rows); err != nil {
		return err
	}
	if err := s.sealEdition(tx, edition, rows, open); err != nil {
		return err
	}
	return s.updateCatalogue(tx, edition.ID)
}

// claimEdition comes first, so that one of two editors waits for the other and is refused.
func claimEdition(tx *gorm.DB, edition editionRow, now time.Time) error {
	if err := metOne(tx.Model(&editionRow{}).Where("id = ? AND published_at IS NULL", edition.ID).
		Updates(map[string]any{"published_at": now.UnixMicro()}), refuse("The edition %s is published already; a published list does not change.", edition.Name)); err != nil {
		return err
	}
	return nil
}

// publishEntries moves the accepted entries and then reads which they were: an edition is published
// once, so all of its published entries were moved here.
func publishEntries(tx *gorm.DB, edition editionRow, to review.State, now time.Time) ([]entryRow, error) {
	if err := metOne(tx.Model(&entryRow{}).Where("edition_id = ? AND state = ?", edition.ID, string(review.Accepted)).
		Updates(map[string]any{
			"state":      string(to),
			"updated_at": now.UnixMicro(),
			"version":    gorm.Expr("version + 1"),
		}), refuse("The edition %s has no accepted entry; accept one before publishing it.", edition.Name)); err != nil {
		return nil, err
	}
	query := tx.Where("edition_id = ? AND state = ?", edition.ID, string(to))
	return find[entryRow](query)
}

func recordPublishing(tx *gorm.DB, entries []entryRow, to review.State, actor User, now time.Time) ([]decisionRow, error) {
	decisions := make([]decisionRow, len(entries))
	for i, entry := range entries {
		entry.State = string(review.Accepted)
		decisions[i] = newDecision(entry, review.Publish, to, actor, "", now)
	}
	err := insert(tx, decisions)
	return decisions, err
}

// rank orders entries as the list does and numbers them from 1. Those without a level come last, without a rank.
func rank(edition editionRow, entries []entryRow) []listRow {
	slices.SortFunc(entries, compareEntries)
	rows := make([]listRow, len(entries))
	for i, entry := range entries {
		rows[i] = newListRow(edition.ID, i+1, entry)
		rows[i].Unranked = entry.GrantedLevel == 0
	}
	return rows
}

// compareEntries is compareRows for entries that are not on a list yet.
func compareEntries(a, b entryRow) int {
	const unranked = 0
	return compareRows(newListRow(a.EditionID, unranked, a).listRow(""), newListRow(b.EditionID, unranked, b).listRow(""))
}

func (s *Store) sealEdition(tx *gorm.DB, edition editionRow, rows []listRow, open review.Outstanding) error {
	list := convert(rows, func(row listRow) ListRow { return row.listRow(edition.Name) })
	hash, err := ListHash(list)
	if err != nil {
		return err
	}
	sealed := tx.Model(&editionRow{}).Where("id = ?", edition.ID).Updates(map[string]any{"list_hash": hash})
	if err := updatedOne(sealed); err != nil {
		return fmt.Errorf("seal the list of %s: %w", edition.Name, err)
	}
	sealRows(tx, sealedEdition, edition.ID)
	for _, row := range rows {
		if err := s.record(tx, AuditEvent{Name: string(review.Publish), EntryID: row.EntryID, Revision: row.Revision, Subject: edition.Name}); err != nil {
			return err
		}
	}
	detail := edition.embargoWords() + counted(len(rows), "rank")
	if open.Any() {
		detail += ", " + open.Despite()
	}
	return s.record(tx, AuditEvent{Name: eventPublish, Subject: edition.Name, Detail: detail, Seal: hash, Signed: true})
}
