package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axePath is where axe-core lies; see the README beside it.
const axePath = "testdata/axe/axe.min.js"

// axeRun has axe look at the page and tells each violation in a line with the elements it is about.
const axeRun = `axe.run(document, {runOnly: %s, resultTypes: ["violations"]})
	.then(found => found.violations.map(v => v.id + ": " + v.help + ": " +
		v.nodes.slice(0, 5).map(n => n.target.join(" ") + " (" +
			(n.any.concat(n.all, n.none)[0] || {message: ""}).message + ")").join("; ")))`

// What axe is to look for: everything that WCAG 2.2 AA asks and what is good practice, or only what hangs on colours.
const (
	axeEverything = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	axeColours    = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// axe lets axe-core look at the page in light, and at its colours in dark: nothing may be found. What is
// folded up is unfolded before, so that it is looked at, too.
func (b *tab) axe(name string) {
	b.Helper()
	b.bringAxe()
	b.unfolded(func() {
		for _, look := range []struct{ scheme, asked string }{{"light", axeEverything}, {"dark", axeColours}} {
			b.scheme(look.scheme)
			for _, violation := range b.violations(look.asked) {
				b.Errorf("%s (%s): %s", name, look.scheme, violation)
			}
		}
		b.scheme("")
	})
}

func (b *tab) bringAxe() {
	b.Helper()
	library, err := os.ReadFile(axePath)
	must(b.T, err)
	b.do(chromedp.Evaluate[chromedp.Void](string(library) + "\n;void 0"))
}

// unfolded looks at the page with everything on it that is folded up unfolded, but for the menus of the header: those
// lie over what follows them, which cannot be used while they are open. TestTheMenuFitsOneLine looks at them.
func (b *tab) unfolded(look func()) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](
		`window.folded = [...document.querySelectorAll("details:not([open], .dropdown)")];
		folded.forEach(d => { d.open = true })`))
	look()
	b.do(chromedp.Evaluate[chromedp.Void](`folded.forEach(d => { d.open = false })`))
}

// axeOfMenus has axe look at each menu of the header while it is open.
func (b *tab) axeOfMenus(name string) {
	b.Helper()
	b.bringAxe()
	for i := range evaluate[int](b, `document.querySelectorAll(".dropdown").length`) {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll(".dropdown")[%d].open = true`, i)))
		for _, look := range []struct{ scheme, asked string }{{"light", axeEverything}, {"dark", axeColours}} {
			b.scheme(look.scheme)
			for _, violation := range evaluateLong[[]string](b,
				strings.Replace(fmt.Sprintf(axeRun, look.asked), "document", `"header.site"`, 1)) {
				b.Errorf("%s, menu %d (%s): %s", name, i, look.scheme, violation)
			}
		}
		b.scheme("")
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll(".dropdown")[%d].open = false`,
			i)))
	}
}

func (b *tab) violations(asked string) []string {
	b.Helper()
	return evaluateLong[[]string](b, fmt.Sprintf(axeRun, asked))
}

// scheme has pages drawn in light or dark; an empty one lets the browser choose. Nothing moves: colours half-way
// between two are nobody's, and were found wanting.
func (b *tab) scheme(scheme string) {
	b.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
	if scheme != "" {
		features = append(features, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	must(b.T, err)
}

// TestAxeFindsWhatIsWrong: a look that finds nothing anywhere proves nothing unless it can find something.
func TestAxeFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/login")
	b.bringAxe()
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("label").forEach(label => label.remove())`))
	if len(b.violations(axeEverything)) == 0 {
		t.Error("axe finds nothing in a form without labels")
	}
}

// TestAxeSeesColoursInTheDark: the fewer rules of the dark look find what they are for.
func TestAxeSeesColoursInTheDark(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/login")
	b.bringAxe()
	b.scheme("dark")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("h1").style.color = "rgb(40, 40, 40)"`))
	if len(b.violations(axeColours)) == 0 {
		t.Error("axe finds nothing in dark letters on dark paper")
	}
}
