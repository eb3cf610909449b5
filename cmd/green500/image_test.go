package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/storetest"
)

// imageBuilder builds images without a daemon.
type imageBuilder struct {
	*testing.T
	folder string // of images and containers
}

// newImageBuilder skips the test if images cannot be built.
func newImageBuilder(t *testing.T) *imageBuilder {
	t.Helper()
	storetest.Long(t)
	for _, program := range []string{"buildah", "unshare", "chroot"} {
		if _, err := exec.LookPath(program); err != nil || os.Geteuid() != 0 {
			t.Skipf("the image is not built: that needs root and %s", program)
		}
	}
	b := &imageBuilder{T: t, folder: t.TempDir()}
	t.Cleanup(func() {
		_ = exec.CommandContext(context.WithoutCancel(t.Context()), "buildah", b.storage("rm", "--all")...).Run()
	})
	return b
}

func (b *imageBuilder) storage(arguments ...string) []string {
	return append([]string{"--storage-driver", "overlay", "--root", filepath.Join(b.folder, "root"), "--runroot",
		filepath.Join(b.folder, "run")}, arguments...)
}

// do runs buildah and returns the last line that it writes.
func (b *imageBuilder) do(arguments ...string) string {
	b.Helper()
	return b.run("buildah", b.storage(arguments...)...)
}

func (b *imageBuilder) run(name string, arguments ...string) string {
	b.Helper()
	command := exec.CommandContext(b.Context(), name, arguments...)
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		b.Fatalf("%s %v: %v\n%s\n%s", name, arguments, err, out, said.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

const (
	standIn  = "localhost/green500-test-go"
	tryImage = "localhost/green500-test"
)

// layGoImage makes a stand-in for the image of Go that the Dockerfile names: the Go of this machine and the programs
// that the Dockerfile calls. Modules come from the cache of this machine.
func (b *imageBuilder) layGoImage() {
	b.Helper()
	files := b.TempDir()
	for _, program := range []string{"sh", "mkdir", "cp"} {
		path, err := exec.LookPath(program)
		must(b.T, err)
		path, err = filepath.EvalSymlinks(path)
		must(b.T, err)
		b.copyFile(path, filepath.Join(files, "bin", program))
		libraries, err := exec.CommandContext(b.Context(), "ldd", path).Output()
		must(b.T, err)
		for _, library := range regexp.MustCompile(`/[^ )]+`).FindAllString(string(libraries), -1) {
			b.copyFile(library, filepath.Join(files, library))
		}
	}
	b.copyFile("/dev/null", filepath.Join(files, "etc/ssl/certs/ca-certificates.crt"))
	must(b.T, os.Mkdir(filepath.Join(files, "tmp"), 0o700))
	container := b.do("from", "scratch")
	b.do("copy", container, files, "/")
	b.do("copy", container, b.run("go", "env", "GOROOT"), "/usr/local/go")
	b.do("config", "--env", "PATH=/usr/local/go/bin:/bin", "--env", "HOME=/tmp", "--env", "GOPROXY=file:///proxy",
		"--env", "GOSUMDB=off", "--env", "GOTOOLCHAIN=local", "--env", "GOCACHE=/gocache", container)
	b.do("commit", "--rm", container, standIn)
}

func (b *imageBuilder) copyFile(from, to string) {
	b.Helper()
	content, err := os.ReadFile(from)
	must(b.T, err)
	must(b.T, os.MkdirAll(filepath.Dir(to), 0o755))
	must(b.T, os.WriteFile(to, content, 0o755))
}

// TestTheImageRunsReadOnlyWithoutRoot builds the Dockerfile, and starts what it says with nothing writable but /data.
func TestTheImageRunsReadOnlyWithoutRoot(t *testing.T) {
	b := newImageBuilder(t)
	b.layGoImage()
	b.run("go", "mod", "download")
	b.do("build", "--isolation", "chroot", "--pull=false", "--build-arg", "GO_IMAGE="+standIn, "--build-arg",
		"VERSION=v9.9.9", "--volume", b.run("go", "env", "GOMODCACHE")+"/cache/download:/proxy:ro", "--volume",
		b.run("go", "env", "GOCACHE")+":/gocache", "--tag", tryImage, root)
	container := b.do("from", "--pull=false", tryImage)
	var inspected struct {
		OCIv1 struct {
			Config struct {
				User            string
				Env             []string
				Entrypoint, Cmd []string
				Volumes         map[string]struct{}
			} `json:"config"`
		}
	}
	text, err := exec.CommandContext(t.Context(), "buildah", b.storage("inspect", "--type", "container", container)...).
		Output()
	must(t, err)
	must(t, json.Unmarshal(text, &inspected))
	config := inspected.OCIv1.Config
	if _, volume := config.Volumes["/data"]; !volume || config.User != "65532:65532" {
		t.Fatalf("the image is for %q with the volumes %v", config.User, config.Volumes)
	}
	at := free(t)
	_, port, err := net.SplitHostPort(at)
	must(t, err)
	// A mount namespace of its own: the files of the image are read-only, and /data is a disk that the user of the
	// image may write to.
	const start = `set -e; mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
		mount -t tmpfs -o uid=65532,gid=65532,mode=0700 tmpfs "$0/data"
		user=$1; shift; exec chroot --userspec="$user" "$0" "$@"`
	arguments := slices.Concat([]string{"--mount", "sh", "-c", start, b.do("mount", container), config.User},
		config.Entrypoint, config.Cmd)
	running := exec.CommandContext(context.WithoutCancel(t.Context()), "unshare", arguments...)
	running.Env = append(slices.Clone(config.Env), "GREEN500_ADDR=127.0.0.1:"+port)
	running.Stdout, running.Stderr = t.Output(), t.Output()
	must(t, running.Start())
	t.Cleanup(func() { _ = running.Process.Kill(); _ = running.Wait() })
	for ends := time.Now().Add(patience); !answers(t, at); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatal("the image does not become ready")
		}
	}
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", running.Process.Pid))
	must(t, err)
	if !strings.Contains(string(state), "\nUid:\t65532\t65532") {
		t.Errorf("it runs as\n%s", state)
	}
	if said := b.run(filepath.Join(b.do("mount", container), "green500"),
		"version"); !strings.Contains(said, "v9.9.9") {
		t.Errorf("it says %q of its version", said)
	}
}
