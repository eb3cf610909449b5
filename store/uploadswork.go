package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

const (
	uploadLease  = 30 * time.Second // after which another server may take over what one has not finished
	uploadRenew  = uploadLease / 3
	uploadRetry  = time.Minute // after a failure that is none of the upload
	uploadLookup = 5 * time.Second
)

// ArrivedUploads tells when there may be something to receive; also after a while in which nothing was
// heard, since another server may have died over it.
func (s *Store) ArrivedUploads(ctx context.Context) {
	patience := time.NewTimer(uploadLookup)
	defer patience.Stop()
	select {
	case <-s.desk.arrived:
	case <-patience.C:
	case <-ctx.Done():
	}
}

// ReceiveUpload takes one upload that arrived whole: it is read, kept as a blob, put to its entry and
// acknowledged, or refused with a sentence. server is our address. worked is false where there was
// nothing to take. It fails where the database, the blobs or reading them do; the upload is tried again
// then.
func (s *Store) ReceiveUpload(ctx context.Context, server string) (worked bool, err error) {
	row, err := s.leaseUpload(ctx)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ctx, end := s.trace.Begin(ctx, StepReceive)
	defer func() { end(err) }()
	working, lost := context.WithCancel(ctx)
	defer lost()
	lease := s.renewLease(working, lost, row)
	failed := s.receiveUpload(working, row, server)
	lost()
	row.Lease = lease()
	// What became of it is noted even where the server is being stopped.
	return true, s.closeUpload(context.WithoutCancel(ctx), row, failed, ctx.Err() != nil)
}

// leaseUpload takes the upload that has waited longest, or returns ErrNotFound.
func (s *Store) leaseUpload(ctx context.Context) (uploadRow, error) {
	now := s.now()
	var row uploadRow
	query := s.query(ctx).Where("state = ? AND lease <= ?", string(Arrived), now.UnixMicro())
	if err := query.Order("updated_at, id").Take(&row).Error; err != nil {
		return row, fmt.Errorf("look for an upload: %w", found(err))
	}
	before := row.Lease
	row.Lease = now.Add(uploadLease).UnixMicro()
	return row, s.moveLease(ctx, row, before)
}

// moveLease returns ErrNotFound where somebody else has taken the upload.
func (s *Store) moveLease(ctx context.Context, row uploadRow, before int64) error {
	moved := s.query(during(ctx, routineArrival)).Model(&uploadRow{}).Where("id = ? AND state = ? AND lease = ?", row.ID, string(Arrived), before).Update("lease", row.Lease)
	if moved.Error != nil {
		return fmt.Errorf("lease upload %s: %w", row.ID, moved.Error)
	}
	if moved.RowsAffected == 0 {
		return fmt.Errorf("lease upload %s: %w", row.ID, ErrNotFound)
	}
	return nil
}

// renewLease keeps an upload while it is worked on, and ends the work where it was lost all the same.
// What it returns is asked after the context has ended, and tells the lease as it is then.
func (s *Store) renewLease(ctx context.Context, lost func(), row uploadRow) func() int64 {
	var lease atomic.Int64
	lease.Store(row.Lease)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(uploadRenew)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				row.Lease = s.now().Add(uploadLease).UnixMicro()
				if err := s.moveLease(ctx, row, lease.Load()); err != nil {
					lost()
					return
				}
				lease.Store(row.Lease)
			}
		}
	}()
	return func() int64 {
		<-done
		return lease.Load()
	}
}

// receiveUpload returns nil where the upload was kept.
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
	content := &countedPiece{ctx, piece, progress, &s.taken.read}
	delivery, err := s.readUpload(ctx, row, content)
	if err != nil {
		return err
	}
	return s.acceptUpload(ctx, row, delivery, server)
}

// reads is how often an upload is read: for its digest first where that is asked for before anything
// may be kept.
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
		if digest, err = streamDigest(io.NewSectionReader(content, 0, row.Size)); err != nil {
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

func streamDigest(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// acceptUpload puts what was read to the entry, with its receipt, in one transaction.
func (s *Store) acceptUpload(ctx context.Context, row uploadRow, d *Delivery, server string) error {
	actor, err := s.User(ctx, row.UserID)
	if err != nil {
		return err
	}
	return s.keep(inNameOf(ctx, actor), row.EntryID, actor, d, server, func(tx *gorm.DB, remark string) error {
		now := s.now()
		kept := tx.Model(&uploadRow{}).Where("id = ? AND state = ?", row.ID, string(Arrived)).Updates(map[string]any{
			"state": string(Kept), "trouble": text(remark), "digest": d.Sent[0].Digest, "updated_at": now.UnixMicro(), "expires_at": now.Add(uploadLife).UnixMicro(),
		})
		if kept.Error != nil {
			return fmt.Errorf("note that upload %s is kept: %w", row.ID, kept.Error)
		}
		if kept.RowsAffected == 0 { // somebody cancelled it, or was faster
			return fmt.Errorf("upload %s: %w", row.ID, ErrNotFound)
		}
		return nil
	})
}

// closeUpload notes what became of an upload. failed is why it was not kept; stopped is that nobody
// had the time.
func (s *Store) closeUpload(ctx context.Context, row uploadRow, failed error, stopped bool) error {
	sentence, refused := refusal(failed)
	now := s.now()
	columns := map[string]any{"lease": now.Add(uploadRetry).UnixMicro(), "trouble": "It could not be read yet; the server tries again by itself."}
	switch {
	case errors.Is(failed, ErrNotFound):
		return nil // it is gone
	case failed == nil:
		return s.blobs.Pieces().Remove(ctx, row.ID)
	case refused:
		columns = map[string]any{
			"state": string(Refused), "trouble": text(sentence), "updated_at": now.UnixMicro(), "expires_at": now.Add(uploadLife).UnixMicro(),
		}
	case stopped:
		columns = map[string]any{"lease": 0}
	case NoRoom(failed):
		columns["trouble"] = "The server has no room at the moment; the file is kept as it arrived, and the server tries again by itself."
	}
	noted := s.query(during(ctx, routineArrival)).Model(&uploadRow{}).Where("id = ? AND state = ? AND lease = ?", row.ID, string(Arrived), row.Lease).Updates(columns)
	if noted.Error != nil {
		return errors.Join(failed, fmt.Errorf("note what became of upload %s: %w", row.ID, noted.Error))
	}
	if refused {
		return s.blobs.Pieces().Remove(ctx, row.ID)
	}
	if stopped {
		return nil
	}
	return fmt.Errorf("receive upload %s: %w", row.ID, failed)
}

// refusal is the sentence of an error about which whoever sent something can do something.
func refusal(err error) (sentence string, refused bool) {
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

// countedPiece counts what is read of an upload, and reads nothing once the context has ended.
type countedPiece struct {
	ctx      context.Context
	content  io.ReaderAt
	progress *readProgress
	all      *atomic.Int64 // bytes of all uploads
}

// ReadAt reads from the upload.
func (c *countedPiece) ReadAt(into []byte, at int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.content.ReadAt(into, at)
	c.progress.read.Add(int64(n))
	c.all.Add(int64(n))
	return n, err
}
