package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/validation/review"
	"green500/validation/review/receipt"
)

// program is green500 as a process of its own, to be killed.
type program struct {
	*testing.T
	data, address string
	running       *exec.Cmd
}

// start runs the demonstration, and waits until it answers.
func (p *program) start() {
	p.Helper()
	path, err := exec.LookPath("green500") // the test itself, under that name
	must(p.T, err)
	p.running = exec.CommandContext(context.WithoutCancel(p.Context()), path, "demo", "--data", p.data,
		"--addr", p.address)
	p.running.Stdout, p.running.Stderr = io.Discard, os.Stderr
	must(p.T, p.running.Start())
	for ends := time.Now().Add(patience); !answers(p.T, p.address); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(ends) {
			p.Fatal("the server does not answer")
		}
	}
}

func answers(t *testing.T, address string) bool {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/readyz", nil)
	must(t, err)
	answer, err := new(http.Client).Do(request)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// kill ends it as a power cut would: nothing is told and nothing is finished.
func (p *program) kill() {
	p.Helper()
	must(p.T, p.running.Process.Kill())
	_ = p.running.Wait() // it was killed, and says so
}

// free is an address at which nobody listens.
func free(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	must(t, listener.Close())
	return listener.Addr().String()
}

// cable is a slow network between a browser and a server, which can be pulled.
type cable struct {
	listener net.Listener
	to       string
	slowly   atomic.Bool
	mutex    sync.Mutex
	open     []net.Conn
}

// crawl has bytes travel so slowly that a file is still on its way when whoever looks at it has done so.
func (c *cable) crawl(slowly bool) { c.slowly.Store(slowly) }

func lay(t *testing.T, to string) *cable {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	c := &cable{listener: listener, to: to}
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go c.carry(from)
		}
	}()
	t.Cleanup(func() { _ = listener.Close(); c.pull() })
	return c
}

func (c *cable) carry(from net.Conn) {
	to, err := new(net.Dialer).Dial("tcp", c.to)
	if err != nil {
		_ = from.Close()
		return
	}
	c.mutex.Lock()
	c.open = append(c.open, from, to)
	c.mutex.Unlock()
	go func() {
		_, _ = io.Copy(from, to) // until one of them is closed
		_ = from.Close()
	}()
	const piece, pause, longPause = 64 << 10, 12 * time.Millisecond, 500 * time.Millisecond // some 5 MB/s, and 130 kB/s
	for err == nil {
		_, err = io.CopyN(to, from, piece)
		if c.slowly.Load() {
			time.Sleep(longPause)
		}
		time.Sleep(pause)
	}
	_ = to.Close()
}

// pull ends every connection.
func (c *cable) pull() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, one := range c.open {
		_ = one.Close()
	}
	c.open = nil
}

// longLog writes a log of some 30 MB and returns where it is, and its SHA-256.
func longLog(t *testing.T) (name, digest string) {
	t.Helper()
	const rows = 900_000
	name = filepath.Join(t.TempDir(), "node1.csv")
	file, err := os.Create(name)
	must(t, err)
	sum := sha256.New()
	out := io.MultiWriter(file, sum)
	var text strings.Builder
	text.WriteString("time,power\n")
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	for i := range rows {
		fmt.Fprintf(&text, "%s,%d.%03d\n", at.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 400+i%57, i%1000)
	}
	_, err = io.WriteString(out, text.String())
	must(t, err)
	must(t, file.Close())
	return name, fmt.Sprintf("%x", sum.Sum(nil))
}

// atUploads opens the page of the uploads of a draft, on a server that can be killed, over a cable that can be pulled.
func atUploads(t *testing.T, ctx context.Context) (*tab, *program, *cable) {
	t.Helper()
	server := &program{T: t, data: sampleFolder(t), address: free(t)}
	server.start()
	t.Cleanup(func() { server.kill() })
	network := lay(t, server.address)
	b := &tab{T: t, ctx: ctx, url: "http://" + network.listener.Addr().String()}
	b.watch()
	b.signIn(review.Submitter)
	b.visit("/submissions")
	b.press("Cinnabar")
	b.visit(evaluate[string](b, "location.pathname") + "/uploads")
	return b, server, network
}

// TestUploadSurvivesAServerThatDies sends a log while the cable is pulled, the server is killed and
// started again, and the page is left and opened anew; it ends with a receipt of every byte.
func TestUploadSurvivesAServerThatDies(t *testing.T) {
	t.Parallel()
	b, server, network := atUploads(t, startBrowser(t))
	address := evaluate[string](b, "location.pathname")
	name, digest := longLog(t)
	choose := chromedp.SetUploadFiles(chromedp.CSS("#upload-files"), []string{name})
	b.do(choose)
	b.sent(15)
	network.crawl(true)
	number := b.uploadNumber()
	b.photograph("upload-travelling")
	network.crawl(false)

	network.pull()
	b.sent(35)
	server.kill()
	b.waitFor(`document.querySelector("[data-upload-said]").textContent.includes("Trying again")`)
	b.photograph("upload-broken")
	server.start()
	b.sent(55)
	network.crawl(true)
	if again := b.uploadNumber(); again != number {
		t.Errorf("upload %s became %s", number, again)
	}

	b.visit(address)
	b.must("has arrived. To resume, choose node1.csv again")
	b.photograph("upload-unfinished")
	b.do(choose)
	b.waitFor(`document.querySelector("[data-upload][data-state=sending]")`)
	if again := b.uploadNumber(); again != number {
		t.Errorf("upload %s became %s after the page was opened anew", number, again)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-upload-pause]").click()`))
	b.told("Paused at")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-upload-continue]").click()`))
	if lines := evaluate[int](b, `document.querySelectorAll("[data-upload-list] > li").length`); lines != 1 {
		t.Errorf("one upload has %d lines", lines)
	}
	network.crawl(false)
	b.waitFor(`document.querySelector("[data-upload][data-state=kept]")`)
	b.photograph("upload-kept")
	evaluate[bool](b, `(fetch(document.querySelector("[data-upload-receipt]").href).then(answer => answer.text())
		.then(text => { window.given = text; }), true)`)
	b.waitFor("window.given")
	text := evaluate[string](b, "window.given")
	given, _, err := receipt.Read("receipt", []byte(text))
	if err != nil || len(given.Files) != 1 || given.Files[0].SHA256 != digest {
		t.Errorf("%v: the receipt says %+v, and the file is %s", err, given.Files, digest)
	}
	b.waitFor(`document.getElementById("receipts")`) // the page tells of it without being opened anew

	b.do(chromedp.SetUploadFiles(chromedp.CSS("#upload-files"), []string{renamed(t, name)}))
	b.waitFor(`(document.querySelector("[data-upload][data-state=sending] progress") || {}).value >= 10`)
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelector("[data-state=sending] [data-upload-cancel]").click()`))
	b.waitFor(`document.querySelectorAll("[data-upload-list] > li").length === 1`)
	server.waitForPieces(func(files int, _ int64) bool { return files == 0 })
}

// waitForPieces waits until what the server keeps of unfinished uploads is of such a number and size in bytes.
func (p *program) waitForPieces(enough func(files int, size int64) bool) {
	p.Helper()
	for ends := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var size int64
		found, err := filepath.Glob(filepath.Join(p.data, "blobs", "pieces", "*"))
		must(p.T, err)
		for _, name := range found {
			if one, err := os.Stat(name); err == nil { // or it has just gone
				size += one.Size()
			}
		}
		if enough(len(found), size) {
			return
		}
		if time.Now().After(ends) {
			p.Fatalf("%d files of unfinished uploads are kept, of %d bytes", len(found), size)
		}
	}
}

// renamed is a file of another name with the same content.
func renamed(t *testing.T, name string) string {
	t.Helper()
	other := filepath.Join(t.TempDir(), "node2.csv")
	must(t, os.Link(name, other))
	return other
}

// sent waits until some percent of the upload have travelled.
func (b *tab) sent(percent int) {
	b.Helper()
	b.waitFor(fmt.Sprintf(`(document.querySelector("[data-upload][data-state=sending] progress") || {}).value >= %d`,
		percent))
}

// uploadNumber is the number that the server gave the upload.
func (b *tab) uploadNumber() string {
	b.Helper()
	return evaluate[string](b, `document.querySelector("[data-upload]").dataset.upload`)
}
