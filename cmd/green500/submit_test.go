package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/web"
)

// station is a server that takes submissions in, and somebody with a token for it.
type station struct {
	*testing.T
	store   *store.Store
	server  *httptest.Server
	user    accounts.User
	token   string
	patched atomic.Int64 // bytes of files that arrived
	clock   struct {
		sync.Mutex
		ahead time.Duration
	}
}

func (s *station) now() time.Time {
	s.clock.Lock()
	defer s.clock.Unlock()
	return time.Now().Add(s.clock.ahead)
}

// pass lets time pass on the server.
func (s *station) pass(d time.Duration) {
	s.clock.Lock()
	defer s.clock.Unlock()
	s.clock.ahead += d
}

const stationGrace = 48 * time.Hour

// openStation starts a server with the editions 2026-11, which is open, and 2025-11, which has closed.
func openStation(t *testing.T) *station {
	t.Helper()
	s := &station{T: t}
	s.store = storetest.Open(t, store.Config{Now: s.now})
	var err error
	s.user, err = s.store.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "sam@example.org", Name: "Sam",
		Role: review.Submitter, Password: "a long enough password"})
	must(t, err)
	for name, open := range map[string][2]time.Duration{"2026-11": {-time.Hour, time.Hour},
		"2025-11": {-9000 * time.Hour, -8000 * time.Hour}} {
		_, err := s.store.Editions.Create(t.Context(),
			editions.Edition{Name: name, Methodology: methodology.InForce, OpensAt: s.now().Add(open[0]),
				ClosesAt: s.now().Add(open[1]), Zone: "Europe/Berlin", Grace: stationGrace})
		must(t, err)
	}
	s.token = s.tokenFor(review.Scopes()...)
	s.server = httptest.NewUnstartedServer(nil)
	config := web.Config{Store: s.store, Log: slog.New(slog.DiscardHandler), Now: s.now, MaxUpload: 64 << 20,
		Address: &url.URL{Scheme: "http", Host: s.server.Listener.Addr().String()}}
	handler, err := web.New(config)
	must(t, err)
	s.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			r.Body = &countedBody{r.Body, &s.patched}
		}
		handler.ServeHTTP(w, r)
	})
	s.server.Start()
	t.Cleanup(s.server.Close)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() { defer close(ended); web.ReceiveUploads(ctx, config) }()
	t.Cleanup(func() { stop(); <-ended })
	return s
}

type countedBody struct {
	io.ReadCloser
	count *atomic.Int64
}

func (b *countedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.count.Add(int64(n))
	return n, err
}

func (s *station) tokenFor(scopes ...review.Scope) string {
	s.Helper()
	secret, _, err := s.store.SignIns.CreateToken(s.Context(), s.user,
		accounts.NewToken{Name: fmt.Sprint(scopes), Scopes: scopes, Lifetime: accounts.TokenLifetimes()[0]})
	must(s.T, err)
	return secret
}

// command is submit as somebody calls it with this server.
func (s *station) command(path string) submit {
	return submit{Path: path, Server: s.server.URL, Token: s.token, Receipts: s.TempDir(), told: s.Output()}
}

// run runs the command and returns what it prints; its exit code has to be what is wanted.
func (s *station) run(c submit, code int) string {
	s.Helper()
	var out bytes.Buffer
	err := c.Run(s.Context(), &out)
	if got := exitCode(err); got != code {
		s.Fatalf("exit code %d, want %d: %v\n%s", got, code, err, &out)
	}
	if err != nil {
		return out.String() + err.Error()
	}
	return out.String()
}

func (s *station) entries() []submissions.Entry {
	s.Helper()
	all, err := s.store.Submissions.EntriesOf(s.Context(), s.user.ID)
	must(s.T, err)
	return all
}

// only is the one entry that there is.
func (s *station) only() submissions.Entry {
	s.Helper()
	all := s.entries()
	if len(all) != 1 {
		s.Fatalf("%d entries", len(all))
	}
	return all[0]
}

func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("does not say %q:\n%s", word, text)
		}
	}
}

// laid writes a bundle into a folder.
func laid(t *testing.T, b sample.Bundle) string {
	t.Helper()
	folder := t.TempDir()
	text, err := document.YAML(&b.Entry)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, "submission.yaml"), text, 0o600))
	for name, content := range b.Files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
		must(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	return folder
}

func clean() sample.Bundle { return sample.Clean(2, string(methodology.InForce)) }

// packedBundle packs a folder as a zip.
func packedBundle(t *testing.T, folder string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bundle.zip")
	file, err := os.Create(name)
	must(t, err)
	archive := zip.NewWriter(file)
	must(t, archive.AddFS(os.DirFS(folder)))
	must(t, archive.Close())
	must(t, file.Close())
	return name
}

// below is a bundle that claims more than it is granted.
func below() sample.Bundle {
	b := clean()
	b.Entry.ClaimedLevel = 3
	return b
}

func TestABundleIsSubmittedWithOneCommand(t *testing.T) {
	t.Parallel()
	folder := laid(t, clean())
	for name, path := range map[string]string{"folder": folder, "zip": packedBundle(t, folder)} {
		t.Run(name, func(t *testing.T) {
			s := openStation(t)
			said := s.run(s.command(path), exitGranted)
			entry := s.only()
			address := fmt.Sprintf("%s/submissions/%d", s.server.URL, entry.ID)
			says(t, said, "Level 2 granted", "The report of the server is identical to this one, byte for byte",
				"Submitted for review: "+address)
			if entry.State != review.Submitted {
				t.Errorf("the entry is %s", entry.State)
			}
			var here bytes.Buffer
			must(t, check{Path: path, Format: "json"}.Run(&here))
			revision, err := s.store.Submissions.Revision(t.Context(), entry.ID, 0)
			must(t, err)
			if !bytes.Equal(here.Bytes(), revision.Report) {
				t.Error("check prints another report than the server keeps")
			}
		})
	}
}

func TestASecondSubmitSendsNothing(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	folder := laid(t, clean())
	draft := s.command(folder)
	draft.Draft = true
	says(t, s.run(draft, exitGranted), "The submission stays a draft: ")
	sent := s.patched.Load()
	if s.only().State != review.Draft || sent == 0 {
		t.Fatalf("%s, %d bytes", s.only().State, sent)
	}
	says(t, s.run(draft, exitGranted), "The submission stays a draft: ")
	says(t, s.run(s.command(folder), exitGranted), "Submitted for review: ")
	says(t, s.run(s.command(folder), exitGranted), "is already submitted", "Nothing was sent.", "byte for byte")
	if s.only(); s.patched.Load() != sent {
		t.Errorf("%d bytes were sent again", s.patched.Load()-sent)
	}
	other := clean()
	other.Entry.Contact.Name = "Somebody Else"
	says(t, s.run(s.command(laid(t, other)), exitError), "is already submitted", "withdraw", "--new")
	another := s.command(laid(t, other))
	another.New, another.Draft = true, true
	s.run(another, exitGranted)
	if len(s.entries()) != 2 {
		t.Error("--new starts none")
	}
}

func TestAClaimThatIsNotGranted(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	c := s.command(laid(t, below()))
	says(t, s.run(c, exitDenied), "(claimed: Level 3)",
		"The submission stays a draft, because the claimed level is not granted: ", "--anyway")
	if state := s.only().State; state != review.Draft {
		t.Errorf("the entry is %s", state)
	}
	c.Anyway = true
	says(t, s.run(c, exitDenied), "Submitted for review: ")
	if state := s.only().State; state != review.Submitted {
		t.Errorf("the entry is %s", state)
	}
}

func TestADryRunSendsNothing(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	c := s.command(laid(t, clean()))
	c.DryRun, c.Token = true, s.tokenFor(review.ReadScope)
	said := s.run(c, exitGranted)
	says(t, said, "Level 2 granted", "The server would grant the same", "takes submissions until",
		"files would be sent", "Nothing was sent.")
	if len(s.entries()) != 0 || s.patched.Load() != 0 {
		t.Error("something was sent")
	}
	truth := s.run(s.command(c.Path), exitGranted)
	before, _, _ := strings.Cut(said, "The server would")
	after, _, _ := strings.Cut(truth, "The report of the server")
	if before != after {
		t.Errorf("the dry run says\n%s\nand the server\n%s", before, after)
	}
	denied := s.command(laid(t, below()))
	denied.DryRun, denied.New = true, true
	says(t, s.run(denied, exitDenied), "Nothing was sent.")
}

func TestAChangedFileIsSentAnew(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	b := clean()
	folder := laid(t, b)
	c := s.command(folder)
	c.Draft = true
	s.run(c, exitGranted)
	sent := s.patched.Load()
	name := b.Entry.Series[0].File
	changed := append(bytes.TrimRight(b.Files[name], "\n"), []byte("\n\n")...)
	must(t, os.WriteFile(filepath.Join(folder, name), changed, 0o600))
	says(t, s.run(c, exitGranted), "byte for byte")
	if got := s.patched.Load() - sent; got != int64(len(changed)) {
		t.Errorf("%d bytes were sent, want %d", got, len(changed))
	}
}

// TestAllThatADocumentRestsOnGoesAlong: specifications, evidence of losses and bases of estimates, though
// no attachment names them; an archive among them stays one.
func TestAllThatADocumentRestsOnGoesAlong(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	b := clean()
	entry := &b.Entry
	entry.Meters[0].Specification = "papers/meter.pdf"
	entry.Meters[0].Loss = &power.Loss{FoundBy: "simultaneous", Factor: 1.05, Evidence: "loss.txt", IntervalSeconds: 60}
	entry.Subsystems[len(entry.Subsystems)-1].Basis = "basis.zip"
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	_, err := w.Create("inside.txt")
	must(t, errors.Join(err, w.Close()))
	maps.Copy(b.Files, map[string][]byte{"papers/meter.pdf": []byte("%PDF"), "loss.txt": []byte("5 %"),
		"basis.zip": archive.Bytes(), "unnamed.txt": []byte("not asked for")})
	c := s.command(laid(t, b))
	c.Anyway = true
	var out bytes.Buffer
	if err := c.Run(t.Context(), &out); err != nil && !errors.Is(err, errDenied) {
		t.Fatal(err)
	}
	says(t, out.String(), "byte for byte")
	revision, err := s.store.Submissions.Revision(t.Context(), s.only().ID, 0)
	must(t, err)
	var held []string
	for _, file := range revision.Files {
		held = append(held, file.Name)
	}
	for _, name := range []string{"papers/meter.pdf", "loss.txt", "basis.zip"} {
		if !slices.Contains(held, name) {
			t.Errorf("%s did not go along: %v", name, held)
		}
	}
	if slices.Contains(held, "unnamed.txt") || slices.Contains(held, "inside.txt") {
		t.Errorf("what nobody named went along: %v", held)
	}
}

func TestTwoDraftsOfOneSystem(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	c := s.command(laid(t, clean()))
	c.Draft, c.New = true, true
	s.run(c, exitGranted)
	s.run(c, exitGranted)
	c.New = false
	says(t, s.run(c, exitError), "--submission: there are several drafts of this system: ")
	c.Entry, c.Draft = s.entries()[0].ID, false
	s.run(c, exitGranted)
	if all := s.entries(); all[0].State == all[1].State {
		t.Errorf("both are %s", all[0].State)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	folder := laid(t, clean())
	revoked := s.tokenFor(review.ReadScope, review.WriteScope)
	tokens, err := s.store.SignIns.Tokens(t.Context(), s.user.ID)
	must(t, err)
	must(t, s.store.SignIns.RevokeToken(t.Context(), s.user.ID, tokens[0].ID))
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	page := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }))
	t.Cleanup(page.Close)
	moved := httptest.NewServer(http.RedirectHandler(s.server.URL, http.StatusFound))
	t.Cleanup(moved.Close)
	of := func(address string) func(*submit) {
		return func(c *submit) { c.Server = address }
	}
	at := func(edition string) string {
		b := clean()
		b.Entry.Edition = edition
		return laid(t, b)
	}
	closed, unknown := at("2025-11"), at("2031-11")
	for name, row := range map[string]struct {
		change func(*submit)
		says   string
	}{
		"unknown token": {func(c *submit) { c.Token = "g5_nobody" }, "--token: the token is unknown or expired"},
		"revoked token": {func(c *submit) { c.Token = revoked }, "--token: the token is unknown or expired"},
		"token to read": {func(c *submit) { c.Token = s.tokenFor(review.ReadScope) },
			"--token: this token may not change drafts"},
		"token to write": {func(c *submit) { c.Token = s.tokenFor(review.WriteScope) },
			"--token: this token may not submit"},
		"closed edition":  {func(c *submit) { c.Path = closed }, "The edition 2025-11 closed"},
		"unknown edition": {func(c *submit) { c.Path = unknown }, "the server has no edition 2031-11"},
		"unknown entry": {func(c *submit) { c.Entry = 999 },
			"--submission: you have no such submission on the server"},
		"nobody listens": {of("http://" + free(t)), "cannot be reached"},
		"no address": {of("green500.example.org"),
			"--server: green500.example.org does not begin with http:// or https://"},
		"another server":   {of(elsewhere.URL), "answered 404 Not Found; check that it is the address"},
		"another JSON":     {of(page.URL), "is not a green500 server"},
		"it sends us away": {of(moved.URL), "answered 302 Found"},
		"no bundle":        {func(c *submit) { c.Path = t.TempDir() }, "there is no submission.yaml"},
	} {
		c := s.command(folder)
		row.change(&c)
		said := s.run(c, exitError)
		if says(t, said, row.says); strings.Contains(said, "\n") {
			t.Errorf("%s: more than a sentence: %s", name, said)
		}
	}
	if len(s.entries()) != 0 {
		t.Error("something was sent")
	}
	s.pass(accounts.TokenLifetimes()[0] + time.Hour)
	says(t, s.run(s.command(folder), exitError), "--token: the token is unknown or expired")
}

// cutter is a proxy that breaks connections off once so many bytes went through in one direction.
type cutter struct {
	listener net.Listener
	cuts     atomic.Int64
}

// cut starts a proxy that lets so many bytes of a connection through, as often as is said, and then all.
func cut(t *testing.T, target string, after int64, times int64) *cutter {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	p := &cutter{listener: listener}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := new(net.Dialer).DialContext(context.WithoutCancel(t.Context()), "tcp", target)
			if err != nil {
				_ = client.Close()
				return
			}
			go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
			go func() {
				if p.cuts.Load() >= times {
					_, _ = io.Copy(server, client)
				} else if n, _ := io.CopyN(server, client, after); n == after {
					p.cuts.Add(1)
				}
				_, _ = client.Close(), server.Close()
			}()
		}
	}()
	return p
}

// large is a bundle with an attachment that takes a while to send.
func large(size int) sample.Bundle {
	b := clean()
	b.Files["large.bin"] = bytes.Repeat([]byte("0123456789abcde\n"), size/16)
	b.Entry.Attachments = append(b.Entry.Attachments, power.Attachment{File: "large.bin", Kind: "other"})
	return b
}

func TestBrokenConnectionsAreGoneOnWith(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	const size = 24 << 20
	b := large(size)
	proxy := cut(t, s.server.Listener.Addr().String(), 9<<20, 2)
	c := s.command(laid(t, b))
	c.Server = "http://" + proxy.listener.Addr().String()
	says(t, s.run(c, exitGranted), "byte for byte", "Submitted for review: ")
	total := int64(0)
	for _, content := range b.Files {
		total += int64(len(content))
	}
	if cuts := proxy.cuts.Load(); cuts != 2 {
		t.Errorf("%d cuts", cuts)
	}
	// What was on its way when the line was cut may be lost; not what had arrived before.
	if got := s.patched.Load(); got < total || got > total+total/4 {
		t.Errorf("%d bytes arrived for %d", got, total)
	}
}
