package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/lists/powersteps"
	"green500/validation/methodology"
	"green500/validation/review"
)

// TestABadgeCanBeShownElsewhere, is fetched again only when it changed, and says when the entry was taken out.
func TestABadgeCanBeShownElsewhere(t *testing.T) {
	h := open(t)
	now := time.Now()
	_, err := h.store.Editions.Create(t.Context(), editions.Edition{Name: "2023-11",
		Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour)})
	must(t, err)
	entry := h.enter(t, "2023-11", review.Submit, review.Accept)
	h.enter(t, "2023-11", review.Submit, review.Accept)
	_, err = h.store.Lists.PublishEdition(t.Context(), "2023-11", h.people["editor"], review.Outstanding.Anyway)
	must(t, err)
	at := "/entries/" + number(entry) + "/badge.svg"
	badge, header := h.readAs(t, "public", at)
	if header.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
		!strings.HasPrefix(header.Get("Cache-Control"), "public, max-age=") || header.Get("Set-Cookie") != "" {
		t.Errorf("got %v", header)
	}
	if header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(badge, "<svg ") ||
		!strings.Contains(badge, "#1 · ") {
		t.Errorf("got %s", badge)
	}
	tag := header.Get("ETag")
	for held, want := range map[string]int{tag: http.StatusNotModified, `"x", W/` + tag: http.StatusNotModified,
		`"x"`: http.StatusOK, "": http.StatusOK} {
		request := h.request(t, http.MethodGet, at)
		request.Header.Set("If-None-Match", held)
		request.Header.Set("Accept-Encoding", "gzip")
		answer := h.send(t, "public", request)
		if answer.StatusCode != want || answer.Header.Get("Content-Encoding") != "" ||
			answer.Header.Get("ETag") != tag || strings.HasPrefix(tag, "W/") || tag == "" {
			t.Errorf("who holds %s gets %d with %v", held, answer.StatusCode, answer.Header)
		}
	}
	_, err = h.store.Lists.Correct(t.Context(), "2023-11",
		lists.Correction{EntryID: entry, TakeOut: true, Reason: "withdrawn by its site"}, h.people["editor"])
	must(t, err)
	gone, header := h.readAs(t, "public", at)
	if header.Get("ETag") == tag || !strings.Contains(gone, "taken out by an erratum") ||
		strings.Contains(gone, "GFlops") {
		t.Errorf("got %s", gone)
	}
	if said, _ := h.readAs(t, "public", "/entries/"+number(entry)+"/row.json"); !strings.Contains(said,
		`"taken_out":true`) {
		t.Errorf("got %s", said)
	}
}

// TestABadgeUnderEmbargoIsKeptByNobody: those who hold the entry see it, and no cache does.
func TestABadgeUnderEmbargoIsKeptByNobody(t *testing.T) {
	h := open(t)
	_, header := h.readAs(t, "submitter", "/entries/"+number(h.sealed)+"/badge.svg")
	if header.Get("Cache-Control") != "no-store" || header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("got %v", header)
	}
}

// TestChartsUnderEmbargoAreNotEmbedded: charts of public entries are, on any page; those that compare one under embargo
// are for whoever may read it.
func TestChartsUnderEmbargoAreNotEmbedded(t *testing.T) {
	h := open(t)
	for at, elsewhere := range map[string]bool{"/compare?row=2025-11:1": true,
		"/compare?row=2025-11:1&row=" + sealedEdition + ":1": false, "/lists/" + sealedEdition + "/figures": false} {
		page, _ := h.readAs(t, "editor", at)
		path, query, _ := strings.Cut(at, "?")
		figure := map[string]string{"/compare": "efficiency"}[path]
		if figure == "" {
			figure = "ranks"
		}
		_, header := h.readAs(t, "editor", path+".svg?figure="+figure+"&"+query)
		if strings.Contains(page, "HTML to embed") != elsewhere ||
			(header.Get("Cross-Origin-Resource-Policy") == "cross-origin") != elsewhere {
			t.Errorf("%s: embedded %t, want %t; %v", at, strings.Contains(page, "HTML to embed"), elsewhere, header)
		}
		if !strings.Contains(page, path+".svg?") || !strings.Contains(page, path+".png?") {
			t.Errorf("%s has no pictures", at)
		}
	}
}

// TestTheRowsOfAnEnvelopeAreThoseThatWereSigned: as JSON and as CSV, by the key that everybody is told.
func TestTheRowsOfAnEnvelopeAreThoseThatWereSigned(t *testing.T) {
	h := open(t)
	at := "/entries/" + number(h.listed)
	text, _ := h.readAs(t, "public", at+"/envelope.json")
	said, rows, key, err := powersteps.Read("envelope.json", []byte(text))
	must(t, err)
	if known, _ := h.readAs(t, "public", "/receipts/key"); strings.TrimSpace(known) != key ||
		said.Server != "https://green500.example" || said.Entry != h.listed {
		t.Errorf("by %s: %+v", key, said)
	}
	if table, _ := h.readAs(t, "public", at+"/envelope.csv"); table != string(powersteps.CSV(rows)) {
		t.Errorf("got %s", table)
	}
	if page, _ := h.readAs(t, "public", at); !strings.Contains(page, at+"/envelope.json") {
		t.Error("the page does not lead to it")
	}
}

// TestTheFilesOfAPageAreThere: every download that a public page names is one.
func TestTheFilesOfAPageAreThere(t *testing.T) {
	h := open(t)
	page, _ := h.readAs(t, "public", "/entries/"+number(h.listed))
	_, list, found := strings.Cut(page, `class="downloads"`)
	list, _, ended := strings.Cut(list, "</ul>")
	if !found || !ended {
		t.Fatal("the page has no downloads")
	}
	links := 0
	for tokens := html.NewTokenizer(strings.NewReader(list)); tokens.Next() != html.ErrorToken; {
		for _, a := range tokens.Token().Attr {
			if a.Key == "href" {
				links++
				if status := h.visit(t, "public", http.MethodGet, a.Val); status != http.StatusOK {
					t.Errorf("%s answers %d", a.Val, status)
				}
			}
		}
	}
	if links < 10 {
		t.Errorf("there are %d downloads", links)
	}
	for _, other := range []string{"/submissions/" + number(h.listed), "/submissions/" + number(h.waiting)} {
		if page, _ := h.readAs(t, "reviewer", other); strings.Contains(page, `class="downloads"`) {
			t.Errorf("%s has downloads of a listed entry", other)
		}
	}
}

// TestSearchEnginesAreToldOfAnEntry: as data in the page, which no name can end.
func TestSearchEnginesAreToldOfAnEntry(t *testing.T) {
	h := open(t)
	list, err := h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{})
	must(t, err)
	row := list.Rows[0]
	row.System = "</script><script>alert(1)</script>"
	_, err = h.store.Lists.Correct(t.Context(), "2025-11",
		lists.Correction{EntryID: h.listed, Row: row, Reason: "renamed"}, h.people["editor"])
	must(t, err)
	page, _ := h.readAs(t, "public", "/entries/"+number(h.listed))
	_, data, found := strings.Cut(page, `<script type="application/ld+json">`)
	data, _, ended := strings.Cut(data, "</script>")
	var told struct {
		Type      string `json:"@type"`
		ID        string `json:"@id"`
		Name      string `json:"name"`
		Published string `json:"datePublished"`
		Modified  string `json:"dateModified"`
		Measured  []struct {
			Value float64 `json:"value"`
		} `json:"variableMeasured"`
		Downloads []struct {
			URL string `json:"contentUrl"`
		} `json:"distribution"`
	}
	if err := json.Unmarshal([]byte(data), &told); err != nil || !found || !ended {
		t.Fatalf("%v in %s", err, data)
	}
	if told.Type != "Dataset" || told.ID != "https://green500.example/entries/"+number(h.listed) || !strings.HasPrefix(
		told.Name, row.System) || told.Published == "" || told.Modified == "" || len(told.Measured) != 3 {
		t.Errorf("got %+v", told)
	}
	for _, download := range told.Downloads {
		if status := h.visit(t, "public", http.MethodGet,
			strings.TrimPrefix(download.URL, "https://green500.example")); status != http.StatusOK {
			t.Errorf("%s answers %d", download.URL, status)
		}
	}
}

// TestSearchEnginesAreToldOfAList: with all forms in which it can be had.
func TestSearchEnginesAreToldOfAList(t *testing.T) {
	h := open(t)
	page, _ := h.readAs(t, "public", "/lists/2025-11?country=DE")
	_, data, _ := strings.Cut(page, `<script type="application/ld+json">`)
	data, _, _ = strings.Cut(data, "</script>")
	var told struct {
		ID        string `json:"@id"`
		Version   string `json:"version"`
		Downloads []struct {
			URL string `json:"contentUrl"`
		} `json:"distribution"`
	}
	if err := json.Unmarshal([]byte(data), &told); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	if told.ID != "https://green500.example/lists/2025-11" || len(told.Version) != 64 || len(told.Downloads) != 4 {
		t.Errorf("got %+v", told)
	}
	for _, download := range told.Downloads {
		if status := h.visit(t, "public", http.MethodGet,
			strings.TrimPrefix(download.URL, "https://green500.example")); status != http.StatusOK {
			t.Errorf("%s answers %d", download.URL, status)
		}
	}
	if page, _ := h.readAs(t, "editor", "/lists/2024-11"); strings.Contains(page, "ld+json") {
		t.Error("a list under embargo is told of")
	}
}
