package blobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// Bucket keeps blobs as objects of an S3-compatible object store. An object is there whole or not at all, so what
// is sent is laid out on this machine first, under its digest. Names are those of a Folder.
type Bucket struct {
	core    minio.Core
	name    string
	prefix  string
	scratch *Folder // for files that never become blobs
	blocks  *blockCache
}

const (
	connections    = 64               // that are kept open: as many readers as a replica serves at once
	answerTime     = 10 * time.Second // that an object store may take to begin an answer
	requestTries   = 3                // of a request that failed for no reason of ours
	stalled        = 20 * time.Second // without a byte moved, a request is given up
	wholePut       = 64 << 20         // bytes that are sent as one; more go in parts of that size
	smallInMemory  = 256 << 10        // bytes of a file on its way that needs no disk
	blockMemory    = 64 << 20         // bytes of blocks that all readers share
	conditionProbe = "probe/"
)

// OpenBucket opens the bucket at a location and tries it: that it can be written to, and that it holds to conditions,
// without which two servers could add to an upload at the same place. It removes what a writer left that died on the
// way.
func OpenBucket(ctx context.Context, at Location) (*Bucket, error) {
	b, err := newBucket(at)
	if err != nil {
		return nil, err
	}
	if err := b.try(ctx); err != nil {
		return nil, fmt.Errorf("open the bucket %s: %w", b.name, explained(err))
	}
	b.forgetParts(ctx)
	return b, nil
}

// forgetParts gives up what a writer sent in parts that died on the way. If that may not be listed, a rule of the
// object store has to do it.
func (b *Bucket) forgetParts(ctx context.Context) {
	request := b.begin(ctx)
	defer request.end()
	for left := range b.core.ListIncompleteUploads(request.ctx, b.name, b.prefix, true) {
		if left.Err == nil && time.Since(left.Initiated) > abandoned {
			_ = b.core.AbortMultipartUpload(request.ctx, b.name, left.Key, left.UploadID) // the next start tries again
		}
	}
}

// newBucket asks nothing of the object store.
func newBucket(at Location) (*Bucket, error) {
	said, err := at.address()
	if err != nil {
		return nil, err
	}
	secure := said.endpoint.Scheme == "https"
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, fmt.Errorf("open the bucket %s: %w", said.bucket, err)
	}
	transport.ResponseHeaderTimeout = answerTime
	transport.MaxIdleConnsPerHost = connections
	options := &minio.Options{
		Creds: credentials.NewStaticV4(at.AccessKey, at.SecretKey, ""), Secure: secure, Transport: transport,
		Region: said.region, MaxRetries: requestTries, BucketLookup: minio.BucketLookupPath,
	}
	if said.endpoint.String() == amazon {
		options.BucketLookup = minio.BucketLookupDNS
	}
	core, err := minio.NewCore(said.endpoint.Host, options)
	if err != nil {
		return nil, fmt.Errorf("open the bucket %s: %w", said.bucket, err)
	}
	scratch, err := OpenFolder(at.Scratch)
	if err != nil {
		return nil, err
	}
	return &Bucket{core: *core, name: said.bucket, prefix: said.prefix, scratch: scratch,
		blocks: newBlockCache(blockMemory)}, nil
}

// try writes an object twice that may be written once.
func (b *Bucket) try(ctx context.Context) error {
	key := b.prefix + conditionProbe + rand.Text()
	content := strings.NewReader("green500")
	if err := b.create(ctx, key, content, content.Size()); err != nil {
		return err
	}
	again := b.create(ctx, key, content, content.Size())
	if err := b.remove(ctx, key); err != nil {
		return err
	}
	if again == nil {
		return &power.InputError{Field: "--blobs", Problem: "the object store does not hold to If-None-Match, " +
			"so two servers could write at the same place", Remedy: "use one that does, or a folder"}
	}
	if !errors.Is(again, errTaken) {
		return again
	}
	return nil
}

func (b *Bucket) key(digest string, as form) (string, error) {
	if err := CheckDigest(digest); err != nil {
		return "", err
	}
	return b.prefix + digest[:2] + "/" + digest[2:] + string(as), nil
}

func (b *Bucket) put(ctx context.Context, key string, content io.ReaderAt, size int64) error {
	return b.send(ctx, key, content, size, minio.PutObjectOptions{PartSize: wholePut})
}

const mark = "Writer"

// create writes an object if there is none yet, or returns errTaken. An answer that was lost may have been that
// it was written: then the object bears our mark.
func (b *Bucket) create(ctx context.Context, key string, content io.ReaderAt, size int64) error {
	ours := rand.Text()
	options := minio.PutObjectOptions{DisableMultipart: true, UserMetadata: map[string]string{mark: ours}}
	options.SetMatchETagExcept("*")
	err := b.send(ctx, key, content, size, options)
	if !errors.Is(err, errTaken) {
		return err
	}
	request := b.begin(ctx)
	defer request.end()
	there, failed := b.core.StatObject(request.ctx, b.name, key, minio.StatObjectOptions{})
	if failed != nil {
		return request.failure("look at an object", failed)
	}
	if there.UserMetadata[mark] == ours {
		return nil
	}
	return err
}

func (b *Bucket) send(ctx context.Context, key string, content io.ReaderAt, size int64,
	options minio.PutObjectOptions) error {
	request := b.begin(ctx)
	defer request.end()
	_, err := b.core.Client.PutObject(request.ctx, b.name, key, io.NewSectionReader(getting{request, content}, 0, size),
		size, options)
	if err != nil {
		return request.failure("write an object", err)
	}
	return nil
}

func (b *Bucket) remove(ctx context.Context, key string) error {
	request := b.begin(ctx)
	defer request.end()
	err := b.core.RemoveObject(request.ctx, b.name, key, minio.RemoveObjectOptions{})
	if err == nil {
		return nil
	}
	if err := request.failure("remove an object", err); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// list visits the objects below a name in the order of their names, until visit returns false. Names of folders are
// visited instead of what is in them if flat is not set.
func (b *Bucket) list(ctx context.Context, below string, options minio.ListObjectsOptions,
	visit func(minio.ObjectInfo) bool) error {
	request := b.begin(ctx)
	defer request.end()
	options.Prefix = b.prefix + below
	for object := range b.core.ListObjectsIter(request.ctx, b.name, options) {
		request.moved()
		if object.Err != nil {
			return request.failure("list objects", object.Err)
		}
		if object.Key = strings.TrimPrefix(object.Key, b.prefix); !visit(object) {
			return nil
		}
	}
	if err := request.ctx.Err(); err != nil { // the listing just ends then
		return request.failure("list objects", err)
	}
	return nil
}

// Scratch makes a file on this machine; what is small stays in memory.
func (b *Bucket) Scratch() (canonical.File, error) { return b.layOut() }

func (b *Bucket) layOut() (canonical.File, error) {
	return canonical.MemoryUpTo(smallInMemory, b.scratch.Scratch)()
}
