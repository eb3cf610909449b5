package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// kill ends the browser of a tab as a power cut would.
func (b *tab) kill() {
	b.Helper()
	must(b.T, chromedp.FromContext(b.ctx).Browser.Process().Kill())
}

// profile is a folder for what a browser keeps. The parts of one that was killed write on in it for a while, so that it
// may not be removed at once: what TempDir would try once and fail for is tried until they have ended.
func profile(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	t.Cleanup(func() {
		const often, pause = 600, 100 * time.Millisecond
		for range often {
			if os.RemoveAll(folder) == nil {
				return
			}
			time.Sleep(pause)
		}
	})
	return folder
}

// TestUploadSurvivesABrowserThatDies sends a log, and in the middle of it the browser and the server are
// killed: started again, both go on where it broke, and the receipt holds for every byte.
func TestUploadSurvivesABrowserThatDies(t *testing.T) {
	t.Parallel()
	folder := profile(t)
	b, server, network := atUploads(t, browserIn(t, folder))
	address := evaluate[string](b, "location.pathname")
	name, _ := longLog(t)
	choose := chromedp.SetUploadFiles(chromedp.CSS("#upload-files"), []string{name})
	b.do(choose)
	b.sent(40)
	number := b.uploadNumber()
	const least = 20 // percent that surely arrive when 40 have left
	log, err := os.Stat(name)
	must(t, err)
	server.waitForPieces(func(_ int, size int64) bool { return size >= log.Size()*least/100 })

	b.kill()
	server.kill()
	server.start()
	b.ctx = browserIn(t, folder)
	b.watch()
	network.crawl(true)
	b.visit(address)
	if strings.HasSuffix(evaluate[string](b, "location.pathname"), "/login") {
		b.signIn(review.Submitter) // the browser had not written down yet that somebody was signed in
		b.visit(address)
	}
	b.must("has arrived. To resume, choose node1.csv again")
	b.photograph("dying-returned")
	b.do(choose)
	b.waitFor(`document.querySelector("[data-upload][data-state=sending]")`)
	if again := b.uploadNumber(); again != number {
		t.Errorf("upload %s became %s", number, again)
	}
	b.waitFor(`(document.querySelector("[data-upload][data-state=sending] progress") || {}).value > 0`)
	if from := evaluate[int](b,
		`Number((document.querySelector("[data-upload] progress") || {value: 100}).value)`); from < least {
		t.Errorf("it goes on at %d %%", from)
	}
	network.crawl(false)
	b.waitFor(`document.querySelector("[data-upload][data-state=kept]")`)
	if lines := evaluate[int](b, `document.querySelectorAll("[data-upload-list] > li").length`); lines != 1 {
		t.Errorf("one upload has %d lines", lines)
	}
	b.photograph("dying-kept")
	b.verify(evaluate[string](b, `document.querySelector("[data-upload-receipt]").getAttribute("href")`), name)
}

// verify has the program check a receipt of the server offline.
func (b *tab) verify(address, name string) {
	b.Helper()
	const fetched = `fetch("%s").then(answer => answer.text())`
	folder := b.TempDir()
	for file, from := range map[string]string{"receipt.json": address, "key": "/receipts/key"} {
		text, err := chromedp.Run(b.ctx,
			chromedp.Evaluate[string](fmt.Sprintf(fetched, from), chromedp.EvalAwaitPromise))
		must(b.T, err)
		const mine = 0o600
		must(b.T, os.WriteFile(filepath.Join(folder, file), []byte(text), mine))
	}
	path, err := exec.LookPath("green500") // the test itself, under that name
	must(b.T, err)
	said, err := exec.CommandContext(b.Context(), path, "verify", "--key", filepath.Join(folder, "key"),
		filepath.Join(folder, "receipt.json"), name).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "identical, byte for byte") {
		b.Errorf("%v: %s", err, said)
	}
}
