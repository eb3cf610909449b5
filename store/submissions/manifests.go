// This file owns manifests, which commit to files before a deadline.

package submissions

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
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

// ManifestRow is a row of the table manifests.
type ManifestRow struct {
	EntryID   int64 `gorm:"primaryKey;autoIncrement:false"`
	Number    int   `gorm:"primaryKey;autoIncrement:false"`
	Text      []byte
	Digest    string
	UserID    int64
	Committed int64 `gorm:"column:committed_at"`
}

func (ManifestRow) TableName() string { return "manifests" }

func (r ManifestRow) manifest() (Manifest, error) {
	read, err := receipt.ReadManifest(r.Text)
	if err != nil {
		return Manifest{}, fmt.Errorf("read manifest %d of submission %d: %w", r.Number, r.EntryID, err)
	}
	return Manifest{Manifest: read, Text: r.Text, Digest: r.Digest, UserID: r.UserID,
		CommittedAt: database.FromMicro(r.Committed)}, nil
}

// EventCommit is the audit event of a manifest.
const EventCommit = "commit to a manifest"

// ManifestWord is how the audit log names a manifest.
func ManifestWord(number int) string { return fmt.Sprintf("manifest %d", number) }

const mostManifests = 100

// CommitManifest notes which bytes an entry will rest on: its document as it is graded, its files, and further ones
// that are still to come. version is the one of the entry that the person was looking at; server is our address. The
// receipt says so and is signed. It returns a *review.Refusal if the person may not, the deadline is over, or the
// entry was changed in between, power.InputErrors for files that contradict each other, and ErrNotFound.
func (s *Submissions) CommitManifest(ctx context.Context, entryID int64, actor accounts.User, version int64,
	server string, further []receipt.File) (Manifest, Receipt, error) {
	var made Manifest
	var given Receipt
	err := s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		before, err := EntryByID(tx, entryID)
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
		named := append([]receipt.File{{Name: "manifest.json", Size: int64(len(made.Text)), SHA256: made.Digest}},
			made.Files...)
		if given, err = s.GiveReceipt(tx, before, server, receipt.OfManifest, "", made.Digest, named); err != nil {
			return err
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: EventCommit, EntryID: entryID, Revision: before.Row.Revision,
			Subject: ManifestWord(made.Number), Seal: made.Digest})
	})
	if err != nil {
		return Manifest{}, Receipt{}, err
	}
	return made, given, nil
}

// refuseToCommit returns the time at which nothing stood against it: what was in time is kept as such.
func (s *Submissions) refuseToCommit(tx *gorm.DB, before EntryView, actor accounts.User, version int64) (
	now time.Time, err error) {
	if err := RefuseToChange(tx, before, actor); err != nil {
		return now, err
	}
	// Submitting in the meantime waits: the row of the entry is written, though nothing of it changes.
	if err := database.MetOne(tx.Model(&EntryRow{}).Where("id = ? AND version = ?", before.Row.ID, before.Row.Version).
		Update("version", before.Row.Version), ErrSavedMeanwhile()); err != nil {
		return now, err
	}
	edition, err := editions.HoldEdition(tx, before.Row.EditionID)
	if err != nil {
		return now, err
	}
	now = s.db.Now()
	phase := edition.Calendar().Phase(now, false)
	switch {
	case before.State() != review.Draft:
		return now, database.Refuse("Only a draft needs a manifest: " +
			"a submission that was returned may be changed until its edition is published.")
	case review.MayWhen(phase, before.State(), review.ToCommit) != review.Granted:
		return now, edition.RefuseAt(phase, review.ToCommit)
	case before.Row.Version != version || before.Row.Changed > before.Row.Graded:
		return now, database.Refuse(
			"This submission was changed in the meantime; reload the page, check the submission, then commit to it.")
	}
	return now, nil
}

func insertManifest(tx *gorm.DB, before EntryView, actor accounts.User, further []receipt.File,
	now time.Time) (Manifest, error) {
	revision, err := RevisionOf(tx, before.Row.ID, before.Row.Revision)
	if err != nil {
		return Manifest{}, err
	}
	var last int
	if err := tx.Model(&ManifestRow{}).Where("entry_id = ?", before.Row.ID).Select("COALESCE(MAX(number), 0)").
		Scan(&last).Error; err != nil {
		return Manifest{}, err
	}
	if last >= mostManifests {
		return Manifest{}, database.Refuse("This submission has %d manifests, which is the maximum.", last)
	}
	m := receipt.Manifest{Submission: before.Row.ID, Edition: before.EditionName, Number: last + 1,
		Document: recorded.DigestOf(revision.Document)}
	held := database.Convert(revision.Files,
		func(f File) receipt.File { return receipt.File{Name: f.Name, Size: f.Size, SHA256: f.Digest} })
	if err := m.Add(append(held, further...)...); err != nil {
		return Manifest{}, err
	}
	text, digest, err := m.JSON()
	if err != nil {
		return Manifest{}, err
	}
	row := ManifestRow{EntryID: before.Row.ID, Number: m.Number, Text: text, Digest: digest, UserID: actor.ID,
		Committed: now.UnixMicro()}
	if err := tx.Create(&row).Error; err != nil {
		return Manifest{}, err
	}
	return row.manifest()
}

// DocumentDigest is the SHA-256 of the canonical document of a revision, as a manifest names it.
func DocumentDigest(r Revision) string { return recorded.DigestOf(r.Document) }

// Manifests returns what was committed to of an entry, from the first to the last.
func (s *Submissions) Manifests(ctx context.Context, entryID int64) ([]Manifest, error) {
	rows, err := database.Find[ManifestRow](s.db.Query(ctx).Where("entry_id = ?", entryID).Order("number"))
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
// committed before the deadline. ok is false if there is none.
func bindingManifest(tx *gorm.DB, entryID int64, edition editions.Edition) (m Manifest, ok bool, err error) {
	var row ManifestRow
	query := tx.Where("entry_id = ? AND committed_at < ?", entryID, edition.ClosesAt.UnixMicro()).Order("number DESC")
	err = query.Take(&row).Error
	if database.IsNotFound(err) {
		return Manifest{}, false, nil
	}
	if err != nil {
		return Manifest{}, false, fmt.Errorf("find the manifest of submission %d: %w", entryID, err)
	}
	m, err = row.manifest()
	return m, err == nil, err
}

// Leaves tells in which phase of its edition an entry is, and what that leaves.
type Leaves struct {
	Edition  editions.Edition
	Phase    review.Phase
	Manifest *Manifest // that was committed last before the deadline; nil if there is none
}

// LeavesOf returns what can be done with an entry now. It returns ErrNotFound.
func (s *Submissions) LeavesOf(ctx context.Context, e Entry) (Leaves, error) {
	row, err := editions.EditionByName(s.db.Query(ctx), e.Edition)
	if err != nil {
		return Leaves{}, err
	}
	return leavesOf(s.db.Query(ctx), e.ID, row.Edition(), s.db.Now())
}

func leavesOf(tx *gorm.DB, entryID int64, edition editions.Edition, now time.Time) (Leaves, error) {
	m, committed, err := bindingManifest(tx, entryID, edition)
	leaves := Leaves{Edition: edition, Phase: edition.Calendar().Phase(now, committed)}
	if committed {
		leaves.Manifest = &m
	}
	return leaves, err
}

// RefuseFiles returns a *review.Refusal for files that a binding manifest does not list.
func (s *Submissions) RefuseFiles(tx *gorm.DB, before EntryView, held, files []File) error {
	added := slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.ContainsFunc(held, func(h File) bool { return h.Name == f.Name && h.Digest == f.Digest })
	})
	if len(added) == 0 {
		return nil
	}
	row, err := database.Take[editions.EditionRow](tx.Where("id = ?", before.Row.EditionID))
	if err != nil {
		return fmt.Errorf("edition %d: %w", before.Row.EditionID, err)
	}
	leaves, err := leavesOf(tx, before.Row.ID, row.Edition(), s.db.Now())
	if err != nil {
		return err
	}
	switch review.MayWhen(leaves.Phase, before.State(), review.ToAttach) {
	case review.Granted:
		return nil
	case review.AsCommitted:
		return leaves.refuseUncommitted(added)
	}
	return leaves.Edition.RefuseAt(leaves.Phase, review.ToAttach)
}

func (l Leaves) refuseUncommitted(files []File) error {
	for _, file := range files {
		if err := l.Manifest.Holds(file.Name, file.Digest); err != nil {
			return database.Refuse("The edition %s closed on %s. %s", l.Edition.Name,
				l.Edition.Local(l.Edition.ClosesAt), err)
		}
	}
	return nil
}

// RefuseToSubmit returns a *review.Refusal if files do not match the manifest that binds them.
func RefuseToSubmit(tx *gorm.DB, before EntryView, edition editions.Edition, now time.Time) error {
	leaves, err := leavesOf(tx, before.Row.ID, edition, now)
	if err != nil {
		return err
	}
	switch review.MayWhen(leaves.Phase, before.State(), review.ToSubmit) {
	case review.Granted:
		return nil
	case review.AsCommitted:
		return leaves.refuseUnlessCommitted(tx, before)
	}
	return edition.RefuseAt(leaves.Phase, review.ToSubmit)
}

// RefuseToRestore returns a *review.Refusal if a withdrawn submission cannot come back under its manifest.
func RefuseToRestore(tx *gorm.DB, before EntryView, edition editions.Edition, now time.Time) error {
	leaves, err := leavesOf(tx, before.Row.ID, edition, now)
	if err != nil {
		return err
	}
	if review.MayWhen(leaves.Phase, before.State(), review.ToRestore) != review.Granted {
		return database.Refuse("The edition %s closed on %s. Until then the withdrawal could be undone; "+
			"copy the submission to a later edition instead.", edition.Name, edition.Local(edition.ClosesAt))
	}
	return nil
}

// refuseUnlessCommitted holds an entry to its manifest: the document to the byte of its canonical form,
// which is the same for the same values however they were written, and every file.
func (l Leaves) refuseUnlessCommitted(tx *gorm.DB, before EntryView) error {
	revision, err := RevisionOf(tx, before.Row.ID, before.Row.Revision)
	if err != nil {
		return err
	}
	if recorded.DigestOf(revision.Document) != l.Manifest.Document {
		return database.Refuse("The document differs from the one committed on %s. "+
			"Undo the changes since then, and submit again.", l.Edition.Local(l.Manifest.CommittedAt))
	}
	return l.refuseUncommitted(revision.Files)
}
