package main

import (
	"fmt"
	"strconv"
	"testing"

	"green500/store/accounts"
	"green500/validation/document/sample"
	"green500/validation/review"
)

// claiming is a submitted entry that claims so many watts.
func (b *tab) claiming(owner accounts.User, system string, watts float64) string {
	b.Helper()
	bundle, _ := sample.CleanShape("four meters", 2, "2.0")
	bundle.Entry.Edition, bundle.Entry.System.Name, bundle.Entry.Run.Claimed.PowerWatts = "2026-11", system, watts
	snapshot, err := b.store.Submissions.Intake(b.Context(), &bundle.Entry, b.keepFiles(bundle))
	must(b.T, err)
	entry, err := b.store.Submissions.CreateEntry(b.Context(), owner, "2026-11", snapshot)
	must(b.T, err)
	_, err = b.store.Reviews.Move(b.Context(), entry.ID, review.Submit, owner, "")
	must(b.T, err)
	return "/submissions/" + strconv.FormatInt(entry.ID, 10)
}

// TestModelsTellAReviewerWhereToLook goes the way in a browser: a claim far below what the nodes draw is remarked on to
// whoever reviews, with the figures drawn and in a table; readers of the list see the figures and no remark.
func TestModelsTellAReviewerWhereToLook(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	owner := b.user(review.Submitter)
	far := b.claiming(owner, "Heron", 95_000)
	b.signIn(review.Reviewer)
	b.visit(far)
	section := `document.querySelector("section[aria-labelledby=plausibility]")`
	for _, words := range []string{"Plausibility check", "Node model: the claimed power lies", "One node, extrapolated",
		"more than 3 times the model's error", "Constant", "HPL waits for messages"} {
		if !evaluate[bool](b, fmt.Sprintf("%s.textContent.includes(%q)", section, words)) {
			b.Errorf("the panel doesn't say %q", words)
		}
	}
	if marks, rows := evaluate[int](b, section+".querySelectorAll('svg circle').length"),
		evaluate[int](b, section+".querySelectorAll('figure table tbody tr').length"); marks != rows || marks < 2 {
		b.Errorf("%d figures are drawn, and %d are in the table", marks, rows)
	}
	if !evaluate[bool](b, `document.querySelector(".model-warnings")
		.textContent.includes("Half of the instruments: the claimed power lies")`) {
		b.Error("the decision does not show the warning from half of the instruments")
	}
	b.photograph("plausibility-reviewer")
	b.signOut()
	b.visit("/")
	b.press("Aurelia")
	b.must("Plausibility check")
	if !evaluate[bool](b, section+`.textContent.includes("changed by more than 2% since")`) {
		b.Error("the panel does not say which nodes draw another idle power")
	}
	if evaluate[bool](b, section+`.querySelector(".model-warnings") !== null`) {
		b.Error("readers of a list are told what is for reviewers")
	}
	b.photograph("plausibility-public")
}
