package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"green500/validation/review"
)

// TestPublishingIsRefusedWithoutTheNumber: the page with the form comes back with what was typed, and its head says
// why.
func TestPublishingIsRefusedWithoutTheNumber(t *testing.T) {
	h := open(t)
	h.enter(t, "2026-11", review.Submit, review.Take, review.Accept)
	page, _ := h.readAs(t, "editor", "/editions/2026-11")
	const label = "Type 2 to publish before the deadline, with 1 draft not submitted and 1 submission undecided"
	if !strings.Contains(page, label) || !strings.Contains(page, `href="/review?edition=2026-11">1 undecided</a>`) {
		t.Errorf("the page does not ask for the number, or its counts lead nowhere:\n%s", page)
	}
	for _, typed := range []string{"", "1", "two", `"><b>`} {
		status, page := h.postListForm(t, "editor", "/editions/2026-11/publish", url.Values{"number": {typed}})
		head, _, _ := strings.Cut(page, "<h1>")
		if status != http.StatusUnprocessableEntity || !strings.Contains(head, `role="alert"`) ||
			!strings.Contains(head, `<a href="#number">`) || !strings.Contains(page, label) {
			t.Errorf("%q is answered %d:\n%s", typed, status, head)
		}
		if typed == "two" && !strings.Contains(page, `value="two"`) {
			t.Error("what was typed is lost")
		}
		if strings.Contains(page, "<b>") {
			t.Error("what was typed is a part of the page")
		}
	}
	if edition, err := h.store.Editions.ByName(t.Context(), "2026-11"); err != nil || edition.PublishedAt != nil {
		t.Fatalf("the edition was published: %v", err)
	}
	request := h.request(t, http.MethodPost, "/editions/2026-11/publish")
	request.Header.Set("Accept", "application/json")
	if answer := h.send(t, "editor", request); answer.StatusCode != http.StatusUnprocessableEntity ||
		answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("a program is answered %d, %s", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	if status, _ := h.postListForm(t, "editor", "/editions/2026-11/publish",
		url.Values{"number": {"2"}}); status != http.StatusSeeOther {
		t.Errorf("the number is answered %d", status)
	}
	status, page := h.postListForm(t, "editor", "/editions/2026-11/publish", url.Values{"number": {"2"}})
	if head, _, _ := strings.Cut(page, "<h1>"); status != http.StatusConflict ||
		!strings.Contains(head, "is published already") {
		t.Errorf("publishing twice is answered %d:\n%s", status, head)
	}
}

// TestARefusedEmbargoKeepsItsForm and says in the head of the page what is wrong.
func TestARefusedEmbargoKeepsItsForm(t *testing.T) {
	h := open(t)
	edition, err := h.store.Editions.ByName(t.Context(), "2026-11")
	must(t, err)
	minute := func(at time.Time) string { return at.UTC().Format("2006-01-02T15:04") }
	early := minute(edition.ClosesAt.Add(-time.Hour))
	form := url.Values{"zone": {"UTC"}, "opens": {minute(edition.OpensAt)}, "closes": {minute(edition.ClosesAt)},
		"grace": {"5"}, "review_by": {minute(edition.ClosesAt.Add(time.Hour))}, "embargo": {early}}
	for embargo, says := range map[string]string{early: "Embargo until: the embargo ends before the edition closes",
		"2026-13-40T99:00": "Embargo until: "} {
		form.Set("embargo", embargo)
		status, page := h.postListForm(t, "editor", "/editions/2026-11", form)
		head, _, _ := strings.Cut(page, "<h1>")
		if status != http.StatusUnprocessableEntity || !strings.Contains(head, `role="alert"`) ||
			!strings.Contains(head, `<a href="#embargo">`+says) {
			t.Errorf("%s is answered %d:\n%s", embargo, status, head)
		}
		for _, kept := range []string{`value="` + embargo + `"`, `value="5"`, `value="` + form.Get("review_by") + `"`} {
			if !strings.Contains(page, kept) {
				t.Errorf("the form lost %s", kept)
			}
		}
	}
}
