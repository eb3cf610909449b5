package survey

import (
	"math"

	"green500/validation/drawing"
	"green500/validation/power"
)

// finer is into how many pieces a cell is cut to find its least and its most power.
const finer = 8

// Picture draws the summed power of all instruments over a span. Where a cell holds several readings its
// band goes from the least to the most power in it.
func (s *Survey) Picture(title string, span power.Span, width, height int) *drawing.Picture {
	p := &drawing.Picture{Title: title, Start: span.Start.In(s.zone), Zone: s.ZoneName(), Width: width, Height: height}
	columns := drawing.PlotWidth(width)
	means, fine := s.cells(span, columns), s.cells(span, finer*columns)
	p.Step = means.Step
	ratio := max(1, int(means.Step/max(1, fine.Step)))
	for i, mean := range means.Watts {
		cell := drawing.Cell{Min: mean, Mean: mean, Max: mean}
		from, to := min(i*ratio, len(fine.Watts)), min((i+1)*ratio, len(fine.Watts))
		for _, watts := range fine.Watts[from:to] {
			if !math.IsNaN(watts) {
				cell.Min, cell.Max = math.Min(cell.Min, watts), math.Max(cell.Max, watts)
			}
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}
