package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"green500/store/blobs"
	"green500/validation/power"
)

// isEvidence reports whether a file of a backup is a blob, or what was on its way to become one.
func (m backupManifest) isEvidence(name string) bool {
	return strings.HasPrefix(m.place(name), backupBlobs+"/")
}

// restoreToBucket copies the evidence of a backup into a bucket, where one is named. What broke off can be done again;
// finish of what it returns notes that all is there.
func (m backupManifest) restoreToBucket(ctx context.Context, from, data string, at blobs.Location) (*blobMove, error) {
	if !at.Remote() {
		return nil, nil
	}
	at.Scratch = filepath.Join(data, blobs.ScratchFolder)
	bucket, err := blobs.OpenBucket(ctx, at)
	if err != nil {
		return nil, err
	}
	move := &blobMove{to: bucket}
	if err := move.begin(ctx); err != nil {
		return nil, err
	}
	for _, name := range m.names() {
		if !m.isEvidence(name) {
			continue
		}
		if err := m.restoreOne(ctx, bucket, from, name); err != nil {
			return nil, fmt.Errorf("restore %s: %w", name, err)
		}
	}
	return move, nil
}

func (m backupManifest) restoreOne(ctx context.Context, to *blobs.Bucket, from, name string) error {
	file, err := os.Open(filepath.Join(from, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	inside := strings.TrimPrefix(m.place(name), backupBlobs+"/")
	if one, is := blobs.ParseStored(inside); is {
		return to.PutStored(ctx, one.Name, file, m.Files[name].Size)
	}
	id := path.Base(inside)
	if blobs.CheckPiece(id) != nil {
		return &power.InputError{File: name, Problem: "this is no evidence", Remedy: "restore another backup"}
	}
	if err := to.Pieces().Remove(ctx, id); err != nil {
		return err
	}
	size, err := to.Pieces().Append(ctx, id, 0, file)
	if err == nil && size != m.Files[name].Size {
		err = errors.New("it has another length")
	}
	return err
}
