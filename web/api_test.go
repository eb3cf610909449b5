package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"green500/handlers"
	"green500/handlers/api"
	"green500/store/drafts"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

// program sends what a program sends, with a token.
func (h *house) program(t *testing.T, token, method, address, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.server.URL+address, strings.NewReader(body))
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	answer := h.send(t, "public", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

// TestAnAnswerListsFiftyErrorsAndTheirNumber: 60,000 unknown fields were answered by 30 MB.
func TestAnAnswerListsFiftyErrorsAndTheirNumber(t *testing.T) {
	h := open(t)
	token := h.token(t, "submitter", review.Scopes()...)
	const unknown = 60_000
	answer, said := h.program(t, token, http.MethodPost, "/api/v1/submissions", strings.Repeat("x: 1\n", unknown))
	var problem handlers.Problem
	must(t, json.Unmarshal([]byte(said), &problem))
	if answer.StatusCode != http.StatusUnprocessableEntity || len(problem.Errors) != 50 || problem.Total != unknown ||
		!strings.Contains(problem.Detail, "59950 more errors are not shown") || len(said) > 64<<10 {
		t.Errorf("%d with %d of %d errors in %d bytes: %.200s", answer.StatusCode, len(problem.Errors), problem.Total,
			len(said), said)
	}
	held, err := h.store.Drafts.Draft(t.Context(), h.draft)
	must(t, err)
	var wrong []drafts.Change
	for i := range 60 {
		wrong = append(wrong, drafts.Change{Path: fmt.Sprintf("node_sets[%d].nodes", i), Value: "many"})
	}
	_, _, err = h.store.Drafts.Edit(t.Context(), h.draft, h.people["submitter"], held.Version, wrong)
	must(t, err)
	_, said = h.program(t, token, http.MethodPost, h.address("/api/v1/submissions/DRAFT/verdict"), "")
	var draft api.Submission
	must(t, json.Unmarshal([]byte(said), &draft))
	if len(draft.Errors) != 51 || draft.Total < 60 {
		t.Errorf("%d of %d errors of a draft: %.300s", len(draft.Errors), draft.Total, said)
	}
}

// TestAnswersToProgramsAreNotKept: success or not, no cache on the way keeps what a program is told, and
// what is refused is told as RFC 9457 has it.
func TestAnswersToProgramsAreNotKept(t *testing.T) {
	h := open(t)
	token := h.token(t, "submitter", review.Scopes()...)
	for _, row := range []struct {
		method, address, body string
		status                int
	}{
		{http.MethodGet, "/api/v1/server", "", http.StatusOK},
		{http.MethodHead, "/api/v1/server", "", http.StatusOK},
		{http.MethodHead, "/api/v1/submissions/DRAFT", "", http.StatusOK},
		{http.MethodOptions, "/api/v1/server", "", http.StatusNoContent},
		{http.MethodGet, "/api/v1/nothing", "", http.StatusNotFound},
		{http.MethodGet, "/api/v1/submissions/999999", "", http.StatusNotFound},
		{http.MethodGet, "/api/v1/submissions/x", "", http.StatusNotFound},
		{http.MethodPut, "/api/v1/submissions/DRAFT/document", "{", http.StatusUnprocessableEntity},
		{http.MethodPut, "/api/v1/submissions/DRAFT/document", strings.Repeat("a", 2<<20),
			http.StatusUnprocessableEntity},
		{http.MethodPost, "/api/v1/submissions/DRAFT/manifest", "no sum", http.StatusUnprocessableEntity},
		{http.MethodPost, "/api/v1/submissions/WAITING/submit", "", http.StatusConflict},
	} {
		answer, said := h.program(t, token, row.method, h.address(row.address), row.body)
		if answer.StatusCode != row.status {
			t.Errorf("%s %s: %d, want %d: %s", row.method, row.address, answer.StatusCode, row.status, said)
		}
		if kept := answer.Header.Get("Cache-Control"); kept != "no-store" {
			t.Errorf("%s %s may be kept: %q", row.method, row.address, kept)
		}
		if refused := row.status >= http.StatusBadRequest; refused &&
			answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s is refused as %s", row.method, row.address, answer.Header.Get("Content-Type"))
		}
	}
}

func TestAProgramChoosesWhomToShareWith(t *testing.T) {
	h := open(t)
	h.found(t)
	const site = "Example Centre"
	clean := sample.Clean(2, string(methodology.InForce))
	written, err := document.JSON(&clean.Entry)
	must(t, err)
	token := h.token(t, "submitter", review.WriteScope)
	for query, want := range map[string]string{"": site, "?site=": "", "?site=" + number(h.site): site} {
		answer, said := h.program(t, token, http.MethodPost, "/api/v1/submissions"+query, string(written))
		if answer.StatusCode != http.StatusCreated {
			t.Fatalf("%q: %d %s", query, answer.StatusCode, said)
		}
		var made struct{ ID int64 }
		must(t, json.Unmarshal([]byte(said), &made))
		entry, err := h.store.Submissions.Entry(t.Context(), made.ID)
		must(t, err)
		if entry.SharedWith != want {
			t.Errorf("%q is shared with %q, want %q", query, entry.SharedWith, want)
		}
	}
	if answer, said := h.program(t, token, http.MethodPost, "/api/v1/submissions?site=999",
		string(written)); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("%d %s", answer.StatusCode, said)
	}
}

// TestADocumentOfAnotherEditionIsRefused: it would be kept and could never be graded.
func TestADocumentOfAnotherEditionIsRefused(t *testing.T) {
	h := open(t)
	other := sample.Clean(2, string(methodology.InForce))
	other.Entry.Edition = "2025-11"
	written, err := document.JSON(&other.Entry)
	must(t, err)
	answer, said := h.program(t, h.token(t, "submitter", review.WriteScope), http.MethodPut,
		h.address("/api/v1/submissions/DRAFT/document"), string(written))
	if says(t, said, "was started for 2026-11"); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("got %d", answer.StatusCode)
	}
}
