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

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/hashed"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
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
	file     string // of testdata/logs
	block    string // of the file, from the name of the case to its end
}

// logCases reads the files of testdata/logs: cases that begin with "== name", lines of "-- field: value",
// the log after "-- log", and what comes of it after "-- want". A ␍ stands for a carriage return, and a ␄ ends a log that has
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
			c := logCaseOf(t, format, block)
			c.file, c.block = file, block
			cases = append(cases, c)
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

// input returns the log as an input, as a member of an archive or a folder if it is one.
func (c *logCase) input() *input.File {
	return &input.File{
		Source: celltext.Source{Name: "meter.log", Bytes: strings.NewReader(c.log), Length: int64(len(c.log))}, Reader: bufio.NewReaderSize(strings.NewReader(c.log), hashed.HeadBytes), Head: []byte(c.log),
		Member: c.member, Modified: c.modified,
	}
}

// logFormat returns the first format that the log looks like.
func (c *logCase) logFormat(t *testing.T) input.LogFormat {
	t.Helper()
	for _, f := range formats() {
		if f.Is([]byte(c.log)) {
			return f
		}
	}
	t.Fatal("no format takes it")
	return input.LogFormat{}
}

// read returns what comes of the log: readings and notes, or an error.
func (c *logCase) read(t *testing.T, format input.LogFormat) string {
	t.Helper()
	read, err := readAs(format, c.input(), table.Request{Series: &c.series, Zone: c.zone})
	if err != nil {
		tracetest.DemandInput(t, err)
		return err.Error() + "\n"
	}
	got := bytes.NewBufferString(tracetest.Shown(read.Traces))
	for _, n := range read.Notes {
		fmt.Fprintf(got, "note: line %d, %s: %s (%d)\n", n.Line, n.Field, n.Problem, n.Count)
	}
	return got.String()
}

// understood returns what grading reads of a series besides its readings, as far as the log alone states it: where a timestamp
// lies in its interval, the unit, what an energy reading counts, and where each comes from. It is empty for a log that can't be
// read.
func (c *logCase) understood(t *testing.T, format input.LogFormat) string {
	t.Helper()
	in := c.input()
	sheet, err := format.Open(in)
	if err != nil {
		return ""
	}
	u, err := infer.Infer(&input.Opened{Sheet: sheet, Format: format.Name, File: in}, ImportSettings{Time: c.series.Time, Value: c.series.Value, Where: c.series.Where}, c.zone, nil)
	if err != nil || len(u.Series) == 0 {
		return ""
	}
	p := u.Series[0]
	got := fmt.Sprintf("stamp: %s\nunit: %s\n", said(&p, "stamp"), said(&p, "unit"))
	if p.Series.Quantity == power.Energy {
		got += fmt.Sprintf("counts: %s\n", said(&p, "counts"))
	}
	return got
}

// said returns the value of a field of a proposal and where it comes from: the format, a cell, the header, other columns, or a guess.
func said(p *infer.Proposal, field string) string {
	r, known := reasonOf(*p, field)
	named := strings.HasPrefix(r.Why, "\"") // the sentence begins with the name of a column
	switch {
	case !known:
		return "none"
	case r.Confidence == table.Open:
		return strings.TrimSpace(r.Value + " unknown")
	case r.Confidence == table.Certain && named:
		return r.Value + " from a cell"
	case r.Confidence == table.Certain:
		return r.Value + " from the format"
	case r.Confidence == table.Likely && named:
		return r.Value + " from the header"
	case r.Confidence == table.Likely:
		return r.Value + " from the columns"
	}
	return r.Value + " by a guess"
}

// GREEN500_TEST_LOGS_UPDATE=1 writes what comes of the logs into their files.
func TestLogs(t *testing.T) {
	update := os.Getenv("GREEN500_TEST_LOGS_UPDATE") != ""
	for _, c := range logCases(t) {
		t.Run(c.name, func(t *testing.T) {
			format := c.logFormat(t)
			got := c.read(t, format) + c.understood(t, format)
			switch same := strings.TrimSpace(got) == strings.TrimSpace(c.want); {
			case !same && update:
				c.update(t, got)
			case !same:
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if !strings.Contains(strings.ReplaceAll(strings.ToLower(format.Name), " ", ""), c.format) {
				t.Errorf("was taken for %s", format.Name)
			}
		})
	}
}

func (c *logCase) update(t *testing.T, want string) {
	t.Helper()
	text, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(c.block, "-- want\n")
	if !strings.HasSuffix(c.block, "\n") { // others follow
		want = strings.TrimSuffix(want, "\n")
	}
	replaced := strings.Replace(string(text), c.block, head+"-- want\n"+want, 1)
	if err := os.WriteFile(c.file, []byte(replaced), 0o644); err != nil {
		t.Fatal(err)
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
	all, err := table.Finish(selections)
	if err != nil {
		t.Fatal(err)
	}
	want := "event=power/energy-pkg/ 2026-06-01T12:00:01Z 10.000 J\nevent=power/energy-pkg/ 2026-06-01T13:00:01Z 15.000 J\n"
	if got := tracetest.Shown(all[0].Traces); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if notes := all[0].Notes; len(notes) != 2 || notes[1].Count != 2 {
		t.Errorf("noted %v", notes)
	}
}
