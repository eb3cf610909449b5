package chart

import (
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/power"
)

// TestFiguresOfAWindowHaveTheirUnits: kilowatts, kilowatt-hours and GFlops/W; a joule is a watt for a second.
func TestFiguresOfAWindowHaveTheirUnits(t *testing.T) {
	start := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	claim := validation.Claim{Span: power.NewSpan(start, start.Add(time.Minute)), Power: new(12_345.6),
		Metered: new(6_000.0), Energy: new(7_200_000.0), Efficiency: new(8.064), Level: new(power.Level(2))}
	want := []string{"60 s", "12.346 kW", "6.000 kW", "2.00 kWh", "8.06 GFlops/W", "Level 2"}
	for i, figure := range figuresOf(claim) {
		if figure.Value != want[i] {
			t.Errorf("%s: %q, want %q", figure.Label, figure.Value, want[i])
		}
	}
	text, err := WindowJSON(claim)
	if err != nil || !strings.Contains(string(text), `"energy":"2.00 kWh"`) {
		t.Errorf("got %s, %v", text, err)
	}
	for _, figure := range figuresOf(validation.Claim{Level: new(power.Level(0))})[1:] {
		if figure.Value != "unknown" && figure.Value != "no level" {
			t.Errorf("of nothing, %s is %q", figure.Label, figure.Value)
		}
	}
}

// TestPointsOfAChartAreKilowatts, to the watt, and end where a gap begins.
func TestPointsOfAChartAreKilowatts(t *testing.T) {
	start := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	curve := power.Curve{Borders: []int64{start.UnixNano(), start.UnixNano() + 1e9, start.UnixNano() + 2e9}}
	points := Chart{}.points(curve,
		power.Line{Watts: []float64{12_345.6784, math.NaN()}, Min: []float64{12_000, 0}, Max: []float64{13_000.5, 0}})
	if len(points) != 3 || points[0][1] != 12.345678 || points[0][2] != 12.0 || points[0][3] != 13.0005 ||
		points[1][1] != 12.345678 || points[2][1] != nil {
		t.Errorf("got %v", points)
	}
}
