package tracefile

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// logCase is a log of testdata/logs.
type logCase struct{ tracetest.LogCase }

// input returns the log as an input, as a member of an archive or a folder if it is one.
func (c *logCase) input() *input.File {
	return &input.File{
		Source: celltext.Source{Name: "meter.log", Bytes: strings.NewReader(c.Log), Length: int64(len(c.Log))},
		Reader: bufio.NewReaderSize(strings.NewReader(c.Log), input.HeadBytes), Head: []byte(c.Log),
		Member: c.Member, Modified: c.Modified,
	}
}

// logFormat returns the first format that the log looks like.
func (c *logCase) logFormat(t *testing.T) input.LogFormat {
	t.Helper()
	for _, f := range formats() {
		if f.Is([]byte(c.Log)) {
			return f
		}
	}
	t.Fatal("no format takes it")
	return input.LogFormat{}
}

// read returns what comes of the log: readings and notes, or an error.
func (c *logCase) read(t *testing.T, format input.LogFormat) string {
	t.Helper()
	read, err := readAs(format, c.input(), table.Request{Series: &c.Series, Zone: c.Zone})
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

// understood returns what grading reads of a series besides its readings, as far as the log alone states it: where a
// timestamp lies in its interval, the unit, what an energy reading counts, and where each comes from. It is empty for a
// log that can't be read.
func (c *logCase) understood(t *testing.T, format input.LogFormat) string {
	t.Helper()
	in := c.input()
	sheet, err := format.Open(in)
	if err != nil {
		return ""
	}
	u, err := infer.Infer(&input.Opened{Sheet: sheet, Format: format.Name, File: in},
		ImportSettings{Time: c.Series.Time, Value: c.Series.Value, Where: c.Series.Where}, c.Zone, nil)
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

// said returns the value of a field of a proposal and where it comes from: the format, a cell, the header, other
// columns, or a guess.
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
	for _, one := range tracetest.LogCases(t, "testdata/logs/*.txt") {
		c := logCase{one}
		t.Run(c.Name, func(t *testing.T) {
			format := c.logFormat(t)
			got := c.read(t, format) + c.understood(t, format)
			switch same := strings.TrimSpace(got) == strings.TrimSpace(c.Want); {
			case !same && update:
				c.update(t, got)
			case !same:
				t.Errorf("got\n%swant\n%s", got, c.Want)
			}
			if !strings.Contains(strings.ReplaceAll(strings.ToLower(format.Name), " ", ""), c.Format) {
				t.Errorf("was taken for %s", format.Name)
			}
		})
	}
}

func (c *logCase) update(t *testing.T, want string) {
	t.Helper()
	text, err := os.ReadFile(c.File)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(c.Block, "-- want\n")
	if !strings.HasSuffix(c.Block, "\n") { // others follow
		want = strings.TrimSuffix(want, "\n")
	}
	replaced := strings.Replace(string(text), c.Block, head+"-- want\n"+want, 1)
	if err := os.WriteFile(c.File, []byte(replaced), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Each log of an archive counts its times from its own start, while the energy is counted on.
func TestLogsOfAnArchiveHaveEachTheirStart(t *testing.T) {
	var sheets []table.Sheet
	for _, text := range []string{
		"# started on Mon Jun  1 12:00:00 2026\n1.000000000,10,Joules,power/energy-pkg/,1,100.00,,\n",
		"# started on Mon Jun  1 13:00:00 2026\n1.000000000,5,Joules,power/energy-pkg/,1,100.00,,\n" +
			"2.000000000,<not counted>,Joules,power/energy-pkg/,1,0,,\n",
	} {
		opened, err := (Input{Name: "perf.log", Stream: strings.NewReader(text)}).open(nil, false, canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		opened.Sheet.Columns().Notes.Add(opened.Refuse(0, "time", "is noted", ""))
		sheets = append(sheets, opened.Sheet)
	}
	selections, err := table.Plan(sheets[0].Columns(),
		[]table.Request{{Series: &power.Series{Unit: "J"}, Zone: time.UTC}}, canonical.Memory)
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
	want := "event=power/energy-pkg/ 2026-06-01T12:00:01Z 10.000 J\n" +
		"event=power/energy-pkg/ 2026-06-01T13:00:01Z 15.000 J\n"
	if got := tracetest.Shown(all[0].Traces); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if notes := all[0].Notes; len(notes) != 2 || notes[1].Count != 2 {
		t.Errorf("noted %v", notes)
	}
}
