package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"green500/validation/document"
	"green500/validation/review"
)

// TestAMeasurementIsPlanned goes from an empty form to a checklist and a draft without an account, and
// from a published entry to a plan of its next run.
func TestAMeasurementIsPlanned(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/")
	b.press("Plan")
	b.must("Plan a measurement")
	b.photograph("planner-empty")

	b.fill(`[name="node_sets[0].nodes"]`, "160")
	b.fill(`[name="node_sets[0].power_per_node_w"]`, "a lot")
	b.fill(`[name="run.core_phase_s"]`, "600")
	b.press("Create plan")
	b.must("Correct these values first")
	if typed := evaluate[string](b,
		`document.querySelector('[name="node_sets[0].power_per_node_w"]').value`); typed != "a lot" {
		t.Errorf("what was typed became %q", typed)
	}
	b.photograph("planner-trouble")

	b.fill(`[name="node_sets[0].power_per_node_w"]`, "640")
	b.fill(`[name="node_sets[0].idle_per_node_w"]`, "240")
	b.fill(`[name="rmax_tflops"]`, "600")
	b.fill(`[name="meter.measures"]`, "power")
	b.fill(`[name="meter.reading_interval_s"]`, "1")
	b.fill(`[name="meter.accuracy.of_reading_percent"]`, "0.5")
	b.fill(`[name="wanted_percent"]`, "1")
	b.fill(`[name="run.start"]`, "2026-11-05T10:00:00+01:00")
	b.press("Create plan")
	b.must("Requirements of each level")
	// The level requires 20; the uncertainty that is wanted takes nine more.
	b.must("Put meters on 29 of the 160 nodes")
	b.must("2026-11-05 10:00:00 +01:00")
	b.must("steps of at most 5.8 W of power at a meter that sees one node")
	b.must("at most 6 s of the core phase (1%); at an interval of 1 s that is 6 readings")
	b.must("The meter gives readings of power.") // why Level 3 is out of reach
	b.photograph("planner")
	b.unfolded(func() { b.fieldsExplained("planner") })
	b.onPaper(func() {
		if evaluate[bool](b, `document.querySelector("#plan-form").checkVisibility()`) ||
			!evaluate[bool](b, `document.querySelector(".plan-tasks").checkVisibility()`) {
			t.Error("paper has the form, or has no checklist")
		}
	})

	response, err := http.Get(evaluate[string](b, `document.querySelector("a[download]").href`))
	must(t, err)
	defer func() { must(t, response.Body.Close()) }()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	if entry, _, err := document.Decode("submission.yaml", text); err != nil || entry.NodeSets[0].Measured != 29 {
		t.Errorf("the draft can't be read: %v\n%s", err, text)
	}

	b.fill(`[name="level"]`, "3")
	b.press("Create plan")
	b.must("Level 3 cannot be reached with these meters")
	b.photograph("planner-refused")

	b.planAnotherRun()
	b.startFromPlan(text)
}

// planAnotherRun goes from a published entry to a plan of the next run of its machine, which the form holds whole.
func (b *tab) planAnotherRun() {
	b.Helper()
	b.visit("/lists/2026-06")
	entry := evaluate[string](b, `document.querySelector("table.list tbody a[href*='/entries/']").getAttribute("href")`)
	b.visit(entry)
	b.press("Plan another run of this machine")
	b.must("The machine is copied from")
	b.must("Requirements of each level")
	b.photograph("planner-from-entry")
	before := evaluate[string](b, `document.querySelector(".plan-chosen").innerText`)
	b.press("Create plan") // the form holds all that was taken over
	b.must("Requirements of each level")
	if after := evaluate[string](b, `document.querySelector(".plan-chosen").innerText`); after != before {
		b.Errorf("the plan was\n%s\nand is, made of the form,\n%s", before, after)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".plan-draft").open = true`))
	if draft := evaluate[string](b, `document.querySelector(".plan-draft pre").textContent`); !strings.Contains(draft,
		"schema: green500.submission/1") {
		b.Errorf("the draft is %q", draft)
	}
}

// startFromPlan begins a submission with the draft of a plan.
func (b *tab) startFromPlan(draft []byte) {
	b.Helper()
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.must("Plan the measurement")
	name := filepath.Join(b.TempDir(), "submission.yaml")
	must(b.T, os.WriteFile(name, draft, 0o600))
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=files]"), []string{name}))
	b.send()
	b.press("Expert view")
	if measured := evaluate[string](b, field("node_sets[0].measured")+".value"); measured != "29" {
		b.Errorf("the submission has %q measured nodes, not those of the plan", measured)
	}
	b.photograph("planner-draft")
}

// onPaper looks at the page as it is printed.
func (b *tab) onPaper(look func()) {
	b.Helper()
	for _, media := range []string{"print", ""} {
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		must(b.T, err)
		if media != "" {
			look()
		}
	}
}
