package contents_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// realData holds published measurements, which are no part of the project.
const realData = "../../../../shared/data"

func surveyReal(t *testing.T, path, zone string) *contents.Survey {
	t.Helper()
	f, err := os.Open(filepath.Join(realData, path))
	if err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return surveyOf(t, tracefile.Input{Name: filepath.Base(path), At: f, Size: info.Size()}, zone)
}

func surveyOf(t *testing.T, in tracefile.Input, zone string) *contents.Survey {
	t.Helper()
	told := contents.Settings{ImportSettings: tracefile.ImportSettings{Timezone: zone}}
	if zone != "" {
		var err error
		if told.Zone, err = time.LoadLocation(zone); err != nil {
			t.Fatal(err)
		}
	}
	s, err := contents.Read(in, told, canonical.Memory)
	if err == nil {
		err = s.ReadError
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func span(t *testing.T, start, end string) power.Span {
	t.Helper()
	var s power.Span
	for text, into := range map[string]*power.Time{start: &s.Start, end: &s.End} {
		if err := into.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The core phases of published entries lie on a stretch of load, and if the zone of the log is not
// told, what is offered names it.
func TestCorePhasesOfPublishedTraces(t *testing.T) {
	for _, c := range []struct {
		file, zone, start, end string
		stretches              int
		shift                  time.Duration // between zones, that is offered; 0 if it fits
	}{
		{"hpl-power-trace/alex/megware-alex.csv", "Europe/Berlin", "2023-04-28T22:02:36+02:00",
			"2023-04-28T22:07:52+02:00", 5, 0},
		{"hpl-power-trace/alex/megware-alex.csv", "", "2023-04-28T22:02:36+02:00", "2023-04-28T22:07:52+02:00", 5,
			2 * time.Hour},
		{"hpl-power-trace/grete/megware-grete.csv", "Europe/Berlin", "2023-05-06T18:53:23+02:00",
			"2023-05-06T18:56:47+02:00", 1, 0},
		{"hpl-power-trace/grete/megware-grete.csv", "", "2023-05-06T18:53:23+02:00", "2023-05-06T18:56:47+02:00", 1,
			2 * time.Hour},
		{"hpl-power-trace/tud-alpha/tud-alpha-power.csv", "", "2021-05-27T16:32:40.767+02:00",
			"2021-05-27T16:39:33.109+02:00", 1, 0},
		{"hpl-power-trace/tud-alpha/tud-alpha-energy.csv", "", "2021-05-27T16:32:40.767+02:00",
			"2021-05-27T16:39:33.109+02:00", 1, 0},
		{"hpl-power-trace/tud-alpha/tud-alpha-power.csv", "", "2021-05-27T16:32:40.767Z", "2021-05-27T16:39:33.109Z", 1,
			-2 * time.Hour},
		{"hpl-power-trace/tud-barnard/tud-barnard-power.csv", "", "2023-05-12T03:03:45+02:00",
			"2023-05-12T12:33:55+02:00", 1, 0},
		{"hpl-power-trace/tud-barnard/tud-barnard-energy.csv", "", "2023-05-12T03:03:45+02:00",
			"2023-05-12T12:33:55+02:00", 1, 0},
		{"green500-submission/claix2023-gpu/pdus.parquet", "", "2024-09-27T11:18:11+02:00",
			"2024-09-27T11:22:27+02:00", 10, 0},
	} {
		t.Run(filepath.Base(c.file)+c.zone, func(t *testing.T) {
			s := surveyReal(t, c.file, c.zone)
			if len(s.Plateaus.All) != c.stretches {
				t.Errorf("%d stretches of load, want %d: %v", len(s.Plateaus.All), c.stretches, s.Plateaus)
			}
			laid, _ := s.MatchCore(span(t, c.start, c.end))
			if laid.Fits != (c.shift == 0) {
				t.Errorf("fits: %v, rise %v, fall %v", laid.Fits, laid.Rise, laid.Fall)
			}
			if c.shift != 0 && (len(laid.Shifts) == 0 || laid.Shifts[0].Zone != c.shift) {
				t.Errorf("offers %+v, want %v", laid.Shifts, c.shift)
			}
		})
	}
}

// slowRise is the one item whose power takes four minutes to rise under load: no edge shows there.
const slowRise = "v3.0-xr5610-2ch"

// In every item of MLPerf power rises and falls with the core phase by the program's own log, and a clock
// that is nine hours off is found.
func TestCorePhasesOfMLPerf(t *testing.T) {
	items, err := filepath.Glob(filepath.Join(realData, "mlperf-inference/*"))
	if err != nil || len(items) == 0 {
		t.Skip("the published measurements are not beside the project")
	}
	const off = 9 * time.Hour
	for _, item := range items {
		t.Run(filepath.Base(item), func(t *testing.T) {
			log, core := mlperf(t, item)
			s := surveyOf(t, tracefile.Input{Name: "spl.csv", At: strings.NewReader(log), Size: int64(len(log))}, "")
			laid, _ := s.MatchCore(core)
			if fits := filepath.Base(item) != slowRise; laid.Fits != fits {
				t.Errorf("fits: %v, rise %v, fall %v", laid.Fits, laid.Rise, laid.Fall)
			}
			laid, _ = s.MatchCore(core.Trim(-off, off))
			if laid.Fits {
				t.Error("fits though the clock is off")
			}
			if filepath.Base(item) != slowRise && (len(laid.Shifts) != 1 || laid.Shifts[0].Zone != off) {
				t.Errorf("offers %+v, want %v", laid.Shifts, off)
			}
		})
	}
}

// mlperf returns the readings of an item as CSV and its core phase, all by one clock.
func mlperf(t *testing.T, item string) (csv string, core power.Span) {
	t.Helper()
	const layout = "01-02-2006 15:04:05.000"
	var out strings.Builder
	fmt.Fprintln(&out, "time,watts")
	lines(t, filepath.Join(item, "spl.txt"), func(line string) {
		cells := strings.Split(line, ",")
		if len(cells) < 4 {
			return
		}
		if at, err := time.Parse(layout, cells[1]); err == nil {
			fmt.Fprintf(&out, "%s,%s\n", at.Format(time.RFC3339Nano), cells[3])
		}
	})
	lines(t, filepath.Join(item, "mlperf_log_detail.txt"), func(line string) {
		for key, into := range map[string]*power.Time{"power_begin": &core.Start, "power_end": &core.End} {
			if !strings.Contains(line, `"key": "`+key+`"`) {
				continue
			}
			_, rest, _ := strings.Cut(line, `"value": "`)
			text, _, _ := strings.Cut(rest, `"`)
			at, err := time.Parse(layout, text)
			if err != nil {
				t.Fatal(err)
			}
			into.Time = at
		}
	})
	return out.String(), core
}

func lines(t *testing.T, name string, visit func(string)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24) // some events are a megabyte long
	for in.Scan() {
		visit(in.Text())
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
}
