// This file owns adding to an upload, and clearing away what was abandoned.

package uploads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/jobs"
	"green500/store/recorded"
)

// ErrChecksum says that bytes are not those that a checksum was given for.
var ErrChecksum = errors.New("not what the checksum says")

// Chunk is a part of an upload as it is sent.
type Chunk struct {
	Offset int64
	SHA256 []byte                              // of the part; nil if it was not given
	Body   func(context.Context) io.ReadCloser // reads until the context ends; closed once it was read
}

// Add adds a part to an upload and returns it with what has arrived then, which is kept for
// good, also if the part broke off and an error is returned. A part with a checksum is added whole
// or not at all. It returns ErrOffset, ErrChecksum, ErrBusy, and an error that is NoRoom.
func (s *Uploads) Add(ctx context.Context, u Upload, chunk Chunk) (Upload, error) {
	held, release, err := s.holdUpload(ctx, u.ID)
	if err != nil {
		return u, err
	}
	defer release()
	// The sender may be gone already: what came is noted all the same.
	noting := context.WithoutCancel(ctx)
	row, err := uploadByID(s.db.Query(noting), u.ID)
	if err != nil {
		return u, err
	}
	if u.Offset, err = s.arrivedOf(noting, row); err != nil {
		return u, err
	}
	if row.State != Arriving || chunk.Offset != u.Offset {
		return u, blobs.ErrOffset
	}
	size, failed := s.append(held, row, chunk)
	if size > u.Offset {
		s.transferred.received.Add(size - u.Offset)
		u.Offset = size
	}
	return u, errors.Join(failed, s.noteArrival(noting, &u, failed))
}

func (s *Uploads) arrivedOf(ctx context.Context, row UploadRow) (int64, error) {
	if row.State != Arriving {
		return row.Size, nil
	}
	return s.db.Evidence.Pieces().Size(ctx, row.ID)
}

func (s *Uploads) append(ctx context.Context, row UploadRow, chunk Chunk) (size int64, err error) {
	body := chunk.Body(ctx)
	defer func() { _ = body.Close() }() // it was only read
	content := io.LimitReader(body, row.Size-chunk.Offset)
	if chunk.SHA256 != nil {
		file, err := s.db.Evidence.Scratch()
		if err != nil {
			return 0, err
		}
		defer func() { _ = file.Close() }() // nothing of it is needed any more
		sum := sha256.New()
		count, err := io.Copy(file, io.TeeReader(content, sum))
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(sum.Sum(nil), chunk.SHA256) {
			return 0, ErrChecksum
		}
		content = io.NewSectionReader(file, 0, count)
	}
	return s.db.Evidence.Pieces().Append(ctx, row.ID, chunk.Offset, content)
}

// noteArrival keeps an upload from expiring, and hands it on once it is whole.
func (s *Uploads) noteArrival(ctx context.Context, u *Upload, failed error) error {
	now := s.db.Now()
	u.ExpiresAt, u.Message = now.Add(UploadLife), ""
	if blobs.NoRoom(failed) {
		u.Message = NoRoomMessage
	}
	columns := map[string]any{"updated_at": now.UnixMicro(), "expires_at": u.ExpiresAt.UnixMicro(),
		"message": u.Message}
	if u.Offset == u.Size {
		u.State = Arrived
		columns["state"] = string(Arrived)
	}
	err := s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineArrival), func(tx *gorm.DB) error {
		noted := tx.Model(&UploadRow{}).Where("id = ? AND state = ?", u.ID, string(Arriving)).Updates(columns)
		if noted.Error != nil || noted.RowsAffected == 0 || u.State != Arrived {
			return noted.Error
		}
		return s.jobs.Enqueue(tx, jobs.ReadUpload, u.ID, now)
	})
	if err != nil {
		return fmt.Errorf("note what arrived of upload %s: %w", u.ID, err)
	}
	if u.State == Arrived {
		s.desk.wake()
	}
	return nil
}

// NoRoomMessage is what people read if a disk is full.
const NoRoomMessage = "The server has no room at the moment; what was acknowledged is kept. Try again later."

// Hold returns an upload with what has arrived once nobody writes to it any more. It returns
// ErrBusy and ErrNotFound.
func (s *Uploads) Hold(ctx context.Context, u Upload) (Upload, error) {
	_, release, err := s.holdUpload(ctx, u.ID)
	if err != nil {
		return u, err
	}
	defer release()
	row, err := uploadByID(s.db.Query(ctx), u.ID)
	if err != nil {
		return u, err
	}
	u = row.upload()
	if u.Offset, err = s.arrivedOf(ctx, row); err != nil {
		return u, err
	}
	// A server that died after the last byte and before this was noted.
	if row.State == Arriving && u.Offset == u.Size {
		return u, s.noteArrival(ctx, &u, nil)
	}
	return u, nil
}

// Remove forgets an upload with its bytes; what became of the entry by it stays. It returns
// ErrBusy, and fails if the database or the blobs do.
func (s *Uploads) Remove(ctx context.Context, u Upload) error {
	_, release, err := s.holdUpload(ctx, u.ID)
	if err != nil {
		return err
	}
	defer release()
	if err := s.db.Evidence.Pieces().Remove(ctx, u.ID); err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "cancel an upload", EntryID: u.EntryID, Subject: u.Name},
		func(tx *gorm.DB) error {
			return tx.Where("id = ?", u.ID).Delete(&UploadRow{}).Error
		})
}

// Sweep forgets uploads whose time is over: those that nobody went on with, and those of which
// all was said. It fails if the database or the blobs do.
func (s *Uploads) Sweep(ctx context.Context) error {
	rows, err := database.Find[UploadRow](s.db.Query(ctx).
		Where("state <> ? AND expires_at <= ?", string(Arrived), s.db.Now().UnixMicro()).Limit(database.Batch))
	if err != nil {
		return err
	}
	var errs []error
	for _, row := range rows {
		errs = append(errs, s.sweepUpload(ctx, row))
	}
	return errors.Join(append(errs, s.sweepPieces(ctx))...)
}

// sweepPieces removes pieces of uploads that nobody knows any more: if several servers write, one may have added to
// an upload that another was just forgetting. An upload is noted before anything of it arrives, so none is new.
func (s *Uploads) sweepPieces(ctx context.Context) error {
	pieces := s.db.Evidence.Pieces()
	return pieces.Each(ctx, func(id string) error {
		known, err := database.CountOf(s.db.Query(ctx).Model(&UploadRow{}).Where("id = ?", id))
		if err != nil {
			return err
		}
		if known > 0 {
			return nil
		}
		return pieces.Remove(ctx, id)
	})
}

func (s *Uploads) sweepUpload(ctx context.Context, row UploadRow) error {
	u, err := s.Hold(ctx, row.upload())
	if database.IsNotFound(err) {
		return nil
	}
	if err != nil || u.State == Arrived || u.ExpiresAt.After(s.db.Now()) {
		return err
	}
	return s.Remove(ctx, u)
}
