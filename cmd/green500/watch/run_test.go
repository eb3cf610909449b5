package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/plan"
	"green500/validation/power"
)

// simulated is a run of eight nodes, each with a meter, and what is wrong with it.
type simulated struct {
	name     string
	interval time.Duration
	tail     float64
	seed     uint64
	level    power.Level
	change   func(s *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) // nil for a clean run
	start    time.Time
	begin    time.Time // of the watch
	schedule sample.Schedule
}

const (
	simulatedNodes = 8
	afterRun       = 3 * time.Minute
	beginAt        = 10 * time.Second // after the start of the recording
)

// newSimulated is a run that began some hours ago: what Prometheus keeps of it is asked for as of the times of the run.
func newSimulated(name string, interval time.Duration) *simulated {
	s := &simulated{name: name, interval: interval, tail: 1, seed: 5, level: 2,
		start: time.Now().UTC().Truncate(time.Hour).Add(-3 * time.Hour)}
	s.begin = s.start.Add(beginAt)
	at := func(after time.Duration) time.Time { return s.start.Add(after) }
	s.schedule = sample.Schedule{
		Idle:    power.NewSpan(at(0), at(100*time.Second)),
		FullRun: power.NewSpan(at(120*time.Second), at(420*time.Second)),
		Core:    power.NewSpan(at(170*time.Second), at(400*time.Second)),
	}
	return s
}

func (s *simulated) end() time.Time { return s.schedule.FullRun.End.Add(afterRun) }

// run is the model of the power.
func (s *simulated) run() sample.Run {
	machine := sample.Machine{Nodes: simulatedNodes, IdlePerNode: 300, LoadPerNode: 800, Tail: s.tail, Spread: 0.02,
		Noise: 0.008, Oscillation: 0.05, Seed: s.seed}
	return sample.Run{Machine: machine, Schedule: s.schedule}
}

// phase is when in an interval a meter is read.
func (s *simulated) phase(node int) time.Duration {
	return time.Duration(node) * s.interval / simulatedNodes
}

// openMetrics are its samples; each meter is read at its own part of the interval.
func (s *simulated) openMetrics() string {
	var out strings.Builder
	run := s.run()
	for node := range simulatedNodes {
		group := run.Group([]int{node})
		for at := s.start.Add(s.phase(node)); at.Before(s.end()); at = at.Add(s.interval) {
			stamp, watts, there := at, float64(group.Mean(power.NewSpan(at.Add(-s.interval), at))), true
			if s.change != nil {
				stamp, watts, there = s.change(s, node, at, watts)
			}
			if there {
				fmt.Fprintf(&out, "node_power_watts{scenario=%q,node=\"n%d\"} %.4f %d.%03d\n", s.name, node, watts,
					stamp.Unix(), stamp.Nanosecond()/int(time.Millisecond))
			}
		}
	}
	return out.String()
}

// metrics are the samples of several runs as one text.
func metrics(all []*simulated) string {
	var out strings.Builder
	out.WriteString("# TYPE node_power_watts gauge\n")
	for _, s := range all {
		out.WriteString(s.openMetrics())
	}
	out.WriteString("# EOF\n")
	return out.String()
}

// request is the plan of the run.
func (s *simulated) request(t *testing.T) plan.Request {
	t.Helper()
	r, err := plan.Read("plan.yaml", []byte(fmt.Sprintf(`
methodology: "2.0"
level: %d
edition: 2026-11
system: Simulated
rmax_tflops: 200
run: {core_phase_s: 230, before_s: 50, after_s: 20, timezone: UTC}
node_sets:
  - {name: nodes, nodes: 8, power_per_node_w: 800, idle_per_node_w: 300}
subsystems:
  - {name: interconnect, power_w: 300, can_be_measured: false}
  - {name: storage, participates: false}
  - {name: head_nodes, participates: false}
  - {name: cooling, participates: false}
meter: {id: strip, make: Example, model: Strip, measures: power, sampling_hz: 8000, reading_interval_s: %v, location: delivery, current: AC, accuracy: {of_reading_percent: 1}, aggregation: read in one sweep}
`, s.level, s.interval.Seconds())))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// files writes the document as planned and filled in, the sources and the output of HPL, as it is at the end.
func (s *simulated) files(t *testing.T, address string) (path, sources, hpl string) {
	t.Helper()
	made, err := plan.Of(s.request(t))
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := made.Draft()
	entry.Contact, entry.Site = power.Contact{Name: "Robin Example", Email: "robin@example.org"},
		power.Site{Name: "Example Centre", Country: "DE"}
	entry.Environment = power.Environment{Cooling: "air", InletCelsius: new(20.0), OutletCelsius: new(31.0),
		MeasuredWhere: "hot aisle"}
	entry.Run.RmaxTeraflops = 0
	for i := range entry.Subsystems {
		if one := &entry.Subsystems[i]; one.Treatment == power.Estimated {
			one.PowerWatts, one.Basis, one.Formula = 300, "data sheet of the switches", "300 W"
		}
	}
	text, err := document.YAML(entry)
	if err != nil {
		t.Fatal(err)
	}
	output := sample.NewOutput(sample.Netlib, power.GFlops(2e5), s.schedule.Core, 64, sample.Zone{Name: "UTC"})
	folder := t.TempDir()
	path, sources, hpl = filepath.Join(folder, "submission.yaml"), filepath.Join(folder, "sources.yaml"),
		filepath.Join(folder, "HPL.out")
	listed := fmt.Sprintf("sources:\n  - name: pdu\n    source: prometheus\n    url: %s\n"+
		"    query: node_power_watts{scenario=%q}\n    instruments: %d\n", address, s.name, simulatedNodes)
	for name, content := range map[string][]byte{path: text, sources: []byte(listed), hpl + ".whole": output.Bytes()} {
		if err := os.WriteFile(name, content, ownFile); err != nil {
			t.Fatal(err)
		}
	}
	return path, sources, hpl
}

// watched is what a watch of a run said.
type watched struct {
	statuses []Status
	result   *Result
	text     string
}

// watch follows the run from its beginning, in a time that goes on by as much as the watch sleeps.
func (s *simulated) watch(t *testing.T, address, format string, change ...func(*Flags)) watched {
	t.Helper()
	path, sources, hpl := s.files(t, address)
	now := s.begin
	var out bytes.Buffer
	env := Environment{
		Now:     func() time.Time { return now },
		Scratch: func() (canonical.File, error) { return canonical.Memory() }, Out: &out,
		Sleep: func(ctx context.Context, d time.Duration) error {
			if now = now.Add(d); now.After(s.schedule.Core.End.Time) {
				_ = os.Rename(hpl+".whole", hpl)
			}
			return ctx.Err()
		},
	}
	f := Flags{Path: path, Sources: sources, Output: filepath.Join(t.TempDir(), "bundle"), HPL: hpl,
		After: 2 * time.Minute, Format: format}
	for _, one := range change {
		one(&f)
	}
	result, err := Watch(t.Context(), f, env)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	w := watched{result: result, text: out.String()}
	if format == "json" {
		decoder := json.NewDecoder(&out)
		for decoder.More() {
			var one Status
			if err := decoder.Decode(&one); err != nil {
				t.Fatal(err)
			}
			if decoder.More() { // the last is of the bundle
				w.statuses = append(w.statuses, one)
			}
		}
	}
	return w
}

// first is when a kind of fault was named first; zero if it was not.
func (w watched) first(kind string) (time.Time, Fault) {
	for _, s := range w.statuses {
		for _, f := range s.Faults {
			if f.Kind == kind {
				return s.At, f
			}
		}
	}
	return time.Time{}, Fault{}
}

// long reports whether tests that take long run.
func long() bool { return os.Getenv("GREEN500_TEST_LONG") != "" }

// intervals are those of the meters of simulated runs. Readings every second take twice as long.
func intervals() []time.Duration {
	if long() {
		return []time.Duration{time.Second, 2 * time.Second}
	}
	return []time.Duration{2 * time.Second}
}

// TestCleanRun: a run as planned gives no word of anything wrong, every requirement holds or is open, and the bundle
// has the level that was planned.
func TestCleanRun(t *testing.T) {
	slow, tail := newSimulated("slow", 5*time.Second), newSimulated("tail", intervals()[0])
	tail.tail, tail.seed = 0.45, 11
	all := []*simulated{slow, tail}
	if long() {
		all = append(all, newSimulated("clean", time.Second))
	}
	address := startPrometheus(t, metrics(all))
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			w := s.watch(t, address, "text")
			for _, word := range []string{"PROBLEM", "FAILS", "names nothing to check"} {
				if strings.Contains(w.text, word) {
					t.Errorf("%s in\n%s", word, w.text)
				}
			}
			for _, line := range []string{"The load starts", "The load ends"} {
				if !strings.Contains(w.text, line) {
					t.Errorf("no %q in\n%s", line, w.text)
				}
			}
			if w.result.Report == nil {
				t.Fatalf("notes %v, reason %v", w.result.Notes, w.result.Reason)
			}
			for _, f := range w.result.Report.Findings {
				if f.Outcome.Open() && f.Asks(s.level) {
					t.Logf("%s %s: %s", f.Severity, f.Rule, f.Message)
				}
			}
			if w.result.Report.GrantedLevel != s.level || len(w.result.Notes) > 0 {
				t.Fatalf("notes %v, reason %v", w.result.Notes, w.result.Reason)
			}
			want := 300 + float64(s.run().Whole().CoreAverage()) // 300 W are the estimate of the interconnect
			if got := w.result.Report.Numbers.CoreAverage.Value; got < 0.99*want || got > 1.01*want {
				t.Errorf("core average %v, want about %v", got, want)
			}
		})
	}
}

// injected is something wrong with a run from an instant on, and by when it has to be named.
type injected struct {
	kind   string
	at     time.Duration // after the start of the recording
	within time.Duration
	about  string // what the message matches
	change func(s *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool)
}

const injectedAt = 250 * time.Second

// faults are the errors of measurement that a watch has to name: within three intervals, and a clock at the next edge
// of the load.
func faults(interval time.Duration) map[string]injected {
	from := func(s *simulated, at time.Time) bool { return !at.Before(s.start.Add(injectedAt)) }
	const edge = 120 * time.Second
	return map[string]injected{
		"silent": {Silent, injectedAt, 3 * interval, "node=n3",
			func(s *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				return at, watts, node != 3 || !from(s, at)
			}},
		"missing": {Missing, beginAt, 3 * interval, "7 instruments; 8 are stated",
			func(_ *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				return at, watts, node != 7
			}},
		"unit of one": {OtherUnit, injectedAt, 3 * interval, "node=n2",
			func(s *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				if node == 2 && from(s, at) {
					watts /= 1000
				}
				return at, watts, true
			}},
		"unit of all": {"node-power-plausible", beginAt, 3 * interval, "0.",
			func(_ *simulated, _ int, at time.Time, watts float64) (time.Time, float64, bool) {
				return at, watts / 1000, true
			}},
		"irregular": {Irregular, injectedAt, 3 * interval, "node=n4",
			func(s *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				return at, watts, node != 4 || !from(s, at) || int(at.Sub(s.start)/interval)%2 == 1
			}},
		"clock behind": {ClockOff, edge, 20 * time.Second,
			`^node=n5: power rises about (4|4.5|5|5.5|6) s earlier than at [5-7] other instruments`,
			func(_ *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				if node == 5 {
					at = at.Add(-5 * time.Second)
				}
				return at, watts, true
			}},
		"clock ahead": {ClockOff, edge, 20 * time.Second,
			`^node=n6: power rises about (4|4.5|5|5.5|6) s later than at [5-7] other instruments`,
			func(_ *simulated, node int, at time.Time, watts float64) (time.Time, float64, bool) {
				if node == 6 {
					at = at.Add(5 * time.Second)
				}
				return at, watts, true
			}},
	}
}

// TestFaultsAreNamed: each injected fault is named in time, and nothing before it.
func TestFaultsAreNamed(t *testing.T) {
	for _, interval := range intervals() {
		var all []*simulated
		for name, one := range faults(interval) {
			s := newSimulated(name, interval)
			s.change = one.change
			if one.at == injectedAt {
				s.begin = s.start.Add(injectedAt - time.Minute)
			}
			all = append(all, s)
		}
		address := startPrometheus(t, metrics(all))
		for _, s := range all {
			t.Run(fmt.Sprint(s.name, " every ", interval), func(t *testing.T) {
				want := faults(interval)[s.name]
				until := s.start.Add(want.at + want.within + 20*time.Second)
				wantNamed(t, s, want,
					s.watch(t, address, "json", func(f *Flags) { f.Until = until.Format(time.RFC3339) }))
			})
		}
	}
}

// begins is when something wrong can be seen first: the time of the first reading that is missing or other than it
// should be.
func (s *simulated) begins(one injected) time.Time {
	if one.kind == ClockOff || one.at == beginAt {
		return s.start.Add(one.at)
	}
	var first time.Time
	for node := range simulatedNodes {
		for at := s.start.Add(s.phase(node)); at.Before(s.end()); at = at.Add(s.interval) {
			if _, watts, there := one.change(s, node, at, 1); (!there || watts != 1) &&
				(first.IsZero() || at.Before(first)) {
				first = at
			}
		}
	}
	return first
}

func wantNamed(t *testing.T, s *simulated, want injected, w watched) {
	t.Helper()
	from := s.begins(want)
	at, f := w.first(want.kind)
	switch {
	case at.IsZero():
		t.Errorf("%s is not named", want.kind)
	case at.Before(from) || at.Sub(from) > want.within:
		t.Errorf("%s is named %v after it began; want within %v", want.kind, at.Sub(from), want.within)
	case !regexp.MustCompile(want.about).MatchString(f.Message):
		t.Errorf("%q does not match %q", f.Message, want.about)
	}
	t.Logf("named after %v: %s", at.Sub(from), f.Message)
	met := map[string]bool{}
	for _, status := range w.statuses {
		for _, other := range status.Faults {
			if other.Kind != want.kind && !met[other.Kind] {
				met[other.Kind] = true
				t.Logf("also, after %v: %s: %s", status.At.Sub(from), other.Kind, other.Message)
			}
			if other.Kind != want.kind && status.At.Before(from) {
				t.Errorf("before it: %s: %s", other.Kind, other.Message)
			}
		}
	}
}
