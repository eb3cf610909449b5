package main

import (
	"bytes"
	"context"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// saidSoFar is what a process wrote, read while it runs.
type saidSoFar struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (s *saidSoFar) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(p)
}

func (s *saidSoFar) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// TestPipelinesLeaveFilesForOthers: a server that may have 256 files open answers the next visitor while 150
// connections ask for page after page and read nothing, and for as long as they stay.
func TestPipelinesLeaveFilesForOthers(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to limit files")
	}
	path, err := exec.LookPath("green500") // the test itself, under that name
	must(t, err)
	at, said := free(t), &saidSoFar{}
	running := exec.CommandContext(context.WithoutCancel(t.Context()), shell, "-c", `ulimit -n 256; exec "$0" "$@"`,
		path, "serve", "--addr", at, "--data", filepath.Join(t.TempDir(), "data"))
	running.Stderr = said
	must(t, running.Start())
	t.Cleanup(func() { _ = running.Process.Kill(); _ = running.Wait() })
	until(t, "the server answers", func() bool { return answers(t, at) })
	const connections, requests = 150, 40
	for range connections {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", at)
		must(t, err)
		t.Cleanup(func() { _ = connection.Close() })
		must(t, connection.SetWriteDeadline(time.Now().Add(time.Second)))
		// as much as is taken
		_, _ = connection.Write(bytes.Repeat([]byte("GET /rules HTTP/1.1\r\nHost: "+at+"\r\n\r\n"), requests))
	}
	for range 20 {
		if !answers(t, at) {
			t.Error("the next visitor gets no answer")
		}
		time.Sleep(50 * time.Millisecond)
	}
	if text := said.String(); strings.Contains(text, "too many open files") {
		t.Errorf("the server ran out of files:\n%s", text)
	}
}
