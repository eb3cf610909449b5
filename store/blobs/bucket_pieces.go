package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// Objects cannot be added to, so a piece is a row of segments, each an object that is named by where in the piece it
// begins and is written only if there is none of that name: of two that add at the same place one wins. Names
// count down, so that a listing begins with the last segment: it alone tells the size, however many there are.
type bucketPieces struct{ bucket *Bucket }

const (
	segmentBytes = 8 << 20          // of a segment: what a server that dies has taken in for nothing at most
	lastWords    = 30 * time.Second // for keeping what a request brought that has ended
)

type segment struct {
	key      string // without the prefix of the bucket
	at, size int64  // bytes
}

// Pieces returns where a bucket keeps what is on its way.
func (b *Bucket) Pieces() Pieces { return bucketPieces{b} }

func (p bucketPieces) below(id string) (string, error) {
	if err := CheckPiece(id); err != nil {
		return "", err
	}
	return PieceFolder + "/" + id + "/", nil
}

func segmentName(at int64) string { return fmt.Sprintf("%016x", math.MaxInt64-at) }

func segmentOf(object minio.ObjectInfo) (s segment, is bool) {
	_, name, _ := cutLast(object.Key, "/")
	down, err := strconv.ParseInt(name, 16, 64)
	if err != nil || down < 0 || segmentName(math.MaxInt64-down) != name {
		return segment{}, false
	}
	return segment{key: object.Key, at: math.MaxInt64 - down, size: object.Size}, true
}

func cutLast(s, separator string) (before, after string, found bool) {
	at := strings.LastIndex(s, separator)
	if at < 0 {
		return "", s, false
	}
	return s[:at], s[at+len(separator):], true
}

func (p bucketPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	below, err := p.below(id)
	if err != nil {
		return 0, err
	}
	// A request that has ended still has what it brought kept, and the next one for the same piece waits for that.
	keeping, done := context.WithCancel(context.WithoutCancel(ctx))
	defer done()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, done) })
	defer stop()
	size, err := p.end(keeping, below)
	if err != nil {
		return 0, fmt.Errorf("add to a piece: %w", err)
	}
	if size != offset {
		return size, ErrOffset
	}
	for {
		added, err := p.addSegment(keeping, below, offset, reader{ctx, r})
		offset += added
		if errors.Is(err, io.EOF) {
			return offset, nil
		}
		if err != nil {
			return offset, fmt.Errorf("add to a piece: %w", err)
		}
	}
}

// addSegment reads a segment and keeps it. It returns io.EOF if nothing more is to come.
func (p bucketPieces) addSegment(ctx context.Context, below string, at int64, r io.Reader) (added int64, err error) {
	file, err := p.bucket.layOut()
	if err != nil {
		return 0, err
	}
	size, ended := io.Copy(file, io.LimitReader(r, segmentBytes))
	if size > 0 {
		err = p.bucket.create(ctx, p.bucket.prefix+below+segmentName(at), file, size)
	}
	if errors.Is(err, errTaken) {
		err = ErrOffset
	}
	if err != nil {
		size = 0
	} else if ended == nil && size < segmentBytes {
		ended = io.EOF
	}
	return size, errors.Join(err, ended, file.Close())
}

func (p bucketPieces) end(ctx context.Context, below string) (size int64, err error) {
	err = p.bucket.list(ctx, below, minio.ListObjectsOptions{MaxKeys: 1}, func(object minio.ObjectInfo) bool {
		last, is := segmentOf(object)
		if is {
			size = last.at + last.size
		}
		return !is
	})
	return size, err
}

func (p bucketPieces) Size(ctx context.Context, id string) (int64, error) {
	below, err := p.below(id)
	if err != nil {
		return 0, err
	}
	size, err := p.end(ctx, below)
	if err != nil {
		return 0, fmt.Errorf("look at a piece: %w", err)
	}
	return size, nil
}

func (p bucketPieces) segments(ctx context.Context, below string) ([]segment, error) {
	var all []segment
	err := p.bucket.list(ctx, below, minio.ListObjectsOptions{}, func(object minio.ObjectInfo) bool {
		if one, is := segmentOf(object); is {
			all = append(all, one)
		}
		return true
	})
	return all, err
}

func (p bucketPieces) Open(ctx context.Context, id string) (Plain, error) {
	below, err := p.below(id)
	if err != nil {
		return nil, err
	}
	segments, err := p.segments(ctx, below)
	if err != nil {
		return nil, fmt.Errorf("open a piece: %w", err)
	}
	slices.Reverse(segments)
	opened := &bucketPiece{}
	for _, one := range segments {
		if one.at != opened.size {
			return nil, fmt.Errorf("open a piece: %w: nothing is there from byte %d to %d", ErrDamaged,
				opened.size, one.at)
		}
		opened.segments = append(opened.segments, one)
		opened.parts = append(opened.parts,
			&ranged{ctx: ctx, bucket: p.bucket, key: p.bucket.prefix + one.key, size: one.size, ahead: mostAhead})
		opened.size += one.size
	}
	return opened, nil
}

type bucketPiece struct {
	segments []segment
	parts    []*ranged // of each segment
	size     int64
}

// Size is the number of bytes in it.
func (p *bucketPiece) Size() int64  { return p.size }
func (p *bucketPiece) Close() error { return nil }

func (p *bucketPiece) ReadAt(into []byte, at int64) (n int, err error) {
	first, exact := slices.BinarySearchFunc(p.segments, at,
		func(s segment, at int64) int { return int(min(max(s.at-at, -1), 1)) })
	if !exact {
		first--
	}
	for k := max(first, 0); k < len(p.segments) && n < len(into); k++ {
		read, err := p.parts[k].ReadAt(into[n:], at+int64(n)-p.segments[k].at)
		n += read
		if err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
	}
	if n < len(into) {
		err = io.EOF
	}
	return n, err
}

// Remove removes the segments, the last one first: what is left if that breaks off is a shorter piece.
func (p bucketPieces) Remove(ctx context.Context, id string) error {
	below, err := p.below(id)
	if err != nil {
		return err
	}
	segments, err := p.segments(ctx, below)
	if err != nil {
		return fmt.Errorf("remove a piece: %w", err)
	}
	for _, one := range segments {
		if err := p.bucket.remove(ctx, p.bucket.prefix+one.key); err != nil {
			return fmt.Errorf("remove a piece: %w", err)
		}
	}
	return nil
}
