package web_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"green500/validation/review"
	"green500/web"
)

// visitors are who visits every route: the owner of the entry is the submitter.
var visitors = []string{"public", "submitter", "stranger", "reviewer", "editor", "admin"}

// expected is what each visitor gets from each route, in the order of visitors. DRAFT stands for an
// entry that was never submitted, WAITING for one in review, LISTED for a published one. A route
// that has no row here fails the test.
const expected = `
GET  /                                        200 200 200 200 200 200
GET  /lists/2025-11                           200 200 200 200 200 200
GET  /lists/2026-11                           404 404 404 404 404 404
GET  /entries/LISTED                          200 200 200 200 200 200
GET  /entries/WAITING                         404 404 404 404 404 404
GET  /entries/LISTED/chart.json               200 200 200 200 200 200
GET  /entries/WAITING/chart.json              404 200 404 200 200 404
GET  /entries/LISTED/report.json              200 200 200 200 200 200
GET  /entries/WAITING/report.json             404 200 404 200 200 404
GET  /rules                                   200 200 200 200 200 200
GET  /rules/compare                           200 200 200 200 200 200
GET  /rules/machine-fraction                  200 200 200 200 200 200
GET  /rules/no-such-rule                      404 404 404 404 404 404
GET  /rules/readout-interval                  404 404 404 404 404 404
GET  /rules/readout-interval?draft=1          200 200 200 200 200 200
GET  /schema/submission.json                  200 200 200 200 200 200
GET  /login                                   200 200 200 200 200 200
POST /login                                   401 401 401 401 401 401
GET  /submissions                             303 200 200 200 200 200
GET  /submissions/new                         303 200 200 200 200 200
POST /submissions                             401 422 422 422 422 422
GET  /submissions/DRAFT/edit                  303 200 404 404 404 404
GET  /submissions/WAITING/edit                303 409 404 404 404 404
POST /submissions/DRAFT/edit                  401 422 404 404 404 404
GET  /submissions/DRAFT/log?file=FILE         303 200 404 404 404 404
GET  /submissions/DRAFT/log?file=no-such-file 303 404 404 404 404 404
GET  /submissions/WAITING/log?file=FILE       303 409 404 404 404 404
POST /submissions/DRAFT/log?file=FILE         401 200 404 404 404 404
POST /submissions/DRAFT/log                   401 404 404 404 404 404
GET  /submissions/DRAFT/yaml                  303 200 404 404 404 404
POST /submissions/DRAFT/yaml                  401 422 404 404 404 404
GET  /submissions/DRAFT                       303 200 404 404 404 404
GET  /submissions/WAITING                     303 200 404 200 200 404
GET  /submissions/LISTED                      303 200 200 200 200 200
GET  /submissions/WAITING/chart.json          401 200 404 200 200 404
GET  /submissions/WAITING/report.json         401 200 404 200 200 404
GET  /submissions/WAITING/submission.yaml     303 200 404 200 200 404
GET  /submissions/WAITING/files/FILE          303 200 404 200 200 404
GET  /submissions/WAITING/files/no-such-file  303 404 404 404 404 404
POST /submissions/DRAFT/moves                 401 409 404 404 404 404
POST /submissions/WAITING/moves               401 409 404 409 409 404
GET  /review                                  303 403 403 200 200 403
GET  /editions                                303 403 403 403 200 403
GET  /editions/rehearsal                      303 403 403 403 200 200
GET  /editions/rehearsal?methodology=1.2      303 403 403 403 200 200
GET  /editions/rehearsal?methodology=4        303 403 403 403 422 422
GET  /editions/rehearsal.csv?methodology=1.2  303 403 403 403 200 200
GET  /editions/rehearsal.csv?methodology=4    303 403 403 403 422 422
POST /editions                                401 403 403 403 422 403
POST /editions/2020-06/publish                401 403 403 403 404 403
GET  /accounts                                303 403 403 403 403 200
POST /accounts                                401 403 403 403 403 422
POST /accounts/999999/role                    401 403 403 403 403 422
POST /logout                                  401 303 303 303 303 303
`

func TestEveryRouteAsEveryRole(t *testing.T) {
	house := open(t)
	rows := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(expected), "\n") {
		words := strings.Fields(line)
		rows[pattern(words[0], words[1])] = true
		for i, visitor := range visitors {
			t.Run(fmt.Sprintf("%s %s as %s", words[0], words[1], visitor), func(t *testing.T) {
				got := house.visit(t, visitor, words[0], house.address(words[1]))
				if fmt.Sprint(got) != words[2+i] {
					t.Errorf("got %d, want %s", got, words[2+i])
				}
			})
		}
	}
	for _, route := range web.Routes(nil) {
		if !rows[route.Method+" "+route.Path] {
			t.Errorf("nobody visits %s %s", route.Method, route.Path)
		}
	}
}

// pattern turns an address of the table into the route that answers it.
func pattern(method, address string) string {
	for _, route := range web.Routes(nil) {
		if route.Method == method && sameShape(route.Path, address) {
			return method + " " + route.Path
		}
	}
	return "none"
}

func sameShape(path, address string) bool {
	address, _, _ = strings.Cut(address, "?")
	steps, parts := strings.Split(path, "/"), strings.Split(address, "/")
	if len(steps) != len(parts) {
		return false
	}
	for i, step := range steps {
		if !strings.HasPrefix(step, ":") && step != "*" && step != parts[i] {
			return false
		}
	}
	return true
}

func TestAnotherSitesPageChangesNothing(t *testing.T) {
	house := open(t)
	request := house.request(t, http.MethodPost, "/logout")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := house.send(t, "submitter", request); got.StatusCode != http.StatusForbidden {
		t.Errorf("a cross-site request got %d", got.StatusCode)
	}
	if got := house.visit(t, "submitter", http.MethodGet, "/submissions"); got != http.StatusOK {
		t.Errorf("it signed the person out: %d", got)
	}
}

func TestEveryAnswerCarriesThePolicy(t *testing.T) {
	house := open(t)
	for _, address := range []string{"/", "/nowhere", "/login", "/static/app.css", "/healthz", "/entries/999"} {
		answer := house.send(t, "public", house.request(t, http.MethodGet, address))
		if len(answer.Header.Values("Set-Cookie")) > 1 {
			t.Errorf("%s: the session is written twice", address)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", address, policy)
		}
	}
}

func TestProgramsGetProblems(t *testing.T) {
	house := open(t)
	request := house.request(t, http.MethodGet, "/submissions/999/report.json")
	answer := house.send(t, "reviewer", request)
	if kind := answer.Header.Get("Content-Type"); kind != "application/problem+json" || answer.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", answer.StatusCode, kind)
	}
}

// visit asks for an address in the name of a visitor and returns the status.
func (h *house) visit(t *testing.T, visitor, method, address string) int {
	t.Helper()
	return h.send(t, visitor, h.request(t, method, address)).StatusCode
}

func (h *house) request(t *testing.T, method, address string) *http.Request {
	t.Helper()
	body := url.Values{"nothing": {"1"}}.Encode()
	request, err := http.NewRequestWithContext(t.Context(), method, h.server.URL+address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(address, "/login") {
		h.logins++
		request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins))
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return request
}

// send sends a request as a visitor signed in for it alone, so that signing out ends nothing else.
func (h *house) send(t *testing.T, visitor string, request *http.Request) *http.Response {
	t.Helper()
	client := h.client(t, visitor)
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// client is a browser in which the visitor is signed in.
func (h *house) client(t *testing.T, visitor string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if visitor == string(review.Public) {
		return client
	}
	if known, ok := h.cookies[visitor]; ok && !strings.Contains(t.Name(), "/logout") {
		jar.SetCookies(h.url, known)
		return client
	}
	h.signIn(t, client, visitor)
	h.cookies[visitor] = jar.Cookies(h.url)
	if strings.Contains(t.Name(), "/logout") {
		delete(h.cookies, visitor)
	}
	return client
}

func (h *house) signIn(t *testing.T, client *http.Client, visitor string) {
	t.Helper()
	form := url.Values{"email": {visitor + "@example.org"}, "password": {password}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+"/login", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	h.logins++
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins)) // sign-ins are limited by address
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("%s could not sign in: %d", visitor, answer.StatusCode)
	}
}
