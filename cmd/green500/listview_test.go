package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"green500/store/storetest"
)

// TestAViewOfAListIsALink finds a system, filters to Level 3, chooses three to compare, downloads the view, and opens
// its link again in a fresh browser.
func TestAViewOfAListIsALink(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/lists/2026-06")
	b.fill("#q", "aurelia")
	b.press("Filter")
	b.must("Aurelia")
	b.must("of ")
	b.photograph("listview-found")
	b.press("Clear")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("input[name=level][value='3']").click()`))
	b.press("Filter")
	if at := evaluate[string](b, "location.pathname + location.search"); at != "/lists/2026-06?level=3" {
		t.Errorf("the view is at %s", at)
	}
	b.press("Efficiency")
	const systems = `[...document.querySelectorAll("table.list tbody th")].map(e => e.textContent.trim())`
	link, shown := evaluate[string](b, "location.pathname + location.search"), evaluate[[]string](b, systems)
	if link != "/lists/2026-06?level=3&sort=-efficiency" || len(shown) == 0 {
		t.Errorf("the view is at %s and shows %q", link, shown)
	}
	b.photograph("listview-level-3")
	fresh := b.beside(t)
	fresh.visit(link)
	if again := evaluate[[]string](fresh, systems); strings.Join(again, "|") != strings.Join(shown, "|") {
		t.Errorf("the link shows %q, not %q", again, shown)
	}
	records, err := csv.NewReader(strings.NewReader(b.fetched(evaluate[string](b,
		`[...document.querySelectorAll(".list-do a")].find(a => a.textContent === "CSV").href`)))).ReadAll()
	must(t, err)
	if len(records) != len(shown)+1 {
		t.Errorf("%d rows are downloaded, %d shown", len(records)-1, len(shown))
	}
	b.visit("/lists/2026-06")
	b.do(chromedp.Evaluate[chromedp.Void](
		`[...document.querySelectorAll("input[name=row]")].slice(0, 3).forEach(box => box.click())`))
	b.do(chromedp.Evaluate[chromedp.Void](`window.left = true; document.querySelector("button[form=compare]").click()`))
	b.waitFor("!window.left")
	if at := evaluate[string](b, "location.pathname + decodeURIComponent(location.search)"); at !=
		"/compare?row=2026-06:1&row=2026-06:2&row=2026-06:3" {
		t.Errorf("three are compared at %s", at)
	}
}

// fetched is what an address of the demonstration answers.
func (b *tab) fetched(address string) string {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	must(b.T, err)
	answer, err := http.DefaultClient.Do(request)
	must(b.T, err)
	defer func() { must(b.T, answer.Body.Close()) }()
	body, err := io.ReadAll(answer.Body)
	must(b.T, err)
	if answer.StatusCode != http.StatusOK {
		b.Errorf("%s answers %d", address, answer.StatusCode)
	}
	return string(body)
}

// lists500 enters a list of 500 rows that was published elsewhere.
func (b *tab) lists500() {
	b.Helper()
	tx, err := storetest.Pool(b.T, b.database).BeginTx(b.Context(), nil)
	must(b.T, err)
	execute := func(statement string, values ...any) {
		_, err := tx.ExecContext(b.Context(), statement, values...)
		must(b.T, err)
	}
	execute(`INSERT INTO lists (id, name, kind, edition, source, digest, warnings, changed_at, entries,
		powered, version)
		VALUES (900, 'green500-2019-06', 'green500', '2019-06', 'green500_top_201906.xlsx', '`+strings.Repeat("ab", 32)+
		`', $1, 0, 500, 500, 0)`, []byte{})
	for i := 1; i <= 500; i++ {
		system := fmt.Sprintf("System %d-%x", i, i*7919)
		execute(`INSERT INTO systems (id, name, site, country, vendor) VALUES ($1, $2, '', '', '')`, 9000+i, system)
		execute(`INSERT INTO listings (list_id, rank, system_id, system, computer, site, country, vendor, year, segment,
			total_cores, accelerator_cores, accelerator,
			processor, interconnect, operating_system, rmax, rpeak, power, power_source, efficiency, level, top500_rank,
			optimised, unranked, efficiency_rank, search)
			VALUES (900, $1, $2, $3, $4, $5, $6, $7, 2020, 'Research', $8, 0, 'GPU', 'CPU 64C 2.5GHz', 'HDR', 'Linux',
			$9, $10, $11, 'Optimized', $12, 2, $13, $14, FALSE, $1, lower($3))`,
			i, 9000+i, system, "Cluster XD"+fmt.Sprint(i*31%997), fmt.Sprintf("National Computing Centre %d of %x",
				i%170, i*104729), string(rune('A'+i%26))+string(rune('A'+i*7%26)),
			fmt.Sprintf("Vendor %d", i%40), 1000+i*7919%900_000, 1e6/float64(i)+float64(i*37%1000), 2e6/float64(i),
			2e4/float64(i)+float64(i), 70-float64(i)*0.13, i*17%500+1, false)
	}
	for i := range 26 {
		execute(`INSERT INTO listing_choices (list_id, field, value, count) VALUES (900, 'country', $1, 19)`,
			string(rune('A'+i))+string(rune('A'+i*7%26)))
	}
	must(b.T, tx.Commit())
}

// mostPacked is what the page of a usual list may weigh on its way.
const mostPacked = 60_000

// rowsInView counts the rows of a list that are in view.
const rowsInView = `[...document.querySelectorAll("table.list tbody tr")]
	.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length`

// vitals are what a browser measured of drawing a page.
type vitals struct {
	Moved              []string
	Paint, Shift, Done float64 // ms, and the share of the screen that moved
}

// measureVitals sums up what moved while the page was drawn, and tells it.
const measureVitals = `new Promise(done => {
	let shift = 0;
	const moved = [], place = rect => [rect.x, rect.y, rect.width, rect.height].join(" ");
	new PerformanceObserver(list => list.getEntries().forEach(e => {
		shift += e.value;
		e.sources.forEach(s => moved.push((s.node ? s.node.parentNode.nodeName + " " +
			(s.node.outerHTML || s.node.data).slice(0, 80) : "something") + " from " + place(s.previousRect) + " to " +
			place(s.currentRect) + " at " + e.startTime));
	})).observe({type: "layout-shift", buffered: true});
	new PerformanceObserver(list => list.getEntriesByName("first-contentful-paint").forEach(paint => setTimeout(
		() => done({Paint: paint.startTime, Shift: shift, Moved: moved,
			Done: performance.getEntriesByType("navigation")[0].loadEventEnd}), 500))).observe({type: "paint",
			buffered: true});
})`

// slowNetwork gives the browser a phone's line. A busy Chromium refused that once, without telling which
// parameter it meant, and takes the same ones otherwise; so it is asked again.
func (b *tab) slowNetwork() {
	b.Helper()
	line := network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6e6 / 8,
			UploadThroughput: 750e3 / 8}},
	}
	var err error
	for range 5 {
		if _, err = chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, line); err == nil {
			return
		}
		b.Logf("the browser refused a slow line: %v", err)
		time.Sleep(200 * time.Millisecond)
	}
	b.Fatal(err)
}

// TestAListOf500IsLight: the weight is demanded and so is that nothing moves; times hang on the machine, and are told.
func TestAListOf500IsLight(t *testing.T) {
	b := demonstration(t)
	b.lists500()
	page := b.fetched(b.url + "/lists/green500-2019-06")
	var small bytes.Buffer
	packer := gzip.NewWriter(&small)
	_, err := packer.Write([]byte(page))
	must(t, err)
	must(t, packer.Close())
	if n := strings.Count(page, `class="n rank"`); n != 100 {
		t.Errorf("the page has %d rows", n)
	}
	if n := strings.Count(b.fetched(b.url+"/lists/green500-2019-06?size=1000"), `class="n rank"`); n != 500 {
		t.Errorf("the page of all has %d rows", n)
	}
	t.Logf("100 of 500 rows: %d bytes, %d compressed", len(page), small.Len())
	if small.Len() > mostPacked {
		t.Errorf("the page is %d bytes compressed, more than %d", small.Len(), mostPacked)
	}
	b.screen(1280, 900)
	b.visit("/lists/green500-2019-06")
	b.must("not graded here")
	if n := evaluate[int](b, rowsInView); n < 25 {
		t.Errorf("%d rows are in view at 1280 x 900, want 25", n)
	}
	b.photograph("listview-500")
	b.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 1500)`))
	if top := evaluate[float64](b,
		`document.querySelector("table.list thead th").getBoundingClientRect().top`); top != 0 {
		t.Errorf("the head of the table is at %g when the page is scrolled", top)
	}
	b.press("Show all 500 on one page")
	if at := evaluate[string](b, "location.search"); at != "?size=1000" {
		t.Errorf("all rows are at %s", at)
	}
	b.visit("/rules")
	b.do(chromedp.EmulateViewport(390, 844))
	const slower = 4
	_, err = chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slower})
	must(t, err)
	b.slowNetwork()
	b.visit("/lists/green500-2019-06")
	seen, err := chromedp.Run(b.ctx, chromedp.Evaluate[vitals](measureVitals, chromedp.EvalAwaitPromise))
	must(t, err)
	t.Logf("on a phone, %d times slower, 1.6 Mbit/s, 150 ms: first paint after %.0f ms, all after %.0f ms, %.3f moved",
		slower, seen.Paint, seen.Done, seen.Shift)
	if seen.Shift > 0 {
		t.Errorf("%g of the page moved while it was drawn: %q", seen.Shift, seen.Moved)
	}
}

// TestPanelsOfAListHideNoRow: filters and columns stand above the rows, some of which stay in view, and axe finds
// nothing in either.
func TestPanelsOfAListHideNoRow(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.lists500()
	for _, width := range []int64{390, 1280} {
		b.screen(width, 900)
		for i, panel := range []string{"filters", "columns"} {
			name := fmt.Sprintf("%s at %d px", panel, width)
			b.visit("/lists/green500-2019-06")
			b.do(chromedp.Evaluate[chromedp.Void](
				fmt.Sprintf(`document.querySelectorAll(".filter-more")[%d].open = true`, i)))
			const apart = `(() => { const panel = [...document.querySelectorAll(".filter-panel")]
				.find(p => p.checkVisibility()).getBoundingClientRect();
				return document.querySelector("table.list").getBoundingClientRect().top - panel.bottom; })()`
			if got := evaluate[float64](b, apart); got < 0 {
				t.Errorf("%s: rows begin %g px above the end of the panel", name, -got)
			}
			if n := evaluate[int](b, rowsInView); width > 720 && n < 10 {
				t.Errorf("%s: %d rows are in view", name, n)
			}
			b.bringAxe()
			for _, look := range []struct{ scheme, asked string }{{"light", axeEverything}, {"dark", axeColours}} {
				b.scheme(look.scheme)
				for _, violation := range b.violations(look.asked) {
					t.Errorf("%s (%s): %s", name, look.scheme, violation)
				}
			}
			b.scheme("")
		}
	}
}
