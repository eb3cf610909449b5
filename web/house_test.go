package web_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/sample"
	"green500/web"
)

const (
	password  = "a long enough password"
	maxUpload = 8 << 20
)

// house is a server with people and entries in it.
type house struct {
	server  *httptest.Server
	url     *url.URL
	store   *store.Store
	people  map[string]store.User
	draft   int64
	waiting int64
	listed  int64
	file    string                    // of the waiting entry
	cookies map[string][]*http.Cookie // by visitor
	logins  int
}

func open(t *testing.T) *house { return openWith(t, storetest.Blobs(t)) }

// openWith opens a house whose evidence lies in blobs.
func openWith(t *testing.T, blobs store.Blobs) *house {
	t.Helper()
	h := &house{store: storetest.Open(t, store.Config{Database: storetest.SQLite(t), Blobs: blobs}), people: map[string]store.User{}, cookies: map[string][]*http.Cookie{}}
	roles := map[string]review.Role{"submitter": review.Submitter, "stranger": review.Submitter, "reviewer": review.Reviewer, "editor": review.Editor, "admin": review.Admin}
	for name, role := range roles {
		user, err := h.store.CreateUser(t.Context(), store.NewUser{Email: name + "@example.org", Name: name, Role: role, Password: password})
		must(t, err)
		h.people[name] = user
	}
	for _, edition := range []string{"2025-11", "2026-11"} {
		now := time.Now()
		_, err := h.store.CreateEdition(t.Context(), store.Edition{Name: edition, Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)})
		must(t, err)
	}
	h.listed = h.enter(t, "2025-11", review.Submit, review.Take, review.Accept)
	_, err := h.store.PublishEdition(t.Context(), "2025-11", h.people["editor"])
	must(t, err)
	h.draft = h.enter(t, "2026-11")
	h.waiting = h.enter(t, "2026-11", review.Submit)
	handler, err := web.New(web.Config{Store: h.store, Log: slog.New(slog.DiscardHandler), Now: time.Now, MaxUpload: maxUpload, Proxied: true})
	must(t, err)
	h.server = httptest.NewServer(handler)
	t.Cleanup(h.server.Close)
	h.url, err = url.Parse(h.server.URL)
	must(t, err)
	return h
}

// enter makes an entry of the submitter's and moves it on.
func (h *house) enter(t *testing.T, edition string, moves ...review.Verb) int64 {
	t.Helper()
	clean := sample.Clean(2, string(methodology.V20))
	clean.Entry.Edition = edition
	snapshot, err := h.store.Intake(t.Context(), &clean.Entry, h.files(t, clean))
	must(t, err)
	entry, err := h.store.CreateEntry(t.Context(), h.people["submitter"], edition, snapshot)
	must(t, err)
	for _, move := range moves {
		actor := h.people["reviewer"]
		if move == review.Submit {
			actor = h.people["submitter"]
		}
		_, err := h.store.Move(t.Context(), entry.ID, move, actor, "")
		must(t, err)
	}
	return entry.ID
}

func (h *house) files(t *testing.T, bundle sample.Bundle) []store.File {
	t.Helper()
	var files []store.File
	for _, name := range slices.Sorted(maps.Keys(bundle.Files)) {
		blob, err := h.store.Blobs().Put(context.WithoutCancel(t.Context()), io.Reader(bytes.NewReader(bundle.Files[name])))
		must(t, err)
		files = append(files, store.File{Name: name, Digest: blob.Digest, Size: blob.Size})
		h.file = name
	}
	return files
}

// address puts the numbers of the entries into an address of a table.
func (h *house) address(path string) string {
	return strings.NewReplacer("DRAFT", number(h.draft), "WAITING", number(h.waiting), "LISTED", number(h.listed), "FILE", url.PathEscape(h.file)).Replace(path)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(id int64) string { return strconv.FormatInt(id, 10) }
