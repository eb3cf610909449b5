package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/blobs"
	"green500/store/storetest"
)

// installation is where a program that is measured keeps what it holds, and the store over it until that begins.
type installation struct {
	database, blobs string
	store           *store.Store
}

// install opens an installation to be filled.
func install(b *testing.B, database string) *installation {
	b.Helper()
	made := &installation{database: database, blobs: filepath.Join(b.TempDir(), "blobs")}
	folder, err := blobs.OpenFolder(made.blobs)
	if err != nil {
		b.Fatal(err)
	}
	if made.store, err = store.Open(b.Context(),
		store.Config{Database: database, Blobs: folder, Secret: storetest.Secret()}); err != nil {
		b.Fatal(err)
	}
	return made
}

// program is green500 as a process of its own, so that its memory and its work are told from those of its visitors.
type program struct {
	address string
	running *exec.Cmd
	said    bytes.Buffer
}

// serve builds the program and runs it over an installation that was filled, until the benchmark ends.
func (i *installation) serve(b *testing.B) *program {
	b.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		b.Skip("only Linux reports what memory another program has")
	}
	if err := i.store.Close(); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "green500")
	if said, err := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path,
		"green500/cmd/green500").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, said)
	}
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	at := listener.Addr().String()
	if err := listener.Close(); err != nil {
		b.Fatal(err)
	}
	p := &program{address: "http://" + at}
	p.running = exec.CommandContext(context.WithoutCancel(b.Context()), path, "serve", "--addr", at, "--address",
		p.address, "--proxied",
		"--data", b.TempDir(), "--database", i.database, "--blobs", i.blobs, "--secret-key", storetest.SecretText)
	p.running.Stderr = &p.said
	if err := p.running.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.stop(b) })
	p.await(b)
	return p
}

func (p *program) await(b *testing.B) {
	b.Helper()
	const patience = time.Minute
	for ends := time.Now().Add(patience); time.Now().Before(ends); time.Sleep(50 * time.Millisecond) {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, p.address+"/readyz", nil)
		if err != nil {
			b.Fatal(err)
		}
		if answer, err := http.DefaultClient.Do(request); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
	}
	b.Fatal("the server does not answer")
}

// stop ends the program, and fails if it said of itself that something went wrong.
func (p *program) stop(b *testing.B) {
	_ = p.running.Process.Signal(os.Interrupt)
	err := p.running.Wait()
	for line := range strings.Lines(p.said.String()) {
		if strings.Contains(line, "level=ERROR") {
			err = errors.Join(err, errors.New(line))
		}
	}
	if err != nil {
		b.Errorf("the server: %v", err)
	}
}

// spent is what a program has taken of the machine.
type spent struct {
	most   float64       // MiB of memory that it had at a time
	worked time.Duration // of processors
}

// spent reads what Linux counts of the process.
func (p *program) spent(b *testing.B) spent {
	b.Helper()
	folder := filepath.Join("/proc", strconv.Itoa(p.running.Process.Pid))
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		b.Fatal(err)
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ = strings.Cut(line, "kB")
	kilobytes, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil {
		b.Fatal(err)
	}
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		b.Fatal(err)
	}
	_, line, _ = strings.Cut(string(stat), ") ")
	const tick = time.Second / 100 // USER_HZ, the same on every machine Go runs on
	var worked time.Duration
	for _, field := range strings.Fields(line)[11:13] { // utime and stime of proc_pid_stat(5)
		count, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		worked += time.Duration(count) * tick
	}
	return spent{kilobytes / 1024, worked}
}

// onEachDatabase measures on every kind of database.
func onEachDatabase(b *testing.B, measure func(b *testing.B, database string)) {
	for _, kind := range storetest.Databases() {
		b.Run(kind.Name, func(b *testing.B) { measure(b, kind.New(b)) })
	}
}

// size is what the files under a folder hold.
func size(b *testing.B, folder string) (bytes int64) {
	b.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		bytes += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(fmt.Errorf("add up %s: %w", folder, err))
	}
	return bytes
}
