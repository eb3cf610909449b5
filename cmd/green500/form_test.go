package main

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// openForm opens the form of a draft of the demonstration.
func (b *tab) openForm() {
	b.Helper()
	b.screen(1280, 900)
	b.signIn(review.Submitter)
	b.visit("/submissions")
	b.press("Cinnabar")
	b.press("Edit")
	b.press("Expert view")
}

// TestTheFormFitsSmallScreens: on a small phone, and on a screen magnified twice and four times,
// nothing has to be moved sideways, whatever is unfolded.
func TestTheFormFitsSmallScreens(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.openForm()
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach(d => { d.open = true })`))
	for _, width := range []int64{360, 640, 320} {
		b.fits("form", look{name: "light", width: width, height: 700})
	}
}

func TestTheFormSaysWhichSectionIsRead(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.openForm()
	const current = `[...document.querySelectorAll(".sections a[aria-current]")].map(a => a.dataset.section).join()`
	for _, section := range []string{"meters", "contact", "attachments"} {
		b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("` + section + `").scrollIntoView()`))
		b.waitFor(current + ` === "` + section + `"`)
	}
}

// TestTheSectionsFoldUpOnAPhone: beside the form they stand open, above it they would push it away.
func TestTheSectionsFoldUpOnAPhone(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.openForm()
	const seen = `document.querySelector(".sections a").checkVisibility({contentVisibilityAuto: true})`
	if !evaluate[bool](b, seen) {
		t.Error("the sections are folded up on a wide screen")
	}
	b.screen(390, 844)
	if evaluate[bool](b, seen) {
		t.Error("the sections stand open on a phone")
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".sections summary").click()`))
	b.waitFor(seen)
}

// TestALinkUnfoldsItsField: a finding leads to its field wherever that lies.
func TestALinkUnfoldsItsField(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.openForm()
	const field = `document.getElementById("f-system-top500_rank")`
	if evaluate[bool](b, field+".checkVisibility()") {
		t.Fatal("the field is not folded up")
	}
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "f-system-top500_rank"`))
	b.waitFor(field + ".checkVisibility()")
}

func TestTheFormPrints(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.openForm()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	must(t, err)
	for _, shown := range []string{`[name="system.name"]`, `[name="system.top500_rank"]`, `[name="meters[0].id"]`} {
		if !evaluate[bool](b, `document.querySelector('`+shown+`').checkVisibility()`) {
			t.Errorf("%s is not on paper", shown)
		}
	}
	for _, hidden := range []string{`button.primary`, `.sections a`} {
		if evaluate[bool](b, `document.querySelector('`+hidden+`').checkVisibility()`) {
			t.Errorf("%s is on paper", hidden)
		}
	}
}
