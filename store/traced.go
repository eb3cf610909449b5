package store

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	"gorm.io/gorm"
)

// Trace is told when a step of the work begins: what it is called and, of what it returns, the function to call when the step
// has ended, with the error that it ended with. Names are few, and tell nothing of people or entries.
type Trace func(ctx context.Context, step string) (context.Context, func(error))

// The steps that a Trace is told of beside statements, which are "database" and what is done, such as "database query", and
// jobs, which are their kind.
const (
	StepPut      = "keep a blob"
	StepOpen     = "read a blob"
	StepPlain    = "open readings"
	StepPutPlain = "keep readings"
	StepAppend   = "add to an upload"
	StepGrade    = "grade"
)

// Begin tells a trace, where there is one.
func (t Trace) Begin(ctx context.Context, step string) (context.Context, func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	return t(ctx, step)
}

const stepKey = "green500:step"

// traceStatements tells a trace of every statement, by what it does and never by what it holds.
func traceStatements(db *gorm.DB, trace Trace) error {
	begin := func(step string) func(*gorm.DB) {
		return func(tx *gorm.DB) {
			_, end := trace(tx.Statement.Context, "database "+step)
			tx.InstanceSet(stepKey, end)
		}
	}
	end := func(tx *gorm.DB) {
		begun, _ := tx.InstanceGet(stepKey)
		if end, is := begun.(func(error)); is {
			end(failure(tx.Error))
		}
	}
	on := db.Callback()
	const before, after = "green500:step begins", "green500:step ends"
	return errors.Join(
		on.Create().Before("gorm:create").Register(before, begin("create")), on.Create().After("gorm:create").Register(after, end),
		on.Query().Before("gorm:query").Register(before, begin("query")), on.Query().After("gorm:query").Register(after, end),
		on.Update().Before("gorm:update").Register(before, begin("update")), on.Update().After("gorm:update").Register(after, end),
		on.Delete().Before("gorm:delete").Register(before, begin("delete")), on.Delete().After("gorm:delete").Register(after, end),
		on.Row().Before("gorm:row").Register(before, begin("row")), on.Row().After("gorm:row").Register(after, end),
		on.Raw().Before("gorm:raw").Register(before, begin("execute")), on.Raw().After("gorm:raw").Register(after, end),
	)
}

// failure is an error that is one: that a row is not there is an answer.
func failure(err error) error {
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Taken is how many bytes came in by resumable uploads, and how many of uploads were read, since the program started.
func (s *Store) Taken() (received, read int64) { return s.taken.received.Load(), s.taken.read.Load() }

type taken struct{ received, read atomic.Int64 }

// tracedBlobs are blobs of which a trace is told.
type tracedBlobs struct {
	Blobs
	trace Trace
}

// Room is that of the blobs.
func (b tracedBlobs) Room() (free int64, known bool) {
	if blobs, can := b.Blobs.(roomed); can {
		return blobs.Room()
	}
	return 0, false
}

// Put keeps a blob as Blobs does.
func (b tracedBlobs) Put(ctx context.Context, r io.Reader) (Blob, error) {
	ctx, end := b.trace(ctx, StepPut)
	blob, err := b.Blobs.Put(ctx, r)
	end(failure(err))
	return blob, err
}

// PutPlain keeps bytes as Blobs does.
func (b tracedBlobs) PutPlain(ctx context.Context, content *io.SectionReader) (Blob, error) {
	ctx, end := b.trace(ctx, StepPutPlain)
	blob, err := b.Blobs.PutPlain(ctx, content)
	end(failure(err))
	return blob, err
}

// OpenPlain opens readings as Blobs does.
func (b tracedBlobs) OpenPlain(ctx context.Context, digest string) (Plain, error) {
	ctx, end := b.trace(ctx, StepPlain)
	opened, err := b.Blobs.OpenPlain(ctx, digest)
	end(failure(err))
	return opened, err
}

// Open opens a blob as Blobs does; the step ends when it is closed.
func (b tracedBlobs) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	ctx, end := b.trace(ctx, StepOpen)
	opened, err := b.Blobs.Open(ctx, digest)
	if err != nil {
		end(failure(err))
		return nil, err
	}
	return &tracedReader{ReadCloser: opened, end: end}, nil
}

type tracedReader struct {
	io.ReadCloser
	end    func(error)
	failed error
}

// Read reads on.
func (r *tracedReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

// Close ends the step.
func (r *tracedReader) Close() error {
	err := r.ReadCloser.Close()
	r.end(failure(errors.Join(r.failed, err)))
	return err
}

// Pieces are traced where they are added to.
func (b tracedBlobs) Pieces() Pieces { return tracedPieces{b.Blobs.Pieces(), b.trace} }

type tracedPieces struct {
	Pieces
	trace Trace
}

// Append adds to a piece as Pieces does.
func (p tracedPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	ctx, end := p.trace(ctx, StepAppend)
	size, err := p.Pieces.Append(ctx, id, offset, r)
	end(failure(err))
	return size, err
}
