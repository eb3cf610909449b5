package blobs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7"
)

// mostAhead is how many blocks are read in one request if somebody reads on and on.
const mostAhead = 16

type ranged struct {
	ctx    context.Context
	bucket *Bucket
	key    string
	size   int64

	mutex sync.Mutex
	next  int64 // the block that the reader wants next
	ahead int64 // blocks that are read together there
}

// OpenPlain opens a plain blob with one request, which brings its end too: there its table of contents is.
func (b *Bucket) OpenPlain(ctx context.Context, digest string) (Plain, error) {
	key, err := b.key(digest, plain)
	if err != nil {
		return nil, err
	}
	size, err := b.openEnd(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open the blob %s: %w", digest, err)
	}
	return &ranged{ctx: ctx, bucket: b, key: key, size: size}, nil
}

// openUnheld reads a plain blob as the object store has it, and holds it against its digest on the way.
func (b *Bucket) openUnheld(ctx context.Context, digest string) (io.ReadCloser, error) {
	key, err := b.key(digest, plain)
	if err != nil {
		return nil, err
	}
	stream, err := b.stream(ctx, key, 0, 0)
	if err != nil {
		return nil, fmt.Errorf("open the blob %s: %w", digest, err)
	}
	return prove(ctx, digest, plain, stream), nil
}

// openEnd returns the size of an object, and has its end at hand if that takes no other request.
func (b *Bucket) openEnd(ctx context.Context, key string) (size int64, err error) {
	request := b.begin(ctx)
	defer request.end()
	var options minio.GetObjectOptions
	if err := options.SetRange(0, -blockSize); err != nil {
		return 0, err
	}
	body, info, header, err := b.core.GetObject(request.ctx, b.name, key, options)
	if err != nil {
		failed := request.failure("read an object", err)
		if answer := minio.ToErrorResponse(err); answer.Code == minio.InvalidRange { // of nothing there is no end
			return 0, nil
		}
		return 0, failed
	}
	defer func() { _ = body.Close() }() // it was only read
	size = info.Size
	if _, total, told := strings.Cut(header.Get("Content-Range"), "/"); told {
		if size, err = strconv.ParseInt(total, 10, 64); err != nil {
			return 0, fmt.Errorf("read an object: %w: its size is stated as %.40q", ErrUnavailable, total)
		}
	}
	end := make([]byte, info.Size)
	if _, err := io.ReadFull(body, end); err != nil {
		return 0, request.failure("read an object", err)
	}
	b.keepEnd(key, size, end)
	return size, nil
}

// keepEnd puts those blocks into the cache of which the end of an object has all.
func (b *Bucket) keepEnd(key string, size int64, end []byte) {
	from := size - int64(len(end))
	first, last := (from+blockSize-1)/blockSize, (size-1)/blockSize
	if size == 0 || first > last {
		return
	}
	_, mine := b.blocks.take(key, first, last)
	for _, one := range mine {
		at := one.name.index*blockSize - from
		b.blocks.finish(one, bytes.Clone(end[at:min(at+blockSize, int64(len(end)))]), nil)
	}
}

// Size is the number of bytes in it.
func (r *ranged) Size() int64 { return r.size }

// Close does nothing: blocks stay for the next reader.
func (r *ranged) Close() error { return nil }

// ReadAt reads what lies in blocks that were not read yet, and returns io.EOF as readers do.
func (r *ranged) ReadAt(into []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, fmt.Errorf("read an object: %d is before its beginning", at)
	}
	if at >= r.size {
		return 0, io.EOF
	}
	wanted := min(int64(len(into)), r.size-at)
	if wanted == 0 {
		return 0, nil
	}
	for _, one := range r.take(at/blockSize, (at+wanted-1)/blockSize) {
		select {
		case <-one.done:
		case <-r.ctx.Done():
			return n, r.ctx.Err()
		}
		if one.err != nil {
			return n, one.err
		}
		n += copy(into[n:wanted], one.bytes[at+int64(n)-one.name.index*blockSize:])
	}
	if n < len(into) {
		err = io.EOF
	}
	return n, err
}

// take has the blocks read that nobody reads yet, each stretch of them by one request. Requests outlive the reader that
// asked: others may wait for the same blocks.
func (r *ranged) take(first, last int64) []*block {
	all, mine := r.bucket.blocks.take(r.key, first, max(last, r.until(first, last)))
	for len(mine) > 0 {
		stretch := 1
		for stretch < len(mine) && stretch < mostAhead && mine[stretch].name.index == mine[stretch-1].name.index+1 {
			stretch++
		}
		go r.bucket.readBlocks(context.WithoutCancel(r.ctx), r.size, mine[:stretch])
		mine = mine[stretch:]
	}
	return all[:last-first+1]
}

// until is the last block to read if first is lacking: ever more for a reader that goes on where it ended.
func (r *ranged) until(first, last int64) int64 {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	readsOn := first == r.next || first == r.next-1
	r.next = last + 1
	switch {
	case !r.bucket.blocks.lacks(r.key, last):
		return last
	case readsOn:
		r.ahead = min(2*max(r.ahead, 1), mostAhead)
	default:
		r.ahead = 1
	}
	return min(last+r.ahead, (r.size-1)/blockSize+1) - 1
}

// readBlocks reads blocks that follow each other. Each has memory of its own, which is given back with it.
func (b *Bucket) readBlocks(ctx context.Context, size int64, blocks []*block) {
	first, last := blocks[0], blocks[len(blocks)-1]
	stream, err := b.stream(ctx, first.name.key, first.name.index*blockSize, min((last.name.index+1)*blockSize, size))
	for _, one := range blocks {
		var read []byte
		if err == nil {
			read = make([]byte, min(blockSize, size-one.name.index*blockSize))
			_, err = io.ReadFull(stream, read)
		}
		b.blocks.finish(one, read, err)
	}
	if stream != nil {
		_ = stream.Close() // it was only read
	}
}
