package web_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"green500/handlers/account"
	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/outbox"
	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/review/receipt"
	"green500/web"
)

// shows is what an address shows a visitor.
func (h *house) shows(t *testing.T, visitor, address string) string {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	return answerText(t, answer)
}

func answerText(t *testing.T, answer *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return string(text)
}

// sendsForm sends a form of fields, which is a multipart one if a file comes with it.
func (h *house) sendsForm(t *testing.T, visitor, address string, fields url.Values, file string) (int, string) {
	t.Helper()
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	for name := range fields {
		must(t, form.WriteField(name, fields.Get(name)))
	}
	if file != "" {
		part, err := form.CreateFormFile("list", "sums.txt")
		must(t, err)
		_, err = io.WriteString(part, file)
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, &sent)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, visitor, request)
	return answer.StatusCode, answerText(t, answer)
}

// servedAt serves the house as it is at another time, and with or without mail.
func (h *house) servedAt(t *testing.T, now func() time.Time, mailSent bool) {
	t.Helper()
	address, err := url.Parse("https://green500.example.org")
	must(t, err)
	handler, err := web.New(web.Config{Store: h.store, Log: slog.New(slog.DiscardHandler), Now: now, Address: address,
		MaxUpload: maxUpload, MailSent: mailSent, Proxied: true})
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	h.server = server
	h.url, err = url.Parse(server.URL)
	must(t, err)
	h.cookies = map[string][]*http.Cookie{}
}

func TestTheOutboxShowsTextsOnlyWhereNothingIsSent(t *testing.T) {
	house := open(t)
	ctx := t.Context()
	must(t, house.store.Outbox.Post(ctx, outbox.Mail{To: "sam@example.org", Subject: "Reset <b>",
		Text: "https://green500.example.org/reset?key=SECRET"}))
	taken, _, err := house.store.Outbox.Lease(ctx, time.Minute) // the one of the house
	must(t, err)
	must(t, house.store.Outbox.Failed(ctx, taken, "550 no such user", true))
	shown := house.shows(t, "admin", "/outbox")
	for _, part := range []string{"No mail server is configured", "Reset &lt;b&gt;", "key=SECRET", "550 no such user",
		"given up", "waiting", `action="/outbox/` + number(taken.ID) + `/again"`} {
		if !strings.Contains(shown, part) {
			t.Errorf("the page does not say %q", part)
		}
	}
	house.servedAt(t, time.Now, true)
	shown = house.shows(t, "admin", "/outbox")
	if strings.Contains(shown, "SECRET") || strings.Contains(shown, "What it says") ||
		!strings.Contains(shown, "Reset &lt;b&gt;") {
		t.Error("a secret is shown that was sent to somebody else")
	}
	if got := house.visit(t, "admin", http.MethodPost,
		"/outbox/"+number(taken.ID)+"/again"); got != http.StatusSeeOther {
		t.Errorf("sending again got %d", got)
	}
	if again := house.visit(t, "admin", http.MethodPost,
		"/outbox/"+number(taken.ID)+"/again"); again != http.StatusConflict {
		t.Errorf("sending what waits again got %d", again)
	}
}

func TestTheOutboxIsPaged(t *testing.T) {
	house := open(t)
	for i := range 60 {
		must(t, house.store.Outbox.Post(t.Context(),
			outbox.Mail{To: "sam@example.org", Subject: "Message " + number(int64(i)) + ".", Text: "t"}))
	}
	first := house.shows(t, "admin", "/outbox")
	if !strings.Contains(first, "Message 59.") || strings.Contains(first, "Message 9.") ||
		strings.Contains(first, "Newest messages") {
		t.Error("the first page is not of the newest")
	}
	_, link, found := strings.Cut(first, `href="/outbox?before=`)
	if !found {
		t.Fatal("there is no way to older ones")
	}
	older := house.shows(t, "admin", "/outbox?before="+link[:strings.Index(link, `"`)])
	if !strings.Contains(older, "Message 9.") || strings.Contains(older, "Message 10.") ||
		!strings.Contains(older, "Newest messages") || strings.Contains(older, `rel="next"`) {
		t.Error("the second page is not of the rest")
	}
}

func TestEditionsAreAskedForInTheirZone(t *testing.T) {
	house := open(t)
	good := url.Values{"name": {"2027-06"}, "methodology": {string(methodology.InForce)}, "zone": {"Europe/Berlin"},
		"opens": {"2027-03-01T00:00"}, "closes": {"2027-05-15T23:59"}, "grace": {"48"}}
	with := func(field, value string) url.Values {
		changed := url.Values{}
		for name := range good {
			changed.Set(name, good.Get(name))
		}
		changed.Set(field, value)
		return changed
	}
	for _, c := range []struct{ field, value, says string }{
		{"closes", "2027-03-28T02:30", "does not exist in Europe/Berlin"},
		{"opens", "2026-10-25T02:30", "occurs twice in Europe/Berlin"},
		{"closes", "2027-02-01T00:00", "closes before it opens"},
		{"closes", "", "is not a date and time"},
		{"zone", "Europe/Nowhere", "is not a time zone"},
		{"zone", "Local", "is not a time zone"},
		{"zone", "../../etc/passwd", "is not a time zone"},
		{"grace", "-1", "is not a number of hours"},
		{"grace", "99999999999999999999", "is not a number of hours"},
		{"grace", "two", "is not a number of hours"},
		{"name", "2027-07", "is not the name of an edition"},
	} {
		status, shown := house.sendsForm(t, "editor", "/editions", with(c.field, c.value), "")
		at := `id="` + c.field + `-error"`
		if status != http.StatusUnprocessableEntity || !strings.Contains(shown, c.says) ||
			!strings.Contains(shown, at) {
			t.Errorf("%s %q: %d, says it %t, at its field %t", c.field, c.value, status,
				strings.Contains(shown, c.says), strings.Contains(shown, at))
		}
		if !strings.Contains(shown, `value="2027-05-15T23:59"`) && c.field != "closes" {
			t.Errorf("%s %q: what was typed is lost", c.field, c.value)
		}
	}
	if status, _ := house.sendsForm(t, "editor", "/editions", good, ""); status != http.StatusSeeOther {
		t.Fatalf("got %d", status)
	}
	made, err := house.store.Editions.ByName(t.Context(), "2027-06")
	must(t, err)
	if !made.ClosesAt.Equal(time.Date(2027, 5, 15, 21, 59, 0, 0, time.UTC)) || !made.OpensAt.Equal(time.Date(2027, 2,
		28, 23, 0, 0, 0, time.UTC)) || made.Zone != "Europe/Berlin" || made.Grace != 48*time.Hour {
		t.Errorf("made %+v", made)
	}
	shown := house.shows(t, "editor", "/editions")
	for _, part := range []string{"2027-05-15 23:59 +02:00", "Europe/Berlin, ", "2027-05-15 21:59 UTC",
		`datetime="2027-05-15T23:59:00+02:00"`, "grace time 2 days", "times.js"} {
		if !strings.Contains(shown, part) {
			t.Errorf("the page does not say %q", part)
		}
	}
}

// TestFromManifestToSubmission commits a draft, lets the deadline pass, and submits in the grace time.
func TestFromManifestToSubmission(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Minute) // sessions end by the clock of the machine
	clock := func() time.Time { return now }
	house := open(t)
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Blobs: house.store.Blobs(), Now: clock,
		Notice: account.Notices(&url.URL{Scheme: "https", Host: "green500.example.org"})})
	house.store = opened
	for name, role := range map[string]review.Role{"submitter": review.Submitter, "reviewer": review.Reviewer,
		"admin": review.Admin, "stranger": review.Submitter} {
		user, err := opened.Accounts.CreateUser(t.Context(),
			accounts.NewUser{Email: name + "@example.org", Name: name, Role: role, Password: password})
		must(t, err)
		house.people[name] = user
	}
	closes := now.Add(time.Hour)
	chicago, err := time.LoadLocation("America/Chicago")
	must(t, err)
	const minute = "2006-01-02 15:04"
	there := closes.In(chicago).Format(minute + " -07:00")
	utc := `America/Chicago, <span class="nowrap">` + closes.Format(minute) + " UTC"
	_, err = opened.Editions.Create(t.Context(),
		editions.Edition{Name: "2027-06", Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour),
			ClosesAt: closes, Zone: "America/Chicago", Grace: 48 * time.Hour})
	must(t, err)
	house.servedAt(t, clock, false)
	draft := "/submissions/" + number(house.enter(t, "2027-06"))
	late := number(house.enter(t, "2027-06"))

	shown := house.shows(t, "submitter", draft)
	for _, part := range []string{there, utc, "60 minutes left", "Commit to these files", "Submit for review"} {
		if !strings.Contains(shown, part) {
			t.Errorf("before the deadline the page does not say %q", part)
		}
	}
	for _, address := range []string{"/submissions", "/submissions/new", draft + "/edit"} {
		if !strings.Contains(house.shows(t, "submitter", address), utc) {
			t.Errorf("%s does not show the deadline", address)
		}
	}

	digest := strings.Repeat("e", 64)
	status, shown := house.sendsForm(t, "submitter", draft+"/manifest",
		url.Values{"version": {"1"}, "sums": {digest + "  a.csv\nnonsense"}}, "")
	if status != http.StatusUnprocessableEntity || !strings.Contains(shown, "line 2: ") ||
		!strings.Contains(shown, "nonsense</textarea>") {
		t.Errorf("%d: a wrong line is not told, or what was typed is lost", status)
	}
	if status, shown = house.sendsForm(t, "submitter", draft+"/manifest", url.Values{"version": {"1"}},
		"x\n"); status != http.StatusUnprocessableEntity || !strings.Contains(shown, "sums.txt, line 1: ") {
		t.Errorf("%d: a wrong line of a file is not told", status)
	}
	if status, shown = house.sendsForm(t, "submitter", draft+"/manifest",
		url.Values{"version": {"7"}, "sums": {digest + "  a.csv"}}, ""); status != http.StatusConflict ||
		!strings.Contains(shown, "was changed") || !strings.Contains(shown, "a.csv</textarea>") {
		t.Errorf("%d: a change in the meantime is committed unseen", status)
	}
	if status, _ = house.sendsForm(t, "submitter", draft+"/manifest", url.Values{"version": {"1"},
		"sums": {digest + "  a.csv"}}, strings.Repeat("d", 64)+" *b.csv\n"); status != http.StatusSeeOther {
		t.Fatalf("committing got %d", status)
	}
	read, _, err := receipt.Read("receipt", []byte(house.shows(t, "submitter", draft+"/manifests/1/receipt.json")))
	if err != nil || read.Kind != receipt.OfManifest || read.Server != "https://green500.example.org" ||
		read.Zone != "America/Chicago" {
		t.Errorf("the receipt is %+v, %v", read, err)
	}
	committed, err := receipt.ReadManifest([]byte(house.shows(t, "submitter", draft+"/manifests/1/manifest.json")))
	if err != nil || len(committed.Files) < 4 {
		t.Errorf("the manifest is %+v, %v", committed, err)
	}

	now = closes
	shown = house.shows(t, "submitter", draft)
	for _, part := range []string{"you had committed to files",
		closes.Add(48 * time.Hour).In(chicago).Format(minute + " -07:00"), "Submit for review", "2 days left"} {
		if !strings.Contains(shown, part) {
			t.Errorf("in the grace time the page does not say %q", part)
		}
	}
	shown = house.shows(t, "submitter", "/submissions/"+late)
	for part, said := range map[string]bool{"is not part of the edition": true,
		"Copy it to a submission for a later edition": true, "Submit for review": false, "Withdraw": true,
		"closed less than a minute ago": true} {
		if strings.Contains(shown, part) != said {
			t.Errorf("after the deadline the page says %q: %t", part, !said)
		}
	}
	if status, shown = house.sendsForm(t, "submitter", "/submissions/"+late+"/moves",
		url.Values{"verb": {"submit"}, "revision": {"1"}}, ""); status != http.StatusConflict || !strings.Contains(
		shown, closes.In(chicago).Format("closed on 2 January 2006 15:04 -07:00 in America/Chicago")) {
		t.Errorf("too late got %d", status)
	}
	if status, _ = house.sendsForm(t, "submitter", draft+"/moves", url.Values{"verb": {"submit"}, "revision": {"1"}},
		""); status != http.StatusSeeOther {
		t.Errorf("submitting in the grace time got %d", status)
	}
	if shown = house.shows(t, "admin", "/outbox"); !strings.Contains(shown, "green500: Submissions to 2027-06 wait "+
		"for a reviewer") || !strings.Contains(shown, "https://green500.example.org/notices") {
		t.Error("no reviewer was told")
	}
	if status, _ = house.sendsForm(t, "submitter", "/submissions/"+late+"/moves",
		url.Values{"verb": {"withdraw"}, "revision": {"1"}}, ""); status != http.StatusSeeOther {
		t.Errorf("withdrawing after the deadline got %d", status)
	}
	if got := house.visit(t, "stranger", http.MethodGet,
		draft+"/manifests/1/receipt.json"); got != http.StatusNotFound {
		t.Errorf("a stranger got %d", got)
	}
}
