package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/validation/review"
)

// plainTab is a tab in which pages run no scripts.
type plainTab struct{ *tab }

func withoutScripts(b *tab) plainTab {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true})
	must(b.T, err)
	return plainTab{b}
}

// visit opens an address, and looks at what it shows.
func (p plainTab) visit(address string) {
	p.Helper()
	p.do(chromedp.Navigate(p.url + address))
	p.arrive()
}

// arrive waits for a page, and demands that it offers nothing that needs a script.
func (p plainTab) arrive() {
	p.Helper()
	p.waitFor(`document.readyState === "complete"`)
	const dead = `[...document.querySelectorAll("button, input[type=button], a")].filter(e => e.checkVisibility() &&
		(e.localName === "a" ? !e.href : e.type === "button" || !e.form)).map(e => e.textContent.trim() || e.outerHTML)`
	if found := evaluate[[]string](p.tab, dead); len(found) > 0 {
		p.Errorf("%s shows what does nothing without a script: %q", evaluate[string](p.tab, "location.pathname"), found)
	}
}

// press unfolds what a button or link lies in, and presses it.
func (p plainTab) press(words string) {
	p.Helper()
	script := fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll("main button, main a"),
			...document.querySelectorAll("header button, header a")].filter(e => !e.matches("[aria-hidden=true]"));
		const said = e => e.textContent.trim().replace(/\s+/g, " ");
		const one = all.find(e => said(e) === %q) || all.find(e => said(e).startsWith(%q));
		for (let at = one; at; at = at.parentElement) if (at.localName === "details" &&
			!at.open) at.querySelector("summary").click();
		if (!one || !one.checkVisibility()) return false;
		document.documentElement.dataset.left = "yes"; one.click(); return true; })()`, words, words)
	if !evaluate[bool](p.tab, script) {
		p.Fatalf("nothing at %s says %q:\n%s", evaluate[string](p.tab, "location.href"), words,
			evaluate[string](p.tab, "document.body.innerText.slice(0, 2000)"))
	}
	p.waitFor(`document.documentElement && !document.documentElement.dataset.left`)
	p.arrive()
}

// picture looks at the page on a wide screen and on a phone.
func (p plainTab) picture(name string) {
	p.Helper()
	for _, l := range []look{{"light", 1280, 900, false}, {"phone", 390, 844, false}} {
		p.do(chromedp.EmulateViewport(l.width, l.height))
		p.narrow(name, l)
		p.keepPicture(name + "-" + l.name)
	}
	p.do(chromedp.EmulateViewport(1280, 900))
}

// choose puts files into an input.
func (p plainTab) choose(input string, files ...string) {
	p.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(input), files))
}

// TestSubmittingWithoutScripts goes from signing in to a submitted Level 2 entry by plain forms.
func TestSubmittingWithoutScripts(t *testing.T) {
	t.Parallel()
	elsewhere := demonstration(t)
	elsewhere.signIn(review.Submitter)
	p := withoutScripts(elsewhere.beside(t))
	p.visit("/login")
	p.picture("plain-login")
	p.fill("#email", demodata.Address(review.Submitter))
	p.fill("#password", demodata.Password)
	p.press("Sign in")
	p.press("New submission")
	p.picture("plain-new")
	p.choose("#files", zipped(t))
	p.press("Upload and start")
	p.must("Level 2 granted under 2.0")
	entry := evaluate[string](p.tab, "location.pathname")
	p.picture("plain-verdict")

	p.uploadPlainly(entry)
	p.mapPlainly(entry)
	p.writePlainly(entry)
	p.settlePlainly(elsewhere, entry)

	p.visit(entry)
	p.must("Level 2 granted under 2.0")
	p.press("Submit for review")
	p.must("submitted")
	p.picture("plain-submitted")
	p.press("Sign out")
}

// uploadPlainly adds files to an entry on the page of its files.
func (p plainTab) uploadPlainly(entry string) {
	p.Helper()
	p.visit(entry + "/uploads")
	p.picture("plain-files")
	p.choose("#upload-files", unknownLog(p.T)[0])
	p.press("Upload")
	p.must("pdu.csv")
	p.picture("plain-uploaded")
}

// mapPlainly says how a log is read, and takes it back.
func (p plainTab) mapPlainly(entry string) {
	p.Helper()
	p.visit(entry + "/edit")
	p.press("Import settings: pdu.csv")
	p.picture("plain-log")
	p.fill(`[name="series[0].timezone"]`, "UTC")
	p.press("Update preview")
	p.must("The core phase fits the load.")
	p.fill("#name", "PDU of room 2")
	p.press("Save as preset")
	p.must("The preset PDU of room 2 is saved.")
	p.press("Use these settings")
	p.must("pdu.csv is read so now.")
	p.press("Expert view")
	p.press("Remove Series pdu.csv")
	p.press("Remove pdu.csv")
	if strings.Contains(evaluate[string](p.tab, "document.querySelector('#form-held').innerText"), "pdu.csv") {
		p.Error("pdu.csv is held still")
	}
}

// writePlainly types into the form what cannot be read, mends it, and adds and removes an item.
func (p plainTab) writePlainly(entry string) {
	p.Helper()
	p.fill(`[name="node_sets[0].nodes"]`, "12,5")
	p.press("Save")
	p.must("is not a whole number")
	p.picture("plain-wrong")
	p.press("Add another meter")
	items := evaluate[int](p.tab, `document.querySelectorAll("#meters .item").length`)
	p.fill(`#meters .item:last-of-type input`, "spare")
	p.press("Save and show findings")
	p.must("is not a whole number")
	p.press("Edit")
	p.press("Expert view")
	p.press("Remove Meter spare")
	p.visit(entry + "/yaml")
	p.press("Expert view")
	if left := evaluate[int](p.tab, `document.querySelectorAll("#meters .item").length`); left >= items {
		p.Errorf("%d of %d meters are left", left, items)
	}
	p.fill(`[name="node_sets[0].nodes"]`,
		evaluate[string](p.tab, `document.querySelector('[name="node_sets[0].measured"]').value`))
	p.press("Save")
	p.must("Saved.")
}

// settlePlainly meets what somebody else changed, and chooses.
func (p plainTab) settlePlainly(elsewhere *tab, entry string) {
	p.Helper()
	for _, choice := range []struct{ theirs, button, left string }{{"Theirs", "Use Theirs", "Theirs"},
		{"Others", "Keep Mine", "Mine"}} {
		p.visit(entry + "/edit")
		elsewhere.visit(entry + "/edit")
		elsewhere.enter("system.name", choice.theirs)
		elsewhere.allSent()
		p.fill(`[name="system.name"]`, "Mine")
		p.fill(`[name="system.processor"]`, "Beside "+choice.left)
		p.press("Save")
		p.must("Choose at each of them what stays")
		p.must("changed this to " + choice.theirs + " at")
		p.picture("plain-conflict")
		p.press(choice.button)
		for name, want := range map[string]string{"system.name": choice.left,
			"system.processor": "Beside " + choice.left} {
			if got := evaluate[string](p.tab,
				fmt.Sprintf("document.querySelector(`[name='%s']`).value", name)); got != want {
				p.Errorf("%s holds %q after %s, want %q", name, got, choice.button, want)
			}
		}
	}
}
