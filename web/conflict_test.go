package web_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/review"
)

// enterAnother puts an entry whose figures no other has in the place of the one that waits.
func (h *house) enterAnother(t *testing.T) submissions.Entry {
	t.Helper()
	all := sample.Demo("2026-11")
	at := slices.IndexFunc(all, func(s sample.Submission) bool { return s.State == review.Submitted && s.Fault == "" })
	snapshot, err := h.store.Submissions.Intake(t.Context(), &all[at].Entry, h.files(t, all[at].Bundle))
	must(t, err)
	entry, err := h.store.Submissions.CreateEntry(t.Context(), h.people["submitter"], "2026-11", snapshot)
	must(t, err)
	_, err = h.store.Reviews.Move(t.Context(), entry.ID, review.Submit, h.people["submitter"], "")
	must(t, err)
	h.waiting = entry.ID
	return entry
}

// figuresOf finds the efficiency of an entry as pages and programs write it, but not in the seconds of a time.
func figuresOf(entry submissions.Entry) *regexp.Regexp {
	short, long := fmt.Sprintf("%.2f", entry.Efficiency), fmt.Sprintf("%.6f", entry.Efficiency)
	return regexp.MustCompile(`\b(` + regexp.QuoteMeta(short) + `|` + regexp.QuoteMeta(long) + `)\b`)
}

// TestNoAnswerHoldsTheFiguresForWhoeverIsInAConflict visits each address of the table, so that no route is left
// out: a reviewer and an editor in a conflict of interest find the figures of the entry nowhere, whatever the status.
func TestNoAnswerHoldsTheFiguresForWhoeverIsInAConflict(t *testing.T) {
	t.Parallel()
	house := open(t)
	house.found(t)
	entry := house.enterAnother(t)
	figures := figuresOf(entry)
	holds := func(visitor, address string) bool {
		answer := house.send(t, visitor, house.request(t, http.MethodGet, address))
		body, err := io.ReadAll(answer.Body)
		must(t, err)
		return figures.Match(body)
	}
	var addresses []string
	for _, line := range strings.Split(expected, "\n") {
		if words := strings.Fields(line); len(words) > 1 && words[0] == http.MethodGet {
			addresses = append(addresses, house.address(words[1]))
		}
	}
	seen := 0
	for _, address := range addresses {
		if holds("public", address) {
			t.Errorf("everybody sees the figures at %s", address)
		}
		if holds("reviewer", address) || holds("editor", address) {
			seen++
		}
	}
	if seen < 3 {
		t.Fatalf("who may see the figures finds them at %d addresses", seen)
	}
	for _, visitor := range []string{"conflicted", "editor"} {
		must(t, house.store.Reviews.DeclareConflict(t.Context(), house.people[visitor],
			reviews.NewConflict{EntryID: entry.ID, Reason: "a friend"}))
		for _, address := range addresses {
			if holds(visitor, address) {
				t.Errorf("%s, in a conflict, sees the figures at %s", visitor, address)
			}
		}
	}
}

// TestAQueueRowInAConflictHasTheNamesAlone, and the rule pages count without it.
func TestAQueueRowInAConflictHasTheNamesAlone(t *testing.T) {
	house := open(t)
	house.found(t)
	link := "/submissions/" + number(house.waiting)
	if page := house.read(t, "reviewer", "/review"); !strings.Contains(page, link) ||
		strings.Contains(page, "withheld") {
		t.Errorf("the reviewer does not see the entry:\n%s", page)
	}
	page := house.read(t, "conflicted", "/review")
	if strings.Contains(page, link) || !strings.Contains(page, "withheld") || !strings.Contains(page, "Sample-1") ||
		!strings.Contains(page, "You declared a conflict of interest") {
		t.Errorf("the conflicted reviewer gets:\n%s", page)
	}
	for visitor, want := range map[string]string{"reviewer": "Results of 3 submissions",
		"conflicted": "Results of 1 submission,"} {
		if page := house.read(t, visitor, "/rules/machine-fraction?entries=submitted"); !strings.Contains(page, want) {
			t.Errorf("%s is not told of %s:\n%s", visitor, want, page)
		}
	}
	for _, want := range []string{"3 submissions:", "2 submissions:"} {
		page := house.read(t, "editor", rehearsalPage)
		if left := want == "2 submissions:"; !strings.Contains(page, want) ||
			strings.Contains(page, "left out") != left {
			t.Errorf("the editor rehearses not %s:\n%s", want, page)
		}
		must(t, house.store.Reviews.DeclareConflict(t.Context(), house.people["editor"],
			reviews.NewConflict{EntryID: house.waiting, Reason: "a friend"}))
	}
}
