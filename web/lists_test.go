package web_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/methodology"
	"green500/validation/review"
)

// sealedEdition has a list that is not for everybody yet.
const sealedEdition = "2024-11"

// embargo publishes a list under embargo, with an entry that the conflicted reviewer must not see.
func (h *house) embargo(t testing.TB) {
	t.Helper()
	now := time.Now()
	until := now.Add(24 * time.Hour)
	_, err := h.store.Editions.Create(t.Context(), editions.Edition{Name: sealedEdition,
		Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour), Embargo: &until})
	must(t, err)
	h.sealed = h.enter(t, sealedEdition, review.Submit, review.Accept)
	h.execute(t, "INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES ("+
		number(h.people["conflicted"].ID)+", "+number(h.sealed)+", '', '', 'a friend', 0)")
	_, err = h.store.Lists.PublishEdition(t.Context(), sealedEdition, h.people["editor"], review.Outstanding.Anyway)
	must(t, err)
}

// readAs is what a visitor gets at an address.
func (h *house) readAs(t *testing.T, visitor, address string) (string, http.Header) {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return string(body), answer.Header
}

// TestNothingPublicTellsOfAnEmbargo: no page and no answer for everybody names the list or its entry.
func TestNothingPublicTellsOfAnEmbargo(t *testing.T) {
	h := open(t)
	for _, address := range []string{"/", "/lists/2025-11", "/lists/2025-11/list.json", "/lists/2025-11/list.csv",
		"/rules/machine-fraction", "/api/v1/server"} {
		for _, visitor := range []string{"public", "stranger", "admin", "conflicted"} {
			if said, _ := h.readAs(t, visitor, address); strings.Contains(said, sealedEdition) ||
				strings.Contains(said, "/entries/"+number(h.sealed)+`"`) {
				t.Errorf("%s tells %s of %s", address, visitor, sealedEdition)
			}
		}
	}
	if said, _ := h.readAs(t, "editor", "/lists/"+sealedEdition); !strings.Contains(said, "Under embargo until") {
		t.Error("an editor is not told of the embargo")
	}
}

// TestWhatIsDownloadedHasTheHash: the bytes of list.json have the hash that the page shows, before an erratum and
// after it, and those of the list as released stay.
func TestWhatIsDownloadedHasTheHash(t *testing.T) {
	h := open(t)
	released, _ := h.readAs(t, "public", "/lists/2025-11/list.json")
	h.wantHash(t, released, "/lists/2025-11")
	list, err := h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{})
	must(t, err)
	row := list.Rows[0]
	row.System = "=Renamed"
	_, err = h.store.Lists.Correct(t.Context(), "2025-11",
		lists.Correction{EntryID: h.listed, Row: row, Reason: "a typing error"}, h.people["editor"])
	must(t, err)
	stands, header := h.readAs(t, "public", "/lists/2025-11/list.json")
	if stands == released || !strings.Contains(header.Get("Content-Disposition"), "erratum-1-of-") ||
		!strings.HasPrefix(header.Get("Repr-Digest"), "sha-256=:") {
		t.Errorf("got %v", header)
	}
	h.wantHash(t, stands, "/lists/2025-11")
	again, header := h.readAs(t, "public", "/lists/2025-11/list.json?as-of=released")
	if again != released || !strings.Contains(header.Get("Content-Disposition"), "as-released") {
		t.Error("the list as released has other bytes")
	}
	h.wantHash(t, again, "/lists/2025-11?as-of=released")
	if table, _ := h.readAs(t, "public", "/lists/2025-11/list.csv"); !strings.Contains(table, "'=Renamed") ||
		!strings.Contains(table, ",1,1,"+number(h.listed)+",1,") {
		t.Errorf("got %s", table)
	}
	if errata, _ := h.readAs(t, "public", "/lists/2025-11/errata.json"); !strings.Contains(errata, "a typing error") ||
		!strings.Contains(errata, list.Hash) {
		t.Errorf("got %s", errata)
	}
}

// wantHash demands that a page shows the hash of what was downloaded, and the line that gives it.
func (h *house) wantHash(t *testing.T, downloaded, address string) {
	t.Helper()
	sum := sha256.Sum256([]byte(downloaded))
	page, _ := h.readAs(t, "public", address)
	if !strings.Contains(page, ">"+hex.EncodeToString(sum[:])+"<") || !strings.Contains(page,
		"https://green500.example/lists/2025-11/list.json?as-of=") || !strings.Contains(page, "| sha256sum") {
		t.Errorf("%s does not show the hash %x", address, sum)
	}
}

// postListForm sends a form as a visitor.
func (h *house) postListForm(t *testing.T, visitor, address string, form url.Values) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address,
		strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := h.send(t, visitor, request)
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(body)
}

func TestAnErratumIsSeenBeforeItIsPublished(t *testing.T) {
	h := open(t)
	list, err := h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{})
	must(t, err)
	row := list.Rows[0]
	form := url.Values{"seen": {"0"}, "system": {row.System}, "site": {row.Site}, "country": {row.Country},
		"total_cores": {"12"}, "rmax_gflops": {"many"}, "power_w": {"1000"}, "level": {"2"},
		"reason": {"counted again"}, "do": {"try"}}
	at := "/lists/2025-11/errata/" + number(h.listed)
	if status, said := h.postListForm(t, "editor", at, form); status != http.StatusUnprocessableEntity ||
		!strings.Contains(said, "is not a number") || !strings.Contains(said, "counted again") {
		t.Errorf("got %d", status)
	}
	form.Set("rmax_gflops", "5000")
	if status, said := h.postListForm(t, "editor", at, form); status != http.StatusOK ||
		!strings.Contains(said, "nothing is published yet") || !strings.Contains(said, "counted again") {
		t.Errorf("got %d", status)
	}
	if list, err = h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{}); err != nil ||
		len(list.Errata) != 0 {
		t.Errorf("got %+v, %v", list.Errata, err)
	}
	form.Set("do", "publish")
	if status, _ := h.postListForm(t, "editor", at, form); status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	if list, err = h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{}); err != nil ||
		list.Rows[0].Efficiency != 5 {
		t.Errorf("got %+v, %v", list.Rows, err)
	}
	if status, said := h.postListForm(t, "editor", at, form); status != http.StatusUnprocessableEntity ||
		!strings.Contains(said, "meantime") {
		t.Errorf("sent again it got %d", status)
	}
	if said, _ := h.readAs(t, "public", "/entries/"+number(h.listed)); !strings.Contains(said, "counted again") {
		t.Error("the page of the entry does not show its erratum")
	}
	if said, _ := h.readAs(t, "public", "/lists/2025-11/changes"); !strings.Contains(said, "counted again") ||
		!strings.Contains(said, "same rank") {
		t.Error("the page of changes does not show the erratum")
	}
}

// TestNoLevelIsKeptByAnErratumAndHasNoRank: the form says what the entry has, and nobody who reads the list sees a
// rank.
func TestNoLevelIsKeptByAnErratumAndHasNoRank(t *testing.T) {
	h := open(t)
	list, err := h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{})
	must(t, err)
	row, entry := list.Rows[0], "/entries/"+number(h.listed)
	row.Level = 0
	_, err = h.store.Lists.Correct(t.Context(), "2025-11",
		lists.Correction{EntryID: row.EntryID, Row: row, Reason: "no level was granted"}, h.people["editor"])
	must(t, err)
	at, chosen := "/lists/2025-11/errata/"+number(h.listed), `<option value="0" selected>no level</option>`
	if form, _ := h.readAs(t, "editor", at); !strings.Contains(form, chosen) {
		t.Errorf("the form has not %s", chosen)
	}
	form := url.Values{
		"seen": {"1"}, "system": {row.System}, "site": {"Renamed"}, "country": {row.Country}, "total_cores": {"12"},
		"rmax_gflops": {handlers.ListFigure(float64(row.Rmax))},
		"power_w":     {handlers.ListFigure(float64(row.Power))}, "reason": {"a typing error"}, "do": {"publish"},
	}
	if status, said := h.postListForm(t, "editor", at, form); status != http.StatusUnprocessableEntity ||
		!strings.Contains(said, "this is not a level") {
		t.Errorf("without a level it got %d", status)
	}
	form.Set("level", "0")
	if status, _ := h.postListForm(t, "editor", at, form); status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	const why = "no level granted: listed without a rank"
	for address, want := range map[string]string{
		"/":                                            why,
		"/lists/2025-11":                               "– in the column Rank: " + why,
		"/lists/2025-11?as-of=2099-01-01":              why,
		"/lists/2025-11/changes":                       "no rank any more",
		"/lists/2025-11/list.json":                     `"rank":null`,
		"/lists/2025-11/list.csv":                      ",2,," + number(h.listed) + ",",
		"/lists/2025-11/view.json":                     `"rank":null`,
		"/lists/2025-11/view.csv":                      "2025-11,graded,,,,",
		"/api/v1/lists/2025-11/rows":                   `"rank":null`,
		"/compare?row=2025-11:1":                       why,
		"/compare.csv?row=2025-11:1&figure=efficiency": ",2025-11,,5",
		entry:                "No level granted: listed without a rank",
		entry + "/cite.bib":  "listed without a rank",
		entry + "/badge.svg": "no rank",
		entry + "/row.json":  `"taken_out":false,"row":{"edition":"2025-11","rank":null`,
	} {
		if said, _ := h.readAs(t, "public", address); !strings.Contains(said, want) {
			t.Errorf("%s does not say %q: %.900s", address, want, said)
		}
	}
}
