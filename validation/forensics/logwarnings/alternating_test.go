package logwarnings

import (
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// TestMetersWrittenInTurn: readings that alternate between levels in a strict order are told with their means; loads
// that come and go by themselves are not.
func TestMetersWrittenInTurn(t *testing.T) {
	noise := func(i int) float64 { return float64(i*7919%101)/10 - 5 }
	load := func(i, n int) float64 { // an idle time before and behind
		if i < n/6 || i > n*5/6 {
			return 0.3
		}
		return 1
	}
	of := func(levels ...float64) func(i, n int) float64 {
		return func(i, n int) float64 { return levels[i%len(levels)]*load(i, n) + noise(i) }
	}
	square := func(period float64) func(i, n int) float64 {
		return func(i, _ int) float64 {
			if math.Mod(float64(i), period) < period/2 {
				return 600 + noise(i)
			}
			return 250 + noise(i)
		}
	}
	for name, c := range map[string]struct {
		watts func(i, n int) float64
		rows  int
		says  string
	}{
		"two": {of(250, 410), 400, "between 2 levels, whose means are 193.52 W and 317.36 W, " +
			"in a fixed order of 2 rows, as when 2 meters are written in turn; if so, they draw 510.88 W together"},
		"three": {of(250, 410, 620), 600, "in a fixed order of 3 rows, as when 3 meters"},
		"as many as there may": {of(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500,
			1600), 3000, "in a fixed order of 16 rows"},
		"at even distances": {of(100, 200, 300), 600, "fixed order of 3 rows"},
		"one too many": {of(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600,
			1700), 3000, ""},
		"two that are alike": {of(250, 250, 410), 600, "between 2 levels, whose means are"},
		"pairs that differ":  {of(100, 300, 130, 345), 600, "between 4 levels"},
		"alike at rest": {func(i, n int) float64 {
			if i < n/3 {
				return 80 + noise(i)/5
			}
			return []float64{250, 410, 620}[i%3] + noise(i)
		}, 600, "between 3 levels, whose means are 248.77 W, 407.42 W and 619.98 W"},
		"a lost row": {func(i, n int) float64 { return of(250, 410, 620)(i+i/1500, n) }, 3000,
			"fixed order of 3 rows"},
		"a long log":              {of(250, 410, 620), 200_000, "fixed order of 3 rows"},
		"few rows":                {of(250, 410, 620), 60, ""},
		"one level":               {of(410), 600, ""},
		"levels close by":         {of(400, 402), 600, ""},
		"a load that comes, goes": {square(10.03), 3000, ""},
		"a faster one":            {square(2.01), 3000, ""},
		"a slow one":              {square(120), 3000, ""},
		"a saw": {func(i, _ int) float64 { return 250 + 350*math.Mod(float64(i)/12.05, 1) }, 3000,
			""},
		"waves": {func(i, _ int) float64 { return 400 + 200*math.Sin(float64(i)) }, 3000, ""},
		"noise": {func(i, _ int) float64 { return 400 + 40*noise(i*i) }, 3000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
			at, value := make([]int64, c.rows), make([]int64, c.rows)
			for i := range at {
				at[i], value[i] = start.Add(time.Duration(i)*time.Second).UnixNano(), int64(1e6*c.watts(i, c.rows))
			}
			trace := power.NewTrace("meter", power.Power, at, value)
			part := power.Part{Series: &power.Series{Unit: "W"}, Traces: []*power.Trace{trace}}
			m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}, Core: trace.Span()}
			log := Log{Series: part.Series, Zone: time.UTC, Instruments: 1}
			said := log.alternating(forensics.Whole(m, forensics.FilesOf(m), part, trace))
			if (said == "") != (c.says == "") || !strings.Contains(said, c.says) {
				t.Errorf("%q, want %q", said, c.says)
			}
		})
	}
}
