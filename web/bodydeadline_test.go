package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// impatient is a server that reads what is sent to /read and nothing of what is sent elsewhere.
func impatient(t *testing.T, p bodyDeadline) (address string) {
	t.Helper()
	p.Now = time.Now
	server := httptest.NewServer(p.over(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/read" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		text, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusRequestTimeout)
			return
		}
		_, _ = w.Write(text)
	})))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// dial begins a request with a body of 1,000 bytes of which none is sent.
func dial(t *testing.T, address, method, path string) net.Conn {
	t.Helper()
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if _, err := fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", method,
		path); err != nil {
		t.Fatal(err)
	}
	return connection
}

// closes fails the test unless a server answers with a status and closes the connection.
func closes(t *testing.T, connection net.Conn, status int) {
	t.Helper()
	from := bufio.NewReader(connection)
	answer, err := http.ReadResponse(from, nil)
	if err != nil || answer.StatusCode != status {
		t.Fatalf("answered %v, %v", answer, err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	if _, err := from.ReadByte(); err == nil { // waits until it is closed
		t.Error("the connection goes on")
	}
}

func TestASilentBodyIsBrokenOff(t *testing.T) {
	at := impatient(t, bodyDeadline{silence: 50 * time.Millisecond, slowest: 1, rest: 50 * time.Millisecond})
	closes(t, dial(t, at, http.MethodPost, "/read"), http.StatusRequestTimeout)
}

func TestABodyThatTricklesIsBrokenOff(t *testing.T) {
	at := impatient(t, bodyDeadline{silence: 300 * time.Millisecond, slowest: 1 << 40, rest: 50 * time.Millisecond})
	connection := dial(t, at, http.MethodPost, "/read")
	go func() {
		var err error
		for err == nil {
			_, err = connection.Write([]byte("x"))
			time.Sleep(10 * time.Millisecond)
		}
	}()
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil || answer.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("answered %v, %v", answer, err)
	}
	_ = answer.Body.Close()
}

// TestWhatNobodyReadsIsNotWaitedFor: a request is answered without its body, which net/http would wait for.
func TestWhatNobodyReadsIsNotWaitedFor(t *testing.T) {
	at := impatient(t, bodyDeadline{silence: time.Hour, slowest: 1, rest: 50 * time.Millisecond})
	for _, method := range []string{http.MethodPost, http.MethodPatch, http.MethodGet} {
		closes(t, dial(t, at, method, "/elsewhere"), http.StatusUnauthorized)
	}
}

// TestWhoeverSendsIsWaitedFor, and the connection goes on, however long the answer took.
func TestWhoeverSendsIsWaitedFor(t *testing.T) {
	at := impatient(t, bodyDeadline{silence: time.Hour, slowest: 1 << 10, rest: time.Hour})
	connection := dial(t, at, http.MethodPost, "/read")
	from := bufio.NewReader(connection)
	for again := range 3 {
		if again > 0 {
			_, _ = fmt.Fprint(connection, "POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
		}
		for range 1000 {
			if _, err := connection.Write([]byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || len(text) != 1000 || answer.StatusCode != http.StatusOK {
			t.Errorf("answered %d, %d bytes, %v", answer.StatusCode, len(text), err)
		}
		_ = answer.Body.Close()
	}
}
