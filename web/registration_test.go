package web_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/storetest"
	"green500/web"
)

// person is a browser of somebody, at an address of the network of their own.
type person struct {
	house  *house
	client *http.Client
	server string
	from   string
}

func (h *house) person(t *testing.T) *person {
	t.Helper()
	h.logins++
	return &person{house: h, client: h.client(t, "public"), server: h.server.URL,
		from: fmt.Sprintf("198.51.100.%d", h.logins)}
}

// answer is what a person got.
type answer struct {
	status int
	to     string // where it sends them on
	page   string
}

func (p *person) ask(t *testing.T, method, address string, form url.Values) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, p.server+address, strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("X-Forwarded-For", p.from)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	got, err := p.client.Do(request)
	must(t, err)
	defer func() { _ = got.Body.Close() }()
	page, err := io.ReadAll(got.Body)
	must(t, err)
	return answer{got.StatusCode, got.Header.Get("Location"), string(page)}
}

func (p *person) get(t *testing.T, address string) answer {
	t.Helper()
	return p.ask(t, http.MethodGet, address, nil)
}

// send sends a form of fields and values.
func (p *person) send(t *testing.T, address string, fields ...string) answer {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return p.ask(t, http.MethodPost, address, form)
}

// signIn signs in with a password and returns the status.
func (p *person) signIn(t *testing.T, email, password string) int {
	t.Helper()
	return p.send(t, "/login", "email", email, "password", password).status
}

// signedIn reports whether the browser is.
func (p *person) signedIn(t *testing.T) bool {
	t.Helper()
	return p.get(t, "/account").status == http.StatusOK
}

func want(t *testing.T, got answer, status int, to string) {
	t.Helper()
	if got.status != status || got.to != to {
		t.Fatalf("got %d to %q, want %d to %q\n%s", got.status, got.to, status, to, got.page)
	}
}

var mailedLink = regexp.MustCompile(`https://green500\.example(/[a-z]+/[A-Z2-7]{26})\n`)

// mailed returns the path of the link in the last of so many mails to an address; empty if it has none.
func (h *house) mailed(t *testing.T, to, subject string, count int) string {
	t.Helper()
	mails := storetest.Mails(t, h.database, to)
	if len(mails) != count || !strings.Contains(mails[count-1].Subject, subject) {
		t.Fatalf("%s got %+v, want %d of which the last is about %q", to, mails, count, subject)
	}
	found := mailedLink.FindStringSubmatch(mails[count-1].Text)
	if found == nil {
		return ""
	}
	return found[1]
}

const newcomer = "new@example.org"

// register fills in the form of a newcomer.
func (p *person) register(t *testing.T, email string) answer {
	t.Helper()
	return p.send(t, "/register", "name", "Noor New", "email", email, "affiliation", "Centre")
}

func TestFromRegistrationToAnAccount(t *testing.T) {
	house := open(t)
	p := house.person(t)
	want(t, p.register(t, newcomer), http.StatusSeeOther, "/register/sent")
	holds(t, p.get(t, "/register/sent").page, "Look into your mail", "48 hours")
	first := house.mailed(t, newcomer, "Confirm your account", 1)

	want(t, p.send(t, "/register/again", "email", newcomer), http.StatusSeeOther, "/register/sent")
	second := house.mailed(t, newcomer, "Confirm your account", 2)

	old := p.get(t, first)
	want(t, old, http.StatusGone, "")
	holds(t, old.page, "used before", `href="/register/again"`)
	for range 2 { // a scanner of mail may look as often as it likes
		holds(t, p.get(t, second).page, "Noor New", newcomer, `action="`+second+`"`)
	}
	if p.signedIn(t) {
		t.Error("looking at the link signs in")
	}
	short := p.send(t, second, "password", "9 letters")
	want(t, short, http.StatusUnprocessableEntity, "")
	holds(t, short.page, `id="password-error"`)
	want(t, p.send(t, second, "password", password), http.StatusSeeOther, "/submissions")
	holds(t, p.get(t, "/submissions").page, "Your address is confirmed", "Noor New")
	want(t, house.person(t).send(t, second, "password", password), http.StatusGone, "")
	if got := house.person(t).signIn(t, " New@Example.org ", password); got != http.StatusSeeOther {
		t.Errorf("signing in: %d", got)
	}
}

func TestRegisteringTellsNobodyWhoHasAnAccount(t *testing.T) {
	house := open(t)
	known := house.people["submitter"].Email
	for _, form := range []struct{ address, to string }{{"/register", "/register/sent"},
		{"/register/again", "/register/sent"}, {"/reset", "/reset/sent"}} {
		for _, email := range []string{known, "nobody@example.org"} {
			p := house.person(t)
			got := p.send(t, form.address, "name", "N", "email", email, "password", "a password of nobody")
			want(t, got, http.StatusSeeOther, form.to)
			if len(p.client.Jar.Cookies(house.url)) > 0 {
				t.Errorf("%s %s: a cookie tells something", form.address, email)
			}
		}
	}
	house.mailed(t, known, "Set a new password", 3)
	house.mailed(t, "nobody@example.org", "Set a new password", 3)
	if got := house.person(t).signIn(t, known, password); got != http.StatusSeeOther {
		t.Errorf("the account is another: %d", got)
	}
}

func TestARefusedRegistrationKeepsWhatWasTyped(t *testing.T) {
	house := open(t)
	got := house.person(t).send(t, "/register", "name", "<Noor>", "email", "nowhere", "affiliation",
		strings.Repeat("x", 201))
	want(t, got, http.StatusUnprocessableEntity, "")
	holds(t, got.page, `value="&lt;Noor&gt;"`, `value="nowhere"`, `id="email-error"`, `id="affiliation-error"`)
	if mails := storetest.Mails(t, house.database, "nowhere"); len(mails) > 0 {
		t.Errorf("a mail was posted: %+v", mails)
	}
}

func TestNobodyIsFloodedByOurMails(t *testing.T) {
	house := open(t)
	for i, form := range []string{"/register/again", "/reset"} { // the mails of one withhold none of the other
		for sent := range 6 { // from an address of the network each
			email := []string{newcomer, " NEW@example.org", "new@example.org\x00"}[sent%3]
			got := house.person(t).send(t, form, "email", email)
			if sent < 5 && got.status != http.StatusSeeOther {
				t.Errorf("%s, mail %d: %d", form, sent, got.status)
			}
			if sent == 5 {
				want(t, got, http.StatusTooManyRequests, "")
				holds(t, got.page, "several mails were asked for", `id="email-error"`)
			}
		}
		if mails := storetest.Mails(t, house.database, newcomer); len(mails) != 5*(i+1) {
			t.Errorf("%d mails were posted", len(mails))
		}
	}
}

func TestFormsThatSendMailAreSlow(t *testing.T) {
	house := open(t)
	p := house.person(t)
	last := 0
	for i := range 11 {
		last = p.send(t, "/reset", "email", fmt.Sprintf("n%d@example.org", i)).status
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the eleventh mail from one place: %d", last)
	}
}

func TestResettingAPassword(t *testing.T) {
	house := open(t)
	email := house.people["submitter"].Email
	elsewhere, p := house.person(t), house.person(t)
	if got := elsewhere.signIn(t, email, password); got != http.StatusSeeOther {
		t.Fatal(got)
	}
	want(t, p.send(t, "/reset", "email", email), http.StatusSeeOther, "/reset/sent")
	link := house.mailed(t, email, "Set a new password", 1)
	holds(t, p.get(t, link).page, email, "New password")
	short := p.send(t, link, "password", "short")
	want(t, short, http.StatusUnprocessableEntity, "")
	holds(t, short.page, `id="password-error"`)
	want(t, p.send(t, link, "password", "another long password"), http.StatusSeeOther, "/submissions")
	house.mailed(t, email, "was changed", 2)
	if !p.signedIn(t) || elsewhere.signedIn(t) {
		t.Errorf("signed in here %v, elsewhere %v; want here alone", p.signedIn(t), elsewhere.signedIn(t))
	}
	used := p.send(t, link, "password", "a third long password")
	want(t, used, http.StatusGone, "")
	holds(t, used.page, "used before", `href="/reset"`)
	if got := house.person(t).signIn(t, email, password); got != http.StatusUnauthorized {
		t.Errorf("the old password: %d", got)
	}
}

// Ten wrong passwords end the trying from where they come, and a hundred from everywhere; a link by mail is the way
// out.
func TestPasswordsCannotBeTriedForever(t *testing.T) {
	house := open(t)
	email := house.people["submitter"].Email
	for _, victim := range []string{email, "nobody@example.org"} {
		from := house.person(t).from
		try := func(network string, tries int) {
			thief := house.person(t)
			thief.from = network
			for i := range tries {
				if got := thief.signIn(t, victim, "a wrong password"); got != http.StatusUnauthorized {
					t.Fatalf("%s from %s: try %d: %d", victim, network, i, got)
				}
			}
		}
		try(from, 10)
		if victim == email { // who is not kept out by it, and begins the count again
			if got := house.person(t).signIn(t, email, password); got != http.StatusSeeOther {
				t.Fatalf("the owner cannot sign in from elsewhere: %d", got)
			}
		} else {
			try(fmt.Sprintf("192.0.2.%d", len(victim)), 10)
		}
		for i := range map[bool]int{true: 10, false: 8}[victim == email] {
			try(fmt.Sprintf("10.%d.0.%d", len(victim), i), 10)
		}
		got := house.person(t).send(t, "/login", "email", strings.ToUpper(victim), "password", password)
		want(t, got, http.StatusTooManyRequests, "")
		holds(t, got.page, "Too many wrong passwords", "/reset")
	}
	p := house.person(t)
	p.send(t, "/reset", "email", email)
	want(t, p.send(t, house.mailed(t, email, "Set a new password", 1), "password", "another long password"),
		http.StatusSeeOther, "/submissions")
	if got := house.person(t).signIn(t, email, "another long password"); got != http.StatusSeeOther {
		t.Errorf("after the reset: %d", got)
	}
}

// A person with one address of an IPv6 network has all of them, and is counted as one.
func TestAnIPv6NetworkIsOnePlace(t *testing.T) {
	house := open(t)
	last := 0
	for i := range 11 {
		thief := house.person(t)
		thief.from = fmt.Sprintf("2001:db8:1:1:%x::%x", i, i)
		last = thief.signIn(t, fmt.Sprintf("victim%d@example.org", i), "a wrong password")
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the last try got %d", last)
	}
	neighbour := house.person(t)
	neighbour.from = "2001:db8:1:2::1"
	if got := neighbour.signIn(t, house.people["submitter"].Email, password); got != http.StatusSeeOther {
		t.Errorf("another network got %d", got)
	}
}

// lines is a log that may be read while it is written.
type lines struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// closed is a second server at the store of a house, without registration, and its log.
func (h *house) closed(t *testing.T) (*person, *lines) {
	t.Helper()
	log := &lines{}
	handler, err := web.New(web.Config{Store: h.store, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now,
		MaxUpload: maxUpload, Address: h.url})
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	must(t, err)
	client := &http.Client{Jar: jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &person{house: h, client: client, server: server.URL}, log
}

func TestRegistrationCanBeSwitchedOff(t *testing.T) {
	house := open(t)
	p, _ := house.closed(t)
	want(t, p.get(t, "/register"), http.StatusForbidden, "")
	want(t, p.register(t, newcomer), http.StatusForbidden, "")
	if page := p.get(t, "/login").page; strings.Contains(page, "/register") {
		t.Error("the page to sign in leads there")
	}
	if _, err := house.store.Accounts.UserByEmail(t.Context(), newcomer); err == nil {
		t.Error("an account came to be")
	}
	holds(t, house.person(t).get(t, "/login").page, `href="/register"`)
}

func TestSecretsStayOutOfLogs(t *testing.T) {
	house := open(t)
	email := house.people["submitter"].Email
	must(t, house.store.Accounts.AskReset(t.Context(), email,
		func(secret string) (string, string) { return "reset", secret }, nil))
	secret := storetest.Mails(t, house.database, email)[0].Text
	p, log := house.closed(t)
	for _, address := range []string{"/reset/" + secret, "/reset/" + secret + "/", "/reset/" + secret + "/more",
		"/confirm/" + secret, "/address/" + secret, "/reset/sent"} {
		p.get(t, address)
	}
	p.ask(t, http.MethodPut, "/reset/"+secret, nil)
	p.send(t, "/reset/"+secret, "password", "another long password")
	if strings.Contains(log.String(), secret) {
		t.Errorf("the log holds the secret:\n%s", log)
	}
	holds(t, log.String(), "path=/reset/:secret", "path=/confirm/:secret", "path=/address/:secret", "path=/reset/sent")
}

func TestALinkAloneSignsNobodyInWhoIsDisabled(t *testing.T) {
	house := open(t)
	p := house.person(t)
	p.register(t, newcomer)
	link := house.mailed(t, newcomer, "Confirm", 1)
	user, err := house.store.Accounts.UserByEmail(t.Context(), newcomer)
	must(t, err)
	admin := house.person(t)
	admin.signIn(t, house.people["admin"].Email, password)
	holds(t, admin.get(t, "/accounts").page, "not confirmed")
	want(t, admin.send(t, "/accounts/"+number(user.ID)+"/disabled", "disabled", "true"),
		http.StatusSeeOther, "/accounts")
	holds(t, admin.get(t, "/accounts").page, "The account was disabled", ">disabled<")
	got := p.send(t, link)
	want(t, got, http.StatusGone, "")
	holds(t, got.page, "was disabled")
	want(t, admin.send(t, "/accounts/"+number(user.ID)+"/disabled", "disabled", "false"),
		http.StatusSeeOther, "/accounts")
	want(t, p.send(t, link, "password", password), http.StatusSeeOther, "/submissions")
	want(t, admin.send(t, "/accounts/"+number(house.people["admin"].ID)+"/disabled", "disabled", "true"),
		http.StatusConflict, "")
}

// holds demands pieces of a page as it is sent, whatever the blanks.
func holds(t *testing.T, page string, pieces ...string) {
	t.Helper()
	page = strings.Join(strings.Fields(page), " ")
	for _, piece := range pieces {
		if !strings.Contains(page, piece) {
			t.Fatalf("there is no %q in\n%s", piece, page)
		}
	}
}
