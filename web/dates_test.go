package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/methodology"
	"green500/validation/review"
)

// TestCitationsAndListsCarryTheSameDate, also if it is another day than in UTC: that of the release, and that of an
// erratum.
func TestCitationsAndListsCarryTheSameDate(t *testing.T) {
	h := open(t)
	now, zone := time.Now().UTC(), "Pacific/Kiritimati"
	if now.Hour() < 10 {
		zone = "Pacific/Pago_Pago"
	}
	_, err := h.store.Editions.Create(t.Context(), editions.Edition{Name: "2023-11",
		Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour), Zone: zone})
	must(t, err)
	entry := h.enter(t, "2023-11", review.Submit, review.Accept)
	_, err = h.store.Lists.PublishEdition(t.Context(), "2023-11", h.people["editor"], review.Outstanding.Anyway)
	must(t, err)
	place, err := time.LoadLocation(zone)
	must(t, err)
	day := now.In(place).Format(time.DateOnly)
	if day == now.Format(time.DateOnly) {
		t.Fatalf("it is the same day in %s", zone)
	}
	h.rewrite(t, "2023-11", entry)
	at := "/entries/" + number(entry)
	cited, _ := h.readAs(t, "public", at+"/cite.json")
	var items []struct {
		Issued struct {
			Parts [][]int `json:"date-parts"`
		}
		Note string
	}
	must(t, json.Unmarshal([]byte(cited), &items))
	parts := items[0].Issued.Parts[0]
	if got := fmt.Sprintf("%d-%02d-%02d", parts[0], parts[1], parts[2]); got != day ||
		!strings.Contains(items[0].Note, "as corrected on "+day) {
		t.Errorf("cited as of %s, want %s: %s", got, day, items[0].Note)
	}
	page := words(t, h.read(t, "public", "/lists/2023-11"))
	// as an instant in an address it is no day
	if !strings.Contains(page, "Released "+day) || strings.Contains(page, now.Format(time.DateOnly)+" ") {
		t.Errorf("the page of the list has the day of UTC, and not %s:\n%s", day, page)
	}
	if changes := words(t, h.read(t, "public", "/lists/2023-11/changes")); !strings.Contains(changes,
		"as released, "+day) || strings.Contains(changes, now.Format(time.DateOnly)+" ") {
		t.Errorf("the changes say:\n%s", changes)
	}
	said, _ := h.readAs(t, "public", "/api/v1/lists/2023-11")
	if !strings.Contains(said, `"released_at":"`+day) {
		t.Errorf("programs read %s, want %s", said, day)
	}
	if name := h.send(t, "public", h.request(t, http.MethodGet, "/lists/2023-11/list.csv")).Header.Get(
		"Content-Disposition"); !strings.Contains(name, "erratum-1-of-"+day) {
		t.Errorf("the file is called %s", name)
	}
}

// rewrite corrects the name of an entry on a list.
func (h *house) rewrite(t *testing.T, edition string, entry int64) {
	t.Helper()
	list, err := h.store.Lists.PublishedList(t.Context(), edition, h.people["editor"], lists.AsOf{})
	must(t, err)
	row := list.Rows[0]
	row.System = "Renamed"
	_, err = h.store.Lists.Correct(t.Context(), edition,
		lists.Correction{EntryID: entry, Row: row, Reason: "a typing error"}, h.people["editor"])
	must(t, err)
}
