package main

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"green500/handlers"
	"green500/store"
	"green500/validation/review"
	"green500/web"
)

// goldenDay is when the demonstration is made: while the last of its editions is open.
func goldenDay() time.Time { return time.Date(2026, time.October, 1, 10, 0, 0, 0, time.UTC) }

// TestGoldenDemonstration freezes what the demonstration holds, and what it answers to everybody. All of it happens at
// one instant, on a clock that stands still.
func TestGoldenDemonstration(t *testing.T) {
	database, pages, envelopes := newGolden(t, "database"), newGolden(t, "pages"), newGolden(t, "envelopes")
	programs := newGolden(t, "interface")
	out := newUnbubbled(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(goldenDay()))
		d := openGoldenDemo(t, out)
		for table, text := range d.tables() {
			database.put(table, text)
		}
		for _, one := range []struct{ item, address string }{{"openapi.json", "/api/openapi.json"}, {"submission.schema.json", "/schema/submission.json"}} {
			programs.put(one.item, d.ask(nil, one.address).Body.String())
		}
		d.receipts(envelopes)
		for _, role := range slices.Concat([]review.Role{review.Public}, review.Roles()) {
			d.visitAs(role, pages)
		}
	})
	for _, g := range []*golden{database, pages, envelopes, programs} {
		g.check()
	}
}

// goldenDemo is a demonstration with its server.
type goldenDemo struct {
	*testing.T
	server   http.Handler
	database *sql.DB
	entries  []string        // those that are visited in all ways: some of each state
	steady   map[string]bool // digests that are the same in every run
	begin    []string        // addresses that visits begin with
}

// unbubbled does something outside of the bubble whose clock stands still: all that is begun inside has to end there, and the
// library of sessions begins what never ends.
type unbubbled struct {
	asked chan func()
	done  chan struct{}
}

func newUnbubbled(t *testing.T) unbubbled {
	a := unbubbled{make(chan func()), make(chan struct{})}
	go func() {
		for what := range a.asked {
			what()
			a.done <- struct{}{}
		}
	}()
	t.Cleanup(func() { close(a.asked) })
	return a
}

func (a unbubbled) do(what func()) {
	a.asked <- what
	<-a.done
}

func openGoldenDemo(t *testing.T, out unbubbled) *goldenDemo {
	t.Helper()
	at := place{Data: t.TempDir()}
	must(t, makeSamples(at))
	address := &url.URL{Scheme: "https", Host: "green500.example.org"}
	opened, err := at.openWith(t.Context(), store.Config{Now: time.Now, Log: slog.New(slog.DiscardHandler), Notice: handlers.Notices(address)})
	must(t, err)
	t.Cleanup(func() { must(t, opened.Close()) })
	f := furnish(&tab{T: t, url: address.String(), database: at.database(), store: opened})
	var server http.Handler
	out.do(func() {
		server, err = web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: goldenDay, Address: address, MaxUpload: 64 << 20, Registration: true})
	})
	must(t, err)
	database, err := sql.Open("sqlite", "file:"+at.database()+"?mode=rw&_pragma=busy_timeout(10000)")
	must(t, err)
	t.Cleanup(func() { must(t, database.Close()) })
	_, err = database.ExecContext(t.Context(), "UPDATE uploads SET created_at = created_at + length(name)") // begun at one instant, they have no order
	must(t, err)
	d := &goldenDemo{T: t, server: server, database: database, steady: map[string]bool{}}
	for _, query := range []string{"SELECT digest FROM revision_files", "SELECT digest FROM revision_series", "SELECT input_digest FROM revisions"} {
		for _, digest := range d.column(query) {
			d.steady[strings.TrimPrefix(digest, "sha256:")] = true
		}
	}
	// The first of each state, and what furnish made.
	d.entries = d.column("SELECT min(id) FROM entries GROUP BY state UNION SELECT max(id) FROM entries UNION SELECT max(id) - 1 FROM entries ORDER BY 1")
	d.begin = []string{f.site, f.part, f.confirm, f.reset, f.address, f.join}
	for _, query := range []string{
		"SELECT '/submissions/' || entry_id || '/remarks/' || id FROM threads ORDER BY id", "SELECT '/uploads/' || id FROM uploads ORDER BY name LIMIT 1",
		"SELECT '/submissions/' || entry_id || '/receipts/' || id FROM receipts ORDER BY id",
	} {
		d.begin = append(d.begin, d.column(query)...)
	}
	return d
}

// column is the first column of a query, as text.
func (d *goldenDemo) column(query string) []string {
	d.Helper()
	rows, err := d.database.QueryContext(d.Context(), query)
	must(d.T, err)
	defer rows.Close()
	var all []string
	for rows.Next() {
		var one string
		must(d.T, rows.Scan(&one))
		all = append(all, one)
	}
	must(d.T, rows.Err())
	return all
}

// ask asks the server for an address, and returns the answer.
func (d *goldenDemo) ask(cookie *http.Cookie, address string) *httptest.ResponseRecorder {
	d.Helper()
	request := httptest.NewRequestWithContext(d.Context(), http.MethodGet, address, nil)
	if cookie != nil {
		request.AddCookie(cookie)
	}
	answer := httptest.NewRecorder()
	d.server.ServeHTTP(answer, request)
	return answer
}

// signIn signs in as a role; nobody is signed in as the public.
func (d *goldenDemo) signIn(role review.Role) *http.Cookie {
	d.Helper()
	if role == review.Public {
		return nil
	}
	form := url.Values{"email": {demoAddress(role)}, "password": {demoPassword}}
	request := httptest.NewRequestWithContext(d.Context(), http.MethodPost, "/login", strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", "https://green500.example.org")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	answer := httptest.NewRecorder()
	d.server.ServeHTTP(answer, request)
	cookies := answer.Result().Cookies()
	if answer.Code != http.StatusSeeOther || len(cookies) == 0 {
		d.Fatalf("nobody can sign in as %s: %d %s", role, answer.Code, answer.Body)
	}
	return cookies[0]
}

// visitAs visits what a role can reach: the addresses of testdata/golden/addresses, and from each page on what it links to. Of
// links that are alike, the first are followed; and what is the same for everybody is for the public alone.
func (d *goldenDemo) visitAs(role review.Role, g *golden) {
	d.Helper()
	const fewLinks = 2
	cookie := d.signIn(role)
	known, alike := map[string]bool{}, map[string]int{}
	var queue []string
	for _, address := range d.addresses() {
		if role == review.Public || !isDownload(address) {
			queue = append(queue, address)
			known[address] = true
		}
	}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		answer := d.ask(cookie, address)
		g.put(string(role)+"/"+strings.ReplaceAll(d.named(address), "/", "~"), d.answered(answer))
		for _, link := range linksOf(answer) {
			kind := kindOf(link)
			if known[link] || alike[kind] >= fewLinks || (role != review.Public && isPublic(link)) || (isDownload(link) && strings.Contains(link, "?")) {
				continue
			}
			known[link] = true
			alike[kind]++
			queue = append(queue, link)
		}
	}
}

// isPublic reports whether an address shows everybody the same, but for the head of the page.
func isPublic(address string) bool {
	return publicPlaces.MatchString(address)
}

// isDownload reports whether an address is that of a file that is the same for everybody.
func isDownload(address string) bool {
	file, _, _ := strings.Cut(address, "?")
	return isPublic(address) && (path.Ext(file) != "" || strings.HasPrefix(address, "/api/v1/"))
}

var publicPlaces = regexp.MustCompile(`^/(lists|by|systems|models|trends|compare|rules|plan|api/v1/(lists|systems|columns)|api/openapi|schema|feed|sitemap|robots)\b`)

var linked = regexp.MustCompile(`(?:href|src|data-[a-z-]+)="(/[^"#]*)`)

// linksOf are the addresses of this server that a page names, without files that never change.
func linksOf(answer *httptest.ResponseRecorder) []string {
	if !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
		return nil
	}
	var links []string
	for _, found := range linked.FindAllStringSubmatch(answer.Body.String(), -1) {
		if link := html.UnescapeString(found[1]); !strings.HasPrefix(link, "/static/") && !strings.HasPrefix(link, "//") {
			links = append(links, link)
		}
	}
	return links
}

var ofOneKind = regexp.MustCompile(`[0-9a-f]{32,}|[A-Z2-7]{26}|\d+(-\d+)?`)

// kindOf is what an address has in common with those alike.
func kindOf(link string) string {
	at, err := url.Parse(link)
	if err != nil {
		return link
	}
	var keys []string
	for key := range at.Query() {
		keys = append(keys, ofOneKind.ReplaceAllString(key, "N"))
	}
	slices.Sort(keys)
	steps := strings.Split(at.Path, "/")
	if len(steps) > 2 && slices.Contains([]string{"by", "rules", "models"}, steps[1]) {
		steps[len(steps)-1] = "NAME"
	}
	if len(keys) > 1 {
		keys = []string{"several"}
	}
	return ofOneKind.ReplaceAllString(strings.Join(steps, "/"), "N") + "?" + strings.Join(keys, "&")
}

// answered is an answer without what differs from run to run.
func (d *goldenDemo) answered(answer *httptest.ResponseRecorder) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n", answer.Code)
	header := answer.Header()
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range header {
			if !yield(name) {
				return
			}
		}
	}) {
		if !slices.Contains([]string{"X-Request-Id", "Set-Cookie", "Content-Length", "Date"}, name) {
			fmt.Fprintf(&text, "%s: %s\n", name, strings.Join(header[name], ", "))
		}
	}
	text.WriteString("\n")
	text.WriteString(bodyText(header.Get("Content-Type"), answer.Body.Bytes()))
	return d.named(text.String())
}

// bodyText is a body as text: a page without needless blanks and a tag a line, an archive as a list, and of other bytes their digest.
func bodyText(kind string, body []byte) string {
	switch {
	case strings.HasPrefix(kind, "text/html"):
		return strings.ReplaceAll(strings.Join(strings.Fields(string(body)), " "), "<", "\n<")
	case bytes.HasPrefix(body, []byte("PK\x03\x04")):
		return archived(body)
	case utf8.Valid(body):
		return string(body)
	}
	return fmt.Sprintf("%d bytes, %s", len(body), shortSum(string(body)))
}

func archived(body []byte) string {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	for _, file := range archive.File {
		opened, err := file.Open()
		if err != nil {
			return err.Error()
		}
		content, err := io.ReadAll(opened)
		if err != nil {
			return err.Error()
		}
		fmt.Fprintf(&text, "== %s %s\n", file.Name, file.Modified.UTC().Format(time.RFC3339))
		if path.Ext(file.Name) == ".csv" || !utf8.Valid(content) {
			fmt.Fprintf(&text, "%d bytes, %s\n", len(content), shortSum(string(content)))
			continue
		}
		text.Write(content)
	}
	return text.String()
}

// unsteady is what differs from run to run, and what stands in its place. What a line has to hold is looked for first: to
// match every line takes longer than to make the page.
var unsteady = []struct {
	hint string
	what *regexp.Regexp
	by   string
}{
	{"", regexp.MustCompile(`\b[A-Z2-7]{26}\b`), "SECRET"},
	{"", regexp.MustCompile(`[A-Za-z0-9+/]{86}==`), "SIGNATURE"},
	{"", regexp.MustCompile(`[A-Za-z0-9+/]{43}=`), "KEY"},
	{"$argon2id$", regexp.MustCompile(`\$argon2id\$[^\s"|]+`), "PASSWORD"},
	{"g5_", regexp.MustCompile(`\bg5_[A-Z2-7]{4}\b`), "HINT"},
	{`DIGEST">`, regexp.MustCompile(`(DIGEST">)[0-9a-f]+`), "${1}SHORT"},
	{"?v=", regexp.MustCompile(`(/static/[^"?]+)\?v=[0-9a-f]+`), "$1?v=HASH"},
	{"Etag: ", regexp.MustCompile(`^Etag: .*`), "Etag: HASH"},
	{"B free", regexp.MustCompile(`[0-9.]+ [kMGT]?B free`), "SOME free"}, // on the disk of this machine
}

var hexWord = regexp.MustCompile(`[0-9a-f]{32,}`)

// named puts names in the place of digests that depend on how the rules are written, of keys and of secrets.
func (d *goldenDemo) named(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		long := hasLongWord(line)
		if long {
			line = hexWord.ReplaceAllStringFunc(withoutDigests(line), d.nameOf)
		}
		for _, one := range unsteady {
			if (one.hint == "" && long) || (one.hint != "" && strings.Contains(line, one.hint)) {
				line = one.what.ReplaceAllString(line, one.by)
			}
		}
		out.WriteString(line)
	}
	return out.String()
}

// nameOf is what stands in the place of a long number: the id of an upload, or a digest that is not the same in every run.
func (d *goldenDemo) nameOf(digits string) string {
	const ofUpload, ofDigest = 32, 64
	switch {
	case len(digits) == ofUpload:
		return "UPLOAD"
	case len(digits) == ofDigest && !d.steady[digits]:
		return "DIGEST"
	}
	return digits
}

// hasLongWord reports whether a text holds a word as long as a secret.
func hasLongWord(text string) bool {
	const shortest = 26
	run := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '+', c == '/':
			if run++; run >= shortest {
				return true
			}
		default:
			run = 0
		}
	}
	return false
}

// tables are the rows of each table, in order.
func (d *goldenDemo) tables() map[string]string {
	d.Helper()
	all := map[string]string{"schema": strings.Join(d.column("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name"), "\n")}
	for _, table := range d.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
		lines := d.rows(table)
		slices.Sort(lines)
		all["table/"+table] = strings.Join(lines, "\n")
	}
	return all
}

func (d *goldenDemo) rows(table string) []string {
	d.Helper()
	rows, err := d.database.QueryContext(d.Context(), `SELECT * FROM "`+table+`"`)
	must(d.T, err)
	defer rows.Close()
	names, err := rows.Columns()
	must(d.T, err)
	var lines []string
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		must(d.T, rows.Scan(into...))
		var line strings.Builder
		for i, value := range values {
			if slices.Contains([]string{"goose_db_version.tstamp", "signing_keys.seed"}, table+"."+names[i]) {
				value = "OF THIS RUN"
			}
			fmt.Fprintf(&line, "%s=%s | ", names[i], d.cell(value))
		}
		lines = append(lines, line.String())
	}
	must(d.T, rows.Err())
	return lines
}

func (d *goldenDemo) cell(value any) string {
	switch v := value.(type) {
	case []byte:
		if !utf8.Valid(v) {
			return "x" + hex.EncodeToString(v)
		}
		return d.named(string(v))
	case string:
		return d.named(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value)
}

// addresses are those that every visit begins with, in their order.
func (d *goldenDemo) addresses() []string {
	d.Helper()
	text, err := os.ReadFile(filepath.Join(goldenFolder, "addresses"))
	must(d.T, err)
	var all []string
	for _, address := range strings.Fields(string(text)) {
		if !strings.Contains(address, "ENTRY") {
			all = append(all, address)
			continue
		}
		for _, id := range d.entries {
			all = append(all, strings.ReplaceAll(address, "ENTRY", id))
		}
	}
	return append(all, d.begin...)
}

// receipts puts the receipts that were given, and what everybody may take away of each published entry.
func (d *goldenDemo) receipts(g *golden) {
	d.Helper()
	owner := d.signIn(review.Submitter)
	put := func(item string, answer *httptest.ResponseRecorder) {
		if answer.Code != http.StatusOK {
			d.Errorf("%s: %d", item, answer.Code)
		}
		g.put(item, d.answered(answer))
	}
	for _, id := range d.column("SELECT id FROM entries WHERE state = 'published' ORDER BY id") {
		for _, name := range []string{"envelope.json", "envelope.csv", "row.json", "cite.bib", "cite.json", "badge.svg"} {
			put(id+"/"+name, d.ask(nil, "/entries/"+id+"/"+name))
		}
	}
	for _, address := range d.column("SELECT '/submissions/' || entry_id || '/receipts/' || id FROM receipts ORDER BY id") {
		put("receipts/"+strings.ReplaceAll(address, "/", "~"), d.ask(owner, address))
	}
}
