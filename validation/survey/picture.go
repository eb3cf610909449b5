package survey

import (
	"math"
	"time"

	"green500/validation/drawing"
	"green500/validation/power"
)

const finer = 8

// Picture draws the summed power of all instruments over a span. The band goes from the least to the most
// power in each cell: of the readings where one instrument measures power, else of the finer mean power,
// because the extremes of several instruments need not fall together.
func (s *Survey) Picture(title string, span power.Span, width, height int) *drawing.Picture {
	means := s.cells(s.measurement, span, drawing.PlotWidth(width))
	p := &drawing.Picture{Title: title, Start: means.Start, Step: means.Step, Zone: s.ZoneName(), Width: width, Height: height}
	extremes := s.extremes(span, means.Step)
	for i, mean := range means.Watts {
		cell := drawing.Cell{Min: mean, Mean: mean, Max: mean}
		if least, most := extremes(i); least <= most {
			cell.Min, cell.Max = min(mean, least), max(mean, most)
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}

func (s *Survey) extremes(span power.Span, step time.Duration) func(i int) (least, most float64) {
	if traces := s.Traces(); len(traces) == 1 && traces[0].Quantity == power.Power {
		return func(i int) (least, most float64) {
			from := span.Start.Add(time.Duration(i) * step)
			w := traces[0].Window(power.NewSpan(from, from.Add(step)))
			if w.Count == 0 {
				return math.Inf(1), math.Inf(-1)
			}
			return float64(power.Reading{Value: w.Min}.Watts()), float64(power.Reading{Value: w.Max}.Watts())
		}
	}
	fine := s.cells(s.measurement, span, int(finer*(span.Duration()/max(1, step)+1)))
	return func(i int) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		from, to := time.Duration(i)*step, time.Duration(i+1)*step
		for k := int((from + fine.Step - 1) / fine.Step); k < len(fine.Watts) && time.Duration(k+1)*fine.Step <= to; k++ {
			if watts := fine.Watts[k]; !math.IsNaN(watts) {
				least, most = min(least, watts), max(most, watts)
			}
		}
		return least, most
	}
}
