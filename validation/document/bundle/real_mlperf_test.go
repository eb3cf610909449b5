package bundle_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/methodology"
	"green500/validation/power"
)

// mlperf builds measurements from the logs of MLPerf.
type mlperf struct {
	t      *testing.T
	folder string
	entry  power.Entry
	parts  []power.Part
	core   power.Span
}

func newMLPerf(t *testing.T, item string) *mlperf {
	t.Helper()
	folder := filepath.Join(shared, "data", item)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		t.Skip("the real measurements are not beside this checkout")
	}
	entry := power.Entry{Schema: power.Schema, Methodology: "2.0", ClaimedLevel: 1, Meters: []power.Meter{{
		ID: "meter", Measures: power.Power, IntervalSeconds: 1, Accuracy: power.Accuracy{OfReadingPercent: 1},
		Location: power.Upstream,
	}}}
	return &mlperf{t: t, folder: folder, entry: entry}
}

// lines calls visit for every line of a file of the item.
func (p *mlperf) lines(name string, visit func(string)) {
	p.t.Helper()
	file, err := os.Open(filepath.Join(p.folder, name))
	if err != nil {
		p.t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24) // some events are a megabyte long
	for lines.Scan() {
		visit(strings.TrimRight(lines.Text(), "\r"))
	}
	if err := lines.Err(); err != nil {
		p.t.Fatal(err)
	}
}

// add makes a series of the readings of a file, whose times without a zone are those of the phases.
func (p *mlperf) add(name string) {
	p.t.Helper()
	series := power.Series{File: name, Meter: "meter", Quantity: power.Power, Unit: "W",
		Covers: power.Covers{Subsystem: power.Compute}}
	file, err := os.ReadFile(filepath.Join(p.folder, name))
	if err != nil {
		p.t.Fatal(err)
	}
	in := tracefile.Input{Name: name, At: bytes.NewReader(file), Size: int64(len(file))}
	read, err := tracefile.Read(in, &series, time.UTC, canonical.Memory)
	if err != nil {
		p.t.Fatal(err)
	}
	p.entry.Series = append(p.entry.Series, series)
	p.parts = append(p.parts, power.Part{Traces: read.Traces})
}

const ptdaemonTime = "01-02-2006 15:04:05.999"

// logged reads the events of an MLPerf log, ":::MLLOG {...}" with whatever before it.
func (p *mlperf) logged(name string, visit func(event map[string]any)) {
	p.t.Helper()
	p.lines(name, func(line string) {
		_, text, found := strings.Cut(line, ":::MLLOG ")
		if !found {
			return
		}
		event := map[string]any{}
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			p.t.Fatal(err)
		}
		visit(event)
	})
}

// inference takes the core phase of an inference run.
func (p *mlperf) inference() {
	p.t.Helper()
	p.logged("mlperf_log_detail.txt", func(event map[string]any) {
		ends := map[any]*power.Time{"power_begin": &p.core.Start, "power_end": &p.core.End}
		if end := ends[event["key"]]; end != nil {
			at, err := time.Parse(ptdaemonTime, fmt.Sprint(event["value"]))
			if err != nil {
				p.t.Fatal(err)
			}
			end.Time = at
		}
	})
}

// milliseconds is the time of an event.
func milliseconds(event map[string]any) time.Time {
	at, _ := event["time_ms"].(float64)
	return time.UnixMilli(int64(at)).UTC()
}

// training takes the core phase of a training run and the readings of every node and switch.
func (p *mlperf) training(result string, files ...string) {
	p.t.Helper()
	p.logged(result, func(event map[string]any) {
		switch event["key"] {
		case "run_start":
			p.core.Start.Time = milliseconds(event)
		case "run_stop":
			p.core.End.Time = milliseconds(event)
		}
	})
	for _, name := range files {
		p.add(name)
	}
}

func (p *mlperf) measurement() *power.Measurement {
	for i := range p.parts {
		p.parts[i].Series, p.parts[i].Meter = &p.entry.Series[i], &p.entry.Meters[0]
	}
	return &power.Measurement{Entry: &p.entry, Parts: p.parts, Core: p.core}
}

func (p *mlperf) grade() *validation.Report {
	p.t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: p.measurement(), Edition: methodology.V20})
	if err != nil {
		p.t.Fatal(err)
	}
	return report
}
