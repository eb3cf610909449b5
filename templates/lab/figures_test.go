package lab

import (
	"testing"
	"time"

	"green500/validation/lab/machine"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
)

// TestATableOfAStudyIsInItsUnits: 2000 W for 90 s are 180 kJ.
func TestATableOfAStudyIsInItsUnits(t *testing.T) {
	point := study.Point{Point: model.Point{Size: 1, Latency: 90 * time.Second, Power: 2000, Readings: 90}}
	part := study.Part{Study: study.Study{Baseline: study.Variant{Settings: "base", Points: []study.Point{point}}}}
	table := logTable(part)
	for i, want := range map[int]string{0: "base", 2: "90.0", 3: "2,000.0", 4: "180.0", 5: "90"} {
		if got := table.Rows[0][i].Text; got != want {
			t.Errorf("%s [%s] is %q, want %q", table.Columns[i].Title, table.Columns[i].Unit, got, want)
		}
	}
	for i, unit := range map[int]string{2: "s", 3: "W", 4: "kJ"} {
		if table.Columns[i].Unit != unit {
			t.Errorf("%s is in %q, want %q", table.Columns[i].Title, table.Columns[i].Unit, unit)
		}
	}
	if ratioCell(0).Text != "–" || ratioCell(1.25).Text != "1.250" {
		t.Errorf("ratios are %q and %q", ratioCell(0).Text, ratioCell(1.25).Text)
	}
}

// TestTheCurveOfANodeIsInWatts: from its idle power on, with what was left out as a hollow mark.
func TestTheCurveOfANodeIsInWatts(t *testing.T) {
	figure := curveFigure(0, machine.NodeKind{Name: "a", Curve: model.PowerCurve{Idle: 100},
		Points: []machine.Measured{{Threads: 4, Power: 250, Left: true}}})
	if figure.Y.Unit != "W" || len(figure.Series) != 2 || figure.Series[0].Points[0].Y != 100 ||
		!figure.Series[1].Points[0].Doubt || figure.Series[1].Points[0].Y != 250 {
		t.Errorf("got %+v", figure)
	}
	if wattHours(1.234) != "1.23" || orMissing(false, "x") != "–" {
		t.Error("words are others")
	}
}
