package power

import (
	"math"
	"time"
)

// Means returns the mean power between each border and the next, in watts; NaN where the readings stand for less
// than half of that time. Borders are nanoseconds since 1970 UTC in their order. Where a timestamp lies in its
// interval, and how long that is where the trace cannot tell, are those of the series.
func (p Part) Means(t *Trace, borders []int64) []float64 {
	g := newGrid(borders)
	g.alike = true
	t.fill(g, p.Series.Stamp, p.stated())
	means := make([]float64, len(g.steps))
	for i, step := range g.steps {
		means[i] = math.NaN()
		if step.covered > 0 && step.covered >= (borders[i+1]-borders[i])/2 {
			means[i] = step.energy / float64(step.covered)
		}
	}
	return means
}

// Borders returns the ends of so many steps from an instant on.
func Borders(start time.Time, step time.Duration, steps int) []int64 {
	borders := make([]int64, steps+1)
	for i := range borders {
		borders[i] = start.UnixNano() + int64(i)*int64(step)
	}
	return borders
}
