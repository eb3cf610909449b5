package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/validation/review"
	"green500/web"
)

// fuzzed is a house that answers without a network.
type fuzzed struct {
	*house
	token string // of the submitter, for everything that a program may do
}

func openFuzzed(f *testing.F) fuzzed {
	h := open(f)
	token, _, err := h.store.SignIns.CreateToken(f.Context(), h.people["submitter"],
		accounts.NewToken{Name: "fuzz", Scopes: review.Scopes(), Lifetime: accounts.TokenLifetimes()[0]})
	must(f, err)
	return fuzzed{h, token}
}

// survives asks, and fails the test if the server has no answer but that it failed.
func (h fuzzed) survives(t *testing.T, request *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	h.server.Config.Handler.ServeHTTP(answer, request)
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s %s: %d\n%s", request.Method, request.URL, answer.Code, answer.Body)
	}
	return answer
}

// asks is a request of the submitter's program.
func (h fuzzed) asks(t *testing.T, method, address, query, body string) *http.Request {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, h.address(address), strings.NewReader(body))
	request.URL.RawQuery = query
	request.Header.Set("Authorization", "Bearer "+h.token)
	return request
}

// session signs somebody in and returns the cookie of their session.
func (h fuzzed) session(f *testing.F, role review.Role) *http.Cookie {
	f.Helper()
	answer := httptest.NewRecorder()
	form := url.Values{"email": {string(role) + "@example.org"}, "password": {password}}
	request := httptest.NewRequestWithContext(f.Context(), http.MethodPost, "/login", strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	h.server.Config.Handler.ServeHTTP(answer, request)
	if answer.Code != http.StatusSeeOther {
		f.Fatalf("signing in got %d", answer.Code)
	}
	return answer.Result().Cookies()[0]
}

// queried are the addresses that draw, filter or compute by what a query says.
var queried = []string{
	"/submissions/DRAFT/chart.json", "/submissions/DRAFT/window.json", "/submissions/DRAFT/chart.svg",
	"/submissions/DRAFT/chart.csv", "/submissions/DRAFT",
	"/entries/LISTED", "/entries/LISTED/chart.json", "/entries/LISTED/chart.svg", "/entries/LISTED/window.json",
	"/entries/LISTED/study.json", "/submissions/DRAFT/study",
	"/submissions/DRAFT/compare.json", "/lists/2025-11", "/lists/all", "/lists/2025-11/view.csv",
	"/lists/2025-11/view.xlsx", "/lists/2025-11/list.json", "/lists/2025-11/errata.json",
	"/api/v1/lists/all/rows", "/compare.json", "/compare.csv", "/compare.svg", "/trends.json", "/trends.csv",
	"/by/country/DE/figures.json", "/systems/1/figures.csv",
	"/models/simgrid", "/models/simgrid/figures.json", "/models/algorithmic/figures.csv", "/models/pascol",
	"/models/merpsys/figures.json", "/models/merpsys/machine", "/models/simgrid/platform.xml",
	"/api/v1/lists/all/rows", "/compare.json", "/compare.csv", "/compare.svg", "/trends.json", "/trends.csv",
	"/by/country/DE/figures.json", "/systems/MACHINE/figures.csv",
	"/models/simgrid", "/models/simgrid/figures.json", "/models/algorithmic/figures.csv", "/models/pascol",
	"/models/merpsys/figures.json", "/models/simgrid/platform.xml",
	"/plan", "/plan.yaml", "/rules", "/rules/compare", "/rules/machine-fraction", "/sitemap.xml", "/",
}

// FuzzQueries: whatever a query says of a chart, a window, a list, a model or a plan is answered or refused.
func FuzzQueries(f *testing.F) {
	for at, query := range []string{
		"", "from=2026-11-05T10:00:00%2B01:00&to=2026-11-05T10:20:00%2B01:00",
		"from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&series=meter:0&series=total",
		"show=idle&series=&series=%00",
		"view_from=2026-11-05T10:00:00Z&view_to=2026-11-05T10:00:00.000000001Z",
		"country=DE&sort=-efficiency&page=99999999999999999999&size=-1",
		"rmax_from=1e400&rmax_to=NaN&columns=rank,,rank",
		"q=%25_%5C&level=3&year=x", "row=2025-11:1&row=2025-11:1&figure=efficiency", "as-of=released",
		"as-of=2026-12-01", "cores=1e9&load=Inf&figure=load",
		"node_sets[0].nodes=160&node_sets[0].power_per_node_w=640&run.core_phase_s=600",
		"node_sets[99999999].nodes=1", "revision=1&from=1&to=1", "slower=1e308", "kind=top500&edition=2025-11",
		"part=-1", "states=1;1,2,3,4;5,,6,7", ";;&&==%zz", "entry=1", strings.Repeat("series=a&", 2000),
	} {
		for address := range queried {
			if address%7 == at%7 {
				f.Add(uint8(address), query)
			}
		}
	}
	h := openFuzzed(f)
	f.Fuzz(func(t *testing.T, address uint8, query string) {
		h.survives(t, h.asks(t, http.MethodGet, queried[int(address)%len(queried)], query, ""))
	})
}

// FuzzQueriesOfStaff: whatever a query says to the pages of reviewers, editors and administrators is answered or
// refused.
func FuzzQueriesOfStaff(f *testing.F) {
	pages := []struct {
		role    review.Role
		address string
	}{
		{review.Reviewer, "/review"}, {review.Reviewer, "/submissions/DRAFT"}, {review.Editor, "/review/assign"},
		{review.Editor, "/editions"}, {review.Editor, "/editions/2026-11"},
		{review.Admin, "/accounts"}, {review.Admin, "/audit"}, {review.Admin, "/outbox"}, {review.Admin, "/server"},
		{review.Admin, "/server/jobs"},
	}
	for at, query := range []string{
		"", "q=%25_%5C&role=x&state=%00", "edition=2026-11&sort=-warnings&page=99999999999999999999",
		"edition=9999-99&mine=1&waiting=x", "from=0001-01-01&to=9999-12-31",
		"from=x&after=-1&before=99999999999999999999",
		"role=admin&role=reviewer&confirmed=no", "tab=meters&instruments=a&instruments=b&scale=log", ";;&&==%zz",
		strings.Repeat("state=a&", 2000),
	} {
		for page := range pages {
			if (page+at)%2 == 0 {
				f.Add(uint8(page), query)
			}
		}
	}
	h := openFuzzed(f)
	sessions := map[review.Role]*http.Cookie{}
	for _, role := range []review.Role{review.Reviewer, review.Editor, review.Admin} {
		sessions[role] = h.session(f, role)
	}
	f.Fuzz(func(t *testing.T, page uint8, query string) {
		at := pages[int(page)%len(pages)]
		request := h.asks(t, http.MethodGet, at.address, query, "")
		request.Header.Del("Authorization")
		request.AddCookie(sessions[at.role])
		if answer := h.survives(t, request); query == "" && answer.Code != http.StatusOK &&
			at.address != "/submissions/DRAFT" {
			t.Errorf("%s answers %d", at.address, answer.Code)
		}
	})
}

// FuzzDocuments: whatever a program sends as a document or a manifest is taken or refused, in JSON, and the draft can
// be read afterwards.
func FuzzDocuments(f *testing.F) {
	h := openFuzzed(f)
	whole := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(f.Context(), http.MethodGet,
		h.address("/submissions/DRAFT/submission.yaml"), nil)
	request.Header.Set("Authorization", "Bearer "+h.token)
	h.server.Config.Handler.ServeHTTP(whole, request)
	for _, body := range []string{
		whole.Body.String(), "", "{}", "[", "a: &a [*a, *a]", "!!binary x", strings.Repeat("[", 20_000),
		strings.Repeat("{a: ", 20_000), `{"schema":1}`, "schema: green500/1\nedition: 2026-11\n",
		strings.Repeat("0", 64) + "  meter.csv\n", strings.Repeat("0", 64) + " *../../x\n", "\xff\xfe\x00",
		"a: 1e400\nb: .nan",
	} {
		f.Add(uint8(0), body)
		f.Add(uint8(1), body)
	}
	calls := []struct{ method, address string }{{http.MethodPut, "/api/v1/submissions/DRAFT/document"},
		{http.MethodPost, "/api/v1/submissions/DRAFT/manifest"}, {http.MethodPost, "/api/v1/submissions/DRAFT/verdict"}}
	f.Fuzz(func(t *testing.T, call uint8, body string) {
		at := calls[int(call)%len(calls)]
		answer := h.survives(t, h.asks(t, at.method, at.address, "", body))
		if kind := answer.Header().Get("Content-Type"); !strings.Contains(kind, "json") {
			t.Errorf("answered %d in %q", answer.Code, kind)
		}
		if then := h.survives(t,
			h.asks(t, http.MethodGet, "/api/v1/submissions/DRAFT", "", "")); then.Code != http.StatusOK {
			t.Errorf("then the draft answers %d", then.Code)
		}
	})
}

// FuzzTus: whatever headers say of an upload, it is answered or refused, and another can begin.
func FuzzTus(f *testing.F) {
	for _, header := range [][4]string{
		{"5", "filename YQ==,entry MQ==", "0", ""}, {"-1", ",", "-1", "sha256"}, {"99999999999999999999", "filename",
			"5", "sha256 YQ=="}, {"0", "filename Li4vLi4veA==,entry MQ==,sha256 eA==", "0", "md5 YQ=="},
		{"", "", "", ""}, {"5", "filename AA==,entry LTE=", "4294967296", "sha256 "},
	} {
		for step := range uint8(4) {
			f.Add(step, header[0], header[1], header[2], header[3], "12345")
		}
	}
	h := openFuzzed(f)
	methods := []struct{ method, address string }{{http.MethodPost, "/uploads"}, {http.MethodPatch, "/uploads/UPLOAD"},
		{http.MethodHead, "/uploads/UPLOAD"}, {http.MethodGet, "/uploads/UPLOAD"}}
	f.Fuzz(func(t *testing.T, step uint8, length, metadata, offset, sum, body string) {
		at := methods[int(step)%len(methods)]
		request := h.asks(t, at.method, at.address, "", body)
		for name, value := range map[string]string{"Tus-Resumable": "1.0.0",
			"Content-Type": "application/offset+octet-stream", "Upload-Length": length, "Upload-Metadata": metadata,
			"Upload-Offset": offset, "Upload-Checksum": sum} {
			request.Header[name] = []string{value}
		}
		h.survives(t, request)
	})
}

// FuzzForms: whatever is sent to the address of a form, of whatever kind, is taken or refused.
func FuzzForms(f *testing.F) {
	var forms []string
	// whose session the others need
	leaves := map[string]bool{"/logout": true, "/account/sessions": true, "/login": true}
	for _, route := range web.Routes(&web.Answering{}) {
		if route.Method == http.MethodPost && !leaves[route.Path] && !strings.HasPrefix(route.Path, "/api/") {
			forms = append(forms, strings.NewReplacer("/submissions/:id", "/submissions/DRAFT", "/uploads/:id",
				"/uploads/UPLOAD", ":id", "1", ":group", "meters", ":index", "0", ":user", "1", ":secret", "none",
				":provider", "none", ":name", "2026-11", ":edition", "2025-11").Replace(route.Path))
		}
	}
	const form, parts = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
	for at := range forms {
		for kind, body := range map[string]string{
			form: "name=a&email=b%00&path=system.name&value=x&revision=1&verb=submit&version=1&scopes=read&action=save&role=admin&text=%FF",
			parts: "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"../a\r\nX: y\"\r\n" +
				"\r\nx\r\n--b--\r\n",
			"application/json": `{"name":"a","credential":{"id":"","response":{"clientDataJSON":"e30"}}}`,
			"":                 "\x00",
		} {
			f.Add(uint8(at), kind, body)
		}
	}
	h := openFuzzed(f)
	session := h.session(f, review.Submitter)
	f.Fuzz(func(t *testing.T, at uint8, kind, body string) {
		request := h.asks(t, http.MethodPost, forms[int(at)%len(forms)], "", body)
		request.Header.Del("Authorization")
		request.Header["Content-Type"] = []string{kind}
		request.AddCookie(session)
		h.survives(t, request)
	})
}
