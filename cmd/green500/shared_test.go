package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/testscript"

	"green500/cmd/green500/demodata"
	"green500/handlers/account"
	"green500/store"
	"green500/store/storetest"
)

// shared is what all tests of this room have in common, made when the first asks for it: to start Chromium
// and to make the sample entries takes seconds.
var shared struct {
	folder  string
	browser struct {
		sync.Once
		ctx context.Context
		end func()
		err error
	}
	samples struct {
		sync.Once
		err error
	}
	replicated struct {
		sync.Once
		at  storageFlags
		err error
	}
}

// sharing runs the tests, and ends what they shared.
type sharing struct{ *testing.M }

func TestMain(m *testing.M) {
	testscript.Main(sharing{m}, map[string]func(){"green500": recordedMain, "green500-by-file": serveByFile})
}

// Run runs the tests and returns the exit code.
func (s sharing) Run() int {
	folder, err := os.MkdirTemp("", "green500-tests-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	shared.folder = folder
	code := storetest.Main(s.M)
	if shared.browser.end != nil {
		shared.browser.end()
	}
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

// startBrowser returns a browser of its own for a test, as far as pages can tell: all tests share one
// Chromium, in which they know nothing of each other.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path := chromium(t)
	one := &shared.browser
	one.Do(func() {
		one.ctx, one.end = launch(path, filepath.Join(shared.folder, "browser"))
		one.err = chromedp.Do(one.ctx) // the browser lives as long as the context of its first step
	})
	must(t, one.err)
	ctx, cancel := chromedp.NewContext(one.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return ctx
}

// browserIn starts a Chromium for a test alone, with what a folder keeps of an earlier one.
func browserIn(t *testing.T, folder string) context.Context {
	t.Helper()
	ctx, end := launch(chromium(t), folder)
	t.Cleanup(end)
	must(t, chromedp.Do(ctx))
	return ctx
}

// chromium is where Chromium is, without its own windows if that is installed, which takes a third less of the
// processor; the test is skipped if neither is, unless it is required, and unless long tests are asked for.
func chromium(t *testing.T) string {
	t.Helper()
	required := slices.Contains(strings.Split(os.Getenv("GREEN500_TEST_REQUIRE"), ","), "browser")
	if !required {
		storetest.Long(t)
	}
	for _, name := range []string{"chromium-headless-shell", "chromium"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const sentence = "Chromium is not installed, so pages are not looked at."
	if required {
		t.Fatal(sentence)
	}
	t.Skip(sentence)
	return ""
}

func launch(path, folder string) (ctx context.Context, end func()) {
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Headless, chromedp.UserDataDir(folder), chromedp.WSURLReadTimeout(patience)}
	for _, quiet := range []string{
		"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "no-first-run",
		"hide-scrollbars", "disable-dev-shm-usage",
		// the tab of one test is as alive as that of another
		"disable-background-timer-throttling", "disable-backgrounding-occluded-windows",
		"disable-renderer-backgrounding",
	} {
		options = append(options, chromedp.Flag(quiet, true))
	}
	// Scripts run too shortly on any page to be worth what making them fast takes: a sixth of the processor's time.
	options = append(options, chromedp.Flag("js-flags", "--no-turbofan --no-maglev"))
	process, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(process)
	return ctx, func() {
		_ = chromedp.Cancel(ctx) // one that was killed has ended already
		cancel()
		stop()
	}
}

// sampleFolder is a data folder with the sample entries, for a test alone.
func sampleFolder(t *testing.T) string {
	t.Helper()
	from := filepath.Join(shared.folder, "samples")
	shared.samples.Do(func() { shared.samples.err = makeSamples(storageFlags{Data: from}) })
	must(t, shared.samples.err)
	folder := t.TempDir()
	must(t, os.CopyFS(folder, os.DirFS(from)))
	return folder
}

// makeSamples fills a folder as the demonstration does.
func makeSamples(at storageFlags) error {
	ctx, clock := context.Background(), &demodata.Clock{}
	opened, err := at.openWith(ctx, store.Config{
		Now: clock.Now, Log: slog.New(slog.DiscardHandler),
		Notice: account.Notices(&url.URL{Scheme: "https", Host: "green500.example.org"}),
	})
	if err != nil {
		return err
	}
	return errors.Join(demodata.Fill(ctx, opened, clock), opened.Close(),
		os.WriteFile(filepath.Join(at.Data, seededMark), nil, 0o600))
}
