package uncertainty

import "math"

// Range is by how many seconds an instant may lie after the one that is stated.
type Range struct{ From, To float64 }

// At returns an instant of the range, from 0 to 1.
func (r Range) At(part float64) float64 { return r.From + part*(r.To-r.From) }

// Times are by how much a span may begin and end after its stated ends. If tied, both ends move by the same part of their ranges.
type Times struct {
	Start, End Range
	Tied       bool
}

// Typed is what a person may mean by a whole second: rounded, or cut off.
func Typed() Range { return Range{-0.5, 1} }

// Printed are the times of an output that cuts off seconds and states how many seconds the span took.
func Printed(stated, took float64) Times {
	longer := took - stated
	start := Range{math.Max(0, -longer), math.Min(1, 1-longer)}
	if start.To < start.From || took <= 0 {
		return Times{Start: Range{0, 1}, End: Range{0, 1}} // the program took its times elsewhere
	}
	return Times{Start: start, End: Range{start.From + longer, start.To + longer}, Tied: true}
}

// Energies are what a machine takes around the ends of a span, in joules.
type Energies struct {
	Start, End func(seconds float64) float64 // from the stated end to so many seconds after it; negative before it
	Between    float64
	Seconds    float64 // from the stated start to the stated end
}

// Component returns by how much the mean power is expected to change, and its standard deviation, in watts, as the span moves
// within its times, the error of the clock and what is unknown of timestamps, all in seconds.
func (t Times) Component(e Energies, clock, stamp float64) (shift, standard float64) {
	mean := func(s, f float64) float64 { return (e.Between + e.End(f) - e.Start(s)) / (e.Seconds + f - s) }
	stated := mean(0, 0)
	sum, squares, count := 0.0, 0.0, 0.0
	for _, p := range midpoints() {
		for _, q := range midpoints() {
			for _, c := range midpoints() {
				for _, s := range midpoints() {
					begin, finish := t.Start.At(p), t.End.At(q)
					if t.Tied {
						finish = t.End.At(p)
					}
					moved := (2*c-1)*clock + s*stamp
					off := mean(begin+moved, finish+moved) - stated
					sum, squares, count = sum+off, squares+float64(off*off), count+1
				}
			}
		}
	}
	shift = sum / count
	return shift, math.Sqrt(math.Max(0, squares/count-float64(shift*shift)))
}

func midpoints() []float64 { return []float64{0.1, 0.3, 0.5, 0.7, 0.9} }
