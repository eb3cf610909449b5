package uploads_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"

	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/uploads"
)

func TestASecondWriterBreaksTheFirst(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
	reading, broke := make(chan struct{}), make(chan error, 1)
	go func() {
		from, to := io.Pipe()
		go func() { _, _ = io.WriteString(to, roomtest.ALog[:30]); close(reading) }()
		_, err := r.Uploads.Add(context.WithoutCancel(t.Context()), u,
			uploads.Chunk{Body: func(ctx context.Context) io.ReadCloser {
				context.AfterFunc(ctx, func() { _ = to.CloseWithError(ctx.Err()) }) // the reader is told why
				return from
			}})
		broke <- err
	}()
	<-reading
	held, err := r.Uploads.Hold(t.Context(), u)
	if err != nil || held.Offset != 30 {
		t.Fatalf("%v: %d bytes are there", err, held.Offset)
	}
	if err := <-broke; !errors.Is(err, context.Canceled) {
		t.Errorf("the first ended with %v", err)
	}
	if u = r.Receive(r.Send(held, roomtest.ALog)); u.State != uploads.Kept {
		t.Errorf("it is %+v", u)
	}
}

func TestAPartOfAnotherChecksumIsNotAdded(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
	sum := sha256.Sum256([]byte(roomtest.ALog[:10]))
	part := uploads.Chunk{SHA256: sum[:],
		Body: func(context.Context) io.ReadCloser { return io.NopCloser(strings.NewReader(roomtest.ALog[:11])) }}
	if _, err := r.Uploads.Add(t.Context(), u, part); !errors.Is(err, uploads.ErrChecksum) ||
		r.Look(u).Offset != 0 {
		t.Errorf("%v: %d bytes were added", err, r.Look(u).Offset)
	}
	part.Body = func(context.Context) io.ReadCloser { return io.NopCloser(strings.NewReader(roomtest.ALog[:10])) }
	if u, err := r.Uploads.Add(t.Context(), u, part); err != nil || u.Offset != 10 {
		t.Errorf("%v: %d bytes were added", err, u.Offset)
	}
}
