package uncertainty

import "math"

// OpenRange is where the truth lies beside an average, in watts: within a half width about a distance from it. Instruments see the same
// power, so that their distances and half widths add up.
type OpenRange struct{ Shift, Half float64 }

// Add adds a range from low to high, times a factor.
func (r *OpenRange) Add(factor, low, high float64) {
	r.Shift += factor * (low + high) / 2
	r.Half += math.Abs(factor * (high - low) / 2)
}

// AddRange enters ranges that are independent of each other as one component.
func (b *Budget) AddRange(name Name, ranges ...OpenRange) {
	shift := 0.0
	standards := make([]float64, len(ranges))
	for i, r := range ranges {
		shift, standards[i] = shift+r.Shift, Rectangular(r.Half)
	}
	b.Add(name, shift, Root(standards...), Unbounded())
}

// AddLoss enters the error of conversion losses in watts that add up, each as far off as its way of finding allows.
func (b *Budget) AddLoss(half float64) { b.Add(FromLoss, 0, Rectangular(half), Unbounded()) }
