package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/templates/fields"
	"green500/validation/review"
)

// openStages are the stages that ask for fields.
func openStages() []string {
	var made []string
	for _, stage := range fields.Stages() {
		if stage.ID != fields.CheckStage {
			made = append(made, stage.ID)
		}
	}
	return made
}

// halfDone is a draft with an item in each group, at its steps.
func (b *tab) halfDone() string {
	b.Helper()
	b.signIn(review.Submitter)
	b.visit("/submissions")
	b.press("Cinnabar")
	b.press("Edit")
	return strings.TrimSuffix(evaluate[string](b, "location.pathname"), fields.FilesStage)
}

// TestStepsHaveNoViolations at a phone, a desk and a wide screen, in light and dark.
func TestStepsHaveNoViolations(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	steps := b.halfDone()
	for _, stage := range append(openStages(), fields.CheckStage) {
		for _, width := range []int64{390, 1280, 1920} {
			b.screen(width, 900)
			b.visit(steps + stage)
			b.narrow(stage, look{name: "wide", width: width})
			b.axe(fmt.Sprintf("%s at %d", stage, width))
		}
	}
}

// wrongValues are what a field of a kind refuses, and what it takes.
func wrongValues(kind string) (wrong, right string) {
	switch kind {
	case "number":
		return "many", "5"
	case "whole":
		return "12,5 no", "5"
	case "time":
		return "yesterday", "2026-05-01T10:00:00+02:00"
	}
	return "", ""
}

// refusing are the kinds of the fields of a page that refuse something, by path.
func refusing() map[string]string {
	kinds := map[string]string{}
	for _, section := range fields.Sections() {
		for _, f := range section.Fields {
			if wrong, _ := wrongValues(string(f.Kind)); wrong != "" {
				kinds[f.Path] = string(f.Kind)
			}
		}
	}
	return kinds
}

// redSeen is what is red on a page: what is said to be wrong, and what is marked so.
const redSeen = `[...document.querySelectorAll("#stage .field-error, #stage .field-wrong, #stage [aria-invalid=true], #stage .summary, #progress .sign-wrong")]
	.filter(e => e.checkVisibility()).map(e => e.className + " " + e.innerText.trim().slice(0, 120))`

// TestACorrectedFieldIsNoLongerRed: each field of each stage that refuses something says so when that is typed, and
// when it was typed before the page was opened; once it is corrected nothing on the page is red, without a reload.
func TestACorrectedFieldIsNoLongerRed(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	steps, kinds := b.halfDone(), refusing()
	tried := 0
	for _, stage := range openStages() {
		b.visit(steps + stage)
		before := len(evaluate[[]string](b, redSeen))
		paths := evaluate[[]string](b, `[...document.querySelectorAll("#stage [data-field]")]
			.filter(e => e.matches("input, textarea")).map(e => e.dataset.field)`)
		for _, path := range paths {
			kind, refuses := kinds[itemless(path)]
			if !refuses {
				continue
			}
			tried++
			wrong, right := wrongValues(kind)
			was := evaluate[string](b, valueOf(path))
			if was != "" || kind == "time" || strings.HasSuffix(path, ".measured") { // wrong alone, too
				right = was
			}
			b.focus(path)
			b.enter(path, wrong)
			b.waitForState(path, "wrong")
			b.visit(steps + stage) // it was typed before
			if red := evaluate[[]string](b, redSeen+
				`.concat([...document.querySelectorAll("#stage .field-wrong")].map(e => e.className))`); len(red) == 0 {
				t.Errorf("%s: nothing is red after %q", path, wrong)
			}
			b.focus(path)
			b.enter(path, right)
			b.waitForState(path, "saved")
			if ends := time.Now().Add(patience); !b.soon(fmt.Sprintf("%s.length <= %d", redSeen, before), ends) {
				t.Errorf("%s is corrected, and still red: %q", path, evaluate[[]string](b, redSeen))
			}
			b.enter(path, was)
			b.allKept()
		}
	}
	if tried < 20 {
		t.Errorf("only %d fields were tried", tried)
	}
}

// focus puts the cursor into a field.
func (b *tab) focus(path string) {
	b.Helper()
	b.unfold(pointer{}, field(path))
	b.do(chromedp.Evaluate[chromedp.Void](field(path) + ".focus()"))
}

// itemless is the path of a field without the number of its item.
func itemless(path string) string {
	f, _ := fields.FieldOf(path)
	return f.Path
}

// soon reports whether something becomes so before a time.
func (b *tab) soon(condition string, ends time.Time) bool {
	b.Helper()
	for time.Now().Before(ends) {
		if so, err := b.holds(condition); err == nil && so {
			return true
		}
		time.Sleep(30 * time.Millisecond)
	}
	return false
}

// allKept waits until everything that was typed on this page is kept by the server.
func (b *tab) allKept() {
	b.Helper()
	b.waitFor("!localStorage.getItem(`green500 unsent ${location.pathname}`) && " +
		"!document.querySelector('.htmx-request[data-field]')")
}

// typedOn is a field of a stage to type into that holds free words.
func (b *tab) typedOn(stage string) string {
	b.Helper()
	free := []string{}
	for _, section := range fields.Sections() {
		for _, f := range section.Fields {
			if f.Kind == fields.KindText || f.Kind == fields.KindTextArea || f.Kind == fields.KindNumber ||
				f.Kind == fields.KindWhole {
				free = append(free, f.Path)
			}
		}
	}
	for _, path := range evaluate[[]string](b, `[...document.querySelectorAll("#stage [data-field]")]
		.filter(e => e.checkVisibility() && e.matches("input, textarea")).map(e => e.dataset.field)`) {
		if slices.Contains(free, itemless(path)) {
			return path
		}
	}
	b.Logf("%s asks for no words", stage)
	return ""
}

// TestNothingTypedIsLost in any step: over a refresh in mid-word, going back, a lost connection, and another tab.
func TestNothingTypedIsLost(t *testing.T) {
	b := demonstration(t)
	steps := b.halfDone()
	tried := 0
	for _, stage := range openStages() {
		b.visit(steps + stage)
		path := b.typedOn(stage)
		if path == "" {
			continue
		}
		tried++
		value := func(n int) string { return fmt.Sprintf("%d0%d", n, tried) }
		b.enter(path, value(1)) // refreshed before the pause after typing
		b.do(chromedp.Evaluate[chromedp.Void](`window.left = true; location.reload()`))
		b.arrive()
		b.allKept()
		b.reads(path, value(1))

		b.enter(path, value(2)) // left before the pause, and come back to
		b.do(chromedp.Evaluate[chromedp.Void](`window.left = true;
			document.querySelector("#progress a[href$='check']").click()`))
		b.arrive()
		b.do(chromedp.Evaluate[chromedp.Void](`window.left = true; history.back()`))
		b.waitFor(fmt.Sprintf(`location.pathname.endsWith(%q) && document.readyState === "complete" &&
			document.querySelector("[data-field='%s']")`, stage, path))
		b.allKept()
		b.reads(path, value(2))

		b.do(chromedp.Evaluate[chromedp.Void](`window.real = XMLHttpRequest.prototype.send;
			XMLHttpRequest.prototype.send = function () { setTimeout(() => this.onerror?.(new ProgressEvent("error")));
			};`))
		b.enter(path, value(3)) // without a connection
		b.waitFor(fmt.Sprintf(`document.getElementById(document.querySelector("[data-field='%s']").id +
			"-state").textContent.includes("no connection")`, path))
		b.do(chromedp.Evaluate[chromedp.Void](`XMLHttpRequest.prototype.send = window.real`))
		b.waitForState(path, "saved")

		other := b.again()
		other.visit(steps + stage)
		other.reads(path, value(3))
		other.enter(path, value(4))
		other.allKept()
		b.enter(path, value(5)) // over what the other tab says
		b.waitForState(path, "conflict")
		b.press("Keep " + value(5))
		b.reads(path, value(5))
		other.visit(steps + stage)
		other.reads(path, value(5))
	}
	if tried < 8 {
		t.Errorf("only %d stages were tried", tried)
	}
}

// TestTypingWhileAnAnswerIsSaved: on coverage the page is drawn again when an answer is given; what is typed meanwhile
// stays, is saved, and what appears with the answer is saved as it is typed.
func TestTypingWhileAnAnswerIsSaved(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]string{
		"the answer comes first": "this.nodes ? 1500 : 0",
		// drawn before what was typed was saved, and shown afterwards
		"the answer comes last": "this.nodes ? 0 : 1500",
	} {
		t.Run(name, func(t *testing.T) {
			b := demonstration(t)
			b.signIn(review.Submitter)
			b.visit("/submissions/new")
			b.press("Start with an empty form")
			b.press("Continue to Coverage")
			b.do(chromedp.Evaluate[chromedp.Void](
				`window.real = XMLHttpRequest.prototype.send; XMLHttpRequest.prototype.send = function (body) {
				this.nodes = String(body).includes("path=node_sets"); const done = this.onload;
				this.onload = (...all) => setTimeout(() => done.apply(this, all), ` + first +
					`); window.real.call(this, body); };`))
			b.do(chromedp.Evaluate[chromedp.Void](
				`document.querySelector("input[type=radio][name='treatment:cooling'][value=estimated]").click()`))
			b.enter("node_sets[0].nodes", "36")
			b.waitFor(`document.querySelector("[data-field='subsystems[0].power_w']") &&
				document.querySelector("[data-field='node_sets[0].nodes']").value === "36"`)
			b.do(chromedp.Evaluate[chromedp.Void](`XMLHttpRequest.prototype.send = window.real`))
			b.allKept()
			b.reads("node_sets[0].nodes", "36")
			b.enter("subsystems[0].power_w", "4.8 kW")
			b.waitForState("subsystems[0].power_w", "saved")
			address := evaluate[string](b, "location.pathname")
			b.visit("/submissions")
			b.visit(address)
			b.reads("node_sets[0].nodes", "36")
			b.reads("subsystems[0].power_w", "4800")
			if !evaluate[bool](b,
				`document.querySelector("input[type=radio][name='treatment:cooling'][value=estimated]").checked`) {
				t.Error("the answer is lost")
			}
			b.press("Continue to")
			b.waitFor(`!location.pathname.endsWith("/coverage")`)
		})
	}
}
