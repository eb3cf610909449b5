// This file owns manifests, which commit to files before a deadline.

package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
	"green500/validation/review/receipt"
)

// Manifest is what was committed to of an entry. It never changes.
type Manifest struct {
	receipt.Manifest
	Text        []byte // its canonical JSON
	Digest      string // SHA-256 of the text
	UserID      int64
	CommittedAt time.Time
}

type manifestRow struct {
	EntryID   int64 `gorm:"primaryKey;autoIncrement:false"`
	Number    int   `gorm:"primaryKey;autoIncrement:false"`
	Text      []byte
	Digest    string
	UserID    int64
	Committed int64 `gorm:"column:committed_at"`
}

func (manifestRow) TableName() string { return "manifests" }

func (r manifestRow) manifest() (Manifest, error) {
	read, err := receipt.ReadManifest(r.Text)
	if err != nil {
		return Manifest{}, fmt.Errorf("read manifest %d of entry %d: %w", r.Number, r.EntryID, err)
	}
	return Manifest{Manifest: read, Text: r.Text, Digest: r.Digest, UserID: r.UserID, CommittedAt: fromMicro(r.Committed)}, nil
}

const eventCommit = "commit to a manifest"

func manifestWord(number int) string { return fmt.Sprintf("manifest %d", number) }

const mostManifests = 100

// CommitManifest notes which bytes an entry will rest on: its document as it is graded, its files, and further ones
// that are still to come. version is the one of the entry that the person was looking at; server is our address. The
// receipt says so and is signed. It returns a *review.Refusal where the person may not, the deadline is over, or the
// entry was changed in between, power.InputErrors for files that contradict each other, and ErrNotFound.
func (s *Store) CommitManifest(ctx context.Context, entryID int64, actor User, version int64, server string, further []receipt.File) (Manifest, Receipt, error) {
	var made Manifest
	var given Receipt
	err := s.transact(withActor(ctx, actor), func(tx *gorm.DB) error {
		before, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		now, err := s.refuseToCommit(tx, before, actor, version)
		if err != nil {
			return err
		}
		if made, err = insertManifest(tx, before, actor, further, now); err != nil {
			return err
		}
		named := append([]receipt.File{{Name: "manifest.json", Size: int64(len(made.Text)), SHA256: made.Digest}}, made.Files...)
		if given, err = s.giveReceipt(tx, before, server, receipt.OfManifest, "", made.Digest, named); err != nil {
			return err
		}
		return s.record(tx, AuditEvent{Name: eventCommit, EntryID: entryID, Revision: before.Row.Revision, Subject: manifestWord(made.Number), Seal: made.Digest})
	})
	if err != nil {
		return Manifest{}, Receipt{}, err
	}
	return made, given, nil
}

// refuseToCommit returns the time at which nothing stood against it: what was in time is kept as such.
func (s *Store) refuseToCommit(tx *gorm.DB, before entryView, actor User, version int64) (now time.Time, err error) {
	if err := refuseToChange(tx, before, actor); err != nil {
		return now, err
	}
	// Submitting in the meantime waits: the row of the entry is written, though nothing of it changes.
	if err := metOne(tx.Model(&entryRow{}).Where("id = ? AND version = ?", before.Row.ID, before.Row.Version).Update("version", before.Row.Version), errSavedMeanwhile()); err != nil {
		return now, err
	}
	edition, err := holdEdition(tx, before.Row.EditionID)
	if err != nil {
		return now, err
	}
	now = s.now()
	phase := edition.Calendar().Phase(now, false)
	switch {
	case before.state() != review.Draft:
		return now, refuse("Only a draft needs a manifest: an entry that was returned may be changed until its edition is published.")
	case review.MayWhen(phase, before.state(), review.ToCommit) != review.Granted:
		return now, edition.refuseAt(phase, review.ToCommit)
	case before.Row.Version != version || before.Row.Changed > before.Row.Graded:
		return now, refuse("This entry was changed in the meantime; reload the page, check the entry, then commit to it.")
	}
	return now, nil
}

func insertManifest(tx *gorm.DB, before entryView, actor User, further []receipt.File, now time.Time) (Manifest, error) {
	revision, err := revisionOf(tx, before.Row.ID, before.Row.Revision)
	if err != nil {
		return Manifest{}, err
	}
	var last int
	if err := tx.Model(&manifestRow{}).Where("entry_id = ?", before.Row.ID).Select("COALESCE(MAX(number), 0)").Scan(&last).Error; err != nil {
		return Manifest{}, err
	}
	if last >= mostManifests {
		return Manifest{}, refuse("This entry has %d manifests; that is as many as are kept.", last)
	}
	m := receipt.Manifest{Submission: before.Row.ID, Edition: before.EditionName, Number: last + 1, Document: digestOf(revision.Document)}
	held := convert(revision.Files, func(f File) receipt.File { return receipt.File{Name: f.Name, Size: f.Size, SHA256: f.Digest} })
	if err := m.Add(append(held, further...)...); err != nil {
		return Manifest{}, err
	}
	text, digest, err := m.JSON()
	if err != nil {
		return Manifest{}, err
	}
	row := manifestRow{EntryID: before.Row.ID, Number: m.Number, Text: text, Digest: digest, UserID: actor.ID, Committed: now.UnixMicro()}
	if err := tx.Create(&row).Error; err != nil {
		return Manifest{}, err
	}
	return row.manifest()
}

// DocumentDigest is the SHA-256 of the canonical document of a revision, as a manifest names it.
func DocumentDigest(r Revision) string { return digestOf(r.Document) }

// Manifests returns what was committed to of an entry, from the first to the last.
func (s *Store) Manifests(ctx context.Context, entryID int64) ([]Manifest, error) {
	rows, err := find[manifestRow](s.query(ctx).Where("entry_id = ?", entryID).Order("number"))
	if err != nil {
		return nil, err
	}
	all := make([]Manifest, len(rows))
	for i, row := range rows {
		var err error
		if all[i], err = row.manifest(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// bindingManifest returns the manifest that an entry is held to in the grace time: the last that was
// committed before the deadline. ok is false where there is none.
func bindingManifest(tx *gorm.DB, entryID int64, edition Edition) (m Manifest, ok bool, err error) {
	var row manifestRow
	query := tx.Where("entry_id = ? AND committed_at < ?", entryID, edition.ClosesAt.UnixMicro()).Order("number DESC")
	err = query.Take(&row).Error
	if isNotFound(err) {
		return Manifest{}, false, nil
	}
	if err != nil {
		return Manifest{}, false, fmt.Errorf("find the manifest of entry %d: %w", entryID, err)
	}
	m, err = row.manifest()
	return m, err == nil, err
}

// Leaves tells in which phase of its edition an entry is, and what that leaves.
type Leaves struct {
	Edition  Edition
	Phase    review.Phase
	Manifest *Manifest // that was committed last before the deadline; nil where there is none
}

// LeavesOf returns what can be done with an entry now. It returns ErrNotFound.
func (s *Store) LeavesOf(ctx context.Context, e Entry) (Leaves, error) {
	row, err := editionByName(s.query(ctx), e.Edition)
	if err != nil {
		return Leaves{}, err
	}
	return leavesOf(s.query(ctx), e.ID, row.edition(), s.now())
}

func leavesOf(tx *gorm.DB, entryID int64, edition Edition, now time.Time) (Leaves, error) {
	m, committed, err := bindingManifest(tx, entryID, edition)
	leaves := Leaves{Edition: edition, Phase: edition.Calendar().Phase(now, committed)}
	if committed {
		leaves.Manifest = &m
	}
	return leaves, err
}

func (s *Store) refuseFiles(tx *gorm.DB, before entryView, held, files []File) error {
	added := slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.ContainsFunc(held, func(h File) bool { return h.Name == f.Name && h.Digest == f.Digest })
	})
	if len(added) == 0 {
		return nil
	}
	row, err := take[editionRow](tx.Where("id = ?", before.Row.EditionID))
	if err != nil {
		return fmt.Errorf("edition %d: %w", before.Row.EditionID, err)
	}
	leaves, err := leavesOf(tx, before.Row.ID, row.edition(), s.now())
	if err != nil {
		return err
	}
	switch review.MayWhen(leaves.Phase, before.state(), review.ToAttach) {
	case review.Granted:
		return nil
	case review.AsCommitted:
		return leaves.refuseUncommitted(added)
	}
	return leaves.Edition.refuseAt(leaves.Phase, review.ToAttach)
}

func (l Leaves) refuseUncommitted(files []File) error {
	for _, file := range files {
		if err := l.Manifest.Holds(file.Name, file.Digest); err != nil {
			return refuse("The edition %s closed on %s. %s", l.Edition.Name, l.Edition.local(l.Edition.ClosesAt), err)
		}
	}
	return nil
}

func refuseToSubmit(tx *gorm.DB, before entryView, edition Edition, now time.Time) error {
	leaves, err := leavesOf(tx, before.Row.ID, edition, now)
	if err != nil {
		return err
	}
	switch review.MayWhen(leaves.Phase, before.state(), review.ToSubmit) {
	case review.Granted:
		return nil
	case review.AsCommitted:
		return leaves.refuseUnlessCommitted(tx, before)
	}
	return edition.refuseAt(leaves.Phase, review.ToSubmit)
}

func refuseToRestore(tx *gorm.DB, before entryView, edition Edition, now time.Time) error {
	leaves, err := leavesOf(tx, before.Row.ID, edition, now)
	if err != nil {
		return err
	}
	if review.MayWhen(leaves.Phase, before.state(), review.ToRestore) != review.Granted {
		return refuse("The edition %s closed on %s. Until then the withdrawal could be undone; copy the submission to a later edition instead.", edition.Name, edition.local(edition.ClosesAt))
	}
	return nil
}

// refuseUnlessCommitted holds an entry to its manifest: the document to the byte of its canonical form,
// which is the same for the same values however they were written, and every file.
func (l Leaves) refuseUnlessCommitted(tx *gorm.DB, before entryView) error {
	revision, err := revisionOf(tx, before.Row.ID, before.Row.Revision)
	if err != nil {
		return err
	}
	if digestOf(revision.Document) != l.Manifest.Document {
		return refuse("The document is not the one that was committed on %s; put back what was changed since, and submit it then.", l.Edition.local(l.Manifest.CommittedAt))
	}
	return l.refuseUncommitted(revision.Files)
}
