package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/validation/review"
)

// TestAWindowIsAskedAboutAndAnswered: a reviewer chooses a part of the curve and asks, first among reviewers, then of
// the submitter; the submitter answers what they see of it; the reviewer settles it.
func TestAWindowIsAskedAboutAndAnswered(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Reviewer)
	b.visit("/review")
	b.press("Sandpiper")
	entry := evaluate[string](b, "location.pathname")
	b.dragWindow()
	b.photograph("journey-window-asked")
	b.fill("#ask-text", "Is this dip a fan that failed?")
	b.press("Send") // as the return key does, which says nothing of who reads it
	b.must("choose below who reads it")
	b.photograph("journey-window-unaddressed")
	if kept := evaluate[string](b,
		`document.getElementById("ask-text").value`); kept != "Is this dip a fan that failed?" {
		t.Errorf("what was typed is lost: %q", kept)
	}
	b.pressSend("private")
	b.must("Kept among reviewers.")
	private := evaluate[string](b, "location.pathname")
	b.press("Ask the submitter")
	if filled := evaluate[[]string](b, `["about", "text"].map(n => document.querySelector("form.question-form")
		.elements[n].value)`); !strings.HasPrefix(filled[0], "meter:") || filled[1] != "" {
		t.Errorf("the form that goes on holds %q", filled)
	}
	b.fill("#ask-text", "The power falls for a while here. What happened?")
	b.pressSend("shared")
	b.must("Sent to the submitter.")
	shared := evaluate[string](b, "location.pathname")
	b.photograph("journey-window-sent")
	b.visit(entry)
	b.must("2 open")
	b.photograph("journey-window-evidence")

	b.signIn(review.Submitter)
	b.visit(entry)
	b.must("1 open")
	if said := evaluate[string](b, "document.body.textContent"); strings.Contains(said, "fan that failed") ||
		strings.Contains(said, "among reviewers") {
		t.Error("the submitter reads what was asked among reviewers")
	}
	b.visit(shared)
	b.fill("#ask-text", "The chiller was switched over; the log is in the bundle.")
	b.press("Send and mark as answered")
	b.must("marked it as answered")
	b.photograph("journey-window-answered")

	b.signIn(review.Reviewer)
	b.visit(shared)
	b.fill("#ask-text", "Seen in the log. Thank you.")
	b.press("Send and settle")
	b.must("settled it")
	b.photograph("journey-window-settled")
	b.visit(entry + "/questions")
	b.must("fan that failed")
	b.press("Settled (1)")
	b.must("chiller")
	b.photograph("journey-window-list")
	b.visit(private)
	b.must("continued with the submitter")
}

// dragWindow drags over a part of the curve, and demands that the form for a question follows.
func (b *tab) dragWindow() {
	b.Helper()
	b.drag(0.6, 0.8, 0)
	b.chosen()
	b.waitFor(`document.getElementById("ask-window").open`)
	const follows = `(() => { const f = document.querySelector("#ask-window form").elements,
		chosen = document.querySelector(".chart-form").elements;
		return Date.parse(f.from.value) === Date.parse(chosen.from.value) &&
			Date.parse(f.to.value) === Date.parse(chosen.to.value) && !f.from.value.endsWith("Z"); })()`
	if !evaluate[bool](b, follows) {
		b.Errorf("the form asks about %s",
			evaluate[string](b, `document.querySelector("#ask-window form").elements.from.value`))
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#ask-about").selectedIndex = 1`))
}

// pressSend sends a question to its readers.
func (b *tab) pressSend(audience string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](
		fmt.Sprintf(`window.left = true; document.querySelector("button[name=audience][value=%s]").click()`, audience)))
	b.arrive()
}

// raiseQuestions asks about what waits for a decision, and about a field of what was returned.
func (b *tab) raiseQuestions() {
	b.Helper()
	reviewer, owner := b.user(review.Reviewer), b.user(review.Submitter)
	entries, err := b.store.Submissions.EntriesOf(b.Context(), owner.ID)
	must(b.T, err)
	ask := func(entry int64, by accounts.User, shared bool, kind review.PinKind, target, text string) {
		_, err := b.store.Reviews.Ask(b.Context(), entry, by,
			reviews.Question{Revision: 1, Shared: shared, Pin: review.Pin{Kind: kind, Target: target}, Text: text})
		must(b.T, err)
	}
	for _, entry := range entries {
		switch {
		case entry.System == "Sandpiper":
			ask(entry.ID, reviewer, false, review.OnFinding, "machine-fraction",
				"Are these the nodes that the list counts?")
			ask(entry.ID, owner, true, review.OnEntry, "", "May we add photographs of the meters later?")
		case entry.System == "Fathom" && entry.State == review.Returned:
			ask(entry.ID, reviewer, true, review.OnField, "meters[0].make", "Which model is it?")
			ask(entry.ID, reviewer, true, review.OnField, "system.name", "Is this the name on the TOP500?")
		}
	}
}
