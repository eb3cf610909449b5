package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"green500/validation/review"
)

// TestManyAreAssignedAtOnce: nobody with a conflict of interest is offered or taken, and what is refused does not keep
// the others.
func TestManyAreAssignedAtOnce(t *testing.T) {
	h := open(t)
	first, second := "reviewer-"+number(h.waiting), "reviewer-"+number(h.enter(t, "2026-11", review.Submit))
	reviewer, conflicted := number(h.people["reviewer"].ID), number(h.people["conflicted"].ID)
	page, _ := h.readAs(t, "editor", "/review/assign")
	_, row, _ := strings.Cut(page, `name="`+first+`"`)
	row, _, _ = strings.Cut(row, "</select>")
	if strings.Contains(row, `value="`+conflicted+`"`) || !strings.Contains(row, `value="`+reviewer+`"`) ||
		strings.Count(row, " selected") != 1 {
		t.Errorf("the form offers %s", row)
	}
	status, page := h.postListForm(t, "editor", "/review/assign", url.Values{first: {conflicted}, second: {reviewer}})
	if head, _, _ := strings.Cut(page, "<h1>"); status != http.StatusConflict || !strings.Contains(head,
		`role="alert"`) || !strings.Contains(page, `name="`+first+`"`) || strings.Contains(page, `name="`+second+`"`) {
		t.Errorf("somebody with a conflict is answered %d:\n%s", status, page)
	}
	if status, _ := h.postListForm(t, "editor", "/review/assign",
		url.Values{first: {reviewer}, "reviewer-999999": {reviewer}}); status != http.StatusSeeOther {
		t.Errorf("assigning is answered %d", status)
	}
	for _, field := range []string{first, second} {
		id := strings.TrimPrefix(field, "reviewer-")
		if page, _ := h.readAs(t, "reviewer", "/submissions/"+id); !strings.Contains(page,
			"You review this submission") {
			t.Errorf("submission %s has no reviewer", id)
		}
	}
}
