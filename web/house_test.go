package web_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"green500/handlers"
	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/editions"
	"green500/store/outbox"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/web"
)

const (
	password  = "a long enough password"
	maxUpload = 8 << 20
)

// house is a server with people and entries in it.
type house struct {
	server   *httptest.Server
	url      *url.URL
	store    *store.Store
	database string // where it is
	people   map[string]accounts.User
	draft    int64
	waiting  int64
	listed   int64
	sealed   int64                     // on a list under embargo
	site     int64                     // see found
	file     string                    // of the waiting entry
	cookies  map[string][]*http.Cookie // by visitor
	kept     int64                     // a meter in the submitter's equipment library
	logins   int
	uploads  [2]string // to the draft, which nobody has begun to send
	receipt  int64     // of a file of the waiting entry

	privateThread, sharedThread int64 // about the waiting entry; see askAround
	judged, appeal, notice      int64 // see judge
}

func open(t testing.TB) *house { return openWith(t, storetest.Blobs(t)) }

// openWith opens a house whose evidence lies in blobs.
func openWith(t testing.TB, blobs blobs.Blobs) *house {
	return openIn(t, storetest.NoSQLite(t), blobs, 0)
}

// openIn opens a house over a database, in which people may hold so many bytes of unfinished work.
func openIn(t testing.TB, database string, blobs blobs.Blobs, quota int64) *house {
	t.Helper()
	made := furnished(t)
	must(t, os.WriteFile(database, made.content, 0o600))
	made.fill(t, blobs)
	h := new(made.house)
	h.people, h.cookies, h.database = maps.Clone(h.people), map[string][]*http.Cookie{}, database
	h.store = storetest.Open(t, store.Config{Database: database, Blobs: blobs})
	config := web.Config{Store: h.store, Log: toldBy(t), Now: time.Now, MaxUpload: maxUpload, Quota: quota,
		Proxied: true,
		Address: &url.URL{Scheme: "https", Host: "green500.example"}, Registration: true,
		Legal: handlers.Legal{Privacy: "What we keep", Imprint: "https://centre.example.org/imprint"}}
	handler, err := web.New(config)
	must(t, err)
	receiveUploads(t, config)
	h.server = httptest.NewServer(handler)
	t.Cleanup(h.server.Close)
	h.url, err = url.Parse(h.server.URL)
	must(t, err)
	return h
}

// toldBy is the log of a server whose errors stand in what a test says, which shows them if it fails.
func toldBy(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
}

// roles are those of the people of a house, by name.
func roles() map[string]review.Role {
	return map[string]review.Role{"submitter": review.Submitter, "stranger": review.Submitter,
		"reviewer": review.Reviewer, "editor": review.Editor, "admin": review.Admin, "conflicted": review.Reviewer}
}

// furnishing is what a house holds when it is opened. Each gets a copy: to make it takes longer than most tests.
type furnishing struct {
	house             // without a server
	content    []byte // of the database
	put, plain [][]byte
	*blobs.Folder
}

// Put also records what it keeps.
func (f *furnishing) Put(ctx context.Context, r io.Reader) (blobs.Blob, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return blobs.Blob{}, err
	}
	f.put = append(f.put, content)
	return f.Folder.Put(ctx, bytes.NewReader(content))
}

// PutPlain also records what it keeps.
func (f *furnishing) PutPlain(ctx context.Context, content *io.SectionReader) (blobs.Blob, error) {
	read := make([]byte, content.Size())
	if _, err := content.ReadAt(read, 0); err != nil && !errors.Is(err, io.EOF) {
		return blobs.Blob{}, err
	}
	f.plain = append(f.plain, read)
	return f.Folder.PutPlain(ctx, content)
}

// fill puts the evidence into the blobs of another house.
func (f *furnishing) fill(t testing.TB, into blobs.Blobs) {
	t.Helper()
	for _, content := range f.put {
		_, err := into.Put(t.Context(), bytes.NewReader(content))
		must(t, err)
	}
	for _, content := range f.plain {
		_, err := into.PutPlain(t.Context(), io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
		must(t, err)
	}
}

var furnishedOnce struct {
	sync.Once
	furnishing
}

// furnished makes the furnishing of all houses, in the first test that opens one.
func furnished(t testing.TB) *furnishing {
	t.Helper()
	one := &furnishedOnce
	one.Do(func() { one.make(t) })
	return &one.furnishing
}

func (f *furnishing) make(t testing.TB) {
	t.Helper()
	f.Folder = storetest.Blobs(t)
	h := &f.house
	h.database, h.people = storetest.SQLite(t), map[string]accounts.User{}
	var err error
	h.store, err = store.Open(t.Context(), store.Config{Database: h.database, Blobs: f, Secret: storetest.Secret()})
	must(t, err)
	h.settle(t)
	h.work(t)
	must(t, h.store.Close())
	f.content, err = os.ReadFile(h.database)
	must(t, err)
}

// settle makes the accounts. Their passwords are hashed with little work, because most tests sign in.
func (h *house) settle(t testing.TB) {
	t.Helper()
	for name, role := range roles() {
		user, err := h.store.Accounts.CreateUser(t.Context(),
			accounts.NewUser{Email: name + "@example.org", Name: name, Role: role, Password: password})
		must(t, err)
		h.people[name] = user
	}
	hash, err := argon2id.CreateHash(password,
		&argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	must(t, err)
	h.execute(t, "UPDATE users SET password_hash = '"+hash+"'")
}

// work makes the editions, the entries and what else people have.
func (h *house) work(t testing.TB) {
	t.Helper()
	for _, edition := range []string{"2025-11", "2026-11"} {
		now := time.Now()
		_, err := h.store.Editions.Create(t.Context(), editions.Edition{Name: edition,
			Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)})
		must(t, err)
	}
	h.listed = h.enter(t, "2025-11", review.Submit, review.Take, review.Accept)
	_, err := h.store.Lists.PublishEdition(t.Context(), "2025-11", h.people["editor"], review.Outstanding.Anyway)
	must(t, err)
	h.embargo(t)
	h.draft = h.enter(t, "2026-11")
	h.waiting = h.enter(t, "2026-11", review.Submit)
	h.execute(t, "INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES ("+
		number(h.people["conflicted"].ID)+", "+number(h.waiting)+", '', '', 'a friend', 0)")
	h.kept = h.keepMeter(t)
	_, _, err = h.store.Submissions.CommitManifest(t.Context(), h.draft, h.people["submitter"], 1, "", nil)
	must(t, err)
	must(t, h.store.Outbox.Post(t.Context(),
		outbox.Mail{To: "waiting@example.org", Subject: "A message", Text: "which waits"}))
	h.promise(t)
}

// receiveUploads takes in what arrives until the test ends.
func receiveUploads(t testing.TB, config web.Config) {
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		web.ReceiveUploads(ctx, config)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
}

// promise begins uploads, and has a file acknowledged.
func (h *house) promise(t testing.TB) {
	t.Helper()
	for i := range h.uploads {
		begun, err := h.store.Uploads.Begin(t.Context(), h.people["submitter"],
			uploads.NewUpload{EntryID: h.draft, Name: "more-" + number(int64(i)), Size: 5}, 0)
		must(t, err)
		h.uploads[i] = begun.ID
	}
	must(t, h.store.Uploads.Acknowledge(t.Context(), h.waiting, &uploads.Delivery{Sent: []uploads.Sent{{Name: "a",
		Digest: strings.Repeat("0", 64), Files: []submissions.File{{Name: "a", Digest: strings.Repeat("0", 64)}}}}},
		"https://green500.example.org"))
	given, err := h.store.Submissions.Receipts(t.Context(), h.waiting)
	must(t, err)
	h.receipt = given[0].ID
}

// enter makes an entry of the submitter's and moves it on.
func (h *house) enter(t testing.TB, edition string, moves ...review.Verb) int64 {
	t.Helper()
	clean := sample.Clean(2, string(methodology.V20))
	clean.Entry.Edition = edition
	snapshot, err := h.store.Submissions.Intake(t.Context(), &clean.Entry, h.files(t, clean))
	must(t, err)
	entry, err := h.store.Submissions.CreateEntry(t.Context(), h.people["submitter"], edition, snapshot)
	must(t, err)
	for _, move := range moves {
		actor := h.people["reviewer"]
		if move == review.Submit {
			actor = h.people["submitter"]
		}
		_, err := h.store.Reviews.Move(t.Context(), entry.ID, move, actor, "")
		must(t, err)
	}
	return entry.ID
}

func (h *house) files(t testing.TB, bundle sample.Bundle) []submissions.File {
	t.Helper()
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(bundle.Files)) {
		blob, err := h.store.Blobs().Put(context.WithoutCancel(t.Context()),
			io.Reader(bytes.NewReader(bundle.Files[name])))
		must(t, err)
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
		h.file = name
	}
	return files
}

// address puts the numbers of the entries into an address of a table.
func (h *house) address(path string) string {
	return strings.NewReplacer("MACHINEID", "1", "MACHINE", "entry-"+number(h.listed), "DRAFT", number(h.draft),
		"WAITING", number(h.waiting), "LISTED", number(h.listed), "EMBARGOED", number(h.sealed), "SEALED",
		sealedEdition, "FILE", url.PathEscape(h.file), "SITE", number(h.site), "KEPT", number(h.kept), "UPLOAD",
		h.uploads[0], "SPARE", h.uploads[1], "RECEIPT", number(h.receipt), "PRIVATE", number(h.privateThread), "SHARED",
		number(h.sharedThread),
		"JUDGED", number(h.judged), "APPEAL", number(h.appeal), "NOTICE", number(h.notice)).Replace(path)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

// execute changes the database behind the server's back.
func (h *house) execute(t testing.TB, statement string) {
	t.Helper()
	pool := storetest.Pool(t, h.database)
	_, err := pool.ExecContext(t.Context(), statement)
	must(t, err)
	must(t, pool.Close())
}
