package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/review"
)

// A real run of Level 2, and the document that its submitter wrote of it.
const (
	realRun      = root + "/../shared/data/green500-submission/claix2023-gpu"
	realDocument = root + "/../shared/example/submission.yaml"
)

// walker is somebody with the files of the real run, who knows of the machine what its document says, and goes through
// the steps.
type walker struct {
	*tab
	hand  hand   // nil for a browser without scripts
	name  string // of the way, for the pictures
	width int64
	known map[string]string // by path, as the person types it
	plain plainTab

	edits, names int              // values that were set; names and contact apart
	presses      int              // of buttons that take what is offered
	pages        []string         // that were seen, in order
	tallest      map[string]int64 // pixels of each stage
}

// TestTheRealRunThroughTheSteps goes from the files of a real run alone to a submitted Level 2.
func TestTheRealRunThroughTheSteps(t *testing.T) {
	t.Parallel()
	known := realRunKnown(t)
	ways := []struct {
		name          string
		hand          hand
		width, height int64
		scheme        string
	}{
		{"pointer", pointer{}, 1280, 900, "light"},
		{"keyboard", keys{}, 1280, 900, "light"},
		{"phone", pointer{}, 390, 844, "dark"},
		{"no scripts", nil, 1280, 900, "light"},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			b := demonstration(t)
			b.do(chromedp.EmulateViewport(way.width, way.height))
			b.scheme(way.scheme)
			w := &walker{tab: b, hand: way.hand, name: strings.ReplaceAll(way.name, " ", "-"), width: way.width,
				known: maps.Clone(known), tallest: map[string]int64{}}
			w.begin()
			w.files()
			w.coverage()
			w.questions()
			w.submit()
			w.judge()
		})
	}
}

// realRunKnown is what the submitter of the real run knows, with numbers as people write them.
func realRunKnown(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(realDocument)
	if err != nil {
		t.Skip("the real run is not here: ", err)
	}
	if _, err := os.Stat(realRun); err != nil {
		t.Skip("the real run is not here: ", err)
	}
	entry, _, err := document.Decode("submission.yaml", text)
	must(t, err)
	known := document.Fields(entry)
	for path, typed := range map[string]string{
		"system.total_cores": "24,384", "meters[0].accuracy.of_reading_percent": "1 %",
		"meters[0].sampling_hz":        "7.2 kHz",
		"meters[0].reading_interval_s": "5 s", "node_sets[0].nodes": "36 nodes",
		"run.full_run.start": "2024-09-27 11:16:15", "run.full_run.end": "2024-09-27 11:22:29 Europe/Berlin",
	} {
		known[path] = typed
	}
	known["node_sets[0].selection_method"] = "all" // which says how many were measured
	delete(known, "node_sets[0].measured")
	for path := range known {
		if strings.HasPrefix(path, "series") || strings.HasPrefix(path, "subsystems") || strings.HasPrefix(path,
			"idle") || path == "edition" || path == "meters[0].id" || path == "node_sets[0].name" {
			delete(known, path)
		}
	}
	return known
}

// seen looks at the page that was reached.
func (w *walker) seen(name string) {
	w.Helper()
	if w.hand != nil {
		w.settle()
	}
	w.narrow(name, look{name: w.name, width: w.width})
	if path := evaluate[string](w.tab, "location.pathname"); len(w.pages) == 0 || w.pages[len(w.pages)-1] != path {
		w.pages = append(w.pages, path)
	}
	if w.width == 1280 {
		w.tallest[name] = max(w.tallest[name], evaluate[int64](w.tab, "document.documentElement.scrollHeight"))
	}
	w.keepPicture(fmt.Sprintf("steps-%s-%02d-%s", w.name, len(w.pages), name))
	if alerts := evaluate[[]string](w.tab, `[...document.querySelectorAll(".field-error, .summary")]
		.map(e => e.innerText.trim()).filter(Boolean)`); len(alerts) > 0 {
		w.Errorf("%s refuses: %q", name, alerts)
	}
}

// goOn presses what leads to another page, or to the same one again.
func (w *walker) goOn(element string) {
	w.Helper()
	if w.hand != nil {
		w.tab.follow(w.hand, element)
		return
	}
	w.plain.pressElement(element)
}

// button finds the button that does something.
func button(action string) string {
	return selected(fmt.Sprintf("main button[value=%q]:not([aria-hidden])", action))
}

// answer sets a field, and counts it.
func (w *walker) answer(path, value string) {
	w.Helper()
	element := field(path)
	if now := evaluate[string](w.tab, valueOf(path)); now == value ||
		now == document.Tidy(path, value, w.known["run.timezone"]) {
		return
	}
	w.count(path, value)
	if w.hand != nil {
		w.set(w.hand, path, value)
		return
	}
	w.plain.setElement(element, value)
}

// count counts an edit; names and contact apart.
func (w *walker) count(path, value string) {
	names := []string{"contact.", "site.", "system.name", "system.manufacturer", "system.processor",
		"system.accelerator", "system.interconnect", "system.operating_system", "meters[0].make", "meters[0].model"}
	if slices.ContainsFunc(names, func(begin string) bool {
		return path == begin || strings.HasSuffix(begin, ".") && strings.HasPrefix(path, begin)
	}) {
		w.names++
		return
	}
	w.edits++
	w.Logf("edit %d: %s = %s", w.edits, path, value)
}

// choose picks of a select that is no field of the document.
func (w *walker) choose(element, value string) {
	w.Helper()
	if evaluate[string](w.tab, element+".value") == value {
		return
	}
	w.count(evaluate[string](w.tab, element+".name"), value)
	if w.hand != nil {
		w.hand.pick(w.tab, element, value)
		return
	}
	w.plain.setElement(element, value)
}

// tick answers by a radio button.
func (w *walker) tick(name, value string) {
	w.Helper()
	element := selected(fmt.Sprintf("input[type=radio][name=%q][value=%q]", name, value))
	w.waitFor(element)
	if evaluate[bool](w.tab, element+".checked") {
		return
	}
	w.count(name, value)
	if w.hand == nil {
		w.do(chromedp.Evaluate[chromedp.Void](element + ".click()"))
		return
	}
	w.hand.use(w.tab, element)
	w.waitFor(element + `.checked && !document.querySelector(".htmx-request")`)
}

// pressEdit presses a button that sets something.
func (w *walker) pressEdit(action string) {
	w.Helper()
	w.presses++
	w.Logf("press %d: %s", w.presses, action)
	w.goOn(button(action))
}

func (w *walker) begin() {
	w.Helper()
	if w.hand != nil {
		w.signIn(review.Submitter)
		w.answerChoices()
		w.visit("/submissions/new")
		w.seen("new")
		w.tab.follow(w.hand, named("Start with an empty form"))
		return
	}
	elsewhere := w.tab
	elsewhere.signIn(review.Submitter)
	elsewhere.visit("/submissions/new")
	w.plain = withoutScripts(elsewhere)
	w.seen("new")
	w.plain.press("Start with an empty form")
}

func runFiles(t *testing.T) []string {
	t.Helper()
	var made []string
	for _, name := range []string{"hpl.log", "pdus.parquet", "summary.txt"} {
		full, err := filepath.Abs(filepath.Join(realRun, name))
		must(t, err)
		made = append(made, full)
	}
	return made
}

// files gives the files of the run, and says what they are.
func (w *walker) files() {
	w.Helper()
	w.seen("files")
	files := runFiles(w.T)
	if w.hand != nil {
		w.give(w.hand, selected("#upload-files"), files...)
		w.waitFor(fmt.Sprintf(`document.querySelectorAll("[data-upload][data-state=kept]").length === %d`, len(files)))
		w.waitFor(fmt.Sprintf(`document.querySelectorAll(".card").length === %d`, len(files)))
	} else {
		w.plain.choose("#upload-files", files...)
		w.plain.press("Upload")
	}
	w.seen("files-given")
	w.Log(evaluate[string](w.tab, `document.querySelector("#stage").innerText`))
	w.answer("node_sets[0].nodes", w.known["node_sets[0].nodes"])
	w.answer("node_sets[0].selection_method", w.known["node_sets[0].selection_method"])
	if evaluate[bool](w.tab, "Boolean("+button("output:hpl.log")+")") {
		w.pressEdit("output:hpl.log")
	}
	w.seen("files-output")
	if offer := button("zone:pdus.parquet"); evaluate[bool](w.tab, "Boolean("+offer+")") {
		w.pressEdit("zone:pdus.parquet")
	}
	for of, covers := range map[string]string{"cover-all:pdus.parquet:245": "compute",
		"cover:pdus.parquet:100": "interconnect", "cover:pdus.parquet:200": "interconnect",
		"cover:pdus.parquet:145": "head_nodes", "cover-all:pdus.parquet:443": "storage"} {
		w.choose(selected(fmt.Sprintf("select[name=%q]", of)), covers)
	}
	w.goOn(button("cover:pdus.parquet"))
	w.seen("files-covered")
	w.Log(evaluate[string](w.tab, `document.querySelector("#stage").innerText`))
	w.goOn(button("continue"))
}

// coverage says how the power of each part is known.
func (w *walker) coverage() {
	w.Helper()
	w.seen("coverage")
	w.Log(evaluate[string](w.tab, `document.querySelector("#stage").innerText`))
	for _, part := range evaluate[[]string](w.tab,
		`[...new Set([...document.querySelectorAll(".cover-row")].filter(row => row.querySelector("[type=radio]") &&
		!row.querySelector(":checked")).map(row => row.querySelector("[type=radio]").name))]`) {
		w.tick(part, "with:compute")
	}
	w.fillPage()
	w.seen("coverage-answered")
	w.goOn(button("continue"))
}

// fillPage answers what is asked on the page and known.
func (w *walker) fillPage() {
	w.Helper()
	const asked = `[...document.querySelectorAll("#stage [data-field]")].filter(e => e.checkVisibility())
		.map(e => e.dataset.field)`
	for _, path := range evaluate[[]string](w.tab, asked) {
		value, told := w.known[path]
		if told {
			w.answer(path, value)
		}
	}
}

// questions answers what the stages ask.
func (w *walker) questions() {
	w.Helper()
	for range len(fields.Stages()) {
		stage := evaluate[string](w.tab, `location.pathname.split("/").pop()`)
		w.seen(stage)
		if stage == fields.CheckStage {
			return
		}
		offer := selected(".offer button")
		if evaluate[bool](w.tab, "Boolean("+offer+") && "+offer+`.value.includes("/")`) {
			action := evaluate[string](w.tab, offer+".value")
			w.pressEdit(action)
			if strings.HasPrefix(action, "full-run:") {
				delete(w.known, "run.full_run.start")
				delete(w.known, "run.full_run.end")
			}
		}
		w.fillPage()
		if stage == "level" {
			w.Log(evaluate[string](w.tab, `document.querySelector("#stage").innerText`))
		}
		w.Log(stage, ": ", evaluate[[]string](w.tab, `[...document.querySelectorAll("#stage [data-field]")]
			.filter(e => e.checkVisibility() && !e.value && e.closest(".field").querySelector(".required"))
			.map(e => e.dataset.field)`), " left empty of what is asked")
		w.seen(stage + "-answered")
		w.goOn(button("continue"))
	}
	w.Fatal("the steps do not end")
}

// submit declares, and submits.
func (w *walker) submit() {
	w.Helper()
	w.Log(evaluate[string](w.tab, `document.querySelector("#stage").innerText`))
	w.must("Level 2 is granted")
	w.presses++
	declared := selected("#declared")
	if w.hand != nil {
		w.touch(w.hand, declared)
	} else {
		w.do(chromedp.Evaluate[chromedp.Void](declared + ".click()"))
	}
	w.goOn(button("submit"))
	w.must("submitted")
	w.seen("submitted")
}

// judge holds what it took against what it may take.
func (w *walker) judge() {
	w.Helper()
	const mostEdits, mostPages, threeScreens = 20, 16, 2700 // fewer edits are better: a form without steps took 43
	w.Logf("%d edits, %d of names and contact, %d presses, %d pages: %v; heights %v", w.edits, w.names, w.presses,
		len(w.pages), w.pages, w.tallest)
	if w.edits > mostEdits {
		w.Errorf("it took %d edits, at most %d are allowed", w.edits, mostEdits)
	}
	if len(w.pages) > mostPages {
		w.Errorf("it took %d pages, at most %d are allowed", len(w.pages), mostPages)
	}
	for name, tall := range w.tallest {
		if tall > threeScreens && name != "submitted" {
			w.Errorf("%s is %d pixels tall, at most %d are allowed", name, tall, threeScreens)
		}
	}
}

// pressElement presses an element, and waits for the page it leads to.
func (p plainTab) pressElement(element string) {
	p.Helper()
	script := fmt.Sprintf(`((one) => { for (let at = one; at; at = at.parentElement) if (at.localName === "details" &&
		!at.open) at.querySelector("summary").click();
		if (!one || !one.checkVisibility()) return false; document.documentElement.dataset.left = "yes"; one.click();
			return true; })(%s)`, element)
	if !evaluate[bool](p.tab, script) {
		p.Fatalf("there is no %s at %s", element, evaluate[string](p.tab, "location.href"))
	}
	p.waitFor(`document.documentElement && !document.documentElement.dataset.left`)
	p.arrive()
}

// setElement brings a field to a value, which goes with the form.
func (p plainTab) setElement(element, value string) {
	p.Helper()
	script := fmt.Sprintf(
		`((e, value) => { if (!e) return false; if (e.type === "checkbox") e.checked = value === "true";
		else e.value = value; return e.type === "checkbox" || e.value === value; })(%s, %q)`, element, value)
	if !evaluate[bool](p.tab, script) {
		p.Fatalf("%s takes no %q", element, value)
	}
}
