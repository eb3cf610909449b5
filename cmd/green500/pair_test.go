package main

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/review"
)

// colleagues are two members of one site, each at the form of the same draft in a browser of their own.
func colleagues(t *testing.T) (sam, rina *tab, entry string) {
	t.Helper()
	sam = demonstration(t)
	rina = sam.beside(t)
	sam.signIn(review.Submitter)
	rina.signIn(review.Reviewer)
	sam.visit("/sites")
	sam.fill("#name", "Aurora Computing Centre")
	sam.fill("#country", "DE")
	sam.press("Create site")
	sam.fill("#email", "reviewer@example.org")
	sam.press("Send invitation")
	rina.visit(sam.invited("reviewer@example.org"))
	rina.press("Join")
	sam.visit("/submissions/new")
	sam.press("Start with an empty form")
	sam.press("Expert view")
	entry = strings.TrimSuffix(evaluate[string](sam, "location.pathname"), "/edit")
	rina.visit(entry + "/edit")
	return sam, rina, entry
}

// reads demands what a field of the form shows.
func (b *tab) reads(path, want string) {
	b.Helper()
	if got := evaluate[string](b, fmt.Sprintf("document.querySelector(`[data-field='%s']`).value", path)); got != want {
		b.Errorf("%s reads %q, want %q", path, got, want)
	}
}

// told waits until the page says something.
func (b *tab) told(words string) {
	b.Helper()
	b.waitFor(fmt.Sprintf("document.body.innerText.includes(%q)", words))
}

// allSent waits until everything that was typed is kept by the server.
func (b *tab) allSent() {
	b.Helper()
	b.waitFor("!localStorage.getItem(`green500 unsent ${location.pathname}`)")
}

// TestTwoPeopleTypeIntoOneDraft: what two people type into different fields is kept, each is told what the
// other typed, and of one field both choose knowingly.
func TestTwoPeopleTypeIntoOneDraft(t *testing.T) {
	t.Parallel()
	sam, rina, entry := colleagues(t)
	sam.enter("system.name", "Borealis")
	sam.allSent()
	rina.told("Sam Submitter entered Borealis in Name of the system") // she did nothing: her page asks now and then
	rina.enter("site.name", "Aurora Computing Centre, hall 2")
	rina.allSent()
	sam.enter("system.processor", "Example 9000")
	sam.told("Rina Reviewer entered Aurora Computing Centre, hall 2 in") // at once after what he saved
	sam.photograph("pair-told")
	rina.reads("system.name", "") // nobody changes a page that somebody types into

	rina.enter("system.name", "Aurora-2")
	rina.waitForState("system.name", "conflict")
	rina.must("Sam Submitter changed this to Borealis at ")
	rina.must("you typed Aurora-2. Your value is not saved yet.")
	rina.photograph("pair-conflict")
	rina.press("Use Borealis")
	rina.reads("system.name", "Borealis")
	sam.enter("system.year", "2026")
	sam.allSent()

	rina.enter("site.name", "Aurora")
	rina.allSent()
	sam.enter("site.name", "Example Centre")
	sam.waitForState("site.name", "conflict")
	sam.must("Rina Reviewer changed this to Aurora at ")
	sam.press("Keep Example Centre")
	sam.must("Saved.")
	sam.reads("site.name", "Example Centre")
	rina.press("Save") // her page is older than what he kept, and changes nothing of it
	rina.reads("site.name", "Example Centre")
	rina.reads("system.year", "2026")

	sam.visit(entry + "/yaml")
	text := evaluate[string](sam, `document.querySelector("#document").value`)
	for _, line := range []string{"name: Borealis\n", "name: Example Centre\n", "processor: Example 9000\n",
		"year: 2026\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("the document lacks %q:\n%s", line, text)
		}
	}
}

// TestAnItemGoesWhileSomebodyTypesIntoALaterOne: what is typed never lands in another item.
func TestAnItemGoesWhileSomebodyTypesIntoALaterOne(t *testing.T) {
	t.Parallel()
	sam, rina, entry := colleagues(t)
	for n, name := range []string{"pdu", "row", "hall"} {
		sam.press(map[bool]string{true: "Add meter", false: "Add another meter"}[n == 0])
		sam.enter(fmt.Sprintf("meters[%d].id", n), name)
		sam.allSent()
	}
	rina.visit(entry + "/edit")
	sam.visit(entry + "/edit")
	sam.press("Remove Meter pdu")
	rina.enter("meters[1].make", "Janitza") // of the meter row, which is the first now
	rina.allSent()
	rina.told("Sam Submitter removed meter 1 at ")
	rina.enter("meters[0].make", "Fluke") // of the meter that is gone
	rina.waitForState("meters[0].make", "homeless")
	rina.must("Your value, Fluke, is not saved.")
	rina.photograph("pair-item-gone")
	rina.enter("meters[0].make", "Fluke 43")
	rina.waitForState("meters[0].make", "homeless")
	rina.press("Save")
	rina.must("Sam Submitter removed meter 1 at ")
	rina.must("Not saved: Fluke 43.")
	rina.photograph("pair-item-gone-saved")
	rina.reads("meters[0].id", "row")
	rina.reads("meters[0].make", "Janitza")
	rina.reads("meters[1].id", "hall")
	rina.reads("meters[1].make", "")

	rina.visit(entry + "/edit")
	sam.press("Add another meter")
	rina.press("Add another meter")
	sam.enter("meters[2].id", "spare")
	sam.allSent()
	rina.enter("meters[2].make", "Fluke")
	rina.waitForState("meters[2].make", "homeless")
	rina.must("Sam Submitter added another meter 3 at ")
	sam.visit(entry + "/edit")
	sam.reads("meters[2].make", "")
}

// TestTheTextWhileSomebodyTypes: who edits the text of a document overwrites nothing of what was typed
// meanwhile without knowing.
func TestTheTextWhileSomebodyTypes(t *testing.T) {
	t.Parallel()
	sam, rina, entry := colleagues(t)
	sam.enter("system.name", "Borealis")
	sam.allSent()
	rina.visit(entry + "/yaml")
	sam.enter("system.processor", "Example 9000")
	sam.allSent()
	text := evaluate[string](rina, `document.querySelector("#document").value`)
	rina.fill("#document", strings.Replace(text, "name: Borealis", "name: Borealis\n  manufacturer: Example", 1))
	rina.press("Save")
	rina.visit(entry + "/yaml")
	text = evaluate[string](rina, `document.querySelector("#document").value`)
	for _, words := range []string{"manufacturer: Example", "processor: Example 9000", "name: Borealis"} {
		if !strings.Contains(text, words) {
			t.Errorf("the document lacks %q:\n%s", words, text)
		}
	}

	sam.enter("system.name", "Borealis-2")
	sam.allSent()
	rina.fill("#document", strings.Replace(text, "name: Borealis", "name: Polaris", 1))
	rina.press("Save")
	rina.must(`Sam Submitter changed this from "Borealis" to "Borealis-2"; your text says "Polaris"`)
	rina.photograph("pair-text-conflict")
	rina.press("Save")
	sam.enter("site.name", "Aurora")
	sam.told("Rina Reviewer entered Polaris in Name of the system")
	sam.enter("system.name", "Borealis-3")
	sam.waitForState("system.name", "conflict")
	sam.must("Rina Reviewer changed this to Polaris at ")
	sam.press("Use Polaris")
	sam.reads("system.name", "Polaris")
	sam.reads("site.name", "Aurora")
}
