package backup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"green500/store/blobs"
	"green500/store/uploads"
	"green500/validation/power"
)

// movingNote lies beside blobs that are being copied: what is there is ours, and may be gone on with.
const movingNote = "moving"

type blobMove struct {
	from, to blobs.Repository
	progress func(part string, done, total int64)
	done     *Moved
}

func (m *blobMove) all(ctx context.Context, from, to blobs.Location, snapshot *sql.Tx) (err error) {
	if m.from, err = from.Repository(); err != nil {
		return err
	}
	opened, err := to.Open(ctx)
	if err != nil {
		return err
	}
	m.to = opened.(blobs.Repository) // as both kinds are
	if err := m.begin(ctx); err != nil {
		return err
	}
	var total int64
	if err := m.from.EachStored(ctx, func(blobs.Stored) error { total++; return nil }); err != nil {
		return err
	}
	err = m.from.EachStored(ctx, func(one blobs.Stored) error {
		m.progress("evidence", int64(m.done.Blobs), total)
		return m.blob(ctx, one)
	})
	if err != nil {
		return err
	}
	ids, err := listOf(ctx, snapshot, "SELECT id FROM uploads WHERE state IN ($1, $2) ORDER BY id",
		string(uploads.Arriving), string(uploads.Arrived))
	if err != nil {
		return err
	}
	for k, id := range ids {
		m.progress("uploads on their way", int64(k), int64(len(ids)))
		if err := m.piece(ctx, id); err != nil {
			return fmt.Errorf("upload %s: %w", id, err)
		}
	}
	return nil
}

func (m *blobMove) begin(ctx context.Context) error {
	ours, err := m.to.HasNote(ctx, movingNote)
	if err != nil || ours {
		return err
	}
	held := &power.InputError{Problem: "where the evidence shall go, there is some already",
		Remedy: "name a folder or a bucket and prefix that hold nothing"}
	if err := m.to.EachStored(ctx, func(blobs.Stored) error { return held }); err != nil {
		return err
	}
	return m.to.SetNote(ctx, movingNote, true)
}

func (m *blobMove) finish(ctx context.Context) error {
	if m == nil {
		return nil
	}
	return m.to.SetNote(ctx, movingNote, false)
}

func (m *blobMove) blob(ctx context.Context, one blobs.Stored) error {
	copied, prove := m.packed, blobs.Verify
	if one.IsPlain() {
		copied, prove = m.plain, blobs.VerifyPlain
	}
	there := prove(ctx, m.to, one.Digest)
	switch {
	case there == nil:
		m.done.Blobs++
		return nil
	case !errors.Is(there, blobs.ErrNotFound) && !errors.Is(there, blobs.ErrDamaged):
		return there
	}
	blob, err := copied(ctx, one.Digest)
	if errors.Is(err, blobs.ErrDamaged) || err == nil && blob.Digest != one.Digest {
		return &power.InputError{File: one.Name, Problem: "this blob is damaged where it is now",
			Remedy: "see with green500 verify what it belongs to, and restore it from a backup"}
	}
	if err != nil {
		return fmt.Errorf("blob %s: %w", one.Digest, err)
	}
	if err := prove(ctx, m.to, one.Digest); err != nil {
		return fmt.Errorf("prove what was copied: %w", err)
	}
	m.done.Blobs++
	m.done.Copied++
	m.done.Bytes += blob.Size
	return nil
}

func (m *blobMove) packed(ctx context.Context, digest string) (blobs.Blob, error) {
	content, err := m.from.Open(ctx, digest)
	if err != nil {
		return blobs.Blob{}, err
	}
	blob, err := m.to.Put(ctx, content)
	return blob, errors.Join(err, content.Close())
}

func (m *blobMove) plain(ctx context.Context, digest string) (blobs.Blob, error) {
	content, err := m.from.OpenPlain(ctx, digest)
	if err != nil {
		return blobs.Blob{}, err
	}
	file, err := m.to.Scratch()
	if err != nil {
		return blobs.Blob{}, errors.Join(err, content.Close())
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum),
		blobs.WithContext(ctx, io.NewSectionReader(content, 0, content.Size())))
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != digest {
		err = blobs.ErrDamaged
	}
	var blob blobs.Blob
	if err == nil {
		blob, err = m.to.PutPlain(ctx, io.NewSectionReader(file, 0, size))
	}
	return blob, errors.Join(err, file.Close(), content.Close())
}

// piece copies what has arrived of a file, from the beginning: it may have been gone on with since.
func (m *blobMove) piece(ctx context.Context, id string) error {
	if err := m.to.Pieces().Remove(ctx, id); err != nil {
		return err
	}
	content, err := m.from.Pieces().Open(ctx, id)
	if err != nil {
		return err
	}
	read, err := blobs.DigestOf(io.NewSectionReader(content, 0, content.Size()))
	if err == nil {
		_, err = m.to.Pieces().Append(ctx, id, 0, io.NewSectionReader(content, 0, content.Size()))
	}
	if err := errors.Join(err, content.Close()); err != nil {
		return err
	}
	copied, err := m.to.Pieces().Open(ctx, id)
	if err != nil {
		return err
	}
	written, err := blobs.DigestOf(io.NewSectionReader(copied, 0, copied.Size()))
	if err == nil && written != read {
		err = errors.New("what was copied is not what was read")
	}
	m.done.Pieces++
	return errors.Join(err, copied.Close())
}
