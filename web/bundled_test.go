package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"testing"
)

// TestABundledAnswerArrivesWhole: whatever its length is, alone and right after another on the same connection, with and
// without a length that was told, and from many at once.
func TestABundledAnswerArrivesWhole(t *testing.T) {
	text := func(length int) []byte { return bytes.Repeat([]byte("0123456789abcdef"), length/16+1)[:length] }
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		length, _ := strconv.Atoi(r.URL.Query().Get("length"))
		if r.URL.Query().Has("told") {
			w.Header().Set("Content-Length", strconv.Itoa(length))
		}
		if r.Method != http.MethodHead {
			bundle(r.Context(), length)
			_, _ = w.Write(text(length))
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	listener, err := Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- Serve(ctx, listener, handler, slog.New(slog.DiscardHandler)) }()
	at := "http://" + listener.Addr().String()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, length := range []int{0, 1, roomOfHead - 200, roomOfHead - 1, roomOfHead, roomOfHead + 1, 2*roomOfHead - 100, 2 * roomOfHead, 2*roomOfHead + 1, 50_000, 3 << 20, 17} {
				for _, method := range []string{http.MethodGet, http.MethodHead} {
					for _, told := range []string{"", "&told"} {
						request, _ := http.NewRequestWithContext(t.Context(), method, at+"/?length="+strconv.Itoa(length)+told, nil)
						answer, err := http.DefaultClient.Do(request)
						if err != nil {
							t.Error(err)
							return
						}
						got, err := io.ReadAll(answer.Body)
						_ = answer.Body.Close()
						if want := text(length); err != nil || method == http.MethodGet && !bytes.Equal(got, want) || method == http.MethodHead && len(got) > 0 {
							t.Errorf("%s of %d bytes%s brings %d, %v", method, length, told, len(got), err)
						}
					}
				}
			}
		})
	}
	group.Wait()
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
