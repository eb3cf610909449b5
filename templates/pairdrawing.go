package templates

import (
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// pairDrawing is a drawing of curves between the lowest and the highest of them: an axis from zero would hide what they
// differ in. It is the usual drawing of what lies over the lowest, with other words at its axis.
type pairDrawing struct {
	svgCurve
	lowest float64 // watts at the bottom
}

func newPairDrawing(c Chart) pairDrawing {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, line := range c.Curve.Lines {
		for _, w := range line.Watts {
			if !math.IsNaN(w) {
				lowest, highest = min(lowest, w), max(highest, w)
			}
		}
	}
	if lowest > highest {
		return pairDrawing{svgCurve: newSVG(c)}
	}
	const tickCount = 5
	step := niceCeiling(max(highest-lowest, math.Abs(highest)/1e6) / tickCount)
	lowest = math.Floor(lowest/step) * step
	lines := slices.Clone(c.Curve.Lines)
	for i, line := range lines {
		lines[i].Watts = slices.Clone(line.Watts)
		for j := range lines[i].Watts {
			lines[i].Watts[j] -= lowest
		}
	}
	c.Curve.Lines = lines
	return pairDrawing{svgCurve{chart: c, highest: math.Ceil((highest-lowest)/step) * step, step: step}, lowest}
}

// ticks are those of the axis of power in kilowatts, with as many decimals as tell them apart.
func (d pairDrawing) ticks() []tick {
	if d.step == 0 {
		return nil
	}
	const wattsPerKilowatt = 1e3
	decimals := max(0, 1-int(math.Floor(math.Log10(d.step/wattsPerKilowatt))))
	var ticks []tick
	for w := 0.0; w <= d.highest+d.step/2; w += d.step {
		ticks = append(ticks, tick{coordinate(d.y(w)), digits((w+d.lowest)/wattsPerKilowatt, decimals)})
	}
	return ticks
}

// before reports whether a line is of the earlier revision: it is drawn broad and pale, so that the later one is seen
// upon it.
func (p RevisionsPage) before(l power.Line) bool {
	return strings.HasSuffix(l.Name, revisionName(p.Comparison.From))
}

// lineClass is the look of a line.
func (p RevisionsPage) lineClass(l power.Line) string {
	if p.before(l) {
		return "line series-3 overlay-before"
	}
	return "line series-2"
}

// rows are both curves as a table, in rows few enough to read.
func (p RevisionsPage) rows() []tableRow {
	c := p.chart()
	group, count := tableGroup(c.Curve), c.Curve.Steps()
	var rows []tableRow
	for i := 0; i < count; i += group {
		row := tableRow{at: p.local(c.Curve.At(i)).Format(tableLayout(c.Curve))}
		for _, line := range c.Curve.Lines {
			row.cells = append(row.cells, c.cell(line, i, min(i+group, count)))
		}
		rows = append(rows, row)
	}
	return rows
}

// local is an instant in the zone that the run is told in.
func (p RevisionsPage) local(t time.Time) time.Time {
	return t.In(time.FixedZone("", int(p.chart().offset().Seconds())))
}

// spanText is a span in the zone of the run; one of a single reading is its instant.
func (p RevisionsPage) spanText(s power.Span) string {
	if s.Duration() == 0 {
		return precise(p.local(s.Start.Time))
	}
	return spanWords(power.NewSpan(p.local(s.Start.Time), p.local(s.End.Time)))
}
