package web_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
)

// slowReader takes nothing of an answer until it is let.
type slowReader struct {
	*httptest.ResponseRecorder
	begins func()
	let    <-chan struct{}
}

func (s *slowReader) Write(text []byte) (int, error) {
	s.begins()
	<-s.let
	return s.ResponseRecorder.Write(text)
}

// TestWhoReadsSlowlyKeepsNobodyWaiting: far more people than there are turns take nothing of a page that was made for
// them.
func TestWhoReadsSlowlyKeepsNobodyWaiting(t *testing.T) {
	h := open(t)
	handler := h.server.Config.Handler
	many := 8 * runtime.GOMAXPROCS(0)
	let := make(chan struct{})
	var made, read sync.WaitGroup
	made.Add(many)
	for range many {
		slow := &slowReader{httptest.NewRecorder(), sync.OnceFunc(made.Done), let}
		read.Go(func() {
			handler.ServeHTTP(slow, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/login", nil))
			if slow.Code != http.StatusOK || slow.Body.Len() == 0 {
				t.Errorf("a slow reader gets %d and %d bytes", slow.Code, slow.Body.Len())
			}
		})
	}
	made.Wait()
	quick := httptest.NewRecorder()
	handler.ServeHTTP(quick, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/login", nil))
	if quick.Code != http.StatusOK || quick.Body.Len() == 0 {
		t.Errorf("the next reader gets %d and %d bytes", quick.Code, quick.Body.Len())
	}
	close(let)
	read.Wait()
}
