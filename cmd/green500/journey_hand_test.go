package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hand is what somebody works a page with. An element is named by a script that finds it.
type hand interface {
	reach(b *tab, element string)       // puts the focus there
	use(b *tab, element string)         // of a button, a link, a line that unfolds or a box to tick
	pick(b *tab, element, value string) // of a select
}

// named finds what says words; the first of those that say just them, else that begin so.
func named(words string) string {
	return fmt.Sprintf(`((all, is) => all.find(e => is(e) === %[1]q) || all.find(e => is(e).startsWith(%[1]q)))(
		[...document.querySelectorAll("main a, main button, main summary, header a, header button")]
			.filter(e => e.tabIndex >= 0), e => e.textContent.trim().replace(/\s+/g, " "))`, words)
}

// field finds a field of the form of the document.
func field(path string) string {
	return fmt.Sprintf(`document.querySelector("[data-field='%s']")`, path)
}

func selected(by string) string { return fmt.Sprintf("document.querySelector(%q)", by) }

// unfold opens what an element is folded up in, from the outside in.
func (b *tab) unfold(h hand, element string) {
	b.Helper()
	const folded = `((e) => { let found = null; for (let d = e && e.parentElement; d;
		d = d.parentElement) { if (d.matches("details:not([open])") && d.querySelector("summary") !== e &&
		d.querySelector("summary").checkVisibility()) found = d; } return found; })(%s)`
	if !evaluate[bool](b, "Boolean("+element+")") {
		b.Fatalf("there is no %s at %s:\n%s", element, evaluate[string](b, "location.href"),
			evaluate[string](b, "document.body.innerText.slice(0, 1500)"))
	}
	for evaluate[bool](b, "Boolean("+fmt.Sprintf(folded, element)+")") {
		h.use(b, fmt.Sprintf(folded, element)+`.querySelector("summary")`)
		time.Sleep(20 * time.Millisecond)
	}
}

// touch uses what stays on the page.
func (b *tab) touch(h hand, element string) {
	b.Helper()
	b.unfold(h, element)
	h.use(b, element)
}

// follow uses what leads to another page, and waits for that.
func (b *tab) follow(h hand, element string) {
	b.Helper()
	b.unfold(h, element)
	b.do(chromedp.Evaluate[chromedp.Void]("window.left = true"))
	h.use(b, element)
	b.arrive()
}

// write puts the cursor into a field, and types in place of what it holds.
func (b *tab) write(h hand, element, text string) {
	b.Helper()
	b.unfold(h, element)
	for range 3 { // what is saved may move the field away from under the hand
		h.reach(b, element)
		if evaluate[bool](b, "document.activeElement === "+element) {
			break
		}
	}
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)))
	_, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text})
	must(b.T, err)
}

// answerChoices has the test choose the files when the browser would open its dialog for them.
func (b *tab) answerChoices() {
	b.Helper()
	_, err := chromedp.Call(b.ctx, page.SetInterceptFileChooserDialog,
		page.SetInterceptFileChooserDialogParams{Enabled: true})
	must(b.T, err)
}

// give chooses files in the dialog that the browser opens for a place for files.
func (b *tab) give(h hand, element string, files ...string) {
	b.Helper()
	opened := make(chan *page.EventFileChooserOpened, 1)
	must(b.T, chromedp.Listen(b.ctx, func(event any) {
		if one, ok := event.(*page.EventFileChooserOpened); ok {
			opened <- one
		}
	}))
	b.touch(h, element)
	select {
	case one := <-opened:
		_, err := chromedp.Call(b.ctx, dom.SetFileInputFiles,
			dom.SetFileInputFilesParams{Files: files, BackendNodeID: one.BackendNodeID})
		must(b.T, err)
	case <-time.After(patience):
		b.Fatalf("%s opens no choice of files", element)
	}
}

// set brings a field of the document to a value, in whatever way it is set, and waits until it is saved.
func (b *tab) set(h hand, path, value string) {
	b.Helper()
	element := field(path)
	b.unfold(h, element)
	switch kind := evaluate[string](b, element+".type"); kind {
	case "checkbox":
		if evaluate[bool](b, element+".checked") != (value == "true") {
			h.use(b, element)
		}
	case "select-one":
		h.pick(b, element, value)
	default:
		b.write(h, element, value)
		b.do(chromedp.Evaluate[chromedp.Void]("void 0"))
	}
	b.waitForState(path, "saved")
	b.waitFor(fmt.Sprintf(`%s.dataset.sent === %q`, element, value))
}

// middle is where the browser is asked to scroll an element to.
const middle = "center" //nolint:misspell // a word of the browser

// pointer is a mouse, or a finger.
type pointer struct{}

// reach clicks into the middle of an element, which nothing may lie over.
func (p pointer) reach(b *tab, element string) { b.Helper(); p.use(b, element) }

// use clicks again if the page drew the element again between the look and the click.
func (pointer) use(b *tab, element string) {
	b.Helper()
	// What the page moves on its own, such as by a verdict that follows, has come to rest before it is clicked.
	script := fmt.Sprintf(`(async find => { if (!find()) return [];
		const frame = () => Promise.race([new Promise(done => requestAnimationFrame(done)),
			new Promise(done => setTimeout(done, 200))]);
		const where = () => { const box = find()?.getClientRects()[0];
			return box ? [box.left + box.width / 2, box.top + box.height / 2] : []; };
		find().scrollIntoView({block: %[2]q});
		for (let before = ""; before !== String(where()); await frame()) before = String(where());
		const [x, y] = where(); if (x === undefined) return [];
			const e = find(), over = document.elementFromPoint(x, y);
		window.missed = true;
			e.addEventListener("click", () => { window.missed = false; }, {capture: true, once: true});
		return [x, y, over && (e.contains(over) || over.contains(e)) ? 1 : 0]; })(() => %[1]s)`, element, middle)
	const tries = 5
	for range tries {
		at := evaluateLong[[]float64](b, script)
		if len(at) == 0 {
			b.Fatalf("there is no %s to click at %s:\n%s", element, evaluate[string](b, "location.href"),
				evaluate[string](b, "document.body.innerText.slice(0, 1500)"))
		}
		if at[2] == 0 {
			b.Errorf("something lies over %s at %s", element, evaluate[string](b, "location.href"))
		}
		b.do(chromedp.MouseClickXY(at[0], at[1]))
		if missed, _ := b.holds("window.missed"); !missed { // a page that was left misses nothing
			return
		}
	}
	b.Fatalf("%d clicks miss %s", tries, element)
}

// pick sets a select: the list it opens is drawn by the browser, outside of the page.
func (pointer) pick(b *tab, element, value string) {
	b.Helper()
	script := fmt.Sprintf(`((e, value) => { e.scrollIntoView({block: %[3]q}); e.value = value;
		e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true}));
			return e.value === value; })(%[1]s, %[2]q)`, element, value, middle)
	if !evaluate[bool](b, script) {
		b.Fatalf("%s does not offer %q", element, value)
	}
}

// keys is a keyboard alone.
type keys struct{}

// mostStops is how often a page may be tabbed through to find something.
const mostStops = 900

// focusTold says what is wrong with how the focus is seen; nothing if all is well.
const focusTold = `((e) => { if (e === document.body || e.matches("main")) return "";
	const style = getComputedStyle(e), box = e.getBoundingClientRect();
	const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
	const name = e.tagName + " " + (e.id || e.name || e.textContent.trim().slice(0, 40));
	if (!ring) return name + " shows no focus";
	if (box.width === 0 || box.height === 0) return name + " is focused and not seen";
	if (box.bottom <= 0 || box.top >= innerHeight) return name + " is focused out of sight: " + Math.round(box.top) +
		" to " + Math.round(box.bottom);
	const x = box.left + box.width / 2, y = Math.min(Math.max(box.top + box.height / 2, 1), innerHeight - 1),
		over = document.elementFromPoint(x, y);
	return over && (e.contains(over) || over.contains(e)) ? "" : name + " is focused under " +
		(over ? over.tagName + "." + over.className : "nothing"); })(document.activeElement)`

// reach presses Tab until the focus is where it should be, back if that lies before it.
func (keys) reach(b *tab, element string) {
	b.Helper()
	script := fmt.Sprintf(
		`(e => { const now = document.activeElement; if (!e) return "gone"; if (now === e) return "here";
		return now !== document.body &&
			now.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "on"; })(%s)`, element)
	for range mostStops {
		switch evaluate[string](b, script) {
		case "here":
			return
		case "gone":
			b.Fatalf("there is no %s at %s", element, evaluate[string](b, "location.href"))
		case "back":
			b.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(kb.ModifierShift)))
		default:
			b.do(chromedp.KeyEvent(kb.Tab))
		}
		if wrong := evaluate[string](b, focusTold); wrong != "" {
			b.Errorf("%s: %s", evaluate[string](b, "location.pathname"), wrong)
		}
	}
	b.Fatalf("no key leads to %s at %s", element, evaluate[string](b, "location.href"))
}

func (k keys) use(b *tab, element string) {
	b.Helper()
	k.reach(b, element)
	key := kb.Enter
	if evaluate[bool](b, `document.activeElement.matches("[type=checkbox], [type=radio], [type=file], summary")`) {
		key = " "
	}
	b.strike(key)
}

// strike presses a key: what that types comes with it, as from a keyboard. As an event of its own, which KeyEvent makes
// of it, it comes to another element if the page moves the focus in between, and submits the form that this stands in.
func (b *tab) strike(key string) {
	b.Helper()
	for _, r := range key {
		events := kb.Encode(r)
		down, up := events[0], events[len(events)-1]
		if len(events) > 2 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		for _, event := range []*input.DispatchKeyEventParams{down, up} {
			_, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, *event)
			must(b.T, err)
		}
	}
}

// pick presses the arrow down until the select stands at the value.
func (k keys) pick(b *tab, element, value string) {
	b.Helper()
	k.reach(b, element)
	b.do(chromedp.KeyEvent(kb.Home))
	for range evaluate[int](b, element+".options.length") {
		if evaluate[string](b, element+".value") == value {
			return
		}
		b.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	if got := evaluate[string](b, element+".value"); got != value {
		b.Fatalf("%s stands at %q, not at %q", element, got, value)
	}
}

// wrongLinks are those of the verdict that lead to nothing on the page.
func (b *tab) wrongLinks() {
	b.Helper()
	const dead = `[...document.querySelectorAll("#verdict a[href*='#']")]
		.filter(a => !document.getElementById(a.hash.slice(1))).map(a => a.hash + " (" + a.textContent + ")")`
	if found := evaluate[[]string](b, dead); len(found) > 0 {
		b.Errorf("the verdict leads nowhere: %s", strings.Join(found, ", "))
	}
}
