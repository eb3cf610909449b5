package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"green500/validation/review"
)

// fieldsAlone are fields that need no explanation beside their label, each with the reason.
var fieldsAlone = map[string]string{
	"input[type=search]":          "what a search is for is known",
	".filter :is(input, select)":  "a filter changes nothing, and its effect is seen at once",
	".chooser :is(input, select)": "a choice of what is shown, seen at once",
	".chart-choice input":         "a choice of what is drawn, seen at once",
	".model-fields input":         "a number of a formula that stands above it, and changes what stands beside it",
	".choose input":               "a row to compare; the head of its column and the button say what for",
}

// fieldScript tells of every field on the page that has no label, or no explanation that can be seen.
const fieldScript = `(alone => {
	const seen = e => e.checkVisibility({visibilityProperty: true});
	const told = id => { const e = document.getElementById(id); return e && seen(e) && e.offsetWidth > 1 &&
		e.textContent.trim() !== ""; };
	const by = (e, attribute) => (e.getAttribute(attribute) || "").split(" ").filter(Boolean);
	const wrongs = [];
	for (const e of
		document.querySelectorAll("input:not([type=hidden], [type=submit], [type=button]), select, textarea")) {
		if (!seen(e)) continue;
		const name = e.tagName.toLowerCase() + "#" + e.id + "[" + e.name + "]";
		const labels = [...(e.labels || [])].map(l => l.textContent).join("") + (e.getAttribute("aria-label") || "") +
			by(e, "aria-labelledby").map(id => (document.getElementById(id) ||
			{textContent: ""}).textContent).join("");
		if (labels.trim() === "") wrongs.push(name + " has no label");
		for (const id of by(e, "aria-describedby")) if (!document.getElementById(id)) wrongs.push(name +
			" is described by " + id + ", which is not there");
		if (!alone.some(selector => e.matches(selector)) && !by(e, "aria-describedby").some(told)) wrongs.push(name +
			" has no explanation");
		if (e.getAttribute("aria-invalid") === "true" && !by(e, "aria-describedby").some(id => told(id) &&
			/error|state/.test(id))) wrongs.push(name + " does not say what is wrong");
	}
	return wrongs;
})`

// fieldsExplained demands a label and an explanation of every field.
func (b *tab) fieldsExplained(name string) {
	b.Helper()
	var alone []string
	for selector := range fieldsAlone {
		alone = append(alone, selector)
	}
	list, err := json.Marshal(alone)
	must(b.T, err)
	for _, wrong := range evaluate[[]string](b, fmt.Sprintf("%s(%s)", fieldScript, list)) {
		b.Errorf("%s: %s", name, wrong)
	}
}

// focusScript puts the focus on everything that can have it, as the keyboard would, and tells where that
// cannot be seen: by a line around it at least 2 pixels thick that stands out 3 to 1 from what lies around.
const focusScript = `(() => {
	const numbers = colour => (colour.match(/[\d.]+/g) || []).map(Number);
	const light = c => { const l = c.slice(0, 3).map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 :
		((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2]; };
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
		return (x + 0.05) / (y + 0.05); };
	const around = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
		if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
	const line = e => { const s = getComputedStyle(e);
		return s.outlineStyle + s.outlineWidth + s.outlineColor + s.boxShadow; };
	const wrongs = [];
	const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
		.filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}));
	for (const e of all) {
		const name = e.tagName.toLowerCase() + "#" + e.id + " " +
			JSON.stringify((e.textContent || e.name || "").trim().slice(0, 30));
		e.blur();
		const before = line(e);
		e.focus({preventScroll: true});
		if (document.activeElement !== e) { wrongs.push(name + " takes no focus"); continue; }
		const s = getComputedStyle(e);
		if (line(e) === before) wrongs.push(name + " looks the same with focus");
		else if (s.outlineStyle === "none" || parseFloat(s.outlineWidth) < 2) wrongs.push(name +
			" has no line around it");
		else if (ratio(numbers(s.outlineColor), around(e.parentElement)) < 3) wrongs.push(name + " has a line of " +
			s.outlineColor + " on " + around(e.parentElement));
	}
	document.activeElement.blur();
	return wrongs;
})()`

// focusSeen demands that one sees where the focus is, in light and dark.
func (b *tab) focusSeen(name string) {
	b.Helper()
	b.do(chromedp.KeyEvent(kb.Tab)) // whoever uses the keyboard sees the focus wherever it goes
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, wrong := range evaluate[[]string](b, focusScript) {
			b.Errorf("%s (%s): %s", name, scheme, wrong)
		}
	}
	b.scheme("")
}

// TestAFieldWithoutAWordIsFound: what is demanded of fields and of the focus is missed if it is taken away.
func TestAFieldWithoutAWordIsFound(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ spoil, script string }{
		"label":       {`document.querySelectorAll("label").forEach(e => e.remove())`, fieldScript + "([])"},
		"explanation": {`document.querySelectorAll(".hint").forEach(e => e.remove())`, fieldScript + "([])"},
		"hidden":      {`document.querySelectorAll(".hint").forEach(e => { e.hidden = true })`, fieldScript + "([])"},
		"no line": {`document.querySelectorAll("button, a, input").forEach(e => { e.style.outline = "none" })`,
			focusScript},
		"a pale line": {`document.querySelectorAll("button, a, input")
			.forEach(e => { e.style.outlineColor = "rgb(220, 220, 220)" })`, focusScript},
		"nothing wrong": {`void 0`, focusScript},
	}
	b := demonstration(t)
	b.signIn(review.Submitter)
	for name, test := range tests {
		b.visit("/account")
		b.scheme("light")
		b.do(chromedp.Evaluate[chromedp.Void](test.spoil))
		b.do(chromedp.KeyEvent(kb.Tab))
		if found := evaluate[[]string](b, test.script); (len(found) == 0) != (name == "nothing wrong") {
			t.Errorf("%s: found %v", name, found)
		}
	}
}
