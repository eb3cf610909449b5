package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/review"
)

// balancer passes requests on to those of several servers that say they are ready, in turn. Like a proxy that is set up
// with care it asks another only if the first took no byte of the request.
type balancer struct {
	servers []*balanced
	asked   atomic.Int64
}

type balanced struct {
	address string
	ready   atomic.Bool
}

// watch asks every server whether it is ready, until the context ends.
func (b *balancer) watch(ctx context.Context) {
	const pause = 20 * time.Millisecond
	for ctx.Err() == nil {
		for _, one := range b.servers {
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+one.address+"/readyz", nil)
			if err != nil {
				return
			}
			answer, err := http.DefaultClient.Do(request)
			one.ready.Store(err == nil && answer.StatusCode == http.StatusOK)
			if err == nil {
				_ = answer.Body.Close()
			}
		}
		time.Sleep(pause)
	}
}

// DialContext reaches a server that is ready, or another that is.
func (b *balancer) DialContext(ctx context.Context, network, _ string) (net.Conn, error) {
	err := errors.New("no server is ready")
	for range 2 * len(b.servers) {
		one := b.servers[int(b.asked.Add(1))%len(b.servers)]
		if !one.ready.Load() {
			continue
		}
		var reached net.Conn
		if reached, err = new(net.Dialer).DialContext(ctx, network, one.address); err == nil {
			return reached, nil
		}
	}
	return nil, err
}

// balance serves a balancer of its own port, until the test ends.
func balance(t *testing.T, addresses ...string) (*balancer, *url.URL) {
	t.Helper()
	b := &balancer{}
	for _, address := range addresses {
		b.servers = append(b.servers, &balanced{address: address})
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() { defer close(ended); b.watch(ctx) }()
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "balanced"})
			r.Out.Host = r.In.Host
		},
		Transport: &http.Transport{DialContext: b.DialContext, DisableKeepAlives: true},
	})
	t.Cleanup(func() { server.Close(); stop(); <-ended })
	at, err := url.Parse(server.URL)
	must(t, err)
	return b, at
}

// replica is one of several servers, as a process of its own.
type replica struct {
	*testing.T
	address string
	flags   []string
	running *exec.Cmd
}

func (r *replica) start() {
	r.Helper()
	path, err := exec.LookPath("green500") // the test itself, under that name
	must(r.T, err)
	r.running = exec.CommandContext(context.WithoutCancel(r.Context()), path,
		append([]string{"serve", "--addr", r.address}, r.flags...)...)
	r.running.Stdout, r.running.Stderr = io.Discard, r.Output()
	must(r.T, r.running.Start())
	for ends := time.Now().Add(patience); !answers(r.T, r.address); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(ends) {
			r.Fatal("the server does not answer")
		}
	}
}

// stop asks the server to stop, and waits until it has.
func (r *replica) stop() {
	r.Helper()
	must(r.T, r.running.Process.Signal(syscall.SIGTERM))
	if err := r.running.Wait(); err != nil {
		r.Errorf("the server stopped with %v", err)
	}
}

// until waits for what comes about by itself.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for ends := time.Now().Add(patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatal("it did not come about that " + what)
		}
	}
}

// TestARollingRestartDropsNothing restarts two servers one after the other while people save, send files and read: no
// request fails, and what was acknowledged is there.
func TestARollingRestartDropsNothing(t *testing.T) {
	t.Parallel()
	data, database := t.TempDir(), storetest.Postgres(t)
	var replicas []*replica
	for range 2 {
		replicas = append(replicas, &replica{T: t, address: free(t), flags: []string{"--data", data, "--database",
			database, "--secret-key", storetest.SecretText, "--drain", "3s"}})
	}
	between, at := balance(t, replicas[0].address, replicas[1].address)
	blobs, err := blobs.OpenFolder(data + "/blobs")
	must(t, err)
	opened := storetest.Open(t, store.Config{Database: database, Blobs: blobs})
	for _, one := range replicas {
		one.flags = append(one.flags, "--address", at.String())
		one.start()
		t.Cleanup(func() { _ = one.running.Process.Kill() })
	}
	until(t, "both are asked",
		func() bool { return between.servers[0].ready.Load() && between.servers[1].ready.Load() })
	_, err = opened.Editions.Create(t.Context(),
		editions.Edition{Name: "2026-11", Methodology: methodology.InForce, OpensAt: time.Now().Add(-time.Hour),
			ClosesAt: time.Now().Add(time.Hour), Zone: "UTC"})
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	var people []*worker
	for i := range 4 {
		one := newWorker(t, opened, at, i)
		people = append(people, one)
		working.Go(func() {
			for ctx.Err() == nil {
				one.round(t.Context())
			}
		})
	}
	for i, one := range replicas {
		done := people[0].rounds.Load()
		until(t, "people work", func() bool { return people[0].rounds.Load() > done+1 })
		one.stop()
		one.start()
		until(t, "it is asked again", between.servers[i].ready.Load)
	}
	done := people[0].rounds.Load()
	until(t, "people work", func() bool { return people[0].rounds.Load() > done })
	stop()
	working.Wait()
	for _, one := range people {
		one.check(opened)
	}
}

// worker saves a draft, sends files to it and reads lists, and knows what was acknowledged.
type worker struct {
	*testing.T
	client *client
	entry  int64
	user   accounts.User
	rounds atomic.Int64
	system string            // as it was saved last
	files  map[string]string // SHA-256 of what was sent whole, by name
}

func newWorker(t *testing.T, opened *store.Store, at *url.URL, i int) *worker {
	t.Helper()
	user, err := opened.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: fmt.Sprintf("worker%d@example.org", i),
		Name: "Worker", Role: review.Submitter, Password: "a long enough password"})
	must(t, err)
	secret, _, err := opened.SignIns.CreateToken(t.Context(), user,
		accounts.NewToken{Name: "work", Scopes: review.Scopes(), Lifetime: accounts.TokenLifetimes()[0]})
	must(t, err)
	w := &worker{T: t, client: newClient(at, secret), user: user, files: map[string]string{}}
	var made struct {
		ID int64 `json:"id"`
	}
	must(t, w.client.post(t.Context(), "submissions", w.document("Begun"), &made))
	w.entry = made.ID
	return w
}

// document is one of a system of that name.
func (w *worker) document(system string) []byte {
	bundle := clean()
	bundle.Entry.System.Name = system
	text, err := document.JSON(&bundle.Entry)
	must(w.T, err)
	return text
}

// round saves, sends a file in pieces, and reads.
func (w *worker) round(ctx context.Context) {
	number := w.rounds.Add(1)
	system := fmt.Sprintf("System %d", number)
	var answer struct {
		System string `json:"system"`
	}
	if err := w.client.send(ctx, http.MethodPut, fmt.Sprintf("submissions/%d/document", w.entry), w.document(system),
		&answer); err != nil {
		w.Errorf("saving failed: %v", err)
	} else {
		w.system = system
	}
	content := bytes.Repeat([]byte(fmt.Sprintf("%d of %d\n", number, w.entry)), 20_000)
	if name := fmt.Sprintf("notes-%d.txt", number); w.sendFile(ctx, name, content) {
		sum := sha256.Sum256(content)
		w.files[name] = hex.EncodeToString(sum[:])
	}
	for _, address := range []string{"/", "/rules", fmt.Sprintf("/api/v1/submissions/%d", w.entry)} {
		if answer := w.ask(ctx, http.MethodGet, address, nil, nil); answer.StatusCode != http.StatusOK {
			w.Errorf("%s: %d", address, answer.StatusCode)
		}
	}
}

// sendFile sends a file in three pieces, and reports whether all of it was acknowledged.
func (w *worker) sendFile(ctx context.Context, name string, content []byte) bool {
	said := "filename " + base64.StdEncoding.EncodeToString([]byte(name)) + ",entry " +
		base64.StdEncoding.EncodeToString([]byte(strconv.FormatInt(w.entry, 10)))
	begun := w.ask(ctx, http.MethodPost, "/uploads", nil,
		map[string]string{"Upload-Length": strconv.Itoa(len(content)), "Upload-Metadata": said})
	if begun.StatusCode != http.StatusCreated {
		w.Errorf("an upload could not begin: %d", begun.StatusCode)
		return false
	}
	at := 0
	for piece := (len(content) + 2) / 3; at < len(content); {
		end := min(len(content), at+piece)
		answer := w.ask(ctx, http.MethodPatch, begun.Header.Get("Location"), content[at:end], map[string]string{
			"Upload-Offset": strconv.Itoa(at), "Content-Type": "application/offset+octet-stream",
		})
		if answer.StatusCode != http.StatusNoContent || answer.Header.Get("Upload-Offset") != strconv.Itoa(end) {
			w.Errorf("a piece from %d failed: %d, %s", at, answer.StatusCode, answer.Header.Get("Upload-Offset"))
			return false
		}
		at = end
	}
	return true
}

// ask asks the server; what does not answer at all has status 0.
func (w *worker) ask(ctx context.Context, method, address string, body []byte,
	header map[string]string) *http.Response {
	request, err := http.NewRequestWithContext(ctx, method, w.client.server.String()+address, bytes.NewReader(body))
	must(w.T, err)
	request.Header.Set("Authorization", "Bearer "+w.client.token)
	request.Header.Set("Tus-Resumable", "1.0.0")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	answer, err := w.client.http.Do(request)
	if err != nil {
		w.Errorf("%s %s: %v", method, address, err)
		return &http.Response{}
	}
	defer func() { _ = answer.Body.Close() }()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		w.Errorf("%s %s broke off: %v", method, address, err)
		return &http.Response{}
	}
	return answer
}

// check holds what is there against what was acknowledged.
func (w *worker) check(opened *store.Store) {
	w.Helper()
	var revision submissions.Revision
	until(w.T, "all files are read", func() bool {
		_, err := opened.Uploads.ReceiveUpload(w.Context(), "http://localhost")
		must(w.T, err)
		revision, err = opened.Submissions.Revision(w.Context(), w.entry, 0)
		must(w.T, err)
		return len(revision.Files) >= len(w.files)
	})
	kept := map[string]string{}
	for _, file := range revision.Files {
		kept[file.Name] = file.Digest
	}
	for name, digest := range w.files {
		if kept[name] != digest {
			w.Errorf("%s was acknowledged as %s and is %q", name, digest, kept[name])
		}
	}
	draft, err := opened.Drafts.Draft(w.Context(), w.entry)
	must(w.T, err)
	if got := draft.Values["system.name"]; got != w.system || w.rounds.Load() < 3 {
		w.Errorf("after %d rounds it is %q, and %q was acknowledged", w.rounds.Load(), got, w.system)
	}
	w.Logf("%d rounds, %d files", w.rounds.Load(), len(w.files))
}

// TestAServerThatStopsSaysSo goes on answering while it says that others are to be asked.
func TestAServerThatStopsSaysSo(t *testing.T) {
	t.Parallel()
	one := &replica{T: t, address: free(t), flags: []string{"--data", t.TempDir(), "--drain", "1m"}}
	one.start()
	t.Cleanup(func() { _ = one.running.Process.Kill(); _ = one.running.Wait() })
	must(t, one.running.Process.Signal(syscall.SIGTERM))
	until(t, "it says that it is not ready", func() bool { return !answers(t, one.address) })
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+one.address+"/", nil)
	must(t, err)
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !answer.Close {
		t.Errorf("it answers %d, and the connection stays: %v", answer.StatusCode, !answer.Close)
	}
}
