package watch

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// requireVariable names what must not be skipped, as in the tests of fetch.
const requireVariable = "GREEN500_TEST_REQUIRE"

// program returns where a program is, or skips the test.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if slices.Contains(strings.Split(os.Getenv(requireVariable), ","), "prometheus") {
		t.Fatalf("%s is required: %v", name, err)
	}
	t.Skipf("no %s here: %v", name, err)
	return ""
}

// startPrometheus starts a Prometheus with samples in its blocks, and returns its address.
func startPrometheus(t *testing.T, openMetrics string) string {
	t.Helper()
	server, tool := program(t, "prometheus"), program(t, "promtool")
	folder := t.TempDir()
	text, config, data := filepath.Join(folder, "series.txt"), filepath.Join(folder, "prometheus.yml"),
		filepath.Join(folder, "data")
	for name, content := range map[string]string{text: openMetrics, config: "global: {}\n"} {
		if err := os.WriteFile(name, []byte(content), ownFile); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := exec.Command(tool, "tsdb", "create-blocks-from", "openmetrics", text, data).
		CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	command := exec.Command(server, "--config.file="+config, "--storage.tsdb.path="+data,
		"--web.listen-address="+address, "--log.level=error")
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if answer, err := http.Get(fmt.Sprintf("http://%s/-/ready", address)); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return "http://" + address
			}
		}
	}
	t.Fatalf("Prometheus is not ready\n%s", said.String())
	return ""
}
