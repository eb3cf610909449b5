package tracefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/hashed"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// logCase is a log of testdata/logs, what is asked of it, and what must come of it.
type logCase struct {
	name     string
	format   string
	series   power.Series
	zone     *time.Location
	member   string
	modified time.Time
	log      string
	want     string
}

// logCases reads the files of testdata/logs: cases that begin with "== name", lines of "-- field: value",
// the log behind "-- log", and what comes of it behind "-- want". A ␍ stands for a carriage return, and a ␄ ends a log that has
// no last line end.
func logCases(t testing.TB) []logCase {
	t.Helper()
	files, err := filepath.Glob("testdata/logs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no logs in testdata", err)
	}
	var cases []logCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		format := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, block := range strings.Split("\n"+string(text), "\n== ")[1:] {
			cases = append(cases, logCaseOf(t, format, block))
		}
	}
	return cases
}

func logCaseOf(t testing.TB, format, block string) logCase {
	t.Helper()
	head, rest, found := strings.Cut(block, "\n-- log\n")
	log, want, wanted := strings.Cut(rest, "-- want\n")
	if !found || !wanted {
		t.Fatalf("a case of %s has no log or nothing wanted:\n%s", format, block)
	}
	name, fields, _ := strings.Cut(head, "\n")
	c := logCase{name: format + ": " + name, format: format, log: strings.TrimSuffix(strings.ReplaceAll(log, "␍", "\r"), "␄\n"), want: want}
	for line := range strings.Lines(fields) {
		field, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		switch field {
		case "-- series":
			err = json.Unmarshal([]byte(value), &c.series)
		case "-- zone":
			c.zone, err = time.LoadLocation(value)
		case "-- member":
			c.member = value
		case "-- modified":
			c.modified, err = time.Parse(time.RFC3339, value)
		case "-- file":
			c.format = value
		default:
			err = fmt.Errorf("what is %q", field)
		}
		if err != nil {
			t.Fatal(c.name, err)
		}
	}
	return c
}

// read reads the log as a member of an archive or a folder where it is one.
func (c *logCase) read() (*canonical.Readings, string, error) {
	in := &input.File{
		Source: celltext.Source{Name: "meter.log", Bytes: strings.NewReader(c.log), Length: int64(len(c.log))}, Reader: bufio.NewReaderSize(strings.NewReader(c.log), hashed.HeadBytes), Head: []byte(c.log),
		Member: c.member, Modified: c.modified,
	}
	for _, f := range formats() {
		if !f.Is(in.Head) {
			continue
		}
		read, err := readAs(f, in, table.Request{Series: &c.series, Zone: c.zone})
		return read, f.Name, err
	}
	return nil, "", fmt.Errorf("no format takes it")
}

func TestLogs(t *testing.T) {
	for _, c := range logCases(t) {
		t.Run(c.name, func(t *testing.T) {
			read, format, err := c.read()
			var got bytes.Buffer
			if err != nil {
				demandInput(t, err)
				fmt.Fprintln(&got, err)
			} else {
				got.WriteString(shown(read.Traces))
				for _, n := range read.Notes {
					fmt.Fprintf(&got, "note: line %d, %s: %s (%d)\n", n.Line, n.Field, n.Problem, n.Count)
				}
			}
			if strings.TrimSpace(got.String()) != strings.TrimSpace(c.want) {
				t.Errorf("got\n%swant\n%s", &got, c.want)
			}
			if !strings.Contains(strings.ReplaceAll(strings.ToLower(format), " ", ""), c.format) {
				t.Errorf("was taken for %s", format)
			}
		})
	}
}

// Each log of an archive counts its times from its own start, while the energy is counted on.
func TestLogsOfAnArchiveHaveEachTheirStart(t *testing.T) {
	var sheets []table.Sheet
	for _, text := range []string{
		"# started on Mon Jun  1 12:00:00 2026\n1.000000000,10,Joules,power/energy-pkg/,1,100.00,,\n",
		"# started on Mon Jun  1 13:00:00 2026\n1.000000000,5,Joules,power/energy-pkg/,1,100.00,,\n2.000000000,<not counted>,Joules,power/energy-pkg/,1,0,,\n",
	} {
		opened, err := (Input{Name: "perf.log", Stream: strings.NewReader(text)}).open(nil, false, canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		opened.Sheet.Columns().Notes.Add(opened.Refuse(0, "time", "is noted", ""))
		sheets = append(sheets, opened.Sheet)
	}
	selections, err := table.Plan(sheets[0].Columns(), []table.Request{{Series: &power.Series{Unit: "J"}, Zone: time.UTC}}, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sheets {
		if err := table.Take(s, selections); err != nil {
			t.Fatal(err)
		}
	}
	all, err := finish(selections)
	if err != nil {
		t.Fatal(err)
	}
	want := "event=power/energy-pkg/ 2026-06-01T12:00:01Z 10.000 J\nevent=power/energy-pkg/ 2026-06-01T13:00:01Z 15.000 J\n"
	if got := shown(all[0].Traces); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if notes := all[0].Notes; len(notes) != 2 || notes[1].Count != 2 {
		t.Errorf("noted %v", notes)
	}
}
