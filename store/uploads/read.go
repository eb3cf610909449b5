// This file owns reading uploads that have arrived.

package uploads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/jobs"
	"green500/store/recorded"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// uploadLookup is after how long it is looked for uploads that arrived at another server, which has died.
const uploadLookup = 5 * time.Second

// Arrived tells when there may be something to receive; also after a while in which nothing was
// heard, since another server may have died over it.
func (s *Uploads) Arrived(ctx context.Context) {
	timer := time.NewTimer(uploadLookup)
	defer timer.Stop()
	select {
	case <-s.desk.arrived:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// ReceiveUpload takes one upload that arrived whole: it is read, kept as a blob, put to its entry and acknowledged, or
// refused with a sentence. server is our address. worked is false if there was nothing to take. It fails if the
// database, the blobs or reading them do; the upload is tried again then.
func (s *Uploads) ReceiveUpload(ctx context.Context, server string) (worked bool, err error) {
	job, err := s.jobs.Take(ctx, []string{string(jobs.ReadUpload)})
	if database.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = s.jobs.WorkOn(ctx, job, func(ctx context.Context) error { return s.processUpload(ctx, job.About, server) })
	if err != nil && !errors.Is(err, jobs.ErrLost) {
		// The sender reads why it is not there yet.
		err = errors.Join(err, s.noteReadFailure(context.WithoutCancel(ctx), job, err))
	}
	return true, err
}

func (s *Uploads) processUpload(ctx context.Context, id, server string) error {
	row, err := uploadByID(s.db.Query(ctx), id)
	if database.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if row.State == Arrived {
		if err := s.settleUpload(ctx, row, s.receiveUpload(ctx, row, server)); err != nil {
			return err
		}
	}
	return s.db.Evidence.Pieces().Remove(ctx, row.ID)
}

// settleUpload notes that an upload was refused, if that is why it was not kept. It returns any other failure,
// unless somebody cancelled the upload or was faster.
func (s *Uploads) settleUpload(ctx context.Context, row UploadRow, failed error) error {
	if errors.Is(failed, jobs.ErrLost) {
		return nil
	}
	sentence, refused := refusalText(failed)
	if !refused {
		return failed
	}
	now := s.db.Now()
	columns := map[string]any{
		"state": string(Refused), "message": database.Text(sentence), "updated_at": now.UnixMicro(),
		"expires_at": now.Add(UploadLife).UnixMicro(),
	}
	noted := s.db.Query(recorded.WithRoutine(context.WithoutCancel(ctx), recorded.RoutineArrival)).Model(&UploadRow{}).
		Where("id = ? AND state = ?", row.ID, string(Arrived)).Updates(columns)
	if noted.Error != nil {
		return noted.Error
	}
	return nil
}

func (s *Uploads) noteReadFailure(ctx context.Context, job jobs.Row, failed error) error {
	message := "It could not be read yet; the server tries again automatically."
	switch {
	case s.jobs.RuleOf(job.Kind).GivesUp(job.Attempts):
		message = "It could not be read, and the server has given up; the file is kept as it arrived. " +
			"Tell those who run the server."
	case blobs.NoRoom(failed):
		message = "The server has no room at the moment; " +
			"the file is kept as it arrived, and the server tries again automatically."
	}
	return s.noteOfArrived(ctx, job.About, map[string]any{"message": message})
}

func (s *Uploads) noteOfArrived(ctx context.Context, id string, columns map[string]any) error {
	noted := s.db.Query(recorded.WithRoutine(ctx, recorded.RoutineArrival)).Model(&UploadRow{}).
		Where("id = ? AND state = ?", id, string(Arrived)).Updates(columns)
	if noted.Error != nil {
		return noted.Error
	}
	return nil
}

func (s *Uploads) receiveUpload(ctx context.Context, row UploadRow, server string) error {
	piece, err := s.db.Evidence.Pieces().Open(ctx, row.ID)
	if err != nil {
		return err
	}
	defer func() { _ = piece.Close() }() // it was only read
	if piece.Size() != row.Size {
		return fmt.Errorf("upload %s: %d of %d bytes are there", row.ID, piece.Size(), row.Size)
	}
	progress, done := s.desk.begin(row.ID, row.reads()*row.Size)
	defer done()
	content := &countingReader{ctx: ctx, content: piece, progress: progress, all: &s.transferred.read,
		traffic: &s.db.Requests}
	delivery, err := s.readUpload(ctx, row, content)
	if err != nil {
		return err
	}
	return s.acceptUpload(ctx, row, delivery, server)
}

// reads is how often an upload is read: for its digest first if that is requested before anything may be kept.
func (r UploadRow) reads() int64 {
	if r.Digest != "" || isArchive(r.Name) {
		return 2
	}
	return 1
}

func (s *Uploads) readUpload(ctx context.Context, row UploadRow, content io.ReaderAt) (*Delivery, error) {
	draft, err := s.drafts.Draft(ctx, row.EntryID)
	if err != nil {
		return nil, err
	}
	entry, _ := document.FromFields(draft.Values) // what cannot be read says nothing of reading files
	digest := ""
	if row.reads() > 1 {
		if digest, err = blobs.DigestOf(io.NewSectionReader(content, 0, row.Size)); err != nil {
			return nil, err
		}
	}
	if row.Digest != "" && digest != row.Digest {
		return nil, &power.InputError{File: row.Name,
			Problem: "what arrived is not what was sent: its SHA-256 is another", Remedy: "send it again"}
	}
	d := &Delivery{Reads: func() *power.Entry { return entry }}
	if !d.unpacks(row.Name) {
		return d, s.Take(ctx, d, row.Name, io.NewSectionReader(content, 0, row.Size))
	}
	err = s.unpack(ctx, d, Sent{Name: row.Name, Digest: digest}, content, row.Size)
	name := row.Name
	d.StripFolder()
	if err == nil && d.Document == nil && len(d.Files()) == 0 {
		err = &power.InputError{File: name, Problem: "there is no file in this archive", Remedy: "pack it again"}
	}
	if len(d.Sent) > 0 {
		d.Sent[0].Name = name
	}
	return d, err
}

func (s *Uploads) acceptUpload(ctx context.Context, row UploadRow, d *Delivery, server string) error {
	actor, err := s.accounts.User(ctx, row.UserID)
	if err != nil {
		return err
	}
	return s.keep(recorded.WithActor(ctx,
		actor.Actor()), row.EntryID, actor, d, server, func(tx *gorm.DB, message string) error {
		now := s.db.Now()
		kept := tx.Model(&UploadRow{}).Where("id = ? AND state = ?", row.ID, string(Arrived)).Updates(map[string]any{
			"state": string(Kept), "message": database.Text(message), "digest": d.Sent[0].Digest,
			"updated_at": now.UnixMicro(), "expires_at": now.Add(UploadLife).UnixMicro(),
		})
		// somebody cancelled it, or was faster
		return database.MetOne(kept, fmt.Errorf("upload %s: %w", row.ID, jobs.ErrLost))
	})
}

func refusalText(err error) (sentence string, refused bool) {
	if said, ok := errors.AsType[*review.Refusal](err); ok {
		return said.Sentence, true
	}
	if said, ok := errors.AsType[power.InputErrors](err); ok {
		return said.Error(), true
	}
	if said, ok := errors.AsType[*power.InputError](err); ok {
		return said.Error(), true
	}
	return "", false
}

type countingReader struct {
	ctx      context.Context
	content  io.ReaderAt
	progress *readProgress
	all      *atomic.Int64 // bytes of all uploads
	traffic  *recorded.WaitingRequests
	since    atomic.Int64 // bytes, since it gave way
}

const yieldEvery = 1 << 20

func (c *countingReader) ReadAt(into []byte, at int64) (int, error) {
	if c.since.Add(int64(len(into))) >= yieldEvery {
		c.since.Store(0)
		c.traffic.Yield(c.ctx)
	}
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.content.ReadAt(into, at)
	c.progress.read.Add(int64(n))
	c.all.Add(int64(n))
	return n, err
}
