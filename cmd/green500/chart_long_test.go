package main

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/review"
)

// tenASecond is ten readings a second of each of some meters, so many in all, from where the meter of the clean
// submission begins, made while it is read.
func tenASecond(readings, meters int) io.Reader {
	from, to := io.Pipe()
	go func() {
		at, line := time.Date(2026, 11, 5, 9, 15, 49, 0, time.UTC), make([]byte, 0, 1<<16)
		line = append(line, "time"...)
		for meter := range meters {
			line = strconv.AppendInt(append(line, ",compute"...), int64(meter), 10)
		}
		rows := readings / meters
		for i := range rows {
			line = at.AppendFormat(append(line, '\n'), "2006-01-02T15:04:05.000Z")
			for meter := range meters {
				line = strconv.AppendInt(append(line, ','), 850_00+int64((i+97*meter)*7919%9973), 10)
			}
			at = at.Add(time.Second / 10)
			if len(line) > 1<<15 || i == rows-1 {
				if _, err := to.Write(line); err != nil {
					return
				}
				line = line[:0]
			}
		}
		_ = to.Close()
	}()
	return from
}

// enterLong makes an entry of the demonstration's submitter whose meters have so many readings.
func (b *tab) enterLong(readings, meters int) submissions.Entry {
	b.Helper()
	clean := sample.Clean(1, "2.0")
	clean.Entry.Edition = "2026-11"
	clean.Entry.Series[0].Value = "compute*"
	var files []submissions.File
	for name, content := range clean.Files {
		var from io.Reader = bytes.NewReader(content)
		if name == clean.Entry.Series[0].File {
			from = tenASecond(readings, meters)
		}
		file, err := b.store.Uploads.Receive(b.Context(), name, from, &clean.Entry)
		must(b.T, err)
		files = append(files, file)
	}
	snapshot, err := b.store.Submissions.Intake(b.Context(), &clean.Entry, files)
	must(b.T, err)
	if snapshot.Report == nil {
		b.Fatalf("it was not graded: %s", snapshot.InputErrors)
	}
	owner, err := b.store.Accounts.UserByEmail(b.Context(), demodata.Address(review.Submitter))
	must(b.T, err)
	entry, err := b.store.Submissions.CreateEntry(b.Context(), owner, "2026-11", snapshot)
	must(b.T, err)
	return entry
}

// heaviest is what the evidence page may weigh as it comes over the line, with all that it loads.
const heaviest = 450_000

// TestTheChartOfALongTrace prints how long the first chart, steps of the zoom and figures of a window take;
// GREEN500_BENCH_READINGS says of how many readings, GREEN500_BENCH_METERS on how many meters. What does not depend on
// the machine it demands:
// the weight of the page, and that it does not grow with the trace.
func TestTheChartOfALongTrace(t *testing.T) {
	t.Parallel()
	readings, err := strconv.Atoi(cmp.Or(os.Getenv("GREEN500_BENCH_READINGS"), "500000"))
	must(t, err)
	meters, err := strconv.Atoi(cmp.Or(os.Getenv("GREEN500_BENCH_METERS"), "1"))
	must(t, err)
	b := demonstration(t)
	entry := b.enterLong(readings, meters)
	b.signIn(review.Submitter)
	const stopwatch = `(() =>
		{ const look = () => { if (document.body && document.body.dataset.ready) window.firstChart = performance.now();
		else requestAnimationFrame(look); }; look(); })();`
	_, err = chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch})
	must(t, err)
	_, err = chromedp.Call(b.ctx, network.ClearBrowserCache, cdp.Empty{}) // the page to sign in shares some of it
	must(t, err)
	b.visit("/submissions/" + strconv.FormatInt(entry.ID, 10))
	b.waitFor("window.firstChart")
	weight := evaluate[float64](b, `[...performance.getEntriesByType("navigation"),
		...performance.getEntriesByType("resource")].reduce((sum, e) => sum + e.transferSize, 0)`)
	t.Logf("%d readings: first chart after %.0f ms, %.0f bytes over the line", readings,
		evaluate[float64](b, "window.firstChart"), weight)
	t.Logf("%v", evaluate[[]string](b, `[...performance.getEntriesByType("navigation"),
		...performance.getEntriesByType("resource")].map(e => new URL(e.name).pathname + " " + e.transferSize +
		" B, " + e.startTime.toFixed() + " to " + e.responseEnd.toFixed() + " ms")`))
	if weight == 0 || weight > heaviest {
		t.Errorf("the page weighs %.0f bytes, at most %d are wanted", weight, heaviest)
	}
	const zoomed = `(async (button) => { const live = document.querySelector(".chart-live"),
		before = live.dataset.steps, began = performance.now();
		document.querySelector("[data-zoom=" + button + "]").click();
		while (live.dataset.steps === before) await new Promise(r => requestAnimationFrame(r));
		return performance.now() - began; })`
	for _, button := range []string{"in", "in", "in", "left", "in", "in", "out", "in", "in", "right"} {
		t.Logf("zoom %s: %.0f ms until it is drawn in full detail", button,
			evaluateLong[float64](b, zoomed+"("+strconv.Quote(button)+")"))
	}
	const figures = `(async () => { const figures = document.querySelector(".window-figures"),
		began = performance.now();
		document.querySelector("[data-pick]").click();
		while (!figures.dataset.of) await new Promise(r => requestAnimationFrame(r));
		return performance.now() - began; })()`
	t.Logf("figures of a window: %.0f ms", evaluateLong[float64](b, figures))
}

// evaluateLong waits for what a script promises.
func evaluateLong[V any](b *tab, script string) V {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[V](script, chromedp.EvalAwaitPromise))
	must(b.T, err)
	return value
}
