package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/rules"
)

var selected = regexp.MustCompile(`\[(\d+)ms\]$`)

// mockPrometheus answers range selectors with the readings of a run, each of which is there when it was taken.
func mockPrometheus(t *testing.T, metric string, all []due) string {
	t.Helper()
	type series struct {
		Metric map[string]string `json:"metric"`
		Values [][2]any          `json:"values"`
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/query" {
			http.NotFound(w, r)
			return
		}
		width, _ := strconv.ParseInt(selected.FindStringSubmatch(r.FormValue("query"))[1], 10, 64)
		to, _ := strconv.ParseFloat(r.FormValue("time"), 64)
		end := int64(to*1e3+0.5) * 1e6
		var result []*series
		at := map[string]*series{}
		for _, one := range all {
			if one.At > end || one.At <= end-width*1e6 {
				continue
			}
			if at[one.Series] == nil {
				at[one.Series] = &series{Metric: map[string]string{"__name__": metric, "node": one.Series}}
				result = append(result, at[one.Series])
			}
			at[one.Series].Values = append(at[one.Series].Values,
				[2]any{json.Number(fmt.Sprintf("%.3f", float64(one.At/1e6)/1e3)), fmt.Sprint(one.Value)})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"status": "success",
			"data": map[string]any{"resultType": "matrix", "result": result}})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const planText = `methodology: "2.0"
level: 2
edition: 2026-11
system: Simulated
rmax_tflops: 200
run: {core_phase_s: 230, before_s: 50, after_s: 20, timezone: UTC}
node_sets:
  - {name: nodes, nodes: 8, power_per_node_w: 800, idle_per_node_w: 300}
subsystems:
  - {name: interconnect, power_w: 300, can_be_measured: false}
meter: {id: strip, make: Example, model: Strip, measures: power, sampling_hz: 8000, reading_interval_s: 1, location: delivery, current: AC, accuracy: {of_reading_percent: 1}}
`

// written writes a plan and sources of it.
func written(t *testing.T, planned, sources string) Flags {
	t.Helper()
	folder := t.TempDir()
	f := Flags{Path: filepath.Join(folder, "plan.yaml"), Sources: filepath.Join(folder, "sources.yaml"),
		Output: filepath.Join(folder, "bundle"), After: time.Minute, Format: "text"}
	for name, text := range map[string]string{f.Path: planned, f.Sources: sources} {
		if err := os.WriteFile(name, []byte(text), ownFile); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// TestInterruptedWithoutOutput: a watch of a plan that is interrupted writes a bundle whose core phase, full run and
// idle time are those of the readings, and says that they are to be looked at.
func TestInterruptedWithoutOutput(t *testing.T) {
	s := newSimulated("plan", time.Second)
	url := mockPrometheus(t, "node_power_watts", s.readings(habits()[0]))
	f := written(t, planText, "sources:\n  - {name: pdu, source: prometheus, url: "+url+", query: node_power_watts}\n")
	now := s.start.Add(beginAt)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out bytes.Buffer
	result, err := Watch(ctx, f, Environment{
		Now:     func() time.Time { return now },
		Scratch: func() (canonical.File, error) { return canonical.Memory() }, Out: &out,
		Sleep: func(ctx context.Context, d time.Duration) error {
			if now = now.Add(d); now.After(s.end()) {
				stop()
			}
			return ctx.Err()
		},
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if strings.Contains(out.String(), "PROBLEM") || result.Reason != nil || result.Report == nil {
		t.Fatalf("%v\n%s", result.Reason, out.String())
	}
	text, err := os.ReadFile(filepath.Join(f.Output, "submission.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	entry, _, err := document.Decode("submission.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	// the check of the result is load too
	wantSpan(t, "core phase", entry.Run.CorePhase, s.schedule.Core, 15*time.Second)
	wantSpan(t, "full run", entry.Run.FullRun, s.schedule.FullRun, 12*time.Second)
	if len(entry.Idle) != 1 || entry.Idle[0].Start.Before(s.start) ||
		entry.Idle[0].End.After(s.schedule.FullRun.Start.Time) {
		t.Errorf("idle %+v", entry.Idle)
	}
	for _, note := range []string{"as the readings show: name the HPL output instead", "as the readings show: write " +
		"when the job really started and ended", "as the readings show: write when the machine was ready for work"} {
		if !strings.Contains(string(text), note) {
			t.Errorf("no %q in\n%s", note, text)
		}
	}
	if entry.Series[0].File != "pdu/pdu.csv" || entry.Series[0].Meter != "strip" || entry.Series[0].Unit != "W" {
		t.Errorf("series %+v", entry.Series[0])
	}
}

func wantSpan(t *testing.T, what string, got, want power.Span, within time.Duration) {
	t.Helper()
	if got.Start.Sub(want.Start.Time).Abs() > within || got.End.Sub(want.End.Time).Abs() > within {
		t.Errorf("%s %v to %v, want %v to %v", what, got.Start, got.End, want.Start, want.End)
	}
}

// TestRefused: what cannot be watched is said before anything is fetched, with its line.
func TestRefused(t *testing.T) {
	const good = "sources:\n  - {name: pdu, source: prometheus, url: \"http://127.0.0.1:1\", query: node_power_watts}\n"
	for _, one := range []struct{ name, plan, sources, want string }{
		{"no sources", planText, "sources: []\n", "no source is given"},
		{"unknown source", planText, strings.Replace(good, "source: prometheus", "source: graphite", 1),
			"line 2, sources[0].source: \"graphite\" is not a known value"},
		{"unknown field", planText, strings.Replace(good, "query:", "promql:", 1), "promql"},
		{"a path for a name", planText, strings.Replace(good, "name: pdu", "name: ../pdu", 1),
			"\"../pdu\" does not name a folder"},
		{"two of a name", planText, good +
			"  - {name: PDU, source: prometheus, url: \"http://127.0.0.1:1\", query: other}\n", "names two sources"},
		{"no such meter", planText, strings.Replace(good, "name: pdu", "name: pdu, subsystem: storage", 1),
			"no series of the document covers storage"},
		{"no such set", planText, strings.Replace(good, "name: pdu", "name: pdu, node_set: gpu, meter: strip", 1),
			"the document has no set \"gpu\""},
		{"no query", planText, "sources:\n  - {name: pdu, source: prometheus, url: \"http://127.0.0.1:1\"}\n",
			"sources[0]: --query: is required"},
		{"no plan", "level: 9\n", good, "9 is not a level"},
		{"no document", "schema: green500.submission/1\n", good, "this is missing"},
	} {
		t.Run(one.name, func(t *testing.T) {
			_, err := Watch(t.Context(), written(t, one.plan, one.sources), Environment{Now: time.Now,
				Sleep: func(context.Context, time.Duration) error { return nil }, Out: &bytes.Buffer{}})
			if err == nil || !strings.Contains(err.Error(), one.want) {
				t.Errorf("%v does not contain %q", err, one.want)
			}
		})
	}
}

// TestRulesAreKnown: every rule that is judged in its own way is one.
func TestRulesAreKnown(t *testing.T) {
	known := knownRules()
	for _, id := range append(append(append(atTheEnd(), underLoad()...), warnings()...), atOnce()...) {
		if !known[id] {
			t.Errorf("there is no rule %s", id)
		}
	}
}

func knownRules() map[string]bool {
	known := map[string]bool{}
	for _, rule := range rules.All() {
		known[rule.ID] = true
	}
	return known
}
