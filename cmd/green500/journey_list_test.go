package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// TestAnEditionIsPublishedAndCorrected goes through the life of a list: previewed, published under an embargo that
// keeps it from everybody else, released, corrected, and shown as of both dates with the difference.
func TestAnEditionIsPublishedAndCorrected(t *testing.T) {
	t.Parallel()
	today := time.Now().UTC()
	clock := &setClock{at: today.Add(-36 * time.Hour)} // all of it has been: sessions end by the time of day
	b := demonstrationBy(t, clock, clock.now)
	b.signIn(review.Editor)
	b.visit("/editions/2026-11/preview")
	b.must("This page is not public")
	b.photograph("lists-preview")
	b.visit("/editions/2026-11")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".close-early").open = true`))
	b.photograph("lists-desk")
	b.press("Close 2026-11 now")
	b.must("The edition 2026-11 is closed")
	zone, err := time.LoadLocation(evaluate[string](b, `document.querySelector("#zone").value`))
	must(t, err)
	until := today.Add(-34 * time.Hour).Truncate(time.Hour).In(zone)
	b.fill("#embargo", until.Format("2006-01-02T15:04"))
	b.press("Save the dates")
	b.must("The dates of 2026-11 are changed")
	b.visit("/editions/2026-11")
	b.typeNumber()
	b.must("Under embargo until " + until.Format("2006-01-02 15:04"))
	b.photograph("lists-publish-embargo")
	b.press("Publish 2026-11")
	b.must("published under embargo")
	b.photograph("lists-embargo")
	top := evaluate[string](b, `document.querySelector("main table.list tbody th").textContent.trim()`)

	visitor := b.beside(t)
	visitor.mustNotReach("/lists/2026-11")
	visitor.visit("/")
	visitor.mustNotSay(top)

	clock.set(until)
	visitor.visit("/lists/2026-11")
	visitor.must(top)
	released := visitor.hashHolds()
	visitor.photograph("lists-released")

	clock.set(today)
	b.visit("/lists/2026-11")
	b.press("Correct entry")
	b.fill("#power_w", "9000000")
	b.fill("#reason", "The power of the cooling was left out; the site wrote to us.")
	b.press("Preview erratum")
	b.must("nothing is published yet")
	b.photograph("lists-erratum-effect")
	b.press("Publish erratum 1")
	b.must("Erratum 1 is published")
	b.must("The power of the cooling was left out")
	b.photograph("lists-changes")

	visitor.visit("/lists/2026-11")
	visitor.must("with 1 erratum since its release")
	if stands := visitor.hashHolds(); stands == released {
		t.Error("the corrected list has the hash of the released one")
	}
	visitor.photograph("lists-corrected")
	if first := evaluate[string](visitor,
		`document.querySelector("main table.list tbody th").textContent.trim()`); first == top {
		t.Error("the corrected row kept its rank")
	}
	visitor.visit("/lists/2026-11?as-of=" + until.Format(time.DateOnly))
	visitor.must("This is an earlier state of the list")
	if first := evaluate[string](visitor,
		`document.querySelector("main table.list tbody th").textContent.trim()`); first != top {
		t.Errorf("as of its release %s is first, not %s", first, top)
	}
	if hash := visitor.hashHolds(); hash != released {
		t.Error("the list as of its release has another hash")
	}
	visitor.photograph("lists-as-of")
	visitor.press(top)
	visitor.must("released with rank 1")
	visitor.photograph("lists-entry-corrected")
}

func (b *tab) mustNotReach(address string) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + address))
	if status := evaluate[int64](b,
		`performance.getEntriesByType("navigation")[0].responseStatus`); status != http.StatusNotFound {
		b.Errorf("%s answers %d to everybody", address, status)
	}
}

func (b *tab) mustNotSay(text string) {
	b.Helper()
	if said := evaluate[string](b, "document.body.innerText"); strings.Contains(said, text) {
		b.Errorf("%s tells everybody of %q", evaluate[string](b, "location.href"), text)
	}
}

// hashHolds does what the page says to check the list, and returns the hash.
func (b *tab) hashHolds() string {
	b.Helper()
	lines := evaluate[[]string](b, `[...document.querySelectorAll(".check-line")].map(e => e.textContent.trim())`)
	address := strings.Split(lines[0], "'")[1]
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	must(b.T, err)
	answer, err := http.DefaultClient.Do(request)
	must(b.T, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(b.T, err)
	sum := sha256.Sum256(body)
	if got := hex.EncodeToString(sum[:]); got != lines[1] {
		b.Errorf("%s has the hash %s, the page says %s", address, got, lines[1])
	}
	return lines[1]
}
