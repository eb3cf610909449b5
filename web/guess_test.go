package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/document"
	"green500/validation/review"
	"green500/web"
)

// TestWhatOthersHaveIsNotTold: a person who guesses the number of a thing of others gets to the letter what they
// get for one that nobody has.
func TestWhatOthersHaveIsNotTold(t *testing.T) {
	h := open(t)
	h.found(t)
	there := map[string]string{"/submissions/": number(h.draft), "/sites/": number(h.site),
		"/equipment/": number(h.kept), "/uploads/": h.uploads[0], "/api/v1/submissions/": number(h.draft)}
	asked := 0
	for _, route := range web.Routes(&web.Answering{}) {
		for beginning, id := range there {
			if !strings.HasPrefix(route.Path, beginning+":id") {
				continue
			}
			asked++
			rest := strings.NewReplacer(":group", "meters", ":index", "0", ":user", "1", ":number", "1", ":receipt",
				number(h.receipt), "*", h.file).Replace(strings.TrimPrefix(route.Path, beginning+":id"))
			status, page := h.guess(t, route.Method, beginning+id+rest)
			none, nothing := h.guess(t, route.Method, beginning+"987654321"+rest)
			expected := http.StatusNotFound
			if !review.May(review.Submitter, route.Action) {
				expected = http.StatusForbidden // whatever the number
			}
			if status != expected || none != status || strings.ReplaceAll(page, id,
				"") != strings.ReplaceAll(strings.ReplaceAll(nothing, "987654321", ""), id, "") {
				t.Errorf("%s %s: %d of others, %d of nobody", route.Method, route.Path, status, none)
			}
		}
	}
	if asked < 40 {
		t.Errorf("only %d routes were asked", asked)
	}
}

// guess asks as a stranger, and returns the answer without what differs from request to request.
func (h *house) guess(t *testing.T, method, address string) (int, string) {
	t.Helper()
	request := h.request(t, method, address)
	request.Header.Set("Tus-Resumable", "1.0.0")
	request.Header.Set("Accept", "application/json")
	status, page := h.pageOf(t, "stranger", request)
	return status, page
}

// TestGuessedTokensAreNobodys: what differs from a token by a letter, a case or an end is refused.
func TestGuessedTokensAreNobodys(t *testing.T) {
	h := open(t)
	token := h.token(t, "submitter", review.Scopes()...)
	for _, guess := range []string{token[:len(token)-1], token + "0", strings.ToUpper(token), token[:5], "g5_", "",
		strings.Repeat("g5_", 10_000), "g5_' OR 1=1 --", token + " " + token} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+"/api/v1/submissions", nil)
		must(t, err)
		request.Header.Set("Authorization", "Bearer "+guess)
		if status, page := h.pageOf(t, "public", request); status != http.StatusUnauthorized {
			t.Errorf("%.40q: %d %s", guess, status, page)
		}
	}
}

// TestProgramsMaySendAnything and get a refusal that is JSON, or what they asked for; the entry stands.
func TestProgramsMaySendAnything(t *testing.T) {
	h := open(t)
	document := h.read(t, "submitter", "/submissions/"+number(h.draft)+"/submission.yaml")
	addresses := map[string]string{"/api/v1/submissions/" + number(h.draft) + "/document": http.MethodPut,
		"/api/v1/submissions": http.MethodPost}
	rapid.Check(t, func(rt *rapid.T) {
		body := []byte(document)
		for range rapid.IntRange(0, 4).Draw(rt, "changes") {
			at := rapid.IntRange(0, len(body)-1).Draw(rt, "at")
			end := min(len(body), at+rapid.IntRange(0, 30).Draw(rt, "without"))
			with := rapid.SampledFrom([]string{"\x00", "\xff", "-1", "1e400", "null", "[]", "{}", "&a", "*a", ": ",
				"\n", "\t", "!!binary x", "9999999999999999999"}).Draw(rt, "with")
			body = append(append(append([]byte{}, body[:at]...), with...), body[end:]...)
		}
		address := rapid.SampledFrom([]string{"/api/v1/submissions",
			"/api/v1/submissions/" + number(h.draft) + "/document"}).Draw(rt, "address")
		request, err := http.NewRequestWithContext(t.Context(), addresses[address], h.server.URL+address,
			strings.NewReader(string(body)))
		must(t, err)
		answer := h.send(t, "submitter", request)
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		if answer.StatusCode >= http.StatusInternalServerError ||
			!strings.Contains(answer.Header.Get("Content-Type"), "json") {
			rt.Errorf("%d %s\n%s", answer.StatusCode, text, body)
		}
	})
	h.stands(t, h.draft)
}

// TestAnySequenceOfEdits leaves what was typed last in every field.
func TestAnySequenceOfEdits(t *testing.T) {
	h := open(t)
	draft, err := h.store.Drafts.Draft(t.Context(), h.draft)
	must(t, err)
	kept := draft.Values
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(1, 6).Draw(rt, "edits") {
			field := rapid.SampledFrom(everyField()).Draw(rt, "field")
			value := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"-1", "1e400", "12,5",
				"2026-11-05T10:00:00+01:00", "meter", "1", "", hostileMark, "a\x00b", "\xff"})).Draw(rt, "value")
			answer, page := h.typed(t, field.Path, kept[field.Path], value)
			if answer.StatusCode != http.StatusOK || strings.Contains(page, lostState) {
				rt.Fatalf("%s: %d %s", field.Path, answer.StatusCode, page)
			}
			kept[field.Path] = document.Tidy(field.Path, keptText(value), "")
		}
		now, err := h.store.Drafts.Draft(t.Context(), h.draft)
		must(t, err)
		for _, field := range everyField() {
			if now.Values[field.Path] != kept[field.Path] {
				rt.Fatalf("%s holds %q, want %q", field.Path, now.Values[field.Path], kept[field.Path])
			}
		}
		h.read(t, "submitter", "/submissions/"+number(h.draft)+"/verdict")
	})
}
