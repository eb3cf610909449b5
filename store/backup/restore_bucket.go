package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"green500/store/blobs"
	"green500/validation/power"
)

func (m manifest) isEvidence(name string) bool {
	return strings.HasPrefix(m.place(name), backupBlobs+"/")
}

func (r *restoring) toBucket(ctx context.Context, data string) (*blobMove, error) {
	at := r.Blobs
	if !at.Remote() {
		return nil, nil
	}
	at.Scratch = filepath.Join(data, blobs.ScratchFolder)
	r.scratch = at.Scratch
	if err := os.MkdirAll(r.scratch, 0o700); err != nil {
		return nil, err
	}
	bucket, err := blobs.OpenBucket(ctx, at)
	if err != nil {
		return nil, err
	}
	move := &blobMove{to: bucket}
	if err := move.begin(ctx); err != nil {
		return nil, err
	}
	for _, name := range r.names() {
		if !r.isEvidence(name) {
			continue
		}
		if err := r.putOne(ctx, bucket, name); err != nil {
			return nil, fmt.Errorf("restore %s: %w", name, err)
		}
	}
	return move, nil
}

func (r *restoring) putOne(ctx context.Context, to *blobs.Bucket, name string) error {
	content, file, _, err := r.openFile(ctx, name) // nothing is read before it is needed
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	length := r.Files[name].Size
	if r.encrypted() {
		length = r.Files[name].Plain
	}
	inside := strings.TrimPrefix(r.place(name), backupBlobs+"/")
	if one, is := blobs.ParseStored(inside); is {
		if r.encrypted() {
			return r.putDecrypted(ctx, to, one.Name, content)
		}
		return to.PutStored(ctx, one.Name, file, length)
	}
	id := path.Base(inside)
	if blobs.CheckPiece(id) != nil {
		return &power.InputError{File: name, Problem: "this is no evidence", Remedy: "restore another backup"}
	}
	if err := to.Pieces().Remove(ctx, id); err != nil {
		return err
	}
	size, err := to.Pieces().Append(ctx, id, 0, content)
	if err == nil && size != length {
		err = errors.New("it has another length")
	}
	return err
}

// putDecrypted puts a blob by way of a file of this machine, since a bucket may read it more than once.
func (r *restoring) putDecrypted(ctx context.Context, to *blobs.Bucket, name string, content io.Reader) error {
	file, err := os.CreateTemp(r.scratch, "decrypted-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it was temporary
	size, err := io.Copy(file, content)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err == nil {
		err = to.PutStored(ctx, name, file, size)
	}
	return errors.Join(err, file.Close())
}
