package validation

import (
	"math"

	"green500/validation/power"
)

// ComponentName tells what a component of the uncertainty comes from.
type ComponentName string

// The components, in the order in which they are listed.
const (
	FromMeters     ComponentName = "meters"     // accuracy of the meters
	FromSampling   ComponentName = "sampling"   // nodes and units that were not measured
	FromLoss       ComponentName = "loss"       // conversion loss
	FromTimes      ComponentName = "times"      // when the core phase began and ended
	FromEnds       ComponentName = "ends"       // readings partly in the core phase
	FromGaps       ComponentName = "gaps"       // readings that are missing, and intervals of unequal length
	FromCodes      ComponentName = "codes"      // values that stand for "no reading"
	FromResolution ComponentName = "resolution" // steps of the readings
	FromEstimates  ComponentName = "estimates"  // upper bounds
)

// Component is one source of uncertainty (JCGM 100). Components are independent of each other.
type Component struct {
	Name     ComponentName `json:"name"`
	Shift    float64       `json:"shift_w"`    // by how much the truth is expected to lie above the published power
	Standard float64       `json:"standard_w"` // standard uncertainty; 0 if one-sided
	Half     float64       `json:"half_w"`     // half width of an interval by this component alone; how far below if one-sided
	Degrees  *float64      `json:"degrees_of_freedom,omitempty"`
	OneSided bool          `json:"one_sided,omitempty"` // the truth is not above
}

// budget puts components together.
type budget struct{ all []Component }

// add enters a component that says anything.
func (b *budget) add(name ComponentName, shift, standard, degrees float64) {
	shift, standard = round(shift), round(standard)
	if shift == 0 && standard == 0 {
		return
	}
	c := Component{Name: name, Shift: shift, Standard: standard, Half: round(coverage(degrees) * standard)}
	if !math.IsInf(degrees, 1) {
		degrees = round(degrees)
		c.Degrees = &degrees
	}
	b.all = append(b.all, c)
}

// addBelow enters how far the truth may lie below the published power, and never above.
func (b *budget) addBelow(name ComponentName, below float64) {
	if below = round(below); below > 0 {
		b.all = append(b.all, Component{Name: name, Half: below, OneSided: true})
	}
}

// shift is by how much the truth is expected to lie above the published power.
func (b *budget) shift() float64 {
	sum := 0.0
	for _, c := range b.all {
		sum += c.Shift
	}
	return sum
}

// combined is the standard uncertainty of all components that are not one-sided, with its effective degrees of freedom by
// the formula of Welch and Satterthwaite (JCGM 100, G.4.1).
func (b *budget) combined() (standard, degrees float64) {
	squares, fourths := 0.0, 0.0
	for _, c := range b.all {
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

// below is how far the one-sided components reach.
func (b *budget) below() float64 {
	sum := 0.0
	for _, c := range b.all {
		if c.OneSided {
			sum += c.Half
		}
	}
	return sum
}

// ends returns how far the interval reaches below and above the published power.
func (b *budget) ends() (below, above float64) {
	standard, degrees := b.combined()
	half := coverage(degrees) * standard
	return root(half, b.below()) - b.shift(), half + b.shift()
}

// coverage is the factor that makes a standard uncertainty the half width of an interval.
func coverage(degrees float64) float64 {
	if math.IsInf(degrees, 1) {
		return normalQuantile(upperQuantile())
	}
	return studentQuantile(math.Max(1, degrees), upperQuantile())
}

// unbounded are the degrees of freedom of what is known without a sample.
func unbounded() float64 { return math.Inf(1) }

// rectangular is the standard uncertainty of an error within a half width, where all are equally likely.
func rectangular(half float64) float64 { return power.HardBound.Standard(half) }

// root is the square root of the sum of squares.
func root(parts ...float64) float64 {
	sum := 0.0
	for _, part := range parts {
		sum += float64(part * part)
	}
	return math.Sqrt(sum)
}
