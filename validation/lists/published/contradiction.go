package published

import (
	"cmp"
	"fmt"
	"math"

	"green500/validation/power"
)

// agreement is how far a listed efficiency may be from Rmax over power, as a part of the latter.
const agreement = 0.005

// Explanation says what else a listed efficiency was computed from.
type Explanation string

// What explains a contradiction. Lists show rate or power of a tuned run beside those of the ranked one.
const (
	Unexplained    Explanation = ""
	OptimizedRun   Explanation = "optimized_run"   // rate and power of the optimised run
	OptimizedRate  Explanation = "optimized_rate"  // its rate over the listed power
	OptimizedPower Explanation = "optimized_power" // Rmax over its power
	Rounded        Explanation = "rounded"         // Rmax over power, to as many digits as the list shows
)

var explanations = map[Explanation]string{
	Unexplained:    "nothing in the list explains it",
	OptimizedRun:   "Rmax and power of the optimised run give it",
	OptimizedRate:  "Rmax of the optimised run over the listed power gives it",
	OptimizedPower: "Rmax over the power of the optimised run gives it",
	Rounded:        "it is rounded to the digits the list shows",
}

// String is a clause that ends a sentence.
func (e Explanation) String() string { return explanations[e] }

// Contradiction is a row whose listed efficiency is not Rmax over power, by more than 0.5%.
type Contradiction struct {
	Line, Rank int
	System     string  // its name, or the kind of computer if it has none
	Listed     float64 // GFlops/W
	Recomputed float64 // GFlops/W, Rmax over power
	Explained  Explanation
}

// String is one sentence.
func (c Contradiction) String() string {
	return fmt.Sprintf("line %d, rank %d: the list states %.3f GFlops/W, but Rmax / power is %.3f; %s.", c.Line, c.Rank,
		c.Listed, c.Recomputed, c.Explained)
}

// Contradictions returns the rows that contradict themselves, in the order of the sheet.
func (l *List) Contradictions() []Contradiction {
	digits := l.digits()
	var all []Contradiction
	for _, r := range l.Rows {
		recomputed, ok := r.Recomputed()
		if !ok || r.Efficiency == nil || agree(*r.Efficiency, recomputed) {
			continue
		}
		all = append(all, Contradiction{r.Line, r.Rank, cmp.Or(r.Name, r.Computer), *r.Efficiency, recomputed,
			r.explain(recomputed, digits)})
	}
	return all
}

func agree(listed, computed float64) bool { return math.Abs(listed-computed) <= agreement*computed }

// digits is how many a list shows behind the point of an efficiency in GFlops/W.
func (l *List) digits() int {
	most := 0
	for _, r := range l.Rows {
		if r.Efficiency != nil {
			most = max(most, places(*r.Efficiency))
		}
	}
	return most
}

func (r Row) explain(recomputed float64, digits int) Explanation {
	for _, c := range []struct {
		rate  *power.GFlops
		power *power.Watts
		as    Explanation
	}{
		{r.OptimizedRmax, r.OptimizedPower, OptimizedRun},
		{r.OptimizedRmax, r.Power, OptimizedRate},
		{&r.Rmax, r.OptimizedPower, OptimizedPower},
	} {
		if c.rate != nil && c.power != nil && agree(*r.Efficiency, c.rate.PerWatt(*c.power)) {
			return c.as
		}
	}
	if math.Abs(*r.Efficiency-recomputed) <= math.Pow10(-digits)/2 {
		return Rounded
	}
	return Unexplained
}
