package tracetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
)

// LogCase is a log of testdata/logs, what is asked of it, and what must come of it.
type LogCase struct {
	Name     string
	Format   string
	Series   power.Series
	Zone     *time.Location
	Member   string
	Modified time.Time
	Log      string
	Want     string
	File     string // of testdata/logs
	Block    string // of the file, from the name of the case to its end
}

// LogCases reads files of logs: cases that begin with "== name", lines of "-- field: value", the log after "-- log",
// and what comes of it after "-- want". A ␍ stands for a carriage return, and a ␄ ends a log that has no last line end.
func LogCases(t testing.TB, pattern string) []LogCase {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no logs in testdata", err)
	}
	var cases []LogCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		format := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, block := range strings.Split("\n"+string(text), "\n== ")[1:] {
			c := logCaseOf(t, format, block)
			c.File, c.Block = file, block
			cases = append(cases, c)
		}
	}
	return cases
}

func logCaseOf(t testing.TB, format, block string) LogCase {
	t.Helper()
	head, rest, found := strings.Cut(block, "\n-- log\n")
	log, want, wanted := strings.Cut(rest, "-- want\n")
	if !found || !wanted {
		t.Fatalf("a case of %s has no log or nothing wanted:\n%s", format, block)
	}
	name, fields, _ := strings.Cut(head, "\n")
	c := LogCase{Name: format + ": " + name, Format: format,
		Log: strings.TrimSuffix(strings.ReplaceAll(log, "␍", "\r"), "␄\n"), Want: want}
	for line := range strings.Lines(fields) {
		field, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		switch field {
		case "-- series":
			err = json.Unmarshal([]byte(value), &c.Series)
		case "-- zone":
			c.Zone, err = time.LoadLocation(value)
		case "-- member":
			c.Member = value
		case "-- modified":
			c.Modified, err = time.Parse(time.RFC3339, value)
		case "-- file":
			c.Format = value
		default:
			err = fmt.Errorf("what is %q", field)
		}
		if err != nil {
			t.Fatal(c.Name, err)
		}
	}
	return c
}

// CheckLogs holds what read returns of the logs of some files to the readings that are wanted there, and errors to
// their sentence. Logs that lie in an archive are left out.
func CheckLogs(t *testing.T, folder string, read func(c *LogCase) ([]*power.Trace, error), files ...string) {
	t.Helper()
	for _, file := range files {
		for _, c := range LogCases(t, filepath.Join(folder, file+".txt")) {
			if c.Member != "" || !c.Modified.IsZero() {
				continue
			}
			var want strings.Builder
			for line := range strings.Lines(c.Want) {
				if !strings.HasPrefix(line, "note: ") && !strings.HasPrefix(line, "stamp: ") &&
					!strings.HasPrefix(line, "unit: ") && !strings.HasPrefix(line, "counts: ") {
					want.WriteString(line)
				}
			}
			traces, err := read(&c)
			got := Shown(traces)
			if err != nil {
				got = err.Error() + "\n"
			}
			if strings.TrimSpace(got) != strings.TrimSpace(want.String()) {
				t.Errorf("%s: got\n%swant\n%s", c.Name, got, want.String())
			}
		}
	}
}
