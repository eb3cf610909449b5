package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/validation/review"
)

// noticePages are what the submitter is told, and where they appeal.
func noticePages() []shown {
	return []shown{
		{route: "/notices", name: "notices", where: "/notices"},
		{route: "/notices", name: "notices-none", where: "/notices?kind=ranks"},
		{route: "/account/notices", name: "notices-choices", where: "/account/notices"},
		{route: "/submissions/:id", name: "submission-rejected", where: "/submissions|" + rejectedSystem},
		{route: "/submissions/:id/appeals", name: "appeal-new",
			where: "/submissions|" + rejectedSystem + "|Appeal against the decision"},
	}
}

// rejectedSystem is the one of the demonstration that was rejected.
const rejectedSystem = "Nightjar"

// TestAnAppealIsWrittenHeardAndDecided goes from a notice of a rejection to one of an appeal that was upheld.
func TestAnAppealIsWrittenHeardAndDecided(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.press("Notices")
	b.must("was rejected; the page says until when you can appeal")
	b.press("Open: " + rejectedSystem)
	b.must("If you disagree with the decision")
	b.press("Appeal against the decision")
	b.press("Submit appeal")
	b.must("nothing is written here")
	b.photograph("appeal-wrong")
	b.fill("#text", "The logger stopped, as the finding says; "+
		"the readings of the second logger, which ran on, are in power/second.csv. It has the same clock.")
	b.press("Submit appeal")
	b.must("Your appeal was made")
	appeal := evaluate[string](b, "location.pathname")
	b.photograph("appeal-made")

	b.signIn(review.Reviewer)
	b.visit("/notices?kind=appeals")
	b.must("has an appeal against its decision")
	b.visit(appeal)
	b.fill("#answer", "I did not see that file. Another editor should look at it.")
	b.press("Answer")
	b.must("Your answer was added")

	b.signIn(review.Editor)
	b.visit("/notices")
	b.must("appeal")
	b.visit(appeal)
	b.photograph("appeal-decide")
	b.fill("#reason", "The second logger covers the core phase; the submission is to be graded with it.")
	b.press("Uphold")
	b.must("The appeal was upheld")
	b.photograph("appeal-upheld")
	b.visit(strings.TrimSuffix(appeal, "/appeals") + "?tab=history")
	b.must("Reopen")
	b.photograph("appeal-reopened")

	b.signIn(review.Submitter)
	b.visit("/notices")
	b.must("has an appeal that was upheld")
	b.press("Mark all as read")
	b.must("All are marked as read")
	b.photograph("notices-read")
}

// TestNoticesWithoutScripts reads, chooses and appeals by plain forms.
func TestNoticesWithoutScripts(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	p := withoutScripts(b)
	p.visit("/login")
	p.fill("#email", demodata.Address(review.Submitter))
	p.fill("#password", demodata.Password)
	p.press("Sign in")
	p.press("Notices")
	before := evaluate[int](p.tab, `document.querySelectorAll(".notice-unread").length`)
	p.picture("plain-notices")
	p.press("Mark as read")
	p.must("Marked as read")
	if after := evaluate[int](p.tab, `document.querySelectorAll(".notice-unread").length`); after != before-1 {
		t.Errorf("%d of %d are unread", after, before)
	}
	p.press("Mail settings")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("input[value=moves]").click()`))
	p.press("Save")
	p.must("Saved.")
	if evaluate[bool](p.tab, `document.querySelector("input[value=moves]").checked`) {
		t.Error("what was chosen is lost")
	}
	p.picture("plain-notices-choices")
	p.press("Notices")
	p.press("Open: " + rejectedSystem)
	p.press("Appeal against the decision")
	p.fill("#text", "Look again.")
	p.press("Submit appeal")
	p.must("Your appeal was made")
	p.picture("plain-appeal")
	p.press("Withdraw appeal")
	p.must("The appeal was taken back")
}
