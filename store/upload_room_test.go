package store_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"green500/store"
	"green500/store/blobs"
	"green500/store/storetest"
	"green500/store/uploads"
	"green500/validation/review"
)

// crowded are blobs on a disk that is full.
type crowded struct {
	blobs.Blobs
	full bool
}

func (c *crowded) Pieces() blobs.Pieces { return crowdedPieces{c.Blobs.Pieces(), c} }

func (c *crowded) Put(ctx context.Context, r io.Reader) (blobs.Blob, error) {
	if c.full {
		return blobs.Blob{}, errFull
	}
	return c.Blobs.Put(ctx, r)
}

type crowdedPieces struct {
	blobs.Pieces
	on *crowded
}

var errFull = &fs.PathError{Op: "write", Path: "piece", Err: syscall.ENOSPC}

func (c crowdedPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	if !c.on.full {
		return c.Pieces.Append(ctx, id, offset, r)
	}
	size, err := c.Pieces.Append(ctx, id, offset, io.LimitReader(r, 5))
	return size, errors.Join(err, errFull)
}

func TestAFullDiskLosesNothing(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	disk := &crowded{Blobs: r.blobs}
	r.Store = storetest.Open(t, store.Config{Database: storetest.SQLite(t), Blobs: disk, Now: r.clock.Now})
	r.submitter = r.user("again", review.Submitter)
	r.edition(edition)
	u := r.begin(r.fresh(), "a.csv", aLog)
	disk.full = true
	u, err := r.Uploads.AddToUpload(t.Context(), u, chunk(0, strings.NewReader(aLog)))
	if !blobs.NoRoom(err) || u.Offset != 5 || r.look(u).Message != uploads.NoRoomMessage {
		t.Fatalf("%v: %+v", err, r.look(u))
	}
	disk.full = false
	u = r.send(u, aLog)
	disk.full = true
	if _, err := r.Uploads.ReceiveUpload(t.Context(), ourAddress); !blobs.NoRoom(err) {
		t.Fatalf("got %v", err)
	}
	if u = r.look(u); u.State != uploads.Arrived || !strings.Contains(u.Message, "no room") {
		t.Fatalf("it is %+v", u)
	}
	disk.full = false
	r.clock.advance(time.Hour)
	if u = r.receive(u); u.State != uploads.Kept || u.Message != "" {
		t.Errorf("it is %+v", u)
	}
}

// TestARealDiskThatIsFull fills a file system of its own in the middle of a file.
func TestARealDiskThatIsFull(t *testing.T) { storetest.OnSmallDisk(t, "1m", testARealDiskThatIsFull) }

func testARealDiskThatIsFull(t *testing.T, at string) {
	t.Helper()
	folder, err := blobs.OpenFolder(filepath.Join(at, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // 1 MiB, for which there is not enough room
	const id = "00112233445566778899aabbccddeeff"
	ballast := filepath.Join(at, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<19), 0o600); err != nil {
		t.Fatal(err)
	}
	pieces := folder.Pieces()
	size, err := pieces.Append(t.Context(), id, 0, bytes.NewReader(content))
	if !blobs.NoRoom(err) || size == 0 || size >= int64(len(content)) {
		t.Fatalf("%v after %d bytes", err, size)
	}
	if told, err := pieces.Size(t.Context(), id); err != nil || told != size {
		t.Fatalf("%v: it tells %d bytes, and added %d", err, told, size)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	const most = 900 << 10
	if size, err = pieces.Append(t.Context(), id, size, bytes.NewReader(content[size:most])); err != nil || size != most {
		t.Fatalf("%v after %d bytes", err, size)
	}
	piece, err := pieces.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = piece.Close() }()
	whole, err := io.ReadAll(io.NewSectionReader(piece, 0, piece.Size()))
	if err != nil || !bytes.Equal(whole, content[:most]) {
		t.Errorf("%v: what was kept is not what was sent", err)
	}
}
