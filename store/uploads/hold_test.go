package uploads_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/blobs"
	"green500/store/roomtest"
	"green500/store/uploads"
)

// slowBody gives its bytes and then waits until it is told to break off.
type slowBody struct {
	io.Reader
	waits chan struct{} // closed once all was read
	ctx   context.Context
}

func (b *slowBody) Read(into []byte) (int, error) {
	n, err := b.Reader.Read(into)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	close(b.waits)
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

func (b *slowBody) Close() error { return nil }

// TestAnUploadGoesOnAtAnotherServer: a sender that lost its server without knowing goes on at another, which
// has the first break off and keeps what arrived there.
func TestAnUploadGoesOnAtAnotherServer(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		other := r.Beside()
		u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
		waits, broken := make(chan struct{}), make(chan error, 1)
		go func() {
			_, err := r.Uploads.Add(t.Context(), u,
				uploads.Chunk{Body: func(ctx context.Context) io.ReadCloser {
					return &slowBody{strings.NewReader(roomtest.ALog[:20]), waits, ctx}
				}})
			broken <- err
		}()
		<-waits
		told, err := other.Uploads.Hold(t.Context(), u)
		if err != nil || told.Offset != 20 {
			t.Fatalf("the other server knows of %d bytes: %v", told.Offset, err)
		}
		if err := <-broken; !errors.Is(err, context.Canceled) {
			t.Errorf("the first broke off with %v", err)
		}
		told, err = other.Uploads.Add(t.Context(), told,
			roomtest.Chunk(20, strings.NewReader(roomtest.ALog[20:])))
		if err != nil || told.State != uploads.Arrived {
			t.Fatalf("it is %+v: %v", told, err)
		}
		if got := r.Receive(told); got.State != uploads.Kept {
			t.Errorf("it is %+v", got)
		}
	})
}

// TestAnUploadGoesOnAtOnceAfterAKill: nobody waits for the term of a server that was killed.
func TestAnUploadGoesOnAtOnceAfterAKill(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
		if err := r.Uploads.DieWriting(t.Context(), u.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Uploads.Hold(t.Context(), u); err != nil { // as the sender asks how much arrived
			t.Fatal(err)
		}
		if u = r.Send(u, roomtest.ALog); u.State != uploads.Arrived {
			t.Errorf("it is %+v", u)
		}
	})
}

// TestAServerThatDiedWritesNoMore: after its term another goes on.
func TestAServerThatDiedWritesNoMore(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
		if err := r.Uploads.DieWriting(t.Context(), u.ID); err != nil {
			t.Fatal(err)
		}
		r.Clock.Advance(uploads.WriterTerm)
		if u = r.Send(u, roomtest.ALog); u.State != uploads.Arrived {
			t.Errorf("it is %+v", u)
		}
	})
}

// TestWhoeverIsOvertakenIsToldSo: somebody waits for a server that died, and the next one wants to write before they
// could.
func TestWhoeverIsOvertakenIsToldSo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.Begin(r.Fresh(), "a.csv", roomtest.ALog)
		if err := r.Uploads.DieWriting(t.Context(), u.ID); err != nil {
			t.Fatal(err)
		}
		hold := func() <-chan error {
			held := make(chan error, 1)
			go func() {
				_, err := r.Uploads.Hold(t.Context(), u)
				held <- err
			}()
			return held
		}
		first := hold()
		for heir := ""; heir == ""; time.Sleep(time.Millisecond) {
			var err error
			if heir, err = r.Uploads.HeirOf(t.Context(), u.ID); err != nil {
				t.Fatal(err)
			}
		}
		second := hold()
		if err := <-first; !errors.Is(err, blobs.ErrBusy) {
			t.Errorf("the first is told %v", err)
		}
		r.Clock.Advance(uploads.WriterTerm)
		if err := <-second; err != nil {
			t.Errorf("the second is told %v", err)
		}
	})
}

// TestTwoWhoAddAtOneOffsetDoNotBothWin: what one was told is kept is what lies there.
func TestTwoWhoAddAtOneOffsetDoNotBothWin(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		servers := []*store.Store{r.Store, r.Beside()}
		for range 5 {
			u := r.Begin(r.Fresh(), "a.csv", strings.Repeat("x", 1000))
			won := make(chan byte, 2)
			for i, server := range servers {
				go func() {
					mine := byte('a' + i)
					ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
					defer cancel()
					if _, err := server.Uploads.Add(ctx, u,
						roomtest.Chunk(0, bytes.NewReader(bytes.Repeat([]byte{mine}, 500)))); err != nil {
						mine = 0
					}
					won <- mine
				}()
			}
			first, second := <-won, <-won
			if (first == 0) == (second == 0) {
				t.Fatalf("won: %q and %q", first, second)
			}
			piece, err := r.Blobs().Pieces().Open(t.Context(), u.ID)
			if err != nil {
				t.Fatal(err)
			}
			held, err := io.ReadAll(io.NewSectionReader(piece, 0, piece.Size()))
			if err != nil || piece.Close() != nil || !bytes.Equal(held, bytes.Repeat([]byte{first + second}, 500)) {
				t.Fatalf("there are %d bytes of another, %v", len(held), err)
			}
		}
	})
}
