package fetch

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// environment never waits.
func environment() Environment {
	return Environment{
		Now: time.Now, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Progress: func(int, int, int) {}, Scratch: canonical.MemoryUpTo(1<<30, nil),
	}
}

func (m made) flags(t *testing.T, source, address string) Flags {
	t.Helper()
	return Flags{
		Source: source, URL: address, Output: filepath.Join(t.TempDir(), "pdu-1"), From: stamp(m.from), To: stamp(m.to),
		Page: 17 * time.Minute, Rate: 1000, Timeout: time.Minute,
	}
}

func mustFetch(t *testing.T, f Flags) *Result {
	t.Helper()
	result, err := Fetch(t.Context(), f, environment())
	if err != nil {
		t.Fatal(err)
	}
	if result.Problem != nil {
		t.Fatal(result.Problem)
	}
	return result
}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantReadings wants the log to hold exactly the readings that were made, each with its time and instrument.
func wantReadings(t *testing.T, result *Result, label string, want map[string][]reading) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(mustRead(t, result.Log))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if header := rows[0]; len(header) != 3 || header[0] != "time" || header[1] != label {
		t.Fatalf("header %q", header)
	}
	got, count := map[string][]reading{}, 0
	for _, row := range rows[1:] {
		at, err := time.Parse(time.RFC3339Nano, row[0])
		if err != nil {
			t.Fatal(err)
		}
		got[row[1]] = append(got[row[1]], reading{at.UnixNano(), row[2]})
	}
	for node, readings := range want {
		count += len(readings)
		if len(got[node]) != len(readings) {
			t.Errorf("%s: %d readings, want %d", node, len(got[node]), len(readings))
			continue
		}
		for i, r := range readings {
			one, _ := strconv.ParseFloat(got[node][i].value, 64)
			made, _ := strconv.ParseFloat(r.value, 64)
			if got[node][i].at != r.at || one != made {
				t.Errorf("%s, reading %d: %v, want %v", node, i, got[node][i], r)
				break
			}
		}
	}
	if result.Samples != count || result.Series != len(want) {
		t.Errorf("%d readings of %d series, want %d of %d", result.Samples, result.Series, count, len(want))
	}
}

// wantEnergy wants the log, read with the settings that were written, to show the mean and the energy of the series.
func wantEnergy(t *testing.T, f Flags, result *Result, m made) power.Series {
	t.Helper()
	var written settings
	if _, err := document.DecodeInto("series.yaml", []byte(mustRead(t, result.Settings)), &written); err != nil {
		t.Fatal(err)
	}
	series := written.Series[0]
	told := contents.Settings{ImportSettings: tracefile.ImportSettings{
		Time: series.Time, Value: series.Value, Quantity: series.Quantity, Unit: series.Unit,
		Instruments: series.Instruments, Counts: series.Counts,
	}}
	s, err := readLog(result.Log, told, environment())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	span := power.NewSpan(m.from.Add(10*time.Minute), m.from.Add(40*time.Minute)) // before the silence
	window := s.Window(span)
	mean, joules := 0.0, 0.0
	for _, node := range madeNodes {
		one := m.between(node, span)
		mean += one
		joules += one * span.Duration().Seconds()
	}
	if math.Abs(float64(window.Mean)-mean) > 1e-5*mean || math.Abs(float64(window.Energy)-joules) > 1e-5*joules {
		t.Errorf("mean %v, energy %v; want %v and %v", window.Mean, window.Energy, mean, joules)
	}
	if written.Meters[0].ID != series.Meter || written.Meters[0].IntervalSeconds != 10 ||
		series.File != filepath.Base(result.Log) {
		t.Errorf("settings %+v", written)
	}
	return series
}

// between is the plain mean of the readings of a node in a span, as a meter's log is averaged.
func (m made) between(node string, span power.Span) float64 {
	sum, count := 0.0, 0
	for _, r := range m.power[node] {
		if r.at >= span.Start.UnixNano() && r.at < span.End.UnixNano() {
			value, _ := strconv.ParseFloat(r.value, 64)
			sum += value
			count++
		}
	}
	return sum / float64(count)
}

// wantResumed wants a fetch that is broken off after each page to give the very files of one that is not.
func wantResumed(t *testing.T, f Flags, whole *Result) {
	t.Helper()
	f.Output = filepath.Join(t.TempDir(), filepath.Base(f.Output))
	for try := 0; ; try++ {
		ctx, stop := context.WithCancel(t.Context())
		env, asked := environment(), 0
		env.Progress = func(int, int, int) {
			if asked++; asked > 1+try%2 {
				stop()
			}
		}
		result, err := Fetch(ctx, f, env)
		stop()
		if err == nil {
			if result.Resumed == 0 || try < 2 {
				t.Errorf("after %d tries, %d pages were resumed", try, result.Resumed)
			}
			for one, other := range map[string]string{whole.Log: result.Log, whole.Settings: result.Settings} {
				if mustRead(t, one) != mustRead(t, other) {
					t.Errorf("%s is another after a resumption", filepath.Base(one))
				}
			}
			return
		}
		if !errors.Is(err, context.Canceled) || try > 100 {
			t.Fatal(try, err)
		}
	}
}

// TestPrometheus fetches a made series from a real server: a gauge, a counter, and an expression.
func TestPrometheus(t *testing.T) {
	m := madeSeries()
	address := startPrometheus(t, m, "--query.max-samples=500") // less than a page has
	f := m.flags(t, "prometheus", address)
	f.Query = `node_power_watts{job="pdu"}`
	result := mustFetch(t, f)
	wantReadings(t, result, "node", m.power)
	series := wantEnergy(t, f, result, m)
	if series.Unit != "W" || series.Quantity != power.Power || series.Value != "node_power_watts" ||
		!slices.Equal(series.Instruments, []string{"node"}) {
		t.Errorf("series %+v", series)
	}
	wantResumed(t, f, result)

	f.Query, f.Output = "node_energy_joules_total", filepath.Join(t.TempDir(), "energy")
	result = mustFetch(t, f)
	wantReadings(t, result, "node", m.energy)
	settings := mustRead(t, result.Settings)
	for _, line := range []string{"quantity: energy", "unit: J", "value: node_energy_joules_total"} {
		if !strings.Contains(settings, line) {
			t.Errorf("no %q in\n%s", line, settings)
		}
	}

	f.Query, f.Step, f.Output = "sum(node_power_watts)", 30*time.Second, filepath.Join(t.TempDir(), "sum")
	f.Unit = "W"
	result = mustFetch(t, f)
	if settings := mustRead(t, result.Settings); !result.Resampled || result.Samples != 240 ||
		!strings.Contains(settings, "# RESAMPLED every 30s") || !strings.Contains(settings,
		"aggregation: values of the expression sum(node_power_watts), resampled every 30s") {
		t.Errorf("%+v\n%s", result, settings)
	}
}

// TestVictoriaMetrics: the same from VictoriaMetrics, which has range selectors of its own.
func TestVictoriaMetrics(t *testing.T) {
	m := madeSeries()
	address := startVictoria(t, m)
	f := m.flags(t, "prometheus", address)
	f.Query = `{__name__="node_power_watts",job="pdu"}`
	result := mustFetch(t, f)
	wantReadings(t, result, "node", m.power)
	if series := wantEnergy(t, f, result, m); series.Unit != "W" {
		t.Errorf("series %+v", series)
	}
	wantResumed(t, f, result)
}

// TestInfluxDB1: the same from InfluxDB 1, which leaves out rows beyond its limit.
func TestInfluxDB1(t *testing.T) {
	m := madeSeries()
	address := startInflux(t, m, 250)
	f := m.flags(t, "influxdb1", address)
	f.Database, f.Measurement, f.Field, f.Tag = "site", "power", "watts", []string{"rack=r1"}
	result := mustFetch(t, f)
	wantReadings(t, result, "host", m.power)
	if series := wantEnergy(t, f, result, m); series.Unit != "W" || series.Value != "power_watts" {
		t.Errorf("series %+v", series)
	}
	wantResumed(t, f, result)
	f.Tag, f.Output = []string{`host=n "3"`}, filepath.Join(t.TempDir(), "one")
	if result := mustFetch(t, f); result.Samples != len(m.power[`n "3"`]) || result.Series != 1 {
		t.Errorf("one host: %+v", result)
	}
}

// TestEvidence: the answers are kept as they came, and an altered one is found.
func TestEvidence(t *testing.T) {
	m := madeSeries()
	server := mockInflux2(t, m)
	f := m.flags(t, "influxdb2", server.URL)
	f.Org, f.Bucket, f.Measurement, f.Field = "hpc", "site", "power", "watts"
	result := mustFetch(t, f)
	var kept manifest
	if err := json.Unmarshal([]byte(mustRead(t, filepath.Join(f.Output, "evidence", "manifest.json"))),
		&kept); err != nil {
		t.Fatal(err)
	}
	if len(kept.Pages) != result.Pages || len(kept.Pending) != 0 || kept.Asked.Source != "influxdb2" {
		t.Errorf("manifest %+v", kept)
	}
	samples := 0
	for _, one := range kept.Pages {
		samples += one.Samples
		if text := mustRead(t, filepath.Join(f.Output, "evidence", one.File)); digest([]byte(text)) != one.SHA256 ||
			len(text) != one.Bytes {
			t.Errorf("%s is not as the manifest says", one.File)
		}
	}
	if samples != result.Samples {
		t.Errorf("%d readings in the manifest, %d in the log", samples, result.Samples)
	}
	name := filepath.Join(f.Output, "evidence", kept.Pages[1].File)
	if err := os.WriteFile(name, []byte("other"), ownFile); err != nil {
		t.Fatal(err)
	}
	_, err := Fetch(t.Context(), f, environment())
	wantProblem(t, err, name+": is missing or is not as the server sent it; fetch into a new folder.")
}

func wantProblem(t *testing.T, err error, want string) {
	t.Helper()
	var inputErr *power.InputError
	if !errors.As(err, &inputErr) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
