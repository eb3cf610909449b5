// This file owns reading uploads that have arrived.

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// uploadLookup is after how long it is looked for uploads that arrived at another server, which has died.
const uploadLookup = 5 * time.Second

// ArrivedUploads tells when there may be something to receive; also after a while in which nothing was
// heard, since another server may have died over it.
func (s *Store) ArrivedUploads(ctx context.Context) {
	timer := time.NewTimer(uploadLookup)
	defer timer.Stop()
	select {
	case <-s.desk.arrived:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// ReceiveUpload takes one upload that arrived whole: it is read, kept as a blob, put to its entry and acknowledged, or
// refused with a sentence. server is our address. worked is false where there was nothing to take. It fails where the
// database, the blobs or reading them do; the upload is tried again then.
func (s *Store) ReceiveUpload(ctx context.Context, server string) (worked bool, err error) {
	job, err := s.takeJob(ctx, []string{string(ReadUpload)})
	if isNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = s.workOn(ctx, job, func(ctx context.Context) error { return s.processUpload(ctx, job.About, server) })
	if err != nil && !errors.Is(err, errLost) {
		// The sender reads why it is not there yet.
		err = errors.Join(err, s.noteReadFailure(context.WithoutCancel(ctx), job, err))
	}
	return true, err
}

func (s *Store) processUpload(ctx context.Context, id, server string) error {
	row, err := uploadByID(s.query(ctx), id)
	if isNotFound(err) {
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
	return s.blobs.Pieces().Remove(ctx, row.ID)
}

// settleUpload notes that an upload was refused, where that is why it was not kept. It returns any other failure,
// unless somebody cancelled the upload or was faster.
func (s *Store) settleUpload(ctx context.Context, row uploadRow, failed error) error {
	if errors.Is(failed, errLost) {
		return nil
	}
	sentence, refused := refusalText(failed)
	if !refused {
		return failed
	}
	now := s.now()
	columns := map[string]any{
		"state": string(Refused), "message": text(sentence), "updated_at": now.UnixMicro(), "expires_at": now.Add(uploadLife).UnixMicro(),
	}
	noted := s.query(withRoutine(context.WithoutCancel(ctx), routineArrival)).Model(&uploadRow{}).Where("id = ? AND state = ?", row.ID, string(Arrived)).Updates(columns)
	if noted.Error != nil {
		return noted.Error
	}
	return nil
}

func (s *Store) noteReadFailure(ctx context.Context, job jobRow, failed error) error {
	message := "It could not be read yet; the server tries again by itself."
	switch {
	case ruleOf(job.Kind).givesUp(job.Attempts):
		message = "It could not be read, and the server has given up; the file is kept as it arrived. Tell those who run the server."
	case blobs.NoRoom(failed):
		message = "The server has no room at the moment; the file is kept as it arrived, and the server tries again by itself."
	}
	return s.noteOfArrived(ctx, job.About, map[string]any{"message": message})
}

func (s *Store) noteOfArrived(ctx context.Context, id string, columns map[string]any) error {
	noted := s.query(withRoutine(ctx, routineArrival)).Model(&uploadRow{}).Where("id = ? AND state = ?", id, string(Arrived)).Updates(columns)
	if noted.Error != nil {
		return noted.Error
	}
	return nil
}

func (s *Store) receiveUpload(ctx context.Context, row uploadRow, server string) error {
	piece, err := s.blobs.Pieces().Open(ctx, row.ID)
	if err != nil {
		return err
	}
	defer func() { _ = piece.Close() }() // it was only read
	if piece.Size() != row.Size {
		return fmt.Errorf("upload %s: %d of %d bytes are there", row.ID, piece.Size(), row.Size)
	}
	progress, done := s.desk.begin(row.ID, row.reads()*row.Size)
	defer done()
	content := &countingReader{ctx: ctx, content: piece, progress: progress, all: &s.transferred.read, traffic: &s.waiting}
	delivery, err := s.readUpload(ctx, row, content)
	if err != nil {
		return err
	}
	return s.acceptUpload(ctx, row, delivery, server)
}

// reads is how often an upload is read: for its digest first if that is requested before anything may be kept.
func (r uploadRow) reads() int64 {
	if r.Digest != "" || isArchive(r.Name) {
		return 2
	}
	return 1
}

func (s *Store) readUpload(ctx context.Context, row uploadRow, content io.ReaderAt) (*Delivery, error) {
	draft, err := s.Draft(ctx, row.EntryID)
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
		return nil, &power.InputError{File: row.Name, Problem: "what arrived is not what was sent: its SHA-256 is another", Remedy: "send it again"}
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

func (s *Store) acceptUpload(ctx context.Context, row uploadRow, d *Delivery, server string) error {
	actor, err := s.User(ctx, row.UserID)
	if err != nil {
		return err
	}
	return s.keep(withActor(ctx, actor), row.EntryID, actor, d, server, func(tx *gorm.DB, message string) error {
		now := s.now()
		kept := tx.Model(&uploadRow{}).Where("id = ? AND state = ?", row.ID, string(Arrived)).Updates(map[string]any{
			"state": string(Kept), "message": text(message), "digest": d.Sent[0].Digest, "updated_at": now.UnixMicro(), "expires_at": now.Add(uploadLife).UnixMicro(),
		})
		return metOne(kept, fmt.Errorf("upload %s: %w", row.ID, errLost)) // somebody cancelled it, or was faster
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
	traffic  *waitingRequests
	since    atomic.Int64 // bytes, since it gave way
}

const yieldEvery = 1 << 20

func (c *countingReader) ReadAt(into []byte, at int64) (int, error) {
	if c.since.Add(int64(len(into))) >= yieldEvery {
		c.since.Store(0)
		c.traffic.yield(c.ctx)
	}
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.content.ReadAt(into, at)
	c.progress.read.Add(int64(n))
	c.all.Add(int64(n))
	return n, err
}
