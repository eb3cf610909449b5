package web_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/storetest"
	"green500/validation/document"
	"green500/validation/power"
)

// logOfColumns is a log of many columns of readings.
func logOfColumns(columns int) string {
	var out bytes.Buffer
	out.WriteString("time")
	for i := range columns {
		fmt.Fprintf(&out, ",w%04d", i)
	}
	start := time.Date(2026, 11, 5, 9, 20, 0, 0, time.UTC)
	for s := range 20 {
		out.WriteString("\n" + start.Add(time.Duration(s)*time.Second).Format(time.RFC3339))
		for i := range columns {
			fmt.Fprintf(&out, ",%d", 400+(s*7+i*31)%100)
		}
	}
	out.WriteByte('\n')
	return out.String()
}

// TestAbandonedLogPagesHoldNobody: eight pages of a log of 9,990 columns are asked for and left. The next page comes,
// for whoever asks, and none is being made any more.
func TestAbandonedLogPagesHoldNobody(t *testing.T) {
	h := open(t)
	address := logAddress(
		h.bring(t, map[string]string{"wide.csv": logOfColumns(9990), "HPL.out": folder(t)["run/HPL.out"]}), "wide.csv")
	h.read(t, "reviewer", "/review") // which signs in
	var left sync.WaitGroup
	for range 8 {
		left.Go(func() {
			ctx, leave := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer leave()
			if answer, err := h.client(t, "submitter").
				Do(h.request(t, http.MethodGet, address).WithContext(ctx)); err == nil {
				_ = answer.Body.Close()
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	for visitor, page := range map[string]string{"reviewer": "/review", "submitter": "/submissions"} {
		h.read(t, visitor, page)
	}
	left.Wait()
	for ended := time.Now().Add(3 * time.Minute); answersIn(t) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(ended) {
			t.Fatalf("%d pages are made for nobody", answersIn(t))
		}
	}
}

// answersIn counts the pages of logs that are being made, or wait for their turn.
func answersIn(t *testing.T) int {
	t.Helper()
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return bytes.Count(stacks, []byte("(*concurrency).limit.func1("))
}

// largestDocument is a document of as many items as one may have, in so many bytes of text.
func largestDocument(t *testing.T, text string) string {
	t.Helper()
	entry, _, err := document.Decode("", []byte(text))
	must(t, err)
	noise := rand.New(rand.NewPCG(1, 2))
	long := func() string {
		words := make([]byte, 600)
		for i := range words {
			words[i] = byte('a' + noise.IntN(26))
		}
		return string(words)
	}
	for i := len(entry.Series); i < 490; i++ {
		one := entry.Series[0]
		one.File, one.Value = fmt.Sprintf("readings/rack%d.csv", i), long()
		entry.Series = append(entry.Series, one)
	}
	for i := len(entry.Tunables); i < 490; i++ {
		entry.Tunables = append(entry.Tunables, power.Tunable{Name: fmt.Sprint("tunable ", i), Value: long()})
	}
	written, err := document.YAML(entry)
	must(t, err)
	return string(written)
}

// TestReadersWhoReadNothingTakeLittle: a hundred readers of the largest form there may be read nothing of it. Together
// they take less than 400 MiB.
func TestReadersWhoReadNothingTakeLittle(t *testing.T) {
	storetest.Long(t)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as the program runs
	h := open(t)
	address := "/submissions/" + number(h.draft)
	page := h.read(t, "submitter", address+"/yaml")
	answer, page := h.post(t, address+"/yaml", url.Values{"document": {largestDocument(t, named(t, page, "document"))},
		"revision": {named(t, page, "revision")}})
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d: %.2000s", answer.StatusCode, page)
	}
	text := h.read(t, "submitter", address+"/edit")
	t.Logf("the page has %d bytes", len(text))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	request := h.request(t, http.MethodGet, address+"/edit")
	request.Header.Del("Accept-Encoding")
	for _, cookie := range h.client(t, "submitter").Jar.Cookies(h.url) {
		request.AddCookie(cookie)
	}
	var asked bytes.Buffer
	if err := request.Write(&asked); err != nil {
		t.Fatal(err)
	}
	const readers = 100
	var begun sync.WaitGroup
	for range readers {
		connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", h.url.Host)
		must(t, err)
		t.Cleanup(func() { _ = connection.Close() })
		must(t, connection.(*net.TCPConn).SetReadBuffer(4<<10))
		_, err = connection.Write(asked.Bytes())
		must(t, err)
		begun.Go(func() {
			if line, err := bufio.NewReaderSize(io.LimitReader(connection, 16), 16).ReadString(' '); err != nil ||
				!strings.HasPrefix(line, "HTTP/1.1") {
				t.Errorf("a reader got %q, %v", line, err)
			}
		})
	}
	stop, most := make(chan struct{}), uint64(0)
	var watched sync.WaitGroup
	watched.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
				runtime.ReadMemStats(&after)
				most = max(most, after.HeapInuse-before.HeapInuse)
			}
		}
	})
	begun.Wait()
	close(stop)
	watched.Wait()
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("at most %d MiB, and %d MiB while nobody reads", most>>20, (after.HeapInuse-before.HeapInuse)>>20)
	if most > 400<<20 {
		t.Errorf("%d readers take %d MiB", readers, most>>20)
	}
}
