// This file owns beginning an upload: its quota, the free space and its state.

package uploads

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/filetree"
	"green500/store/jobs"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// NewUpload is what somebody says of a file before they send it.
type NewUpload struct {
	EntryID int64
	Name    string
	Size    int64
	Digest  string // may be empty
}

// ErrExpired says that something was there and is no more.
var ErrExpired = errors.New("expired")

// Begin takes the promise of a file. quota is the bytes that the person's unfinished uploads and drafts may hold
// together; 0 is no limit. It returns a *power.InputError for what will not do, a *review.Refusal if the entry cannot
// be changed, ErrNotFound for an entry that is not theirs, and an error that is NoRoom.
func (s *Uploads) Begin(ctx context.Context, actor accounts.User, n NewUpload, quota int64) (Upload, error) {
	n.Name = CleanName(n.Name)
	if err := n.check(); err != nil {
		return Upload{}, err
	}
	if err := s.RefuseWithoutRoom(n.Size); err != nil {
		return Upload{}, err
	}
	now := s.db.Now()
	id := make([]byte, blobs.PieceNumber)
	_, _ = rand.Read(id) // which never fails
	row := UploadRow{
		Upload: Upload{ID: hex.EncodeToString(id), UserID: actor.ID, EntryID: n.EntryID, Name: n.Name, Size: n.Size,
			Digest: n.Digest, State: Arriving},
		Created: now.UnixMicro(), Updated: now.UnixMicro(), Expires: now.Add(UploadLife).UnixMicro(),
	}
	if n.Size == 0 {
		row.State = Arrived
	}
	err := s.db.Change(recorded.WithActor(ctx, actor.Actor()), recorded.AuditEvent{Name: recorded.EventUpload,
		EntryID: n.EntryID, Subject: n.Name, Detail: database.Counted(int(n.Size), "byte")}, func(tx *gorm.DB) error {
		if err := refuseToUpload(tx, actor, n, quota); err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if n.Size == 0 {
			return s.jobs.Enqueue(tx, jobs.ReadUpload, row.ID, now)
		}
		return nil
	})
	if err != nil {
		return Upload{}, err
	}
	if n.Size == 0 {
		s.desk.wake()
	}
	return row.upload(), nil
}

func (n NewUpload) check() error {
	if n.Name == "" || len(n.Name) > filetree.LongestName || database.Text(n.Name) != n.Name {
		return database.InputError("filename",
			fmt.Sprintf("a file needs a name of up to %d bytes of UTF-8", filetree.LongestName), "rename it")
	}
	if n.Size < 0 {
		return &power.InputError{File: n.Name, Problem: "its size is not known",
			Remedy: "say it before the file is sent"}
	}
	if n.Digest != "" && blobs.CheckDigest(n.Digest) != nil {
		return database.InputError("sha256", "this is not a SHA-256",
			"write its 64 digits in lower case, or leave it out")
	}
	err := filetree.Check([]submissions.File{{Name: n.Name, Digest: someDigest}})
	return err
}

func refuseToUpload(tx *gorm.DB, actor accounts.User, n NewUpload, quota int64) error {
	// Two uploads that a person begins at once are counted one after the other.
	if err := database.Locking(tx).Where("id = ?", actor.ID).Take(&accounts.UserRow{}).Error; err != nil {
		return fmt.Errorf("account %d: %w", actor.ID, err)
	}
	entry, err := submissions.EntryByID(tx, n.EntryID)
	if err != nil {
		return err
	}
	if held, err := submissions.Holds(tx, actor.ID, entry); err != nil || !held {
		return errors.Join(err, fmt.Errorf("submission %d: %w", n.EntryID, database.ErrNotFound))
	}
	if err := submissions.RefuseToChange(tx, entry, actor); err != nil {
		return err
	}
	{
		open, err := database.CountOf(tx.Model(&UploadRow{}).Where("user_id = ? AND "+UploadOpenWords, actor.ID))
		if err != nil {
			return err
		}
		if open >= maximumUploads {
			return &power.InputError{File: n.Name, Problem: fmt.Sprintf("you have %d unfinished uploads", open),
				Remedy: "finish or cancel some of them first"}
		}
		return refuseBeyondQuota(tx, actor, n.Name, n.Size, quota)
	}
}

// RefuseDelivery says why a person may not keep what came in at once, if that is more than is theirs.
// quota is that of Begin. Of what two requests bring in the same moment each is held against what
// was there before. It returns a *power.InputError.
func (s *Uploads) RefuseDelivery(ctx context.Context, actor accounts.User, d *Delivery, quota int64) error {
	var size int64
	for _, file := range d.Files() {
		size += file.Size
	}
	if size == 0 {
		return nil
	}
	return refuseBeyondQuota(s.db.Query(ctx), actor, d.Files()[0].Name, size, quota)
}

func refuseBeyondQuota(tx *gorm.DB, actor accounts.User, name string, size, quota int64) error {
	if quota <= 0 {
		return nil
	}
	taken, err := heldBy(tx, actor.ID)
	if err != nil {
		return err
	}
	if size > quota-taken {
		const mega = 1e6
		return &power.InputError{
			File: name, Problem: fmt.Sprintf("with its %.1f MB your unfinished uploads and drafts would hold more "+
				"than the %.1f MB that are yours", float64(size)/mega, float64(quota)/mega),
			Remedy: fmt.Sprintf("cancel uploads or remove files of drafts, which take %.1f MB now",
				float64(taken)/mega),
		}
	}
	return nil
}

// Room is how many bytes are free where the blobs lie; known is false if nobody can say, as with an object store.
func (s *Uploads) Room() (free int64, known bool) {
	if blobs, can := s.db.Evidence.(blobs.Limited); can {
		return blobs.Room()
	}
	return 0, false
}

// RefuseWithoutRoom says why so many bytes cannot be taken in: the error is NoRoom. What can fill up is held to this
// before the first byte, so that the room that is left is for the database and for finishing what was begun.
func (s *Uploads) RefuseWithoutRoom(size int64) error {
	free, known := s.Room()
	if s.Reserve <= 0 || !known || free-size >= s.Reserve {
		return nil
	}
	return fmt.Errorf("take in %d bytes with %d free: %w", size, free, blobs.ErrReserve)
}

// Held is the bytes of a person that a quota counts: those that their unfinished uploads will hold, and the files of
// their entries that can still be changed.
func (s *Uploads) Held(ctx context.Context, actor accounts.User) (bytes int64, err error) {
	return heldBy(s.db.Query(ctx), actor.ID)
}

func heldBy(tx *gorm.DB, userID int64) (bytes int64, err error) {
	var open int64
	if err := tx.Model(&UploadRow{}).Select("COALESCE(SUM(size), 0)").Where("user_id = ? AND "+UploadOpenWords, userID).
		Scan(&open).Error; err != nil {
		return 0, err
	}
	held, err := heldInDrafts(tx, userID)
	return open + held, err
}

// OpenStates are the states of uploads that are not settled.
func OpenStates() []string {
	var states []string
	for _, state := range review.States() {
		if state.Open() {
			states = append(states, string(state))
		}
	}
	return states
}

func heldInDrafts(tx *gorm.DB, userID int64) (bytes int64, err error) {
	query := tx.Model(&submissions.FileRow{}).Select("COALESCE(SUM(revision_files.size), 0)").
		Joins("JOIN entries ON entries.id = revision_files.entry_id AND entries.revision = revision_files.number").
		Where("entries.owner_id = ? AND entries.state IN ?", userID, OpenStates())
	err = query.Scan(&bytes).Error
	return bytes, err
}

// ByID returns an upload to the person who began it or holds its entry. To everybody else it is
// ErrNotFound; one whose time is over is ErrExpired.
func (s *Uploads) ByID(ctx context.Context, id string, actor accounts.User) (Upload, error) {
	row, err := uploadByID(s.db.Query(ctx), id)
	if err != nil {
		return Upload{}, err
	}
	if row.UserID != actor.ID {
		entry, err := submissions.EntryByID(s.db.Query(ctx), row.EntryID)
		if err != nil {
			return Upload{}, err
		}
		if held, err := submissions.Holds(s.db.Query(ctx), actor.ID, entry); err != nil || !held {
			return Upload{}, errors.Join(err, fmt.Errorf("upload %s: %w", row.ID, database.ErrNotFound))
		}
	}
	if row.State == Arriving && row.Expires <= s.db.Now().UnixMicro() {
		return Upload{}, fmt.Errorf("upload %s: %w", row.ID, ErrExpired)
	}
	all, err := s.withProgress(ctx, row.EntryID, []UploadRow{row})
	if err != nil {
		return Upload{}, err
	}
	return all[0], nil
}

// OfEntry returns the uploads to an entry, the latest first, up to a bound. It fails only if the
// database or the blobs do.
func (s *Uploads) OfEntry(ctx context.Context, entryID int64) ([]Upload, error) {
	query := s.db.Query(ctx).Where("entry_id = ? AND (state <> ? OR expires_at > ?)", entryID, string(Arriving),
		s.db.Now().UnixMicro())
	rows, err := database.Find[UploadRow](query.Order("created_at DESC, id").Limit(listedUploads))
	if err != nil {
		return nil, err
	}
	return s.withProgress(ctx, entryID, rows)
}

func (s *Uploads) withProgress(ctx context.Context, entryID int64, rows []UploadRow) ([]Upload, error) {
	receipts, err := s.submissions.Receipts(ctx, entryID)
	if err != nil {
		return nil, err
	}
	numbers := map[[2]string]int64{}
	for _, r := range receipts {
		if r.Kind == receipt.OfFile {
			numbers[[2]string{r.Name, r.Digest}] = r.ID
		}
	}
	all := database.Convert(rows, UploadRow.upload)
	for i := range all {
		one := &all[i]
		one.Offset = one.Size
		switch one.State {
		case Arriving:
			if one.Offset, err = s.db.Evidence.Pieces().Size(ctx, one.ID); err != nil {
				return nil, err
			}
		case Arrived:
			one.Read, one.ToRead = s.desk.readOf(one.ID)
		case Kept:
			one.Receipt = numbers[[2]string{one.Name, one.Digest}]
		}
	}
	return all, nil
}
