package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"green500/cmd/green500/demodata"
	"green500/handlers/account"
	"green500/store"
	"green500/validation/review"
	"green500/web"
)

// shots is where screenshots go; git ignores it.
const shots = root + "/screenshots"

// watchScript records what a page does that our policy forbids, and what goes wrong in it.
const watchScript = `window.wrongs = [];
addEventListener("securitypolicyviolation", e => wrongs.push("policy: " + e.violatedDirective + " " + e.blockedURI));
addEventListener("error", e => wrongs.push("error: " + (e.message || e.target.src || e.target.href)), true);
addEventListener("unhandledrejection", e => wrongs.push("rejection: " + e.reason));`

// look is a way of looking at a page.
type look struct {
	name          string
	width, height int64
	dark          bool
}

func (l look) scheme() string {
	if l.dark {
		return "dark"
	}
	return "light"
}

func looks() []look {
	return []look{{"light", 1280, 900, false}, {"dark", 1280, 900, true}, {"phone", 390, 844, false}}
}

// tab is a browser tab at a demonstration server.
type tab struct {
	*testing.T
	ctx      context.Context
	url      string
	database string // of the demonstration
	store    *store.Store
}

// demonstration serves the sample editions and opens a tab at them.
func demonstration(t *testing.T, providers ...*account.Provider) *tab {
	t.Helper()
	return demonstrationBy(t, &setClock{at: time.Now().UTC()}, time.Now, providers...)
}

// demonstrationBy is a demonstration whose store goes by one clock and whose pages by another.
func demonstrationBy(t *testing.T, clock *setClock, now func() time.Time, providers ...*account.Provider) *tab {
	t.Helper()
	ctx, serve := startBrowser(t), alone
	if replicated(t) {
		serve = pair
	}
	s := serve(t, clock, now, providers...)
	tb := &tab{t, ctx, s.address.String(), s.database, s.store}
	tb.watch()
	return tb
}

// alone serves the sample entries by one server.
func alone(t *testing.T, clock *setClock, now func() time.Time, providers ...*account.Provider) serving {
	t.Helper()
	at := storageFlags{Data: sampleFolder(t)}
	opened, err := at.openWith(t.Context(), store.Config{
		Now: clock.now, Log: slog.New(slog.DiscardHandler),
		Notice: account.Notices(&url.URL{Scheme: "https", Host: "green500.example.org"}),
	})
	must(t, err)
	t.Cleanup(func() { must(t, opened.Close()) })
	server := httptest.NewUnstartedServer(nil)
	s := serving{addressOf(t, server), at.database(), opened}
	config := demonstrationConfig(opened, s.address, now, providers)
	server.Config.Handler, err = web.New(config)
	must(t, err)
	receiveAside(t, config)
	server.Start()
	t.Cleanup(server.Close)
	return s
}

// addressOf is where a server will be reached, by a name: passkeys are for none that has only a number.
func addressOf(t *testing.T, server *httptest.Server) *url.URL {
	t.Helper()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	must(t, err)
	return &url.URL{Scheme: "http", Host: "localhost:" + port}
}

func demonstrationConfig(opened *store.Store, address *url.URL, now func() time.Time,
	providers []*account.Provider) web.Config {
	const upload = 64 << 20
	return web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: now, MaxUpload: upload, Address: address,
		Registration: true, Providers: providers,
		Operator: "Example Centre", Contact: demodata.Address(review.Editor),
		Licence: "https://creativecommons.org/licenses/by/4.0/"}
}

// receiveAside takes in what arrives until the test ends.
func receiveAside(t *testing.T, config web.Config) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		web.ReceiveUploads(ctx, config)
	}()
	t.Cleanup(func() { stop(); <-ended })
}

// watch has every page of the tab tell what goes wrong in it.
func (b *tab) watch() {
	b.Helper()
	must(b.T, chromedp.Do(b.ctx)) // the tab lives as long as the context of its first step
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: watchScript})
	must(b.T, err)
	// also behind other tabs
	_, err = chromedp.Call(b.ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	must(b.T, err)
	b.scheme("")
}

// beside opens a tab of somebody else at the same demonstration, for a test that runs beside others.
func (b *tab) beside(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	other := &tab{t, ctx, b.url, b.database, b.store}
	other.watch()
	return other
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// patience is how long something may take that happens at once on a machine that has nothing else to do: the checks of
// CI run beside.
const patience = 3 * time.Minute

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
	const drawn = `document.readyState === "complete" &&
		(!document.querySelector("[data-chart]") || document.body.hasAttribute("data-ready")) &&
		(!document.querySelector("script[src*='figures.js']") ||
			![...document.querySelectorAll("[data-figure]:not([data-drawn])")]
			.some(f => f.querySelector(".figure-live")))`
	b.waitFor(drawn)
	if wrongs := evaluate[[]string](b, `window.wrongs || []`); len(wrongs) > 0 {
		b.Errorf("%s: %v", evaluate[string](b, "location.pathname"), wrongs)
	}
}

func (b *tab) waitFor(condition string) {
	b.Helper()
	for ends := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		so, err := b.holds(condition)
		if so {
			return
		}
		if time.Now().After(ends) {
			b.Fatalf("waited in vain at %s for %s (%v)\n%s", evaluate[string](b, "location.href"), condition, err,
				evaluate[string](b, "document.body.innerText.slice(0, 800)"))
		}
	}
}

// holds reports whether something is so. It is not while the page gives way to another, or lacks what a
// condition speaks of: the error says why.
func (b *tab) holds(condition string) (bool, error) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+condition+")"))
}

// arrive waits for the page that something on the page before leads to, which says "window.left = true".
func (b *tab) arrive() {
	b.Helper()
	b.waitFor(`!window.left && document.readyState === "complete"`)
	b.settle()
}

// press presses the button or link that says words, and waits for the page it leads to.
func (b *tab) press(words string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { window.left = true;
		const all = [...document.querySelectorAll("main button, main a, main summary"),
			...document.querySelectorAll("header button, header a")];
		const one = all.find(e => e.textContent.trim() === %q) || all.find(e => e.textContent.trim().startsWith(%q));
		if (one) one.click(); return Boolean(one); })()`, words, words)
	if !evaluate[bool](b, script) {
		b.Fatalf("nothing at %s says %q:\n%s", evaluate[string](b, "location.href"), words,
			evaluate[string](b, "document.body.innerText.slice(0, 800)"))
	}
	b.arrive()
}

func (b *tab) fill(selector, text string) {
	b.Helper()
	script := fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return false; e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true}));
			return true; })()`, selector, text)
	if !evaluate[bool](b, script) {
		b.Fatalf("there is no %s at %s", selector, evaluate[string](b, "location.href"))
	}
}

func (b *tab) signIn(role review.Role) {
	b.Helper()
	b.signInAs(demodata.Address(role))
}

// signInAs signs somebody in by their address, and whoever was signed in out.
func (b *tab) signInAs(address string) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + "/login"))
	if evaluate[bool](b, `Boolean(document.querySelector("form[action='/logout']"))`) {
		b.signOut()
		b.do(chromedp.Navigate(b.url + "/login"))
	}
	b.fill("input[name=email]", address)
	b.fill("input[name=password]", demodata.Password)
	b.press("Sign in")
	b.waitFor(`document.querySelector("form[action='/logout']")`)
}

func (b *tab) signOut() {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`window.left = true;
		document.querySelector("form[action='/logout']").requestSubmit()`))
	b.arrive()
}

// must demands that the page says something.
func (b *tab) must(text string) {
	b.Helper()
	said := evaluate[string](b, "document.body.innerText")
	if !strings.Contains(strings.ToLower(said), strings.ToLower(text)) {
		b.Fatalf("%s does not say %q:\n%s", evaluate[string](b, "location.href"), text, said)
	}
}

// photograph looks at the page in every look, checks what a look can break, and has axe look at it.
func (b *tab) photograph(name string) {
	b.Helper()
	for _, l := range looks() {
		b.scheme(l.scheme())
		b.fits(name, l)
		b.keepPicture(name + "-" + l.name)
	}
	b.scheme("")
	b.screen(1280, 900)
	b.axe(name)
}

// fits has the page drawn on a screen, and demands that nothing has to be moved sideways there.
func (b *tab) fits(name string, l look) {
	b.Helper()
	b.screen(l.width, l.height)
	b.settle()
	b.narrow(name, l)
}

func (b *tab) narrow(name string, l look) {
	b.Helper()
	if wide := evaluate[int64](b, "document.documentElement.scrollWidth"); wide > l.width {
		b.Errorf("%s (%s) is %d pixels wide on a screen of %d", name, l.name, wide, l.width)
	}
}

// screen has the page drawn on a screen of a size. Charts and what folds up by the size follow in the frame after.
func (b *tab) screen(width, height int64) {
	b.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	// a tab behind another draws no frames
	const drawn = `Promise.race([new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
		new Promise(done => setTimeout(done, 1000))]).then(() => true)`
	evaluateLong[bool](b, drawn)
}

// wantsPictures says that somebody wants to look at the pages; it costs a third of the time that the tests take.
func wantsPictures() bool { return os.Getenv("GREEN500_TEST_PICTURES") != "" }

// keepPicture keeps how the page looks now, if pictures are wanted.
func (b *tab) keepPicture(name string) {
	b.Helper()
	if !wantsPictures() {
		return
	}
	const longest = 20000 // pixels that a picture shows at once
	whole, quick := evaluate[int](b, "document.documentElement.scrollHeight") < longest, true
	picture, err := chromedp.Call(b.ctx, page.CaptureScreenshot,
		page.CaptureScreenshotParams{CaptureBeyondViewport: &whole, OptimizeForSpeed: &quick})
	must(b.T, err)
	const readable, listable = 0o644, 0o755
	must(b.T, os.MkdirAll(shots, listable))
	must(b.T, os.WriteFile(filepath.Join(shots, name+".png"), picture.Data, readable))
}
