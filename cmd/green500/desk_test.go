package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/review"
)

// forgery is a sample submission with something wrong that nobody states.
type forgery struct {
	name    string
	of      string // the system of the sample
	log     string // that is forged
	rewrite func(rows [][]string, run power.Span) [][]string
	rules   []string // that have to name it
}

func forgeries() []forgery {
	return []forgery{
		{"Pelican", "Quillon", "strip.csv", shiftedStuckCopied, []string{"values-renewed", "instruments-differ"}},
		{"Heron", "Quillon", "strip.csv", powerCut, []string{"no-cuts"}},
		{"Egret", "Quillon", "strip.csv", inventedReadings, []string{"interval-as-stated", "values-renewed"}},
	}
}

// shiftedStuckCopied has one node show another's readings, one value for a while, and everything late.
func shiftedStuckCopied(rows [][]string, run power.Span) [][]string {
	const late, stuck, from, to = 101 * time.Second, 90, 2, 7
	held := 0
	for _, row := range rows[1:] {
		at, err := time.Parse(time.RFC3339, row[0])
		if err != nil {
			panic(err)
		}
		row[to] = row[from]
		if at.After(run.Start.Add(time.Minute)) && held < stuck {
			row[4] = "1511.7"
			held++
		}
		row[0] = at.Add(late).Format(time.RFC3339)
	}
	return rows
}

// powerCut takes a fifth of the power away for three minutes of the core phase.
func powerCut(rows [][]string, run power.Span) [][]string {
	from := run.Start.Add(run.Duration() / 3)
	for _, row := range rows[1:] {
		at, err := time.Parse(time.RFC3339, row[0])
		if err != nil {
			panic(err)
		}
		if at.Before(from) || at.After(from.Add(3*time.Minute)) {
			continue
		}
		for i := 1; i < len(row); i++ {
			watts, err := strconv.ParseFloat(row[i], 64)
			if err != nil {
				panic(err)
			}
			row[i] = strconv.FormatFloat(watts*0.8, 'f', 1, 64)
		}
	}
	return rows
}

// inventedReadings leaves one reading in two minutes and fills in one every ten seconds between.
func inventedReadings(rows [][]string, _ power.Span) [][]string {
	const every, step = 120, 10
	forged := [][]string{rows[0]}
	for i := 1; i+every < len(rows); i += every {
		for j := 0; j < every; j += step {
			row := slices.Clone(rows[i])
			row[0] = rows[i+j][0]
			for c := 1; c < len(row); c++ {
				a, _ := strconv.ParseFloat(rows[i][c], 64)
				b, _ := strconv.ParseFloat(rows[i+every][c], 64)
				row[c] = strconv.FormatFloat(a+(b-a)*float64(j)/every, 'f', 1, 64)
			}
			forged = append(forged, row)
		}
	}
	return forged
}

// forge submits a forgery and returns its ID.
func (b *tab) forge(f forgery) string {
	b.Helper()
	ctx, owner := b.Context(), b.user(review.Submitter)
	all := sample.Demo("2026-06")
	at := slices.IndexFunc(all, func(s sample.Submission) bool { return s.Entry.System.Name == f.of })
	from := all[at]
	entry := from.Entry
	entry.System.Name, entry.Edition = f.name, "2026-11"
	var files []submissions.File
	for name, content := range from.Files {
		if name == f.log {
			content = rewritten(content, func(rows [][]string) [][]string { return f.rewrite(rows, entry.Run.FullRun) })
		}
		blob, err := b.store.Blobs().Put(ctx, bytes.NewReader(content))
		must(b.T, err)
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	snapshot, err := b.store.Submissions.Intake(ctx, &entry, files)
	must(b.T, err)
	made, err := b.store.Submissions.CreateEntry(ctx, owner, "2026-11", snapshot)
	must(b.T, err)
	_, err = b.store.Reviews.Move(ctx, made.ID, review.Submit, owner, "")
	must(b.T, err)
	return strconv.FormatInt(made.ID, 10)
}

func rewritten(content []byte, rewrite func([][]string) [][]string) []byte {
	var rows [][]string
	for line := range strings.Lines(string(content)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), ","))
	}
	var out strings.Builder
	for _, row := range rewrite(rows) {
		out.WriteString(strings.Join(row, ",") + "\n")
	}
	return []byte(out.String())
}

// TestForgeriesAreNamed: what is forged is a warning in the queue, in the head and on the curve, and the submission
// cannot be accepted until each is read and a reason is written.
func TestForgeriesAreNamed(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.screen(1280, 900)
	ids := map[string]string{}
	for _, f := range forgeries() {
		ids[f.name] = b.forge(f)
	}
	b.signInAs(demodata.SecondReviewer)
	for _, f := range forgeries() {
		b.visit("/review?sort=worst")
		row := evaluate[string](b, fmt.Sprintf(`[...document.querySelectorAll("table.queue tbody tr")]
			.find(r => r.querySelector("th").innerText.includes(%q)).innerText`, f.name))
		if !strings.Contains(row, "warning") || strings.Contains(row, "✓") {
			t.Errorf("%s in the queue: %q", f.name, row)
		}
		b.visit("/submissions/" + ids[f.name])
		b.named(f)
		b.refusedUntilRead(f)
	}
}

// named demands that the desk shows a forgery without scrolling: in the head, in the list and by number on the curve.
func (b *tab) named(f forgery) {
	b.Helper()
	if head := evaluate[string](b, `document.querySelector(".desk-head").innerText`); !strings.Contains(head,
		"warning") || strings.Contains(head, " 0 warnings") {
		b.Errorf("the head of %s says %q", f.name, head)
	}
	listed := evaluate[[]string](b, `[...document.querySelectorAll("[data-fault]")].map(f => f.dataset.fault)`)
	for _, rule := range f.rules {
		if !slices.Contains(listed, rule) {
			b.Errorf("%s is not named by %s but by %q", f.name, rule, listed)
		}
	}
	below := evaluate[[]string](b, `[...document.querySelectorAll("[data-fault] > summary")]
		.filter(s => s.getBoundingClientRect().bottom > innerHeight).map(s => s.innerText)`)
	if len(below) > 0 {
		b.Errorf("%s: below the first screen: %q", f.name, below)
	}
	const marked = `(() => { const o = echarts.getInstanceByDom(document.querySelector(".chart-live")).getOption();
		return o.series.filter(s => /^rule:/.test(s.id) && s.markLine &&
			s.markLine.data.length).map(s => s.id.slice(5) + " " + s.markLine.data[0][0].name); })()`
	marks := evaluate[[]string](b, marked)
	for i, rule := range listed {
		number := evaluate[string](b,
			fmt.Sprintf(`document.querySelector("[data-fault='%s'] .fault-sign").lastChild.textContent`, rule))
		if !slices.Contains(marks, rule+" "+number) {
			b.Errorf("%s: fault %d, %s %s, is not on the curve: %q", f.name, i+1, number, rule, marks)
		}
	}
}

// refusedUntilRead takes a submission and accepts it: refused, with what was typed kept, until everything is read and a
// reason written.
func (b *tab) refusedUntilRead(f forgery) {
	b.Helper()
	if evaluate[bool](b, `[...document.querySelectorAll("#decide-form button")].some(e => e.innerText === "Accept")`) {
		b.Errorf("%s can be accepted before it is taken", f.name)
	}
	b.press("Take for review")
	b.fill("#reason", "It looks fine to me.")
	b.press("Accept")
	b.must("not read: tick each")
	if kept := evaluate[string](b, `document.querySelector("#reason").value`); kept != "It looks fine to me." {
		b.Errorf("what was typed is lost: %q", kept)
	}
	if seen := evaluate[bool](b, `(() => { const r = document.querySelector(".desk-refusal").getBoundingClientRect();
		return r.top >= 0 && r.bottom <= innerHeight; })()`); !seen {
		b.Error("the refusal is not in view")
	}
	b.photograph("desk-refused-" + f.name)
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelectorAll("#decide-form [name=read]").forEach(box => box.click())`))
	b.fill("#reason", "")
	b.press("Accept")
	b.must("write the reason")
	if unticked := evaluate[int](b,
		`document.querySelectorAll("#decide-form [name=read]:not(:checked)").length`); unticked > 0 {
		b.Errorf("%d ticks are lost", unticked)
	}
	b.fill("#reason", "The submitter explained each.")
	b.press("Accept")
	b.must("The submission is now accepted")
}

// TestTheDeskIsShort: at most two screens high in every tab but the findings, with what is wrong on the first, for
// every submission that waits; nothing that axe finds on any screen; and every tab without a script.
func TestTheDeskIsShort(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Editor)
	b.screen(1280, 900)
	b.visit("/review")
	queue := evaluate[[]string](b,
		`[...document.querySelectorAll("table.queue tbody th a")].map(a => a.getAttribute("href"))`)
	if len(queue) < 4 {
		t.Fatalf("the queue is %q", queue)
	}
	for _, address := range queue {
		b.screen(1280, 900)
		b.visit(address)
		const below = `[...document.querySelectorAll("[data-fault] > summary")]
			.filter(s => s.getBoundingClientRect().bottom > innerHeight).length`
		if n := evaluate[int](b, below); n > 0 {
			t.Errorf("%s: %d faults lie below the first screen", address, n)
		}
		for _, tab := range []string{"meters", "uncertainty", "results", "models", "compare", "files", "history"} {
			b.visit(address + "?tab=" + tab)
			if high := evaluate[int](b, "document.documentElement.scrollHeight"); high > 2*900 {
				t.Errorf("%s?tab=%s is %d pixels high", address, tab, high)
			}
		}
	}
	b.ownScales(queue[0])
	b.looksWell(queue[0])
	b.tabsAndFaults(queue[len(queue)-1])
}

// ownScales draws each part in percent of its highest power, and goes back.
func (b *tab) ownScales(address string) {
	b.Helper()
	b.visit(address)
	b.waitFor(`document.body.dataset.ready === "true"`)
	const highest = `echarts.getInstanceByDom(document.querySelector("[data-chart]")).getOption().series.filter(s =>
		s.name && !/^(low|band)-/.test(s.id)).map(s => Math.round(Math.max(...s.data.map(row => row[1] ?? 0))))`
	before := evaluate[[]int](b, highest)
	press := func() {
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-zoom=part]").click()`))
	}
	press()
	if of := evaluate[[]int](b, highest); len(of) < 2 ||
		slices.ContainsFunc(of, func(most int) bool { return most != 100 }) {
		b.Errorf("on their own scales the parts go up to %v percent", of)
	}
	press()
	if again := evaluate[[]int](b, highest); !slices.Equal(again, before) {
		b.Errorf("back in kW the parts go up to %v, and to %v before", again, before)
	}
}

// looksWell has axe look at tabs of a desk on three screens.
func (b *tab) looksWell(address string) {
	b.Helper()
	for _, width := range []int64{390, 1280, 1920} {
		for _, tab := range []string{"findings", "meters"} {
			b.screen(width, 900)
			b.visit(address + "?tab=" + tab)
			name := fmt.Sprintf("desk-%s-%d", tab, width)
			b.narrow(name, look{name: name, width: width})
			b.keepPicture(name)
			b.axe(name)
		}
	}
	b.screen(1280, 900)
}

// tabsAndFaults follows tabs and faults with a script.
func (b *tab) tabsAndFaults(address string) {
	b.Helper()
	b.visit(address)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-tab=meters]").click()`))
	b.waitFor(`document.querySelector("#tab-meters .meters svg") && document.querySelector("#tab-meters")
		.checkVisibility() && !document.querySelector("#tab-findings").checkVisibility()`)
	if query := evaluate[string](b, "location.search"); query != "?tab=meters" {
		b.Errorf("the address of the tab is %q", query)
	}
	if !evaluate[bool](b, `document.querySelectorAll("[data-fault]").length > 0`) {
		b.Fatalf("%s has no fault", address)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-fault] > summary").click()`))
	b.waitFor(`location.search.includes("view_from")`) // it zooms there
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-fault]").open = false;
		document.querySelector("section.chart").dispatchEvent(new CustomEvent("chart:marked",
		{ detail: { mark: "rule:" + document.querySelector("[data-fault]").dataset.fault } }))`))
	b.waitFor(`document.querySelector("[data-fault]").open`)
	b.do(chromedp.Evaluate[chromedp.Void](
		`location.hash = document.querySelector("#tab-findings tr[id^=finding-]").id`))
	b.waitFor(`document.querySelector("#tab-findings").checkVisibility()`)
}
