package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"green500/cmd/green500/demodata"
	"green500/handlers/upload"
	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/uploads"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/web"
)

// upstream is one of several servers on one database and one folder, and counts what it is asked.
type upstream struct {
	*httptest.Server
	asked atomic.Int64
}

func replicate(t *testing.T, database string, blobs blobs.Blobs) (*upstream, *store.Store) {
	t.Helper()
	opened := storetest.Open(t, store.Config{Database: database, Blobs: blobs})
	config := web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now, MaxUpload: 1 << 30,
		Proxied: true, Address: &url.URL{Scheme: "http", Host: "localhost"}}
	handler, err := web.New(config)
	must(t, err)
	one := &upstream{}
	one.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		one.asked.Add(1)
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(one.Close)
	receiving(t, config)
	return one, opened
}

// proxied starts nginx as compose.yaml has it before two servers, and returns its address.
func proxied(t *testing.T, replicas [2]*upstream) string {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed, so the proxy of compose.yaml is not tried")
	}
	at, folder := free(t), t.TempDir()
	text := strings.NewReplacer("$$", "$", "/tmp/", folder+"/", "/dev/stderr", folder+"/error.log",
		"listen 8080", "listen "+at,
		"replica-1:8080", strings.TrimPrefix(replicas[0].URL, "http://"), "replica-2:8080",
		strings.TrimPrefix(replicas[1].URL, "http://"),
	).Replace(readComposed(t).Configs["proxy"].Content)
	if os.Geteuid() == 0 {
		text = "user root;\n" + text
	}
	config := filepath.Join(folder, "nginx.conf")
	const mine = 0o600
	must(t, os.WriteFile(config, []byte(text), mine))
	running := exec.CommandContext(t.Context(), program, "-g", "daemon off;", "-c", config, "-p", folder)
	running.Cancel = func() error { return running.Process.Signal(os.Interrupt) }
	var said bytes.Buffer
	running.Stderr = &said
	must(t, running.Start())
	t.Cleanup(func() {
		_ = running.Process.Signal(os.Interrupt)
		_ = running.Wait()
	})
	for ends := time.Now().Add(patience); !answers(t, at); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatalf("nginx does not answer: %s", said.String())
		}
	}
	return "http://" + at
}

// TestProxyOfTheComposeFileServesTwoReplicas signs in, sends a file in two halves and gets it back through the proxy,
// then loses a replica: to whoever asks it is one server.
func TestProxyOfTheComposeFileServesTwoReplicas(t *testing.T) {
	t.Parallel()
	database, blobs := storetest.Postgres(t), storetest.Blobs(t)
	first, opened := replicate(t, database, blobs)
	second, _ := replicate(t, database, blobs)
	entry := draftOf(t, opened)
	p := &throughProxy{T: t, at: proxied(t, [2]*upstream{first, second}), client: &http.Client{}}
	p.signIn("submitter@example.org")

	content := make([]byte, 3<<20)
	_, err := rand.Read(content)
	must(t, err)
	sum := sha256.Sum256(content)
	if kept := p.send(entry, content); kept.Digest != hex.EncodeToString(sum[:]) {
		t.Errorf("%x was sent, and %s is kept", sum, kept.Digest)
	}
	got := p.ask(http.MethodGet, "/submissions/"+strconv.FormatInt(entry, 10)+"/files/photo.bin", nil, nil)
	if !bytes.Equal(got.text, content) {
		t.Error("what comes back is not what was sent")
	}
	if first.asked.Load() == 0 || second.asked.Load() == 0 {
		t.Errorf("the replicas were asked %d and %d times", first.asked.Load(), second.asked.Load())
	}
	second.Close()
	for range 6 {
		if got := p.ask(http.MethodGet, "/submissions", nil, nil); !bytes.Contains(got.text, []byte("Sign out")) {
			t.Error("nobody is signed in any more")
		}
	}
}

// draftOf makes a submitter with a draft.
func draftOf(t *testing.T, s *store.Store) int64 {
	t.Helper()
	now := time.Now()
	_, err := s.Editions.Create(t.Context(), editions.Edition{Name: "2026-11", Methodology: methodology.InForce,
		OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)})
	must(t, err)
	user, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "submitter@example.org", Name: "S",
		Role: review.Submitter, Password: demodata.Password})
	must(t, err)
	clean := sample.Clean(1, string(methodology.InForce))
	clean.Entry.Edition = "2026-11"
	snapshot, err := s.Submissions.Intake(t.Context(), &clean.Entry, nil)
	must(t, err)
	entry, err := s.Submissions.CreateEntry(t.Context(), user, "2026-11", snapshot)
	must(t, err)
	return entry.ID
}

// receiving takes uploads in until the test ends.
func receiving(t *testing.T, config web.Config) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		web.ReceiveUploads(t.Context(), config)
	}()
	t.Cleanup(func() { <-ended })
}

// throughProxy is somebody who asks the proxy.
type throughProxy struct {
	*testing.T
	at     string
	client *http.Client
}

// answered is what came back.
type answered struct {
	header http.Header
	text   []byte
}

// ask fails the test if it is refused.
func (p *throughProxy) ask(method, address string, body io.Reader, headers map[string]string) answered {
	p.Helper()
	request, err := http.NewRequestWithContext(p.Context(), method, p.at+address, body)
	must(p.T, err)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	got, err := p.client.Do(request)
	must(p.T, err)
	text, err := io.ReadAll(got.Body)
	must(p.T, err)
	must(p.T, got.Body.Close())
	if got.StatusCode >= http.StatusBadRequest {
		p.Fatalf("%s %s: %s %.500s", method, address, got.Status, text)
	}
	return answered{got.Header, text}
}

func (p *throughProxy) signIn(email string) {
	p.Helper()
	jar, err := cookiejar.New(nil)
	must(p.T, err)
	p.client.Jar = jar
	form := url.Values{"email": {email}, "password": {demodata.Password}}.Encode()
	p.ask(http.MethodPost, "/login", strings.NewReader(form),
		map[string]string{"Content-Type": "application/x-www-form-urlencoded"})
}

// send sends a file in two halves, and waits until it is kept.
func (p *throughProxy) send(entry int64, content []byte) upload.Upload {
	p.Helper()
	encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	begun := p.ask(http.MethodPost, "/uploads", nil, map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Length": strconv.Itoa(len(content)),
		"Upload-Metadata": "filename " + encoded("photo.bin") + ",entry " + encoded(strconv.FormatInt(entry, 10)),
	})
	at := begun.header.Get("Location")
	for _, part := range [][2]int{{0, len(content) / 2}, {len(content) / 2, len(content)}} {
		p.ask(http.MethodPatch, at, bytes.NewReader(content[part[0]:part[1]]), map[string]string{
			"Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream",
			"Upload-Offset": strconv.Itoa(part[0]),
		})
	}
	for ends := time.Now().Add(patience); time.Now().Before(ends); time.Sleep(50 * time.Millisecond) {
		var told upload.Upload
		must(p.T, json.Unmarshal(p.ask(http.MethodGet, at, nil, map[string]string{"Accept": "application/json"}).text,
			&told))
		if told.State == uploads.Kept {
			return told
		}
	}
	p.Fatal("the file is not kept")
	return upload.Upload{}
}

// TestReadyTellsWhatWatchesOverAContainer: that the server answers, and that it does not.
func TestReadyTellsWhatWatchesOverAContainer(t *testing.T) {
	t.Parallel()
	one, _ := replicate(t, storetest.SQLite(t), storetest.Blobs(t))
	at := strings.TrimPrefix(one.URL, "http://")
	if err := (ready{Addr: at}).Run(t.Context()); err != nil {
		t.Error(err)
	}
	_, port, _ := strings.Cut(at, ":")
	if err := (ready{Addr: ":" + port}).Run(t.Context()); err != nil {
		t.Errorf("the address of the container: %v", err)
	}
	one.Close()
	if err := (ready{Addr: at}).Run(t.Context()); err == nil {
		t.Error("a server that is gone is ready")
	}
}
