package blobs

import (
	"context"
	"errors"
	"io"
)

// The steps that a trace is told of.
const (
	StepPut      = "keep a blob"
	StepOpen     = "read a blob"
	StepPlain    = "open readings"
	StepPutPlain = "keep readings"
	StepAppend   = "add to an upload"
)

type tracer func(ctx context.Context, step string) (context.Context, func(error))

// Traced returns blobs that report their steps to a trace.
func Traced(blobs Blobs, trace func(ctx context.Context, step string) (context.Context, func(error))) Blobs {
	return tracedBlobs{blobs, trace}
}

// Untraced returns the blobs below a trace.
func Untraced(blobs Blobs) Blobs {
	if traced, is := blobs.(tracedBlobs); is {
		return traced.Blobs
	}
	return blobs
}

// tracedFailure returns the errors that a trace counts as failures: a missing blob is an answer.
func tracedFailure(err error) error {
	if errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

type tracedBlobs struct {
	Blobs
	trace tracer
}

func (b tracedBlobs) Room() (free int64, known bool) {
	if blobs, can := b.Blobs.(Limited); can {
		return blobs.Room()
	}
	return 0, false
}

func (b tracedBlobs) Put(ctx context.Context, r io.Reader) (Blob, error) {
	ctx, end := b.trace(ctx, StepPut)
	blob, err := b.Blobs.Put(ctx, r)
	end(tracedFailure(err))
	return blob, err
}

// PutPlain keeps bytes as Blobs does.
func (b tracedBlobs) PutPlain(ctx context.Context, content *io.SectionReader) (Blob, error) {
	ctx, end := b.trace(ctx, StepPutPlain)
	blob, err := b.Blobs.PutPlain(ctx, content)
	end(tracedFailure(err))
	return blob, err
}

func (b tracedBlobs) OpenPlain(ctx context.Context, digest string) (Plain, error) {
	ctx, end := b.trace(ctx, StepPlain)
	opened, err := b.Blobs.OpenPlain(ctx, digest)
	end(tracedFailure(err))
	return opened, err
}

// Open opens a blob as Blobs does; the step ends when it is closed.
func (b tracedBlobs) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	ctx, end := b.trace(ctx, StepOpen)
	opened, err := b.Blobs.Open(ctx, digest)
	if err != nil {
		end(tracedFailure(err))
		return nil, err
	}
	return &tracedReader{ReadCloser: opened, end: end}, nil
}

type tracedReader struct {
	io.ReadCloser
	end    func(error)
	failed error
}

func (r *tracedReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

func (r *tracedReader) Close() error {
	err := r.ReadCloser.Close()
	r.end(tracedFailure(errors.Join(r.failed, err)))
	return err
}

func (b tracedBlobs) Pieces() Pieces { return tracedPieces{b.Blobs.Pieces(), b.trace} }

type tracedPieces struct {
	Pieces
	trace tracer
}

func (p tracedPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	ctx, end := p.trace(ctx, StepAppend)
	size, err := p.Pieces.Append(ctx, id, offset, r)
	end(tracedFailure(err))
	return size, err
}
