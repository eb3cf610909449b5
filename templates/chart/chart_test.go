package chart

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/templates/pagetest"
	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

var update = flag.Bool("update", false, "write what was got as what is wanted")

func TestChartOptions(t *testing.T) {
	text, err := chart().JSON()
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, text, "", " "); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "chart.json")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the options differ from %s; look, then run with -update\n%s", golden, got.String())
	}
}

func TestChartOfNothing(t *testing.T) {
	if _, err := (Chart{}).JSON(); err != nil {
		t.Error(err)
	}
	if d := NewSVG(Chart{}); d.Path(nil) != "" || len(d.yTicks()) != 0 {
		t.Error("a drawing of nothing is not empty")
	}
}

func TestALoneStepIsDrawnAndAGapIsNot(t *testing.T) {
	d := NewSVG(chart())
	total := d.Chart.lines()[0]
	path := d.Path(total.Watts)
	if strings.Count(path, "M") != 2 || strings.Count(path, "H") != 5 {
		t.Errorf("six steps with one gap are drawn as %s", path)
	}
}

// TestTheBandIsOneShapeFromGapToGap: up along the highest, back along the lowest.
func TestTheBandIsOneShapeFromGapToGap(t *testing.T) {
	d := NewSVG(chart())
	band := d.band(d.Chart.lines()[1])
	if strings.Count(band, "M") != 2 || strings.Count(band, "Z") != 2 || strings.Count(band, "H") != 10 ||
		!strings.Contains(band, "V"+Coordinate(d.Y(152000))) || !strings.Contains(band, "V"+Coordinate(d.Y(148500))) {
		t.Errorf("six steps with one gap lie in %s", band)
	}
}

func TestTheTableHasEveryStep(t *testing.T) {
	rows := chart().table()
	if len(rows) != 6 || rows[0].At != "12:00:00" || rows[0].Cells[0] != "42.000" || rows[1].Cells[0] !=
		"151.000 (149.900 to 153.100)" || rows[3].Cells[0] != "gap, 44% present" || rows[3].Cells[2] != "1.000" {
		t.Errorf("got %v", rows)
	}
	zero := make([]float64, 1500)
	long := power.Curve{Borders: pagetest.Borders(1500, time.Second),
		Lines: []power.Line{{Watts: zero, Min: zero, Max: zero, Present: zero}}}
	if got := len(Chart{Curve: long}.table()); got > tableRows {
		t.Errorf("1500 steps make %d rows", got)
	}
}

func TestTheWholeHoldsTheRunEvenWithoutReadings(t *testing.T) {
	got := Whole(pagetest.Span(time.Minute, 3*time.Minute), pagetest.Report().Spans)
	if want := pagetest.Span(30*time.Second, 330*time.Second); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNiceNumbers(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 0.9: 1, 1.5: 2, 2.2: 2.5, 31000: 50000, 60: 100} {
		if got := NiceCeiling(x); got != want {
			t.Errorf("niceCeiling(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestWhatOnlyAnotherLevelRequiresIsNoFailure: it is grey, not drawn until somebody selects it, and does not say that
// it passed.
func TestWhatOnlyAnotherLevelRequiresIsNoFailure(t *testing.T) {
	c := chart()
	c.Findings, c.Claimed = []rules.Finding{{Rule: "core-covered", Levels: []power.Level{3}, Severity: rules.Must,
		Outcome: rules.Fail, Spans: []power.Span{c.Whole}}}, 2
	all := c.overlays()
	if o := all[len(all)-1]; o.Kind != otherBar || !o.Off || !strings.Contains(o.legend(), "not met") ||
		c.MarksFindings() {
		t.Errorf("got %+v, %q", o, o.legend())
	}
}

func chart() Chart {
	r := pagetest.Report()
	return Chart{Curve: pagetest.Curve(), Whole: pagetest.Span(0, 6*time.Minute), Spans: r.Spans, Findings: r.Findings}
}

// TestTheClockOfARunIsNotPutBack: a report from memory knows its zone, one that was kept its offset; a page says the
// same of both.
func TestTheClockOfARunIsNotPutBack(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC).In(berlin) // half an hour before the clocks go back
	shown := ZoneTime(validation.Spans{Core: power.NewSpan(begun, begun.Add(time.Hour))}, power.Span{})
	if got := shown.Add(2 * time.Hour).Format(time.RFC3339); got != "2026-10-25T04:30:00+02:00" {
		t.Errorf("two hours later it is %s", got)
	}
}

// TestWhatIsNoNumberIsNotDrawn: a chart that would lie is not sent.
func TestWhatIsNoNumberIsNotDrawn(t *testing.T) {
	c := chart()
	c.Curve.Lines[0].Max[0] = math.Inf(1)
	if text, err := c.JSON(); err == nil {
		t.Errorf("%s", text)
	}
}
