package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// figurePages are public pages with figures of lists.
func figurePages() []string {
	return []string{"/", "/lists/2026-06/figures", "/lists/2026-06/figures?colour=accelerator",
		"/lists/green500-2025-11/figures", "/trends", "/systems/1", "/by/country/DE", "/by/vendor/Sample%20Computing",
		"/compare?row=2026-06:1&row=2026-06:2&row=2025-11:1"}
}

// drawn waits until scripts drew all figures of the page.
func (b *tab) drawn() {
	b.Helper()
	b.waitFor(`[...document.querySelectorAll("figure[data-figure]")].every(f => f.dataset.drawn ||
		!f.querySelector(".figure-live"))`)
}

// TestFiguresAtEveryWidth has axe look at the pages with figures in light and dark on a phone, a laptop and a wide
// screen. None is wider than its screen, every figure is drawn and states what it shows, and leads to its files.
func TestFiguresAtEveryWidth(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	for _, width := range []int64{390, 1280, 1920} {
		b.screen(width, 900)
		for _, address := range figurePages() {
			b.visit(address)
			b.drawn()
			b.axe(address)
			b.writesPercent(address)
			if wide := evaluate[int64](b, "document.documentElement.scrollWidth"); wide > width {
				b.Errorf("%s is %d px wide on a screen of %d", address, wide, width)
			}
			const undrawn = `[...document.querySelectorAll("figure[data-figure]")]
				.filter(f => f.querySelector(".figure-live") &&
				!f.querySelector(".figure-live canvas, .figure-live svg")).map(f => f.id)`
			if found := evaluate[[]string](b, undrawn); len(found) > 0 {
				b.Errorf("%s does not draw %q", address, found)
			}
			const incomplete = `[...document.querySelectorAll("figure[data-figure]")]
				.filter(f => !f.querySelector("figcaption h2").textContent.trim() ||
				!["CSV", "SVG", "PNG"]
					.every(k => [...f.querySelectorAll(".figure-source a")].some(a => a.textContent.includes(k))) ||
					!f.querySelector(".figure-embed pre") || !f.querySelector(".twin table")).map(f => f.id)`
			if found := evaluate[[]string](b, incomplete); len(found) > 0 {
				b.Errorf("%s: not complete are %q", address, found)
			}
		}
	}
}

// TestFiguresWithoutScripts: each figure is a drawing and a table.
func TestFiguresWithoutScripts(t *testing.T) {
	t.Parallel()
	p := withoutScripts(demonstration(t))
	for _, address := range figurePages() {
		p.visit(address)
		const missing = `[...document.querySelectorAll("figure[data-figure]")]
			.filter(f => f.querySelector(".figure-live") &&
			!(f.querySelector(".figure-svg").checkVisibility() && f.querySelector(".twin table"))).map(f => f.id)`
		if found := evaluate[[]string](p.tab, missing); len(found) > 0 {
			t.Errorf("%s does not show %q", address, found)
		}
	}
}

// TestPublicPagesOnPaper: nothing is cut off on A4, upright or, if a page asks for it, across; figures are drawings
// there.
func TestPublicPagesOnPaper(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	// Within margins of 12 mm, at 96 pixels an inch.
	const upright, across = 703, 1032
	for _, address := range append(figurePages(), "/lists", "/inconsistencies", "/about", "/how-to-submit", "/help",
		"/lists/2026-06", "/lists/green500-2025-11") {
		width := int64(upright)
		if slices.Contains([]string{"/inconsistencies", "/lists/2026-06", "/lists/green500-2025-11"}, address) {
			width = across
		}
		b.screen(width, 1000)
		b.visit(address)
		b.drawn()
		b.onPaper(func() {
			const clipped = `[...document.querySelectorAll("main *")].filter(e => e.checkVisibility() &&
				e.getBoundingClientRect().width > 1 &&
				(e.getBoundingClientRect().right > document.documentElement.clientWidth + 1 ||
				getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 &&
					!(e.localName === "svg"))).map(e => e.localName + "." + (e.className.baseVal ?? e.className) +
					": " + e.textContent.trim().slice(0, 30)).slice(0, 5)`
			if found := evaluate[[]string](b, clipped); len(found) > 0 {
				b.Errorf("%s is cut off on paper: %q", address, found)
			}
			const lacking = `[...document.querySelectorAll("figure[data-figure]")]
				.filter(f => f.querySelector(".figure-live") && (!f.querySelector(".figure-svg").checkVisibility() ||
				f.querySelector(".figure-live").checkVisibility())).map(f => f.id)`
			if found := evaluate[[]string](b, lacking); len(found) > 0 {
				b.Errorf("%s has no drawing on paper of %q", address, found)
			}
		})
	}
}

// TestATooltipNamesTheSystem: over a point of the scatter stand the name, the values and the level of the system.
func TestATooltipNamesTheSystem(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.screen(1280, 900)
	b.visit("/lists/2026-06/figures")
	b.drawn()
	b.do(chromedp.Evaluate[chromedp.Void](`window.written = [];
		const write = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...more) { written.push(text);
			return write.call(this, text, ...more); };
		const live = document.querySelector("#figure-scatter .figure-live"), chart = echarts.getInstanceByDom(live);
		chart.dispatchAction({ type: "showTip", seriesIndex: 0, dataIndex: 0 })`))
	b.waitFor(`written.some(text => text.startsWith("Efficiency "))`)
	if text := evaluate[string](b, `written.join(" | ")`); !strings.Contains(text, "Level") ||
		!strings.Contains(text, "Rank ") || !strings.Contains(text, " kW") {
		b.Errorf("the tooltip says %s", text)
	}
}

// TestPicturesMayBeEmbedded: a page of another site may show the picture of a public figure.
func TestPicturesMayBeEmbedded(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.screen(1280, 900)
	for _, address := range figurePages() {
		b.visit(address)
		code := evaluate[[]string](b, `[...document.querySelectorAll(".figure-embed pre")].map(e => e.textContent)`)
		for _, html := range code {
			if !strings.HasPrefix(html, `<a href="`+b.url) || !strings.Contains(html, `<img src="`+b.url) ||
				!strings.Contains(html, ` alt="`) {
				b.Errorf("%s: to embed is %s", address, html)
			}
		}
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		// the browser adds what is missing
		_, _ = fmt.Fprintf(w, `<!doctype html><img src="%[1]s/lists/2026-06/figures.svg?figure=scatter">`+
			`<img src="%[1]s/trends.png?figure=levels">`, b.url)
	}))
	defer other.Close()
	b.do(chromedp.Navigate(other.URL))
	b.waitFor(`document.images.length === 2 && [...document.images].every(i => i.complete && i.naturalWidth > 700)`)
}
