package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/web"
)

// typist is somebody with a draft of their own, as testdata/typing.js reads it.
type typist struct {
	Cookie  string `json:"cookie"`
	Address string `json:"address"`
	Entry   int64  `json:"entry"`
	Path    string `json:"path"`
	Was     string `json:"was"`
}

const typists = 200

// BenchmarkTyping lets 200 people type into their drafts at once, by k6, and reports how long saves and
// verdicts take. Server and people share the machine.
func BenchmarkTyping(b *testing.B) {
	program, err := exec.LookPath("k6")
	if err != nil {
		b.Skip("k6 is not installed: go install go.k6.io/k6@v1.8.1")
	}
	database := storetest.SQLite(b)
	s := storetest.Open(b, store.Config{Database: database})
	handler, err := web.New(web.Config{Store: s, Log: slog.New(slog.DiscardHandler), Now: time.Now, MaxUpload: maxUpload, Proxied: true,
		Address: &url.URL{Scheme: "http", Host: "localhost"}})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(handler)
	b.Cleanup(server.Close)
	people := seatTypists(b, s, server.URL)
	named := filepath.Join(b.TempDir(), "people.json")
	written, err := json.Marshal(people)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(named, written, 0o600); err != nil {
		b.Fatal(err)
	}
	summary := filepath.Join(b.TempDir(), "summary.json")
	for b.Loop() {
		run := exec.CommandContext(b.Context(), program, "run", "--quiet", "--summary-export", summary, "testdata/typing.js")
		run.Env = append(os.Environ(), "PEOPLE="+named, "SERVER="+server.URL)
		if output, err := run.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, output)
		}
	}
	reportTyping(b, summary)
}

func reportTyping(b *testing.B, summary string) {
	b.Helper()
	text, err := os.ReadFile(summary)
	if err != nil {
		b.Fatal(err)
	}
	var told struct {
		Metrics map[string]map[string]any `json:"metrics"`
	}
	if err := json.Unmarshal(text, &told); err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"save", "verdict"} {
		for _, figure := range []string{"p(50)", "p(99)", "max"} {
			value, ok := told.Metrics[name][figure].(float64)
			if !ok {
				b.Fatalf("k6 tells no %s of %s: %s", figure, name, text)
			}
			b.ReportMetric(value, strings.Trim(name+"-"+strings.NewReplacer("(", "", ")", "").Replace(figure), "-")+"-ms")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// seatTypists makes people with a draft each, and signs them in.
func seatTypists(b *testing.B, s *store.Store, server string) []typist {
	b.Helper()
	now := time.Now()
	const edition = "2026-11"
	if _, err := s.Editions.CreateEdition(b.Context(), editions.Edition{Name: edition, Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)}); err != nil {
		b.Fatal(err)
	}
	clean := sample.Clean(2, string(methodology.V20))
	clean.Entry.Edition = edition
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(clean.Files)) {
		blob, err := s.Blobs().Put(context.WithoutCancel(b.Context()), io.Reader(bytes.NewReader(clean.Files[name])))
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	snapshot, err := s.Submissions.Intake(b.Context(), &clean.Entry, files)
	if err != nil {
		b.Fatal(err)
	}
	people := make([]typist, typists)
	for i := range people {
		email := fmt.Sprintf("person%d@example.org", i)
		user, err := s.Accounts.CreateUser(b.Context(), accounts.NewUser{Email: email, Name: email, Role: review.Submitter, Password: password})
		if err != nil {
			b.Fatal(err)
		}
		entry, err := s.Submissions.CreateEntry(b.Context(), user, edition, snapshot)
		if err != nil {
			b.Fatal(err)
		}
		address := fmt.Sprintf("10.0.0.%d", i)
		people[i] = typist{Cookie: typistCookie(b, server, email, address), Address: address, Entry: entry.ID, Path: "system.name", Was: clean.Entry.System.Name}
	}
	return people
}

func typistCookie(b *testing.B, server, email, address string) string {
	b.Helper()
	form := url.Values{"email": {email}, "password": {password}}.Encode()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server+"/login", strings.NewReader(form))
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Forwarded-For", address)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	for _, cookie := range response.Cookies() {
		return cookie.Name + "=" + cookie.Value
	}
	b.Fatalf("%s is not signed in: %s", email, response.Status)
	return ""
}
