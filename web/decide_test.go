package web_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"green500/store/accounts"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

// decides sends what a reviewer decides on what they saw, and returns the answer with the text of its page.
func (h *house) decides(t *testing.T, client *http.Client, address string, form url.Values) (status int, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address,
		strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(body)
}

func (h *house) moves(t *testing.T, visitor, address string, form url.Values) (status int, page string) {
	t.Helper()
	return h.decides(t, h.client(t, visitor), address, form)
}

func (h *house) reads(t *testing.T, visitor, address string) string {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return string(body)
}

func TestOfTwoWhoDecideAtOnceOneIsTold(t *testing.T) {
	house := open(t)
	for range 3 {
		entry := house.enter(t, "2026-11", review.Submit, review.Take)
		at := "/submissions/" + number(entry) + "/moves"
		// whoever took it, in two windows
		clients := []*http.Client{house.client(t, "reviewer"), house.client(t, "reviewer")}
		verbs := []string{"return", "reject"}
		statuses, pages := make([]int, len(clients)), make([]string, len(clients))
		var group sync.WaitGroup
		for i, client := range clients {
			group.Go(func() {
				form := url.Values{"verb": {verbs[i]}, "revision": {"1"}, "state": {"in_review"},
					"reason": {"what " + verbs[i] + " is for"}}
				statuses[i], pages[i] = house.decides(t, client, at, form)
			})
		}
		group.Wait()
		lost := 1
		if statuses[1] == http.StatusSeeOther {
			lost = 0
		}
		winner, done := "reviewer", []string{"returned", "rejected"}[1-lost]
		if statuses[1-lost] != http.StatusSeeOther || statuses[lost] != http.StatusConflict {
			t.Fatalf("got %v, want one 303 and one 409", statuses)
		}
		for _, says := range []string{winner + " " + done + " it on ", "Reload the page to see its state",
			"what " + verbs[lost] + " is for"} {
			if !strings.Contains(pages[lost], says) {
				t.Errorf("the second person is not told %q", says)
			}
		}
	}
}

// challenged is an entry in review that claims more than it shows.
func (h *house) challenged(t *testing.T) (entry int64, address string) {
	t.Helper()
	clean := sample.Clean(2, string(methodology.V20))
	clean.Entry.Edition, clean.Entry.ClaimedLevel = "2026-11", 3
	snapshot, err := h.store.Submissions.Intake(t.Context(), &clean.Entry, h.files(t, clean))
	must(t, err)
	made, err := h.store.Submissions.CreateEntry(t.Context(), h.people["submitter"], "2026-11", snapshot)
	must(t, err)
	_, err = h.store.Reviews.Move(t.Context(), made.ID, review.Submit, h.people["submitter"], "")
	must(t, err)
	return made.ID, "/submissions/" + number(made.ID)
}

// waived is a rule that a challenged entry does not meet.
func (h *house) waived(t *testing.T, entry int64) string {
	t.Helper()
	revision, err := h.store.Submissions.Revision(t.Context(), entry, 1)
	must(t, err)
	report, _, err := revision.Verdict()
	must(t, err)
	return report.Waivable()[0].Rule
}

func TestAWaiverThroughThePages(t *testing.T) {
	house := open(t)
	entry, address := house.challenged(t)
	rule := house.waived(t, entry)
	form := url.Values{"revision": {"1"}, "rule": {rule}, "reason": {"The reason to waive."}, "until": {"2026-11"},
		"approver": {""}}
	status, page := house.moves(t, "reviewer", address+"/waivers", form)
	if status != http.StatusUnprocessableEntity || !strings.Contains(page, "choose another reviewer") ||
		!strings.Contains(page, "The reason to waive.") {
		t.Errorf("got %d; the page has to keep what was typed and say what is missing", status)
	}
	form.Set("approver", number(house.people["editor"].ID))
	if status, _ := house.moves(t, "reviewer", address+"/waivers", form); status != http.StatusSeeOther {
		t.Fatalf("proposing: got %d", status)
	}
	if status, page = house.moves(t, "reviewer", address+"/waivers", form); status != http.StatusConflict ||
		!strings.Contains(page, "There is a waiver of "+rule) {
		t.Errorf("proposing again: got %d", status)
	}
	known, err := house.store.Reviews.Deliberate(t.Context(), entry, 1, accounts.User{})
	must(t, err)
	one := address + "/waivers/" + number(known.Waivers[0].ID)
	if page := house.reads(t, "submitter", address); strings.Contains(page, "The reason to waive.") {
		t.Error("the submitter reads what nobody has approved")
	}
	if status, page = house.moves(t, "editor", one, url.Values{"verb": {"decline"}}); status != http.StatusConflict ||
		!strings.Contains(page, "write the reason") {
		t.Errorf("declining without a reason: got %d", status)
	}
	for visitor, want := range map[string]int{"stranger": http.StatusNotFound, "submitter": http.StatusConflict,
		"reviewer": http.StatusConflict} {
		if status, _ := house.moves(t, visitor, one, url.Values{"verb": {"approve"}}); status != want {
			t.Errorf("%s approves: got %d, want %d", visitor, status, want)
		}
	}
	if status, _ = house.moves(t, "editor", one, url.Values{"verb": {"approve"}}); status != http.StatusSeeOther {
		t.Fatalf("approving: got %d", status)
	}
	words := "by waiver of " + rule + " until 2026-11, approved by editor"
	for _, visitor := range []string{"submitter", "reviewer", "editor"} {
		if page := house.reads(t, visitor, address); !strings.Contains(page, words) ||
			!strings.Contains(page, "The reason to waive.") {
			t.Errorf("the page of the %s does not say %q", visitor, words)
		}
	}
	if answer := house.reads(t, "submitter", "/api/v1"+address); !strings.Contains(answer,
		`"rule":"`+rule+`","reason":"The reason to waive.","until_edition":"2026-11"`) {
		t.Error("programs are not told of the waiver")
	}
	house.wantPacked(t, address, rule)
}

// wantPacked demands that the bundle of an entry holds its waivers.
func (h *house) wantPacked(t *testing.T, address, rule string) {
	t.Helper()
	packed := h.reads(t, "reviewer", address+"/bundle.zip")
	archive, err := zip.NewReader(bytes.NewReader([]byte(packed)), int64(len(packed)))
	must(t, err)
	file, err := archive.Open("waivers.json")
	must(t, err)
	text, err := io.ReadAll(file)
	must(t, err)
	if !strings.Contains(string(text), rule) || !strings.Contains(string(text), `"approved_by": "editor"`) {
		t.Errorf("the bundle says %s", text)
	}
}

// Without JavaScript a common reason is put in by asking for the page again.
func TestReasonsArePutInWithoutAScript(t *testing.T) {
	house := open(t)
	_, address := house.challenged(t)
	status, page := house.moves(t, "reviewer", address+"/reason",
		url.Values{"reason": {"What I typed."}, "phrase": {"file"}, "revision": {"1"}})
	if want := "What I typed.\nA file that the submission depends on is missing."; status != http.StatusOK ||
		!strings.Contains(page, want) {
		t.Errorf("got %d without %q", status, want)
	}
}

// What is done elsewhere is no button of an entry.
func TestButtonsOfAnEntryAreWhatCanBeDoneThere(t *testing.T) {
	house := open(t)
	accepted := house.enter(t, "2026-11", review.Submit, review.Accept)
	for _, address := range []string{"/submissions/" + number(accepted), "/submissions/" + number(house.listed),
		"/entries/" + number(house.listed)} {
		page := house.reads(t, "editor", address)
		for _, verb := range []string{"publish", "correct"} {
			if strings.Contains(page, `name="verb" value="`+verb+`"`) {
				t.Errorf("%s offers to %s", address, verb)
			}
		}
	}
	if page := house.reads(t, "editor", "/submissions/"+number(accepted)); !strings.Contains(page, `value="return"`) {
		t.Error("what was accepted cannot be returned")
	}
}
