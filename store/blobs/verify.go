package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Verify reads a blob to its end. It returns ErrNotFound and ErrDamaged.
func Verify(ctx context.Context, blobs Blobs, digest string) error {
	content, err := blobs.Open(ctx, digest)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, content)
	return errors.Join(err, content.Close())
}

// unheld are blobs that can be read past what a process holds of them.
type unheld interface {
	openUnheld(ctx context.Context, digest string) (io.ReadCloser, error)
}

// VerifyPlain reads a blob that is kept plain and compares its SHA-256. It returns ErrNotFound and ErrDamaged.
func VerifyPlain(ctx context.Context, blobs Blobs, digest string) error {
	if past, can := Untraced(blobs).(unheld); can {
		content, err := past.openUnheld(ctx, digest)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, content)
		return errors.Join(err, content.Close())
	}
	content, err := blobs.OpenPlain(ctx, digest)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, reader{ctx, io.NewSectionReader(content, 0, content.Size())})
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != digest {
		err = fmt.Errorf("blob %s: %w", digest, ErrDamaged)
	}
	return errors.Join(err, content.Close())
}
