package web

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// serveUnread serves at an address of its own; a client that reads nothing for the time is let go.
func serveUnread(t *testing.T, unread time.Duration, handler http.Handler) (address string) {
	t.Helper()
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(readListener{listener, unread}) }()
	t.Cleanup(func() {
		_ = server.Close()
		<-stopped
	})
	return listener.Addr().String()
}

// TestPipelinesThatReadNothingAreClosed: 150 connections ask for long answers again and again, and read none. All are
// closed, and long before that the next reader is answered.
func TestPipelinesThatReadNothingAreClosed(t *testing.T) {
	text := bytes.Repeat([]byte("power "), 1<<20)
	var answering atomic.Int64
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answering.Add(1)
		defer answering.Add(-1)
		if r.URL.Path == "/short" {
			_, _ = io.WriteString(w, "short")
			return
		}
		_, _ = w.Write(text)
	})
	patient := serveUnread(t, time.Hour, handler)
	askAgainAndAgain(t, patient)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+patient+"/short", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	var closed sync.WaitGroup
	for _, connection := range askAgainAndAgain(t, serveUnread(t, time.Second, handler)) {
		closed.Go(func() {
			for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
				if _, err := connection.Write([]byte("GET /long HTTP/1.1\r\n")); err != nil {
					return
				}
			}
			t.Error("a connection that reads nothing stays")
		})
	}
	closed.Wait()
	for ends := time.Now().Add(patience); answering.Load() > unreadConnections; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatalf("%d answers are still being sent", answering.Load()-unreadConnections)
		}
	}
}

const unreadConnections = 150

// askAgainAndAgain asks on 150 connections for twenty long answers, and reads none.
func askAgainAndAgain(t *testing.T, address string) []net.Conn {
	t.Helper()
	connections := make([]net.Conn, unreadConnections)
	for i := range connections {
		connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close() })
		if _, err := connection.Write(bytes.Repeat([]byte("GET /long HTTP/1.1\r\nHost: green500\r\n\r\n"),
			20)); err != nil {
			t.Fatal(err)
		}
		connections[i] = connection
	}
	return connections
}

// TestAReaderWhoReadsSlowlyIsServed: what counts is that something is read, not how long all of it takes.
func TestAReaderWhoReadsSlowlyIsServed(t *testing.T) {
	const length = 8 << 20
	address := serveUnread(t, 4*time.Second, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, length))
	}))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	if err := connection.(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(connection, "GET / HTTP/1.1\r\nHost: green500\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for part := make([]byte, 64<<10); ; time.Sleep(50 * time.Millisecond) {
		n, err := answer.Body.Read(part)
		read += n
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("after %d bytes: %v", read, err)
		}
	}
	if read != length {
		t.Errorf("%d bytes came", read)
	}
}
