package main

import (
	"regexp"
	"testing"
)

// TestAStrangersQuestionsAreOneClickAway reads what the front page answers, and what one click from there does.
func TestAStrangersQuestionsAreOneClickAway(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.screen(1280, 900)
	for _, one := range []struct{ question, link, answer string }{
		{"what is this", "",
			`supercomputers, graded from their evidence(?s).*reviewers decide, and accepted runs are ranked by GFlops/W`},
		{"who is behind it", "Who is behind this, and how to cite", `Operated by .*(?s)editor@example\.org`},
		{"when is the next deadline", "",
			`2026-11 edition: submissions close on 20\d\d-\d\d-\d\d \d\d:\d\d .*UTC.*(left)`},
		{"how do I submit", "How it works",
			`(?s)Measure an HPL run\..*upload the HPL output and the meter logs.*Submit for review`},
		{"how far can I trust rank 12", "How far can I trust a rank?",
			`(?s)rank 12 with the band 10–15 may be anywhere from 10 to 15`},
	} {
		b.visit("/")
		if one.link != "" {
			b.press(one.link)
		}
		read := regexp.MustCompile(`[ \t\n]+`).
			ReplaceAllString(evaluate[string](b, `document.querySelector("main").innerText`), " ")
		if !regexp.MustCompile(one.answer).MatchString(read) {
			b.Errorf("%s? After %q the page reads:\n%s", one.question, one.link, read)
		}
	}
}

// TestPublicPagesAtEveryWidth has axe look at the public pages in light and dark on a phone, a laptop and a wide
// screen. None is wider than its screen.
func TestPublicPagesAtEveryWidth(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	for _, width := range []int64{390, 1280, 1920} {
		b.screen(width, 900)
		for _, address := range []string{"/", "/lists", "/inconsistencies", "/about", "/how-to-submit", "/help",
			"/lists/2026-06", "/lists/green500-2025-11", "/lists/all?level=2&level=3"} {
			b.visit(address)
			b.writesPercent(address)
			b.axe(address)
			if wide := evaluate[int64](b, "document.documentElement.scrollWidth"); wide > width {
				b.Errorf("%s is %d px wide on a screen of %d", address, wide, width)
			}
		}
	}
}

// writesPercent demands that percentages are written without a blank.
func (b *tab) writesPercent(name string) {
	b.Helper()
	if found := evaluate[[]string](b, `document.body.innerText.match(/\d %/g) || []`); len(found) > 0 {
		b.Errorf("%s has a blank before %%: %q", name, found)
	}
}
