package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// requireVariable names what must not be skipped: "prometheus", "victoriametrics", "influxdb".
const requireVariable = "GREEN500_TEST_REQUIRE"

// program returns where a program is, or skips the test.
func program(t *testing.T, requirement, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if slices.Contains(strings.Split(os.Getenv(requireVariable), ","), requirement) {
		t.Fatalf("%s is required: %v", name, err)
	}
	t.Skipf("no %s here: %v", name, err)
	return ""
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// started runs a server until the test ends, and waits until it is ready.
func started(t *testing.T, ready string, path string, args ...string) {
	t.Helper()
	command := exec.Command(path, args...)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-ended
	})
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s", path, err, said.String())
		default:
		}
		if answer, err := http.Get(ready); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode < http.StatusMultipleChoices {
				return
			}
		}
	}
	t.Fatalf("%s is not ready\n%s", path, said.String())
}

func post(t *testing.T, address, body string) {
	t.Helper()
	answer, err := http.Post(address, "text/plain", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if said, _ := io.ReadAll(answer.Body); answer.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s: %d %s", address, answer.StatusCode, said)
	}
}

// made is a made series: three nodes, a reading about every ten seconds for two hours, and a total of energy beside it.
type made struct {
	from, to time.Time
	power    map[string][]reading
	energy   map[string][]reading
}

type reading struct {
	at    int64 // nanoseconds since 1970
	value string
}

var madeNodes = []string{"n1", "n2", `n "3"`}

// madeSeries ends some hours ago. Its times are whole milliseconds and not even; one node is silent for five minutes.
func madeSeries() made {
	from := time.Now().UTC().Truncate(time.Hour).Add(-5 * time.Hour)
	m := made{from: from, to: from.Add(2 * time.Hour), power: map[string][]reading{}, energy: map[string][]reading{}}
	for n, node := range madeNodes {
		total := 123456.0
		for i := range 720 {
			at := from.Add(time.Duration(i)*10*time.Second + time.Duration(n)*time.Second)
			switch {
			case i == 101:
				at = from.Add(17*time.Minute - time.Millisecond) // the last of a page
			case i == 102:
				at = from.Add(17 * time.Minute) // the first of the next
			case i%9 == 4:
				at = at.Add(time.Duration((i*7919+n*131)%900) * time.Millisecond)
			}
			watts := 300 + float64(n)*50 + float64((i*37)%200)/8 + float64(i/200)*100
			total += watts * 10
			if n == 1 && i >= 300 && i < 330 {
				continue
			}
			m.power[node] = append(m.power[node], reading{at.UnixNano(), fmt.Sprintf("%.3f", watts)})
			m.energy[node] = append(m.energy[node], reading{at.UnixNano(), fmt.Sprintf("%.2f", total)})
		}
	}
	return m
}

// openMetrics is the series as text with times in seconds, or in milliseconds for VictoriaMetrics.
func (m made) openMetrics(milliseconds bool) string {
	var text strings.Builder
	for _, one := range []struct {
		name, kind, sample string
		of                 map[string][]reading
	}{{"node_power_watts", "gauge", "node_power_watts", m.power},
		{"node_energy_joules", "counter", "node_energy_joules_total", m.energy}} {
		if !milliseconds {
			fmt.Fprintf(&text, "# TYPE %s %s\n", one.name, one.kind)
		}
		for _, node := range madeNodes {
			for _, r := range one.of[node] {
				at := unix(time.Unix(0, r.at))
				if milliseconds {
					at = fmt.Sprint(r.at / int64(time.Millisecond))
				}
				fmt.Fprintf(&text, "%s{job=\"pdu\",node=\"%s\"} %s %s\n", one.sample,
					strings.ReplaceAll(node, `"`, `\"`), r.value, at)
			}
		}
	}
	if !milliseconds {
		text.WriteString("# EOF\n")
	}
	return text.String()
}

// startPrometheus starts a Prometheus with the series in its blocks.
func startPrometheus(t *testing.T, m made, flags ...string) string {
	t.Helper()
	server, tool := program(t, "prometheus", "prometheus"), program(t, "prometheus", "promtool")
	folder := t.TempDir()
	text, config, data := filepath.Join(folder, "series.txt"), filepath.Join(folder, "prometheus.yml"),
		filepath.Join(folder, "data")
	for name, content := range map[string]string{text: m.openMetrics(false), config: "global: {}\n"} {
		if err := os.WriteFile(name, []byte(content), ownFile); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := exec.Command(tool, "tsdb", "create-blocks-from", "openmetrics", text, data).
		CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	address := freeAddress(t)
	started(t, "http://"+address+"/-/ready", server, append([]string{"--config.file=" + config,
		"--storage.tsdb.path=" + data, "--web.listen-address=" + address, "--log.level=error"}, flags...)...)
	return "http://" + address
}

func startVictoria(t *testing.T, m made, flags ...string) string {
	t.Helper()
	server, address := program(t, "victoriametrics", "victoria-metrics"), freeAddress(t)
	started(t, "http://"+address+"/health", server, append(
		[]string{"-storageDataPath=" + t.TempDir(), "-httpListenAddr=" + address, "-loggerLevel=ERROR"}, flags...)...)
	post(t, "http://"+address+"/api/v1/import/prometheus", m.openMetrics(true))
	answer, err := http.Get("http://" + address + "/internal/force_flush")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return "http://" + address
}

func startInflux(t *testing.T, m made, mostRows int) string {
	t.Helper()
	server, address, folder := program(t, "influxdb", "influxd"), freeAddress(t), t.TempDir()
	config := filepath.Join(folder, "influxdb.conf")
	text := fmt.Sprintf(`reporting-disabled = true
bind-address = %q
[meta]
  dir = %q
[data]
  dir = %q
  wal-dir = %q
[monitor]
  store-enabled = false
[http]
  bind-address = %q
  max-row-limit = %d
  log-enabled = false
[logging]
  level = "error"
`, freeAddress(t), filepath.Join(folder, "meta"), filepath.Join(folder, "data"), filepath.Join(folder, "wal"),
		address, mostRows)
	if err := os.WriteFile(config, []byte(text), ownFile); err != nil {
		t.Fatal(err)
	}
	started(t, "http://"+address+"/ping", server, "run", "-config", config)
	post(t, "http://"+address+"/query?q="+url.QueryEscape(`CREATE DATABASE "site"`), "")
	var lines strings.Builder
	for _, node := range madeNodes {
		for _, r := range m.power[node] {
			fmt.Fprintf(&lines, "power,host=%s,rack=r1 watts=%s %d\n", strings.ReplaceAll(node, " ", `\ `),
				r.value, r.at)
		}
	}
	post(t, "http://"+address+"/write?db=site", lines.String())
	return "http://" + address
}
