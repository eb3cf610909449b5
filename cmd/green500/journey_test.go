package main

import (
	"archive/zip"
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/review"
)

// TestFromUploadToList goes the whole way in a browser: a run is uploaded, graded, submitted,
// accepted, published and ranked.
func TestFromUploadToList(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/submissions")
	if !strings.HasSuffix(evaluate[string](b, "location.pathname"), "/login") {
		t.Error("a visitor is not asked to sign in")
	}
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=files]"), []string{zipped(t)}))
	b.send()
	b.must("Level 2 granted under 2.0")
	b.must("kept as a draft")
	b.photograph("journey-verdict")
	b.zoom()
	b.press("Submit for review")
	b.must("submitted")
	address := strings.TrimSuffix(evaluate[string](b, "location.pathname"), "/submitted")

	b.signIn(review.Reviewer)
	b.visit("/review")
	b.must("Sample-1")
	b.visit(address)
	b.press("Take for review")
	b.press("Return to submitter")
	b.must("write the reason")
	b.photograph("journey-reason-missing")
	b.press("Accept")
	b.must("The submission is now accepted")

	b.signIn(review.Editor)
	b.visit("/editions/2026-11")
	b.typeNumber()
	b.photograph("journey-publish")
	b.press("Publish 2026-11")
	b.must("is published")
	b.signOut()
	b.visit("/lists/2026-11")
	b.must("Sample-1")
	ranked := evaluate[[]float64](b, `(() => { const table = document.querySelector("main table");
		const column = [...table.querySelectorAll("thead th")]
			.findIndex(head => head.textContent.includes("Efficiency"));
		return [...table.querySelectorAll("tbody tr")]
			.map(row => parseFloat(row.children[column].textContent.replaceAll(",", "").replace("opt.", ""))); })()`)
	falling := func(a, b float64) int { return cmp.Compare(b, a) }
	if len(ranked) < 3 || slices.Contains(ranked, 0) || !slices.IsSortedFunc(ranked, falling) {
		t.Errorf("the list is not in the order of GFlops/W: %v", ranked)
	}
	b.photograph("journey-list")
}

// typeNumber types the number that the page of an edition wants before its list is published, if it wants one.
func (b *tab) typeNumber() {
	b.Helper()
	number := evaluate[string](b, `document.querySelector("label[for=number]")?.textContent.match(/[0-9]+/)[0] ?? ""`)
	if number != "" {
		b.fill("#number", number)
	}
}

// zipped is a clean submission as a zip in a folder of the test.
func zipped(t *testing.T) string {
	t.Helper()
	clean := sample.Clean(2, "2.0")
	text, err := document.YAML(&clean.Entry)
	must(t, err)
	name := filepath.Join(t.TempDir(), "submission.zip")
	file, err := os.Create(name)
	must(t, err)
	archive := zip.NewWriter(file)
	contents := maps.Clone(clean.Files)
	contents["submission.yaml"] = text
	for _, inside := range slices.Sorted(maps.Keys(contents)) {
		packed, err := archive.Create("run-of-november/" + inside)
		must(t, err)
		_, err = packed.Write(contents[inside])
		must(t, err)
	}
	must(t, archive.Close())
	must(t, file.Close())
	return name
}

// send sends the form that an upload was put into.
func (b *tab) send() {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`window.left = true;
		document.querySelector("input[name=files]").form.requestSubmit()`))
	b.arrive()
}

// zoom looks closer at the chart and demands that it was asked for anew.
func (b *tab) zoom() {
	b.Helper()
	b.waitFor(`performance.getEntriesByType("resource").filter(e => e.name.includes("chart.json")).length >= 1`)
	before := evaluate[int](b,
		`performance.getEntriesByType("resource").filter(e => e.name.includes("chart.json")).length`)
	if !evaluate[bool](b, `(() => { const one = [...document.querySelectorAll("main button")]
		.find(e => e.textContent.trim() === "+" || /zoom in|closer/i.test(e.getAttribute("aria-label") || ""));
		if (one) one.click(); return Boolean(one); })()`) {
		b.Fatal("there is no button to look closer")
	}
	b.waitFor(`performance.getEntriesByType("resource").filter(e => e.name.includes("chart.json")).length > ` +
		jsNumber(before))
}

// TestAFormFromNothing starts with an empty form, makes a mistake, and mends it.
func TestAFormFromNothing(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.press("Start with an empty form")
	b.press("Expert view")
	b.must("Not graded yet")
	b.photograph("journey-empty-form")
	b.fill(`[name="system.name"]`, "Formed-1")
	b.fill(`[name="run.full_run.start"]`, "2026-05-01 10:00")
	b.press("Save")
	b.must("has no zone")
	if kept := evaluate[string](b, `document.querySelector('[name="system.name"]').value`); kept != "Formed-1" {
		t.Errorf("what was typed is lost: %q", kept)
	}
	if !evaluate[bool](b, `(() => { const e = document.querySelector('[name="run.full_run.start"]');
		return e.getAttribute("aria-invalid") === "true" &&
		Boolean(document.getElementById((e.getAttribute("aria-describedby") || "").split(" ").pop())); })()`) {
		t.Error("the trouble does not stand at its field")
	}
	b.photograph("journey-form-trouble")
	b.fill(`[name="run.full_run.start"]`, "")
	b.press("Save")
	b.must("Saved")
}

func jsNumber(n int) string { return strconv.Itoa(n) }
