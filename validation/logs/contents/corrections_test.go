package contents_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// published is a log and what is right of it: the series of real.txt, and others that it also holds.
type published struct {
	path  string
	right []power.Series
}

// publishedLogs are those of the lines of real.txt that are not refused.
func publishedLogs(t *testing.T) []published {
	t.Helper()
	var logs []published
	lines(t, "../tracefile/testdata/real.txt", func(line string) {
		cells := strings.Split(line, " | ")
		if strings.HasPrefix(line, "#") || len(cells) < 4 || strings.HasPrefix(cells[3], "refused:") {
			return
		}
		var right power.Series
		if err := json.Unmarshal([]byte(cells[2]), &right); err != nil {
			t.Fatal(err)
		}
		if last := len(logs) - 1; last >= 0 && logs[last].path == cells[0] {
			logs[last].right = append(logs[last].right, right)
			return
		}
		logs = append(logs, published{cells[0], []power.Series{right}})
	})
	return logs
}

// input is the log as it is dropped on the form; a folder stands for the archive that it is sent as.
func (p published) input(t *testing.T) tracefile.Input {
	t.Helper()
	whole := filepath.Join(realData, p.path)
	info, err := os.Stat(whole)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		return tracefile.Input{Name: filepath.Base(p.path), Folder: os.DirFS(whole)}
	}
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	return tracefile.Input{Name: filepath.Base(p.path), At: bytes.NewReader(content), Size: info.Size()}
}

// elsewhere is the zone of the run if a log is right without one: it may not change its times.
const elsewhere = "America/Denver"

// toldBefore is what a new user has told the form before they see the page of a log: the zone of the run,
// as the form asks it for the output of HPL.
func toldBefore(t *testing.T, right *power.Series) contents.Settings {
	t.Helper()
	name := right.Timezone
	if name == "" {
		name = elsewhere
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return contents.Settings{ImportSettings: tracefile.ImportSettings{Timezone: name}, Zone: zone}
}

// seen is what tells readings from others: of how many instruments, how many, of when and how much.
type seen struct {
	instruments, readings int
	from, to, sum         int64
	quantity              power.Quantity
}

func seenIn(traces []*power.Trace) seen {
	s := seen{instruments: len(traces)}
	for _, one := range traces {
		s.quantity = one.Quantity
		for i := range one.Len() {
			r := one.Reading(i)
			at := r.At.UnixNano()
			if s.readings == 0 {
				s.from, s.to = at, at
			}
			s.from, s.to = min(s.from, at), max(s.to, at)
			s.readings++
			s.sum += r.Value
		}
	}
	return s
}

// wanted is what is seen in the readings that are right.
func (p published) wanted(t *testing.T, right power.Series) seen {
	t.Helper()
	told := toldBefore(t, &right)
	read, err := tracefile.Read(p.input(t), &right, told.Zone, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	return seenIn(read.Traces)
}

// look surveys the log; it returns nil if the page would only say what is wrong.
func (p published) look(t *testing.T, told contents.Settings) *contents.Survey {
	t.Helper()
	s, err := contents.Read(p.input(t), told, canonical.Memory)
	var inputError *power.InputError
	if err != nil && !errors.As(err, &inputError) {
		t.Fatal(err)
	}
	if err != nil || s.ReadError != nil {
		return nil
	}
	return s
}

// correction is what a person may have to say on the page.
type correction struct {
	field string
	needs bool
	say   func(told *contents.Settings)
}

// corrections are what the right series says, a field each.
func corrections(right *power.Series) []correction {
	is := right.ImportSettings()
	return []correction{
		{"value", is.Value != "", func(told *contents.Settings) { told.Value, told.Choice.Value = is.Value, is.Value }},
		{"where", len(is.Where) > 0,
			func(told *contents.Settings) { told.Where, told.Choice.Where = is.Where, is.Where }},
		{"unit", is.Unit != "", func(told *contents.Settings) { told.Unit = is.Unit }},
		{"counts", is.Counts != "", func(told *contents.Settings) { told.Counts = is.Counts }},
		{"time", is.Time != "", func(told *contents.Settings) { told.Time = is.Time }},
		{"instruments", len(is.Instruments) > 0, func(told *contents.Settings) { told.Instruments = is.Instruments }},
		{"origin", !right.Origin.IsZero(), func(told *contents.Settings) { told.Origin = right.Origin }},
		{"date_order", is.DateOrder != "", func(told *contents.Settings) { told.DateOrder = is.DateOrder }},
		{"decimal", is.Decimal != "", func(told *contents.Settings) { told.Decimal = is.Decimal }},
	}
}

// corrected returns the fewest fields that a person has to say until the page reads what is right, and
// those that it leaves open then, which readings do not need.
func (p published) corrected(t *testing.T) (said, open []string) {
	t.Helper()
	right := p.right[0]
	want := p.wanted(t, right)
	var all []correction
	for _, one := range corrections(&right) {
		if one.needs {
			all = append(all, one)
		}
	}
	for count := range len(all) + 1 {
		for mask := range 1 << len(all) {
			if bits.OnesCount(uint(mask)) != count {
				continue
			}
			told, said := toldBefore(t, &right), []string{}
			for i, one := range all {
				if mask&(1<<i) != 0 {
					one.say(&told)
					said = append(said, one.field)
				}
			}
			if s := p.look(t, told); s != nil && seenIn(s.Traces()) == want {
				return said, leftOpen(s)
			}
		}
	}
	t.Fatal("nothing that a person may say makes the page read what is right")
	return nil, nil
}

func leftOpen(s *contents.Survey) []string {
	open := []string{}
	for _, r := range s.Reasons {
		if r.Confidence == tracefile.Open {
			open = append(open, r.Field)
		}
	}
	return open
}

// Each published log goes through the page as a new user would do it. What they have to correct is in
// testdata/corrections.txt; a count that grows is a defect, and one that falls is to be kept. Without
// GREEN500_TEST_LONG it is every fourth log.
func TestCorrectionsOfPublishedLogs(t *testing.T) {
	if _, err := os.Stat(realData); err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	kept := keptCorrections(t)
	for n, log := range publishedLogs(t) {
		if n%4 > 0 && os.Getenv("GREEN500_TEST_LONG") == "" {
			continue
		}
		t.Run(log.path, func(t *testing.T) {
			said, open := log.corrected(t)
			is := row{log.path, said, open, kept[log.path].why}
			switch was, known := kept[log.path]; {
			case !known:
				t.Errorf("add to testdata/corrections.txt, with why:\n%s", is)
			case !reflect.DeepEqual(was, is):
				t.Errorf("testdata/corrections.txt has\n%s\nnow it is\n%s", was, is)
			}
		})
	}
}

// If a log holds the readings of a second meter, the page offers them as another choice.
func TestSecondMetersOfPublishedLogs(t *testing.T) {
	if _, err := os.Stat(realData); err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	for _, log := range publishedLogs(t) {
		for _, other := range log.right[1:] {
			t.Run(fmt.Sprint(log.path, other.Where), func(t *testing.T) {
				told := toldBefore(t, &other)
				told.Choice = contents.ChoiceOf(&other)
				if s := log.look(t, told); s == nil || seenIn(s.Traces()) != log.wanted(t, other) {
					t.Error("choosing it does not read what is right")
				}
			})
		}
	}
}
