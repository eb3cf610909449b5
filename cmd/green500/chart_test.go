package main

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"green500/cmd/green500/demodata"
	"green500/templates/chart"
	"green500/validation/review"
)

// mouse does something with the mouse.
func (b *tab) mouse(kind input.DispatchMouseEventType, x, y float64, pressed bool, modifiers int64) {
	b.Helper()
	params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Modifiers: modifiers}
	if pressed {
		params.Button, params.Buttons, params.ClickCount = "left", 1, 1
	}
	_, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, params)
	must(b.T, err)
}

// drag draws over the chart from one part of its width to another.
func (b *tab) drag(from, to float64, modifiers int64) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](
		fmt.Sprintf(`document.querySelector(".chart-live").scrollIntoView({block: %q})`, middle)))
	box := evaluate[[]float64](b, `(() => { const r = document.querySelector(".chart-live").getBoundingClientRect();
		return [r.left, r.top, r.width, r.height]; })()`)
	y, at := box[1]+200, func(part float64) float64 { return box[0] + part*box[2] }
	b.mouse("mouseMoved", at(from), y, false, modifiers)
	b.mouse("mousePressed", at(from), y, true, modifiers)
	const steps = 5
	for i := range steps + 1 {
		b.mouse("mouseMoved", at(from+(to-from)*float64(i)/steps), y, true, modifiers)
	}
	b.mouse("mouseReleased", at(to), y, true, modifiers)
}

// figure is what the page says of the chosen window.
func (b *tab) figure(id string) string {
	b.Helper()
	return evaluate[string](b, `document.querySelector("[data-figure=`+id+`]").textContent`)
}

// chosen waits until the figures are those of the window in the fields.
func (b *tab) chosen() {
	b.Helper()
	b.waitFor(`(() => { const f = document.querySelector(".window-figures"),
		[from, to] = (f.dataset.of || "/").split("/"), e = document.querySelector(".chart-form").elements;
		return Date.parse(from) === Date.parse(e.from.value) && Date.parse(to) === Date.parse(e.to.value); })()`)
}

// detailed waits until the view is drawn in full detail.
func (b *tab) detailed() {
	b.Helper()
	b.waitFor(`document.querySelector(".chart-live").dataset.steps &&
		!document.querySelector(".chart-live").classList.contains("chart-waiting")`)
}

// TestAWindowIsChosenByHand goes the way of a reviewer with a question: zoom, drag, read, link.
func TestAWindowIsChosenByHand(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Reviewer)
	b.visit("/review")
	b.press("Sandpiper")
	path := evaluate[string](b, "location.pathname")
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.addEventListener("green500:window", e => { window.heard = e.detail; })`))

	b.drag(0.3, 0.6, 0)
	b.chosen()
	b.waitFor("window.heard")
	if heard := evaluate[map[string]string](b, "window.heard"); heard["from"] != evaluate[string](b,
		`document.querySelector("section.chart").dataset.from`) || heard["series"] != "" {
		t.Errorf("the event says %v", heard)
	}
	for id, unit := range map[string]string{"duration": "", "mean": " kW", "energy": " kWh",
		"efficiency": " GFlops/W"} {
		if got := b.figure(id); !strings.HasSuffix(got, unit) || got == "not known" {
			t.Errorf("the %s of the window is %q", id, got)
		}
	}
	b.photograph("chart-window")

	b.zoom()
	b.detailed()
	before := evaluate[string](b, "location.search")
	b.drag(0.5, 0.4, 8) // shift: pans
	b.detailed()
	b.waitFor("location.search !== " + strconv.Quote(before))
	mean := b.figure("mean")
	link := evaluate[string](b,
		`document.querySelector("[data-link]").getAttribute("href").replace(location.origin, "")`)
	b.visit(link)
	b.chosenOnPage(mean)

	b.do(chromedp.Evaluate[chromedp.Void](
		`[...document.querySelectorAll(".windows a")].find(a => a.textContent === "core phase").click()`))
	b.waitFor(`Date.parse(document.querySelector("#window-from")
		.value) === Date.parse([...document.querySelectorAll(".windows a")].find(a => a.textContent === "core phase")
		.dataset.from)`)
	b.chosen()
	if got, want := b.figure("efficiency"), evaluate[string](b, `document.querySelector(".headline-number")
		.textContent`); !strings.HasPrefix(want, strings.TrimSuffix(got, " GFlops/W")) {
		t.Errorf("the core phase gives %s, the verdict says %s", got, want)
	}
	b.exports(path)
}

// chosenOnPage demands that a link leads to the window it was taken from.
func (b *tab) chosenOnPage(mean string) {
	b.Helper()
	if got := b.figure("mean"); got != mean {
		b.Errorf("the link leads to a mean of %s, not %s", got, mean)
	}
	if evaluate[bool](b, `document.querySelector(".chart-picked").hidden`) {
		b.Error("the window of the link is not marked")
	}
}

// exports demands that what is exported is what is in view.
func (b *tab) exports(path string) {
	b.Helper()
	svg := evaluateLong[string](b,
		`(async () => (await fetch(document.querySelector("[data-export='chart.svg']").href)).text())()`)
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil || !strings.Contains(svg, "core phase") {
		b.Errorf("the drawing of %s is none: %v", path, err)
	}
	csv := evaluateLong[string](b,
		`(async () => (await fetch(document.querySelector("[data-export='chart.csv']").href)).text())()`)
	if rows := strings.Split(strings.TrimSpace(csv), "\n"); len(rows) < 10 ||
		!strings.HasPrefix(rows[0], "from,to,series,mean_w") {
		b.Errorf("the table of %s begins %q", path, rows[0])
	}
	png := evaluate[string](b, `(() => { let saved = ""; const click = HTMLAnchorElement.prototype.click;
		HTMLAnchorElement.prototype.click = function () { saved = this.download + " " + this.href.slice(0, 30); };
		document.querySelector("[data-png]").click(); HTMLAnchorElement.prototype.click = click; return saved; })()`)
	if !strings.Contains(png, ".png data:image/png") {
		b.Errorf("the picture is saved as %q", png)
	}
}

// TestTheTooltipHasOneRowASeries: its name, and the mean with the lowest and the highest if they differ. Between
// readings it says so.
func TestTheTooltipHasOneRowASeries(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/")
	b.press("Aurelia")
	b.do(chromedp.Evaluate[chromedp.Void](`window.written = [];
		const write = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...more) { written.push(text);
			return write.call(this, text, ...more); };
		window.plot = echarts.getInstanceByDom(document.querySelector(".chart-live"));
		window.minute = i => plot.getOption().xAxis[0].min + i * 60000;
		plot.setOption({ series: plot.getOption().legend[0].data.map((name, i) => ({ id: plot.getOption().series[i].id,
			data: [[minute(1), 5, 5, 5], [minute(2), 7, 6, 8], [minute(3), null, null, null]] })) })`))
	for i, want := range []string{"5.000 kW", "7.000 kW (6.000 to 8.000)", "no sum or no reading"} {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`written.length = 0;
			plot.dispatchAction({ type: "showTip", x: plot.convertToPixel({ xAxisIndex: 0 }, minute(%d)) + 1,
				y: 200 })`, i+1)))
		b.waitFor(`written.includes("total metered") && written.some(text => / kW|no reading/.test(text))`)
		const rows = `[...new Set(written.filter(text => / kW|no reading|^(mean|lowest|highest)$/.test(text)))]`
		if said := evaluate[[]string](b, rows); !slices.Equal(said, []string{want}) {
			t.Errorf("the tooltip of a series says %q, want only %q", said, want)
		}
	}
}

// TestAWindowIsChosenByKeys does the same without a mouse.
func TestAWindowIsChosenByKeys(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/")
	b.press("Aurelia")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-pick]").focus()`), chromedp.KeyEvent("\r"))
	b.chosen()
	if got := evaluate[string](b, "document.activeElement.dataset.edge"); got != "from" {
		t.Fatalf("the focus is on %q, not on the start of the window", got)
	}
	began := evaluate[float64](b, `Number(document.activeElement.getAttribute("aria-valuenow"))`)
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.chosen()
	if got := evaluate[float64](b, `Number(document.activeElement.getAttribute("aria-valuenow"))`); !(got > began) {
		t.Errorf("two steps to the right lead from %v to %v", began, got)
	}
	b.do(chromedp.KeyEvent("\t"), chromedp.KeyEvent(kb.ArrowLeft))
	b.chosen()
	if got := evaluate[string](b, "document.activeElement.dataset.edge"); got != "to" {
		t.Errorf("after the start comes %q", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-zoom=window]").focus()`),
		chromedp.KeyEvent("\r"))
	b.detailed()
	b.waitFor(`new URLSearchParams(location.search).has("view_from")`)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("details.twin summary").focus()`),
		chromedp.KeyEvent("\r"))
	b.waitFor(`(() => { const rows = document.querySelectorAll("details.twin[open] tbody th");
		return rows.length > 5; })()`)
	b.axe("chart-keys")
}

// answersFirstLast lets the answer to the next question come after those to the questions that follow.
const answersFirstLast = `(() => {
	const real = window.fetch;
	window.fetch = async (...asked) => {
		window.fetch = real;
		try { return await real(...asked); } finally { await new Promise(done => setTimeout(done, 1000));
			setTimeout(() => { window.cameLast = true; }, 200); }
	};
})()`

// TestOverlaysAndInstrumentsAreSwitched: what is not ticked is not drawn, and every instrument has a plot.
func TestOverlaysAndInstrumentsAreSwitched(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/")
	b.press("Aurelia")
	drawn := func(id string) string {
		return fmt.Sprintf(`(() => { const s = echarts.getInstanceByDom(document.querySelector(".chart-live"))
			.getOption().series.find(s => s.id === %q); return (s.markArea || s.markLine).data.length > 0; })()`, id)
	}
	for _, id := range evaluate[[]string](b,
		`[...document.querySelectorAll("[name=show][type=checkbox]")].map(box => box.value)`) {
		box := fmt.Sprintf(`[...document.querySelectorAll("[name=show]")].find(box => box.value === %q)`, id)
		for range 2 {
			b.do(chromedp.Evaluate[chromedp.Void](box + ".click()"))
			if ticked, got := evaluate[bool](b, box+".checked"), evaluate[bool](b, drawn(id)); got != ticked {
				t.Errorf("%s is ticked: %v, drawn: %v", id, ticked, got)
			}
		}
	}
	const plots = `echarts.getInstanceByDom(document.querySelector(".chart-live")).getOption().grid.length`
	b.do(chromedp.Evaluate[chromedp.Void](answersFirstLast), chromedp.Evaluate[chromedp.Void](
		`[...document.querySelectorAll("[name=series]")].slice(0, 2).forEach(box => box.click())`))
	b.waitFor("window.cameLast && " + plots + " === 3")
	b.zoom()
	b.detailed()
	b.waitFor(`new URLSearchParams(location.search).getAll("series").length === 2`)
	b.photograph("chart-instruments")
	b.visit(evaluate[string](b, "location.pathname + location.search"))
	b.waitFor(plots + " === 3")
}

// TestInstrumentsOfManyAreChosen: with keys, among the small drawings and without scripts. The address keeps them, and
// more than have room are not drawn.
func TestInstrumentsOfManyAreChosen(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	entry := b.enterLong(37*20_000, 37)
	owner, err := b.store.Accounts.UserByEmail(b.Context(), demodata.Address(review.Submitter))
	must(t, err)
	_, err = b.store.Reviews.Move(b.Context(), entry.ID, review.Submit, owner, "")
	must(t, err)
	b.signIn(review.Reviewer)
	meters := "/submissions/" + strconv.FormatInt(entry.ID, 10) + "?tab=meters"
	b.visit(meters)
	b.waitFor("document.body.dataset.ready")
	plots := func(count int) string {
		return fmt.Sprintf(
			`echarts.getInstanceByDom(document.querySelector(".chart-live")).getOption().grid.length === %d &&
			new URLSearchParams(location.search).getAll("series").length === %d`, count+1, count)
	}
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelectorAll(".desk-more, .chart-choice").forEach(details => details.open = true)`))
	for i := 1; i <= chart.MostPanes+1; i++ {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll("[name=series]")[%d].focus()`, i)),
			chromedp.KeyEvent(" "))
		b.waitFor(plots(min(i, chart.MostPanes)))
	}
	b.waitFor(`!document.querySelector("[data-full]").hidden`)
	if got := evaluate[int](b, `document.querySelectorAll("[name=series]:checked").length`); got != chart.MostPanes {
		t.Errorf("%d are ticked", got)
	}
	b.visit(evaluate[string](b, "location.pathname + location.search"))
	b.waitFor("document.body.dataset.ready && " + plots(chart.MostPanes))

	b.visit(meters)
	b.waitFor("document.body.dataset.ready")
	for i := 1; i <= 2; i++ {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll(".meters a")[%d].click()`, i)))
		b.waitFor(plots(i))
	}

	p := withoutScripts(b)
	p.visit(evaluate[string](b, "location.pathname + location.search"))
	p.press("core phase")
	p.waitFor(`location.search.includes("tab=meters") && location.search.includes("from=")`)
	if got := evaluate[int](p.tab, `document.querySelectorAll(".pane-name").length`); got != 2 {
		t.Errorf("without scripts, %d are drawn", got)
	}
}

// TestAWindowWithoutScripts chooses a window by the form, with a mistake first.
func TestAWindowWithoutScripts(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/")
	b.press("Aurelia")
	core := evaluate[[]string](b, `(() => { const a = [...document.querySelectorAll(".windows a")]
		.find(a => a.textContent === "core phase"); return [a.dataset.from, a.dataset.to, location.pathname]; })()`)
	p := withoutScripts(b)
	p.visit(core[2])
	p.fill("#window-from", core[0])
	p.fill("#window-to", strings.TrimSuffix(core[1], core[1][len(core[1])-6:]))
	p.press("Show statistics")
	p.must("has no zone")
	p.fill("#window-to", core[1])
	p.press("Show statistics")
	p.must("GFlops/W")
	if got := p.figure("mean"); !strings.HasSuffix(got, " kW") {
		t.Errorf("the mean is %q", got)
	}
	p.picture("chart-without-scripts")
}
