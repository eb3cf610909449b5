package main

import (
	"database/sql"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"green500/cmd/green500/demodata"
	"green500/handlers/account"
	"green500/store"
	"green500/store/secret"
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
		for _, one := range []struct{ item, address string }{{"openapi.json", "/api/openapi.json"},
			{"submission.schema.json", "/schema/submission.json"}} {
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
	key      *secret.Key
	begin    []string // addresses that visits begin with
}

// unbubbled does something outside of the bubble whose clock stands still: all that is begun inside has to end there,
// and the library of sessions begins what never ends.
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
	at := storageFlags{Data: t.TempDir()}
	must(t, makeSamples(at))
	address := &url.URL{Scheme: "https", Host: "green500.example.org"}
	opened, err := at.openWith(t.Context(),
		store.Config{Now: time.Now, Log: slog.New(slog.DiscardHandler), Notice: account.Notices(address)})
	must(t, err)
	t.Cleanup(func() { must(t, opened.Close()) })
	f := furnish(&tab{T: t, url: address.String(), database: at.database(), store: opened})
	var server http.Handler
	out.do(func() {
		server, err = web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: goldenDay,
			Address: address, MaxUpload: 64 << 20, Registration: true})
	})
	must(t, err)
	database, err := sql.Open("sqlite", "file:"+at.database()+"?mode=rw&_pragma=busy_timeout(10000)")
	must(t, err)
	t.Cleanup(func() { must(t, database.Close()) })
	// begun at one instant, they have no order
	_, err = database.ExecContext(t.Context(), "UPDATE uploads SET created_at = created_at + length(name)")
	must(t, err)
	key, err := secret.InFolder(at.Data)(false)
	must(t, err)
	d := &goldenDemo{T: t, server: server, database: database, key: key, steady: map[string]bool{}}
	for _, query := range []string{"SELECT digest FROM revision_files", "SELECT digest FROM revision_series",
		"SELECT input_digest FROM revisions"} {
		for _, digest := range d.column(query) {
			d.steady[strings.TrimPrefix(digest, "sha256:")] = true
		}
	}
	// The first of each state, and what furnish made.
	d.entries = d.column("SELECT min(id) FROM entries GROUP BY state UNION SELECT max(id) FROM entries UNION " +
		"SELECT max(id) - 1 FROM entries ORDER BY 1")
	d.begin = []string{f.site, f.part, f.confirm, f.reset, f.address, f.join}
	for _, query := range []string{
		"SELECT '/submissions/' || entry_id || '/questions/' || id FROM threads ORDER BY id",
		"SELECT '/uploads/' || id FROM uploads ORDER BY name LIMIT 1",
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
	form := url.Values{"email": {demodata.Address(role)}, "password": {demodata.Password}}
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

// tables are the rows of each table, in order.
func (d *goldenDemo) tables() map[string]string {
	d.Helper()
	all := map[string]string{
		"schema": strings.Join(d.column("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name"), "\n")}
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
			if sealed, is := value.(string); is && strings.HasPrefix(sealed, secret.TextPrefix) {
				value, err = d.key.OpenText(sealed, "mail to "+fmt.Sprint(values[slices.Index(names, "recipient")]))
				must(d.T, err)
			}
			if slices.Contains([]string{"goose_db_version.tstamp", "signing_keys.seed", "installation.identifier"},
				table+"."+names[i]) {
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
		for _, name := range []string{"envelope.json", "envelope.csv", "row.json", "cite.bib", "cite.json",
			"badge.svg"} {
			put(id+"/"+name, d.ask(nil, "/entries/"+id+"/"+name))
		}
	}
	for _, address := range d.column(
		"SELECT '/submissions/' || entry_id || '/receipts/' || id FROM receipts ORDER BY id") {
		put("receipts/"+strings.ReplaceAll(address, "/", "~"), d.ask(owner, address))
	}
}
