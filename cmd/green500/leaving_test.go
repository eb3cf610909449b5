package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// again opens another tab of the same browser, signed in as the first is.
func (b *tab) again() *tab {
	b.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.Cleanup(cancel)
	must(b.T, chromedp.Do(ctx))
	return &tab{b.T, ctx, b.url, b.database, b.store}
}

// typeInto types key by key into a field of the form.
func (b *tab) typeInto(path, text string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(`[data-field='%s']`).focus()", path)))
	b.do(chromedp.KeyEvent(text))
}

// close closes the tab as its cross does, without waiting for anything.
func (b *tab) close() {
	b.Helper()
	id := chromedp.FromContext(b.ctx).Target.TargetID
	_, err := chromedp.CallBrowser(b.ctx, target.CloseTarget, target.CloseTargetParams{TargetID: id})
	must(b.T, err)
}

// TestClosingTheTabInMidWord: whoever closes the tab while typing, even what cannot be read, finds all of
// it when they come back; so does whoever was without a connection, or had a conflict open.
func TestClosingTheTabInMidWord(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.press("Start with an empty form")
	b.press("Expert view")
	address := evaluate[string](b, "location.pathname")

	first := b.again()
	first.visit(address)
	first.typeInto("system.name", "Borealis")
	first.waitForState("system.name", "saved")
	first.typeInto("node_sets[0].nodes", "12,5 no") // not a number, and no pause after it
	first.close()
	b.visit("/submissions")
	for ends := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		b.visit(address + "?anew")
		if evaluate[string](b, `document.querySelector("[name='node_sets[0].nodes']").value`) == "12,5 no" {
			break
		}
		if time.Now().After(ends) {
			t.Fatal("what was typed last did not arrive")
		}
	}
	b.must("is not a whole number")
	b.reads("system.name", "Borealis")
	b.photograph("leaving-returned")

	second := b.again()
	second.visit(address)
	second.do(chromedp.Evaluate[chromedp.Void](`XMLHttpRequest.prototype.send = function () {
		setTimeout(() => this.onerror(new ProgressEvent("error"))); }; navigator.sendBeacon = () => false;`))
	second.typeInto("site.name", "Typed in a tunnel")
	second.waitFor(`document.getElementById("f-site-name-state").textContent.includes("no connection")`)
	second.close()
	b.visit(address)
	b.allSent()
	b.reads("site.name", "Typed in a tunnel")

	third := b.again()
	third.visit(address)
	b.enter("system.processor", "Theirs")
	b.allSent()
	third.typeInto("system.processor", "Mine")
	third.waitForState("system.processor", "conflict")
	third.close()
	b.visit(address)
	b.waitForState("system.processor", "conflict")
	b.reads("system.processor", "Mine")
	b.photograph("leaving-conflict")
	b.press("Use Theirs")
	b.reads("system.processor", "Theirs")
	b.visit(address)
	b.reads("system.processor", "Theirs")
}
