package submission

import (
	"math"
	"slices"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/power"
)

// pairDrawing is a drawing of curves between the lowest and the highest of them: an axis from zero would hide what they
// differ in. It is the usual drawing of what lies over the lowest, with other words at its axis.
type pairDrawing struct {
	chart.SVG
	lowest float64 // watts at the bottom
}

func newPairDrawing(c chart.Chart) pairDrawing {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, line := range c.Curve.Lines {
		for _, w := range line.Watts {
			if !math.IsNaN(w) {
				lowest, highest = min(lowest, w), max(highest, w)
			}
		}
	}
	if lowest > highest {
		return pairDrawing{SVG: chart.NewSVG(c)}
	}
	const tickCount = 5
	step := chart.NiceCeiling(max(highest-lowest, math.Abs(highest)/1e6) / tickCount)
	lowest = math.Floor(lowest/step) * step
	lines := slices.Clone(c.Curve.Lines)
	for i, line := range lines {
		lines[i].Watts = slices.Clone(line.Watts)
		for j := range lines[i].Watts {
			lines[i].Watts[j] -= lowest
		}
	}
	c.Curve.Lines = lines
	return pairDrawing{chart.SVG{Chart: c, Highest: math.Ceil((highest-lowest)/step) * step, Step: step}, lowest}
}

func (d pairDrawing) ticks() []chart.Tick {
	if d.Step == 0 {
		return nil
	}
	const wattsPerKilowatt = 1e3
	decimals := max(0, 1-int(math.Floor(math.Log10(d.Step/wattsPerKilowatt))))
	var ticks []chart.Tick
	for w := 0.0; w <= d.Highest+d.Step/2; w += d.Step {
		ticks = append(ticks,
			chart.Tick{At: chart.Coordinate(d.Y(w)), Text: templates.Digits((w+d.lowest)/wattsPerKilowatt, decimals)})
	}
	return ticks
}

func (p RevisionsPage) before(l power.Line) bool {
	return strings.HasSuffix(l.Name, revisionName(p.Comparison.From))
}

func (p RevisionsPage) lineClass(l power.Line) string {
	return templates.Either(p.before(l), "line series-3 overlay-before", "line series-2")
}

func (p RevisionsPage) rows() []chart.TableRow {
	c := p.chart()
	group, count := chart.TableGroup(c.Curve), c.Curve.Steps()
	var rows []chart.TableRow
	for i := 0; i < count; i += group {
		row := chart.TableRow{At: p.local(c.Curve.At(i)).Format(chart.TableLayout(c.Curve))}
		for _, line := range c.Curve.Lines {
			row.Cells = append(row.Cells, c.Cell(line, i, min(i+group, count)))
		}
		rows = append(rows, row)
	}
	return rows
}

func (p RevisionsPage) local(t time.Time) time.Time {
	return t.In(time.FixedZone("", int(p.chart().Offset().Seconds())))
}

func (p RevisionsPage) spanText(s power.Span) string {
	if s.Duration() == 0 {
		return precise(p.local(s.Start.Time))
	}
	return templates.SpanWords(power.NewSpan(p.local(s.Start.Time), p.local(s.End.Time)))
}
