package rehearsal

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/power"
)

func verdict(level power.Level, efficiency float64) *Verdict {
	return &Verdict{Level: level, Power: 1000, Efficiency: efficiency, Rank: 1}
}

func TestWhatBecomesOfAnEntry(t *testing.T) {
	for name, c := range map[string]struct {
		then, now *Verdict
		want      Change
		changed   bool
	}{
		"the same":          {verdict(2, 50), verdict(2, 50), Keeps, false},
		"another figure":    {verdict(2, 50), verdict(2, 49), Keeps, true},
		"a lower level":     {verdict(2, 50), verdict(0, 50), Falls, true},
		"a higher level":    {verdict(0, 50), verdict(3, 50), Rises, true},
		"never graded":      {nil, nil, Ungraded, false},
		"not graded again":  {verdict(1, 50), nil, Ungraded, true},
		"graded since then": {nil, verdict(1, 50), Rises, true},
	} {
		e := Entry{Then: c.then, Now: c.now}
		if e.Change() != c.want || e.Changed() != c.changed {
			t.Errorf("%s: got %s, changed %t", name, e.Change(), e.Changed())
		}
	}
}

func TestTheEfficiencyChangesByAPart(t *testing.T) {
	if part, known := (Entry{Then: verdict(1, 50), Now: verdict(1, 40)}).EfficiencyChange(); !known || part > -0.199 ||
		part < -0.201 {
		t.Errorf("got %v, %t", part, known)
	}
	for _, e := range []Entry{{}, {Then: verdict(1, 50)}, {Then: verdict(1, 0), Now: verdict(1, 50)}} {
		if part, known := e.EfficiencyChange(); known {
			t.Errorf("%+v: got %v", e, part)
		}
	}
}

func aspects(level power.Level, rules ...string) *validation.Report {
	report := &validation.Report{GrantedLevel: level}
	for i, rule := range rules {
		reached := level
		if rule == "" {
			reached = 3
		} else if i > 0 {
			reached = level + 1 // only the first aspect is what keeps the level down
		}
		report.Aspects = append(report.Aspects, validation.AspectResult{Level: reached, FirstFailingRule: rule})
	}
	return report
}

// TestTheRulesThatDecide: of a fall, what fails now in aspects that had reached the level; of a
// rise, what failed before in aspects that had not.
func TestTheRulesThatDecide(t *testing.T) {
	two, none := aspects(2, "for-three", "", ""), aspects(0, "a", "b", "")
	for name, c := range map[string]struct {
		then, now        *validation.Report
		failing, cleared []string
	}{
		"keeps": {two, two, nil, nil},
		"falls": {two, none, []string{"a", "b"}, nil},
		"rises": {none, two, nil, []string{"a", "b"}},
	} {
		failing, cleared := Compare(c.then, c.now)
		if !slices.Equal(failing, c.failing) || !slices.Equal(cleared, c.cleared) {
			t.Errorf("%s: got %v and %v", name, failing, cleared)
		}
	}
}

func TestATallyCountsEveryEntryOnce(t *testing.T) {
	var tally Tally
	if tally.String() != "There is no submission to grade." {
		t.Error(tally.String())
	}
	for range 1200 {
		tally.Add(Entry{Then: verdict(2, 50), Now: verdict(2, 50)})
	}
	tally.Add(Entry{Then: verdict(2, 50), Now: verdict(1, 50)})
	tally.Add(Entry{})
	tally.Add(Entry{Then: verdict(2, 50)})
	if want := "1,203 submissions: 1,200 keep their level, 1 falls, 0 rise, 2 cannot be graded."; tally.String() !=
		want {
		t.Errorf("got %q, want %q", tally, want)
	}
	if tally.CountOf(LevelChange{2, 1}) != 1 || tally.CountOf(LevelChange{2, 2}) != 1200 || tally.CountOf(LevelChange{2,
		NoVerdict}) != 1 || tally.CountOf(LevelChange{NoVerdict, NoVerdict}) != 1 || tally.Changed != 2 {
		t.Errorf("got %+v", tally)
	}
}

func table(t *testing.T, entries ...Entry) [][]string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewCSV(&b)
	for _, e := range entries {
		if err == nil {
			err = w.Write(e)
		}
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\r\n"); lines <= len(entries) {
		t.Errorf("%d lines end as RFC 4180 asks", lines)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestNoCellIsAFormula: what a stranger wrote is a text in every spreadsheet.
func TestNoCellIsAFormula(t *testing.T) {
	for _, text := range []string{"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r\n=1"} {
		rows := table(t, Entry{System: text, Site: text, Problem: text})
		for i, name := range rows[0] {
			if slices.Contains([]string{"system", "site", "error"}, name) && !strings.HasPrefix(rows[1][i], "'") {
				t.Errorf("%q is written as %q", text, rows[1][i])
			}
		}
	}
	const odd = `Zürich "1", a-b = c`
	if rows := table(t, Entry{System: odd}); rows[1][1] != odd {
		t.Errorf("%q came back as %q", odd, rows[1][1])
	}
}

func TestARowSaysThenAndNow(t *testing.T) {
	rows := table(t, Entry{ID: 7, Then: verdict(2, 50), Now: verdict(0, 40), Failing: []string{"a", "b"}},
		Entry{ID: 8, Problem: "gone"})
	row := func(i int) string {
		var said []string
		for at, cell := range rows[i] {
			if cell != "" {
				said = append(said, rows[0][at]+"="+cell)
			}
		}
		return strings.Join(said, " ")
	}
	if want := "entry=7 revision=0 rules_changed=false change=falls level_then=2 level_now=0 power_w_then=1000 " +
		"power_w_now=1000 " +
		"gflops_per_watt_then=50 gflops_per_watt_now=40 gflops_per_watt_change=-0.200000 rank_then=1 rank_now=1 " +
		"failing=a b"; row(1) != want {
		t.Errorf("got  %s\nwant %s", row(1), want)
	}
	if want := "entry=8 revision=0 rules_changed=false change=ungraded error=gone"; row(2) != want {
		t.Errorf("got  %s\nwant %s", row(2), want)
	}
}

// TestProgressIsSaidNowAndThen: nothing of what is quick, and a line with the time left of the rest.
func TestProgressIsSaidNowAndThen(t *testing.T) {
	began := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	p := Begin(began)
	if p.Due(began.Add(200 * time.Millisecond)) {
		t.Error("what is quick is told about")
	}
	if !p.Due(began.Add(400*time.Millisecond)) || p.Due(began.Add(600*time.Millisecond)) ||
		!p.Due(began.Add(time.Second)) {
		t.Error("the pace is wrong")
	}
	for _, c := range []struct {
		after       time.Duration
		done, total int
		want        string
	}{
		{time.Second, 0, 9, "0 of 9 submissions graded"},
		{time.Second, 1000, 3000, "1,000 of 3,000 submissions graded, about 2 s left"},
		{time.Minute, 1000, 11000, "1,000 of 11,000 submissions graded, about 10 min left"},
		{time.Second, 999, 1000, "999 of 1,000 submissions graded, about 1 s left"},
		{time.Second, 1, 1, "1 of 1 submission graded"},
	} {
		if got := p.Line(began.Add(c.after), c.done, c.total); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
