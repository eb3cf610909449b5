// Package uncertainty combines the sources of uncertainty (JCGM 100), for reports of runs and for plans.
package uncertainty

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Name states what a component of the uncertainty comes from.
type Name string

// The components, in the order in which they are listed.
const (
	FromMeters     Name = "meters"     // accuracy of the meters
	FromSampling   Name = "sampling"   // nodes and units that were not measured
	FromLoss       Name = "loss"       // conversion loss
	FromTimes      Name = "times"      // when the core phase began and ended
	FromEnds       Name = "ends"       // readings partly in the core phase
	FromGaps       Name = "gaps"       // readings that are missing, and intervals of unequal length
	FromCodes      Name = "codes"      // values that stand for "no reading"
	FromResolution Name = "resolution" // steps of the readings
	FromEstimates  Name = "estimates"  // upper bounds
)

// Component is one source of uncertainty (JCGM 100). Components are independent of each other.
type Component struct {
	Name     Name    `json:"name"`
	Shift    float64 `json:"shift_w"`    // by how much the truth is expected to lie above the published power
	Standard float64 `json:"standard_w"` // standard uncertainty; 0 if one-sided
	// half width of an interval by this component alone; how far below if one-sided
	Half     float64  `json:"half_w"`
	Degrees  *float64 `json:"degrees_of_freedom,omitempty"`
	OneSided bool     `json:"one_sided,omitempty"` // the truth is not above
}

// Budget puts components together.
type Budget struct{ All []Component }

// Add enters a component, in watts, unless it is zero. Degrees of freedom are infinite for what is known without a
// sample.
func (b *Budget) Add(name Name, shift, standard, degrees float64) {
	shift, standard = round(shift), round(standard)
	if shift == 0 && standard == 0 {
		return
	}
	c := Component{Name: name, Shift: shift, Standard: standard, Half: round(Coverage(degrees) * standard)}
	if !math.IsInf(degrees, 1) {
		degrees = round(degrees)
		c.Degrees = &degrees
	}
	b.All = append(b.All, c)
}

// AddBelow enters how far the truth may lie below the published power, and never above.
func (b *Budget) AddBelow(name Name, below float64) {
	if below = round(below); below > 0 {
		b.All = append(b.All, Component{Name: name, Half: below, OneSided: true})
	}
}

// Shift is by how much the truth is expected to lie above the published power.
func (b *Budget) Shift() float64 {
	sum := 0.0
	for _, c := range b.All {
		sum += c.Shift
	}
	return sum
}

// Combined is the standard uncertainty of all components that are not one-sided, with its effective degrees of freedom
// by the formula of Welch and Satterthwaite (JCGM 100, G.4.1).
func (b *Budget) Combined() (standard, degrees float64) {
	squares, fourths := 0.0, 0.0
	for _, c := range b.All {
		square := float64(c.Standard * c.Standard)
		squares += square
		if c.Degrees != nil {
			fourths += float64(square*square) / *c.Degrees
		}
	}
	if fourths == 0 {
		return math.Sqrt(squares), math.Inf(1)
	}
	return math.Sqrt(squares), float64(squares*squares) / fourths
}

func (b *Budget) below() float64 {
	sum := 0.0
	for _, c := range b.All {
		if c.OneSided {
			sum += c.Half
		}
	}
	return sum
}

// Ends returns how far the interval reaches below and above the published power.
func (b *Budget) Ends() (below, above float64) {
	standard, degrees := b.Combined()
	half := Coverage(degrees) * standard
	return Root(half, b.below()) - b.Shift(), half + b.Shift()
}

// Coverage is the factor that makes a standard uncertainty the half width of an interval.
func Coverage(degrees float64) float64 {
	if math.IsInf(degrees, 1) {
		return normalQuantile(upperQuantile())
	}
	return studentQuantile(math.Max(1, degrees), upperQuantile())
}

// Unbounded are the degrees of freedom of what is known without a sample.
func Unbounded() float64 { return math.Inf(1) }

// Rectangular is the standard uncertainty of an error within a half width, if all are equally likely.
func Rectangular(half float64) float64 { return power.HardBound.Standard(half) }

// Root is the square root of the sum of squares.
func Root(parts ...float64) float64 {
	sum := 0.0
	for _, part := range parts {
		sum += float64(part * part)
	}
	return math.Sqrt(sum)
}

// microscale keeps a millionth of a unit: below what any meter resolves, above what binary fractions scatter.
const microscale = 1e6

func round(v float64) float64 { return math.Round(v*microscale) / microscale }

// studentQuantile is the value that a variable of Student's t with so many degrees of freedom exceeds with the
// probability 1 - p, for p above one half. Only this function of gonum/stat is used, which would link a library of
// linear algebra.
func studentQuantile(degrees, p float64) float64 {
	t := mathext.InvRegIncBeta(degrees/2, 0.5, 2*(1-p))
	return math.Sqrt(degrees * (1 - t) / t)
}

func normalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// OpenRange is where the truth lies beside an average, in watts: within a half width about a distance from it.
// Instruments see the same power, so that their distances and half widths add up.
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

// SamplingStandard is the standard uncertainty of a mean over all units if some were measured, as a part of it, with
// the correction for a finite number of units (methodology 2.0 names no formula; this is that of simple random
// samples).
func SamplingStandard(variation float64, measured, all int) float64 {
	return variation / math.Sqrt(float64(measured)) * math.Sqrt(max(0, 1-float64(measured)/float64(all)))
}

// SamplingDegrees are the degrees of freedom of a variation that was seen in so many groups; of one that was seen in
// none, those of the surveys that state the assumed one.
func SamplingDegrees(groups int) float64 {
	if groups < 2 {
		return methodology.AssumedVariationDegrees
	}
	return float64(groups - 1)
}

// UnitsFor is how many of all units to measure for a half width of the interval, as a part of the power, if units vary
// by a part of their mean: n0/(1 + (n0 - 1)/all) with n0 = (z variation/half)², at least one.
func UnitsFor(half, variation float64, all int) int {
	const digits = 1e10 // more than any data sheet prints
	endless := math.Pow(normalQuantile(upperQuantile())*variation/half, 2)
	needed := endless / (1 + (endless-1)/float64(all))
	return max(1, min(all, int(math.Ceil(math.Round(needed*digits)/digits))))
}

func upperQuantile() float64 { return (1 + methodology.Confidence) / 2 }

// Range is by how many seconds an instant may lie after the one that is stated.
type Range struct{ From, To float64 }

// At returns an instant of the range, from 0 to 1.
func (r Range) At(part float64) float64 { return r.From + part*(r.To-r.From) }

// Times are by how much a span may begin and end after its stated ends. If tied, both ends move by the same part of
// their ranges.
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

// Component returns by how much the mean power is expected to change, and its standard deviation, in watts, as the span
// moves within its times, the error of the clock and what is unknown of timestamps, all in seconds.
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
