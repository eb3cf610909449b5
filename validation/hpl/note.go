package hpl

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/power"
)

const (
	timeTolerance = 2 * time.Second // start and end are printed in whole seconds
	rateTolerance = 0.001           // of the rate: NVIDIA's own figures are off by a tenth of that
	clockShift    = time.Hour       // by which clocks change
)

// notesOn returns what is remarkable about the i-th result; orders are the N of the parameter
// block.
func notesOn(i int, r Result, orders []int) []Note {
	var notes []Note
	add := func(kind NoteKind, format string, parts ...any) {
		notes = append(notes, Note{kind, i + 1, r.Line, fmt.Sprintf(format, parts...)})
	}
	if len(orders) > 0 && !slices.Contains(orders, r.N) {
		add(OtherOrder, "The result is for N=%d, the parameters name N=%s; the result counts.", r.N, numbered(orders))
	}
	if rate := float64(r.Rate()); rate > 0 && math.Abs(rate/float64(r.GFlops)-1) > rateTolerance+rounding(r.Time) {
		add(RateDiffers, "The result says %g GFlops, N and Time give %.5g GFlops.", float64(r.GFlops), rate)
	}
	if !r.HasTimes {
		add(NoTimes, "The output does not say when the core phase began and ended.")
		return notes
	}
	if kind, off := timesOff(r); kind != "" {
		add(kind, "Start and end are %v apart, Time is %.2f s%s.", off, r.Time.Seconds(), hint(kind))
	}
	return notes
}

func hint(kind NoteKind) string {
	if kind == ClockChanged {
		return "; the clocks may have changed during the run"
	}
	return ""
}

// Rate returns the operations of the factorization and solution over the time, by the formula that
// HPL prints its rate by; 0 where it printed a time of 0.00.
func (r Result) Rate() power.GFlops {
	if r.Time <= 0 || r.GFlops <= 0 {
		return 0
	}
	n := float64(r.N)
	return power.GFlops(n / 1e9 * (n / r.Time.Seconds()) * (2*n/3 + 3.0/2))
}

// rounding is how far off the rate of a very short run is because its time has two decimals.
func rounding(t time.Duration) float64 { return 0.005 / t.Seconds() }

// timesOff says how start and end disagree with the time, and how far apart they are on the
// clocks that were read. HPL prints two decimals of the time, whole seconds of the clocks.
func timesOff(r Result) (kind NoteKind, apart time.Duration) {
	start, _ := time.Parse(wallLayout, r.Start)
	end, _ := time.Parse(wallLayout, r.End)
	apart = end.Sub(start)
	off := (apart - r.Time).Abs()
	switch {
	case off <= timeTolerance:
		return "", apart
	case (off - clockShift).Abs() <= timeTolerance:
		return ClockChanged, apart
	}
	return TimesDiffer, apart
}

// numbered lists the first few of many numbers.
func numbered(all []int) string {
	if len(all) > maxOffered {
		return fmt.Sprintf("%v and more", all[:maxOffered])
	}
	if len(all) == 1 {
		return fmt.Sprint(all[0])
	}
	return fmt.Sprint(all)
}
