package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// TestTypingIsSaved: fields are saved as they are typed, the verdict follows, what another window changed is
// told at the field and settled there, and all is there again after leaving.
func TestTypingIsSaved(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.press("Start")
	b.press("Expert view")
	b.waitFor(`document.querySelector("#verdict")`)
	address := evaluate[string](b, "location.pathname")

	b.enter("system.name", "Typed")
	b.waitForState("system.name", "saved")
	b.enter("node_sets[0].nodes", "12,5")
	b.waitForState("node_sets[0].nodes", "wrong")
	b.must("is not a whole number")
	b.waitFor(`document.querySelector("#verdict a[href='#f-node_sets-0-nodes']")`)
	b.photograph("typing")

	// another window changes the same field
	const elsewhere = `fetch(location.pathname.replace("edit", "fields"),
		{method: "POST", body: new URLSearchParams({path: "site.name", was: "", value: "Theirs", revision: "1"})})
		.then(() => { window.elsewhere = true; })`
	b.do(chromedp.Evaluate[chromedp.Void](elsewhere))
	b.waitFor("window.elsewhere")
	b.enter("site.name", "Mine")
	b.waitForState("site.name", "conflict")
	b.photograph("typing-conflict")
	b.press("Keep Mine")
	b.must("Saved. One field cannot be read yet.")

	// a connection that is lost
	b.enter("site.name", "Typed before")
	b.waitForState("site.name", "saved")
	b.do(chromedp.Evaluate[chromedp.Void](`window.real = XMLHttpRequest.prototype.send;
		XMLHttpRequest.prototype.send = function () { setTimeout(() => this.dispatchEvent(new ProgressEvent("error")));
		if (this.onerror) {} };`))
	b.enter("contact.affiliation", "Kept here")
	b.waitFor(`document.getElementById("f-contact-affiliation-state").textContent.includes("no connection")`)
	b.do(chromedp.Evaluate[chromedp.Void](`XMLHttpRequest.prototype.send = window.real`))
	b.waitForState("contact.affiliation", "saved")

	b.visit("/submissions")
	b.visit(address)
	for path, want := range map[string]string{"system.name": "Typed", "node_sets[0].nodes": "12,5",
		"site.name": "Typed before", "contact.affiliation": "Kept here"} {
		if got := evaluate[string](b, fmt.Sprintf("document.getElementsByName(%q)[0].value", path)); got != want {
			t.Errorf("%s holds %q, want %q", path, got, want)
		}
	}
}

// enter types into a field of the form.
func (b *tab) enter(path, text string) {
	b.Helper()
	b.fill(fmt.Sprintf("[data-field='%s']", path), text)
}

// waitForState waits until what was typed into a field became saved, wrong or a conflict.
func (b *tab) waitForState(path, state string) {
	b.Helper()
	b.waitFor(fmt.Sprintf(`(e => document.getElementById(e.id +
		"-state").dataset.state === %q)(document.querySelector("[data-field='%s']"))`, state, path))
}
