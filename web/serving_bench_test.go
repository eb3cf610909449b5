package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// benchServer serves lists of a benchmark.
func benchServer(b *testing.B, lists storetest.Lists) (at string, handler http.Handler) {
	b.Helper()
	database := storetest.SQLite(b)
	opened := storetest.Open(b, store.Config{Database: database})
	lists.Fill(b, database)
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Address: &url.URL{Scheme: "https", Host: "green500.example"}})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	listener, err := web.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	stopped := make(chan error)
	go func() { stopped <- web.Serve(ctx, listener, handler, slog.New(slog.DiscardHandler)) }()
	b.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			b.Error(err)
		}
	})
	return "http://" + listener.Addr().String(), handler
}

// benchPage is a page that shows 500 lines of a list that was filled in.
const benchPage = "/lists/green500-2005-06?size=1000"

// BenchmarkPublishedList tells how many times a second a page of 500 lines is served, as a part of what nginx does with
// the same gzip bytes from a file.
func BenchmarkPublishedList(b *testing.B) {
	for _, program := range []string{"nginx", "wrk"} {
		if _, err := exec.LookPath(program); err != nil {
			b.Skipf("%s is not here: nothing to compare with", program)
		}
	}
	ours, handler := benchServer(b, storetest.Lists{Editions: 30, Entries: 500, Systems: 2000})
	request := httptest.NewRequestWithContext(b.Context(), http.MethodGet, benchPage, nil)
	request.Header.Set("Accept-Encoding", "gzip")
	drawn := httptest.NewRecorder()
	handler.ServeHTTP(drawn, request)
	if drawn.Code != http.StatusOK || drawn.Header().Get("Content-Encoding") != "gzip" {
		b.Fatalf("got %d %v", drawn.Code, drawn.Header())
	}
	theirs := startNginx(b, drawn.Body.Bytes())
	var us, them, worked []float64
	for b.Loop() {
		before := processed(b)
		rate := wrk(b, ours+benchPage)
		us, worked = append(us, rate), append(worked, (processed(b)-before).Seconds()/(rate*wrkSeconds))
		them = append(them, wrk(b, theirs+"/page"))
	}
	slices.Sort(worked)
	b.ReportMetric(worked[len(worked)/2]*1e6, "cpu-µs/request")
	slices.Sort(us)
	slices.Sort(them)
	b.ReportMetric(us[len(us)/2], "ours/s")
	b.ReportMetric(them[len(them)/2], "nginx/s")
	b.ReportMetric(us[len(us)/2]/them[len(them)/2], "of-nginx")
	b.ReportMetric(float64(drawn.Body.Len()), "bytes")
}

// startNginx serves bytes as nginx serves a file that was packed before.
func startNginx(b *testing.B, packed []byte) string {
	b.Helper()
	folder := b.TempDir()
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	at := listener.Addr().String()
	if err := listener.Close(); err != nil {
		b.Fatal(err)
	}
	config := fmt.Sprintf(`daemon off; pid %[1]s/pid; error_log %[1]s/error.log; worker_processes auto; user root;
events { worker_connections 1024; }
http { access_log %[1]s/access.log; sendfile on; keepalive_requests 1000000; client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;
server { listen %[2]s; root %[1]s; gzip_static on; location /page { default_type text/html; add_header Content-Encoding gzip; } } }`, folder, at)
	for name, text := range map[string][]byte{"nginx.conf": []byte(config), "page": packed} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil { //nolint:gosec // nginx reads it as another user
			b.Fatal(err)
		}
	}
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // likewise
		b.Fatal(err)
	}
	command := exec.CommandContext(b.Context(), "nginx", "-c", filepath.Join(folder, "nginx.conf"), "-p", folder) //nolint:gosec // of the test's own folder
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	})
	for range 100 {
		if connection, err := new(net.Dialer).DialContext(b.Context(), "tcp", at); err == nil {
			_ = connection.Close()
			return "http://" + at
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.Fatalf("nginx does not answer: %s", said.String())
	return ""
}

// processed is the time that processors worked for this process: on a machine that is shared it tells more than a rate.
func processed(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

const wrkSeconds = 3

var rateLine = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)

// wrk is how often an address is answered a second.
func wrk(b *testing.B, address string) float64 {
	b.Helper()
	said, err := exec.CommandContext(b.Context(), "wrk", "-t1", "-c16", fmt.Sprintf("-d%ds", wrkSeconds), "-H", "Accept-Encoding: gzip", address).CombinedOutput() //nolint:gosec // of the test's own server
	found := rateLine.FindSubmatch(said)
	if err != nil || found == nil || bytes.Contains(said, []byte("Non-2xx")) {
		b.Fatalf("%v: %s", err, said)
	}
	rate, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return rate
}

// BenchmarkFilteredViews tells how long views take that nobody asked for before, at 200 a second over 30 lists of 500.
func BenchmarkFilteredViews(b *testing.B) {
	at, _ := benchServer(b, storetest.Lists{Editions: 30, Entries: 500, Systems: 2000})
	const rate, seconds = 200, 5
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	for b.Loop() {
		took, group := make([]time.Duration, rate*seconds), sync.WaitGroup{}
		ticker := time.NewTicker(time.Second / rate)
		for i := range took {
			<-ticker.C
			group.Go(func() { took[i] = timed(b, client, at+filteredView(i)) })
		}
		ticker.Stop()
		group.Wait()
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	}
}

// filteredView is the address of a view, another for each number.
func filteredView(i int) string {
	countries := []string{"US", "DE", "CN", "JP", "FR", "GB"}
	return fmt.Sprintf("/lists/green500-%d-06?country=%s&rmax_from=%d&sort=-power", 1991+i%30, countries[i%len(countries)], i)
}

func timed(b *testing.B, client *http.Client, address string) time.Duration {
	begun := time.Now()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.Error(err)
		return 0
	}
	answer, err := client.Do(request)
	if err != nil {
		b.Error(err)
		return 0
	}
	defer func() { _ = answer.Body.Close() }()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		b.Errorf("%s: %d %v", address, answer.StatusCode, err)
	}
	return time.Since(begun)
}
