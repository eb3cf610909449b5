package tracefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// sweepCase is a line of testdata/real.txt.
type sweepCase struct {
	line                   int
	path, format, expected string
	series                 power.Series
	pending                string // what it waits for
}

// readSweep reads testdata/real.txt, which says how its lines are written.
func readSweep(t *testing.T) []sweepCase {
	t.Helper()
	text, err := os.ReadFile("testdata/real.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []sweepCase
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 4 && len(cells) != 5 {
			t.Fatalf("real.txt, line %d: %d cells", i+1, len(cells))
		}
		c := sweepCase{line: i + 1, path: cells[0], format: cells[1], expected: cells[3]}
		if err := json.Unmarshal([]byte(cells[2]), &c.series); err != nil {
			t.Fatalf("real.txt, line %d: %v", i+1, err)
		}
		if len(cells) == 5 {
			c.pending = strings.TrimPrefix(cells[4], "pending: ")
		}
		cases = append(cases, c)
	}
	return cases
}

// TestSweep reads every published log that could be one of power.
func TestSweep(t *testing.T) {
	if _, err := os.Stat(realData); err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	for _, c := range readSweep(t) {
		t.Run(fmt.Sprintf("%d %s", c.line, c.path), func(t *testing.T) {
			inputErr := c.check(t)
			if c.pending == "" && inputErr != nil {
				t.Error(inputErr)
			}
			if c.pending != "" && inputErr == nil {
				t.Errorf("works now: take %q off the line", "pending: "+c.pending)
			}
		})
	}
}

// check returns what is not as expected.
func (c sweepCase) check(t *testing.T) error {
	t.Helper()
	in := openPublished(t, c.path)
	var zone *time.Location
	if c.series.Timezone != "" {
		var err error
		if zone, err = time.LoadLocation(c.series.Timezone); err != nil {
			return err
		}
	}
	read, err := Read(in, &c.series, zone, canonical.Memory)
	if words, refused := strings.CutPrefix(c.expected, "refused:"); refused {
		var inputErr *power.InputError
		if !errors.As(err, &inputErr) || !strings.Contains(err.Error(), strings.TrimSpace(words)) {
			return fmt.Errorf("got %s, want a refusal that says %q", fmt.Sprint(err), words)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if o, err := (openPublished(t, c.path)).open(nil, false, canonical.Memory); err == nil {
		defer o.Close()
		if o.Format != c.format {
			return fmt.Errorf("is %s, want %s", o.Format, c.format)
		}
	}
	return compareFacts(c.expected, read)
}

func openPublished(t *testing.T, path string) Input {
	t.Helper()
	whole := filepath.Join(realData, path)
	info, err := os.Stat(whole)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		return Input{Name: path, Folder: os.DirFS(whole)}
	}
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	return Input{Name: path, At: bytes.NewReader(content), Size: info.Size()}
}

// compareFacts holds readings to facts such as "readings=12 mean=3.5".
func compareFacts(expected string, read *canonical.Readings) error {
	var wrong []error
	for fact := range strings.FieldsSeq(expected) {
		name, want, _ := strings.Cut(fact, "=")
		if got := factOf(name, read); !sameFact(got, want) {
			wrong = append(wrong, fmt.Errorf("%s is %s, want %s", name, got, want))
		}
	}
	return errors.Join(wrong...)
}

// sameFact compares numbers to seven digits.
func sameFact(got, want string) bool {
	x, err := strconv.ParseFloat(got, 64)
	y, failed := strconv.ParseFloat(want, 64)
	return got == want || err == nil && failed == nil && math.Abs(x-y) <= 1e-7*math.Abs(y)
}

func factOf(name string, read *canonical.Readings) string {
	readings, sum := 0, 0.0
	parts := map[power.Quantity]float64{power.Power: 1e6, power.Energy: 1e3} // of a watt or joule in a value
	first, last := time.Time{}, time.Time{}
	for _, one := range read.Traces {
		for i := range one.Len() {
			r := one.Reading(i)
			sum += float64(r.Value) / parts[one.Quantity]
			if at := r.At; first.IsZero() || at.Before(first) {
				first = at
			}
			if r.At.After(last) {
				last = r.At
			}
		}
		readings += one.Len()
	}
	switch name {
	case "readings":
		return strconv.Itoa(readings)
	case "instruments":
		return strconv.Itoa(len(read.Traces))
	case "from":
		return first.UTC().Format(time.RFC3339Nano)
	case "to":
		return last.UTC().Format(time.RFC3339Nano)
	case "mean":
		return strconv.FormatFloat(sum/float64(readings), 'g', -1, 64)
	}
	return "no fact that is known"
}
