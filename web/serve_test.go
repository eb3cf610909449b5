package web_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"green500/web"
)

// TestStoppingLetsRequestsFinish: a request that runs when the server is told to stop is answered,
// and nothing new is taken.
func TestStoppingLetsRequestsFinish(t *testing.T) {
	running, finish := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(running)
		<-finish
		_, _ = io.WriteString(w, "done")
	})
	ctx, stop := context.WithCancel(t.Context())
	listener, err := web.Listen(ctx, "127.0.0.1:0")
	must(t, err)
	stopped := make(chan error, 1)
	go func() { stopped <- web.Serve(ctx, listener, slow, slog.New(slog.DiscardHandler)) }()
	at := "http://" + listener.Addr().String()
	answered := make(chan string, 1)
	go func() { answered <- get(t, at) }()
	<-running
	stop()
	untilClosed(t, strings.TrimPrefix(at, "http://"))
	close(finish)
	if got := <-answered; got != "done" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-stopped; err != nil {
		t.Errorf("stopping failed: %v", err)
	}
}

// untilClosed waits until nobody listens at an address.
func untilClosed(t *testing.T, address string) {
	t.Helper()
	for {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
		if err != nil {
			return
		}
		_ = connection.Close()
	}
}

// get returns the text of an answer; it is empty if there was none.
func get(t *testing.T, address string) string {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	answer, err := new(http.Client).Do(request)
	if err != nil {
		return ""
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return ""
	}
	return string(text)
}

func TestATakenAddressIsSaid(t *testing.T) {
	listener, err := web.Listen(t.Context(), "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	_, err = web.Listen(t.Context(), listener.Addr().String())
	if err == nil || !strings.Contains(err.Error(), "listen at") {
		t.Errorf("said %v", err)
	}
}
