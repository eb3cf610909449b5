package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/validation/review"
)

// TestAWaiverWithTwoPeople goes the way of an entry that is accepted against a finding: a reviewer proposes it, an
// editor approves it, each of them agrees to accept the entry, and everybody reads by whom and until when.
func TestAWaiverWithTwoPeople(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signInAs(demodata.SecondReviewer) // the first has a conflict with it
	b.visit("/review")
	b.press("Meridian") // whose fraction of measured nodes is too small
	address := evaluate[string](b, "location.pathname")
	b.must("Propose a waiver of")
	rule := evaluate[string](b, `document.querySelector(".waiver-form input[name=rule]").value`)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".waiver-form").open = true`))
	b.photograph("waiver-form")
	b.pressIn(".waiver-form", "Propose waiver")
	b.must("write why the submission should be accepted against this finding")
	b.fill(".waiver-form[open] textarea", "The nodes are alike: the fraction that was measured shows the whole.")
	b.pressIn(".waiver-form[open]", "Propose waiver")
	b.must("choose another reviewer or an editor")
	if kept := evaluate[string](b, `document.querySelector(".waiver-form[open] textarea").value`); !strings.HasPrefix(
		kept, "The nodes are alike") {
		t.Errorf("what was typed is lost: %q", kept)
	}
	b.photograph("waiver-errors")
	b.fill(".waiver-form[open] select[name=approver]", evaluate[string](b,
		`[...document.querySelectorAll(".waiver-form[open] select[name=approver] option")].at(-1).value`))
	b.pressIn(".waiver-form[open]", "Propose waiver")
	b.must("has to approve it")
	b.must("You cannot accept it now")
	b.photograph("waiver-proposed")

	b.signIn(review.Editor)
	b.visit(address)
	b.pressIn(".waiver-list", "Decline")
	b.must("write the reason")
	b.pressIn(".waiver-list", "Approve the waiver")
	words := "by waiver of " + rule + " until 2026-11, approved by "
	b.must(words)
	b.must("Two reviewers have to agree")
	b.photograph("waiver-approved")
	b.must("You have not taken it for review")
	b.press("Take for review")
	b.press("Approve, as the first of two")
	b.must("Your approval is recorded")
	b.must("Somebody else has to accept it")

	b.signInAs(demodata.SecondReviewer)
	b.visit(address)
	b.must("are the second, if you accept it")
	b.photograph("waiver-second")
	b.fill("#reason", "What was waived is named.")
	b.press("Accept")
	b.must("The submission is now accepted")
	b.photograph("waiver-accepted")

	b.signIn(review.Editor)
	b.visit("/editions/2026-11")
	b.typeNumber()
	b.press("Publish 2026-11")
	b.must("is published")
	b.signOut()
	b.visit(strings.Replace(address, "/submissions/", "/entries/", 1))
	b.must(words)
	b.must("The nodes are alike")
	b.photograph("waiver-published")
}

// pressIn presses a button inside a part of the page, which another part may have, too.
func (b *tab) pressIn(part, words string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { window.left = true; const one = [...document.querySelectorAll(%q)]
		.flatMap(e => [...e.querySelectorAll("button")]).find(e => e.textContent.trim().startsWith(%q));
		if (one) one.click(); return Boolean(one); })()`, part, words)
	if !evaluate[bool](b, script) {
		b.Fatalf("nothing in %s says %q:\n%s", part, words,
			evaluate[string](b, "document.body.innerText.slice(0, 800)"))
	}
	b.arrive()
}
