package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"green500/validation/review"
	"green500/web"
)

// shots is where screenshots go; git ignores it.
const shots = root + "/screenshots"

// watch records what a page does that our policy forbids, and what goes wrong in it.
const watch = `window.wrongs = [];
addEventListener("securitypolicyviolation", e => wrongs.push("policy: " + e.violatedDirective + " " + e.blockedURI));
addEventListener("error", e => wrongs.push("error: " + (e.message || e.target.src || e.target.href)), true);
addEventListener("unhandledrejection", e => wrongs.push("rejection: " + e.reason));`

// look is a way of looking at a page.
type look struct {
	name          string
	width, height int64
	dark          bool
}

func looks() []look {
	return []look{{"light", 1280, 900, false}, {"dark", 1280, 900, true}, {"phone", 390, 844, false}}
}

// tab is a browser tab at a demonstration server.
type tab struct {
	*testing.T
	ctx context.Context
	url string
}

// startBrowser starts Chromium; the test is skipped where it is not installed, unless it is required.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		const sentence = "Chromium is not installed, so pages are not looked at."
		if slices.Contains(strings.Split(os.Getenv("GREEN500_TEST_REQUIRE"), ","), "browser") {
			t.Fatal(sentence)
		}
		t.Skip(sentence)
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Headless, chromedp.UserDataDir(t.TempDir())}
	for _, quiet := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "no-first-run", "hide-scrollbars", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(quiet, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Log(err)
		}
		cancelTab()
	})
	return ctx
}

// demonstration serves the sample editions and opens a tab at them.
func demonstration(t *testing.T) *tab {
	t.Helper()
	ctx := startBrowser(t)
	clock := &demoClock{}
	opened, err := place{Data: t.TempDir()}.open(t.Context(), slog.New(slog.DiscardHandler), clock.now)
	must(t, err)
	t.Cleanup(func() { must(t, opened.Close()) })
	must(t, seed(t.Context(), opened, clock))
	clock.at = time.Now().UTC()
	const upload = 64 << 20
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now, MaxUpload: upload})
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	tb := &tab{t, ctx, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)}
	must(t, chromedp.Do(ctx)) // the browser lives as long as the context of its first step
	_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
	must(t, err)
	return tb
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const patience = 30 * time.Second

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	must(b.T, chromedp.Do(ctx, steps...))
}

func evaluate[V any](b *tab, script string) V {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[V](script))
	must(b.T, err)
	return value
}

// visit opens an address and waits until the page is drawn whole, charts included.
func (b *tab) visit(address string) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + address))
	b.settle()
}

func (b *tab) settle() {
	b.Helper()
	const drawn = `document.readyState === "complete" && (!document.querySelector("[data-chart]") || document.body.hasAttribute("data-ready"))`
	b.waitFor(drawn)
	if wrongs := evaluate[[]string](b, `window.wrongs || []`); len(wrongs) > 0 {
		b.Errorf("%s: %v", evaluate[string](b, "location.pathname"), wrongs)
	}
}

func (b *tab) waitFor(condition string) {
	b.Helper()
	ends := time.Now().Add(patience)
	for !evaluate[bool](b, "Boolean("+condition+")") {
		if time.Now().After(ends) {
			b.Fatalf("waited in vain at %s for %s\n%s", evaluate[string](b, "location.href"), condition, evaluate[string](b, "document.body.innerText.slice(0, 800)"))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// press presses the button or link that says words, and waits for the page it leads to.
func (b *tab) press(words string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { window.left = true;
		const all = [...document.querySelectorAll("main button, main a, main summary"), ...document.querySelectorAll("header button, header a")];
		const one = all.find(e => e.textContent.trim() === %q) || all.find(e => e.textContent.trim().startsWith(%q));
		if (one) one.click(); return Boolean(one); })()`, words, words)
	if !evaluate[bool](b, script) {
		b.Fatalf("nothing at %s says %q:\n%s", evaluate[string](b, "location.href"), words, evaluate[string](b, "document.body.innerText.slice(0, 800)"))
	}
	b.waitFor(`!window.left && document.readyState === "complete"`)
	b.settle()
}

func (b *tab) fill(selector, text string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return false; e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, selector, text)
	if !evaluate[bool](b, script) {
		b.Fatalf("there is no %s at %s", selector, evaluate[string](b, "location.href"))
	}
}

func (b *tab) signIn(role review.Role) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + "/login"))
	if evaluate[bool](b, `Boolean(document.querySelector("form[action='/logout']"))`) {
		b.do(chromedp.Evaluate[chromedp.Void](`window.left = true; document.querySelector("form[action='/logout']").requestSubmit()`))
		b.waitFor("!window.left")
		b.do(chromedp.Navigate(b.url + "/login"))
	}
	b.fill("input[name=email]", demoAddress(role))
	b.fill("input[name=password]", demoPassword)
	b.press("Sign in")
	b.must("Sign out")
}

// must demands that the page says something.
func (b *tab) must(text string) {
	b.Helper()
	said := evaluate[string](b, "document.body.innerText")
	if !strings.Contains(strings.ToLower(said), strings.ToLower(text)) {
		b.Fatalf("%s does not say %q:\n%s", evaluate[string](b, "location.href"), text, said)
	}
}

// photograph takes the page in every look, and checks what a look can break.
func (b *tab) photograph(name string) {
	b.Helper()
	for _, l := range looks() {
		scheme := "light"
		if l.dark {
			scheme = "dark"
		}
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		must(b.T, err)
		b.do(chromedp.EmulateViewport(l.width, l.height))
		time.Sleep(150 * time.Millisecond) // the chart follows the size of the page
		b.settle()
		if wide := evaluate[int64](b, "document.documentElement.scrollWidth"); wide > l.width {
			b.Errorf("%s (%s) is %d pixels wide on a screen of %d", name, l.name, wide, l.width)
		}
		picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
		must(b.T, err)
		const readable, listable = 0o644, 0o755
		must(b.T, os.MkdirAll(shots, listable))
		must(b.T, os.WriteFile(filepath.Join(shots, name+"-"+l.name+".png"), picture, readable))
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	must(b.T, err)
	b.do(chromedp.EmulateViewport(1280, 900))
}
