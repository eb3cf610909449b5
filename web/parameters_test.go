package web_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"green500/validation/lists/listing"
	"green500/web"
)

// listAddress is an address of a list route that is there.
func (h *house) listAddress(path string) string {
	return strings.NewReplacer("/lists/:edition", "/lists/2025-11", "/lists/:name", "/lists/2025-11", "/systems/:id",
		"/systems/entry-"+number(h.listed), ":column", "country", ":value", "DE").Replace(path)
}

// wrongValues are values that parameters cannot have, with a part of the answer that helps; those that are not in it
// are of columns.
var wrongValues = map[string][2]string{
	"q": {strings.Repeat("a", 201), "at most 200"}, "sort": {"-powr", "power"}, "columns": {"rank,contry", "country"},
	"page": {"0", "from 1"}, "size": {"1001", "to 1000"}, "order": {"exakt", "exact"},
	"as-of": {"relesed", "released"}, "figure": {"none", ""}, "least": {"much", "12.5"},
	"row": {"2025-11:x", "2026-11:3"}, "rank": {"0", "2026-11:3"}, "part": {"x", "from 1"},
	"country": {"Germany", "DE"}, "level": {"9", "0, 1, 2 or 3"}, "optimised": {"true", "yes or no"},
	"edition": {"1999-11", ""},
}

// wrongValue is a value that a parameter of a path cannot have, and a part of the answer that helps.
func wrongValue(path, parameter string) (value, help string) {
	switch parameter {
	case "kind":
		if strings.HasPrefix(path, "/inconsistencies") {
			return "unexplain", "unexplained"
		}
		return "top5000", "top500"
	case "from", "to":
		if strings.HasSuffix(path, "/changes") {
			return "2025-13-45", "2026-12-01"
		}
		return "1999-11", ""
	case "list":
		return "none", ""
	}
	if wrong, special := wrongValues[parameter]; special {
		return wrong[0], wrong[1]
	}
	column, _ := listing.ColumnOf(strings.TrimSuffix(strings.TrimSuffix(parameter, "_from"), "_to"))
	switch {
	case column.Numeric():
		return "-1", "from 0"
	case column.Chosen():
		return "none such", ""
	}
	return strings.Repeat("a", 201), "at most 200"
}

// refused asks an address, following redirects, and returns its status and text.
func (h *house) refused(t *testing.T, address string) (status int, text, kind string) {
	t.Helper()
	request := h.request(t, http.MethodGet, address)
	for range 3 {
		answer := h.send(t, "public", request)
		body, err := io.ReadAll(answer.Body)
		must(t, err)
		if answer.StatusCode != http.StatusSeeOther {
			return answer.StatusCode, string(body), answer.Header.Get("Content-Type")
		}
		request = h.request(t, http.MethodGet, answer.Header.Get("Location"))
	}
	return 0, "", ""
}

// TestEveryParameterOfListAddresses: each parameter of each address of lists, misspelt, is refused with strict=1 and
// named; and a value that it cannot have is refused with what was meant, if there is one. Errors of files are no pages.
func TestEveryParameterOfListAddresses(t *testing.T) {
	h := open(t)
	all := web.Parameters()
	tried := 0
	for _, path := range slices.Sorted(maps.Keys(all)) {
		address := h.listAddress(path)
		for _, parameter := range all[path] {
			const near = 4 // letters of a name that a slip leaves recognisable
			misspelt := parameter[:1] + parameter[min(2, len(parameter)):] + "x"
			if len(parameter) >= near {
				misspelt = parameter[:2] + parameter[1:]
			}
			check := func(query url.Values, help string) {
				tried++
				status, text, kind := h.refused(t, address+"?"+query.Encode())
				if status != http.StatusUnprocessableEntity || !strings.Contains(text, help) {
					t.Errorf("%s?%s: %d, want 422 with %q: %.300s", address, query.Encode(), status, help,
						words(t, text))
				}
				if strings.Contains(address, ".") && strings.HasPrefix(kind, "text/html") {
					t.Errorf("%s?%s is refused as %s", address, query.Encode(), kind)
				}
			}
			help := ""
			if len(parameter) >= near {
				help = parameter
			}
			check(url.Values{misspelt: {"1"}, "strict": {"1"}}, help)
			value, help := wrongValue(path, parameter)
			query := url.Values{parameter: {value}}
			switch {
			case parameter == "list" && (path == "/" || path == "/compare"):
				if query.Set("rank", "1"); path == "/" { // which leads to the list, that is not there
					continue
				}
			case parameter == "rank":
				query.Set("list", "2025-11")
			case parameter == "figure" && strings.HasPrefix(path, "/compare"):
				query.Set("row", "2025-11:1")
			case parameter == "kind" && path == "/by/:column/:value/figures.csv":
				query.Set("figure", "efficiency")
			}
			check(query, help)
		}
		if status, text, _ := h.refused(t,
			address+"?nothing-of-this=1&strict=1"); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: an unknown parameter with strict=1: %d %.200s", address, status, text)
		}
		if status, _, _ := h.refused(t, address+"?strict=yes"); status != http.StatusUnprocessableEntity {
			t.Errorf("%s?strict=yes: %d", address, status)
		}
	}
	if t.Logf("%d wrong parameters of %d addresses", tried, len(all)); tried < 500 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestUnknownParametersAreNoted: without strict=1 an unknown parameter is ignored, and the page, the answer and a
// header say so.
func TestUnknownParametersAreNoted(t *testing.T) {
	h := open(t)
	const note = `The parameter &#34;contry&#34; of the address is not known and was ignored; ` +
		`did you mean &#34;country&#34;?`
	for _, visitor := range []string{"public", "submitter"} {
		if page, header := h.readAs(t, visitor, "/lists/2025-11?contry=DE"); !strings.Contains(page, note) ||
			header.Get("Ignored-Parameters") != "contry" {
			t.Errorf("%s reads %v", visitor, header)
		}
	}
	said, header := h.readAs(t, "public", "/api/v1/lists/all/rows?contry=DE&size=2")
	var rows struct {
		Rows    []any
		Ignored []string `json:"ignored_parameters"`
	}
	must(t, json.Unmarshal([]byte(said), &rows))
	if len(rows.Rows) == 0 || len(rows.Ignored) != 1 || header.Get("Ignored-Parameters") != "contry" {
		t.Errorf("got %s, %v", said, header)
	}
	if _, header := h.readAs(t, "public",
		"/lists/2025-11/view.csv?contry=DE"); header.Get("Ignored-Parameters") != "contry" {
		t.Errorf("the file has %v", header)
	}
	for _, address := range []string{"/trends?utm_source=mail&fbclid=1", "/api/v1/lists?utm_source=mail"} {
		if _, header := h.readAs(t, "public", address); header.Get("Ignored-Parameters") != "" {
			t.Errorf("%s: a tracking parameter is noted", address)
		}
	}
	if status := h.visit(t, "public", http.MethodGet, "/lists/2025-11?utm_source=mail"); status != http.StatusSeeOther {
		t.Errorf("a link with a tracking parameter: %d", status)
	}
}
