package methodology

import (
	"slices"
	"time"

	"green500/validation/power"
)

// The text asks for no interval; these are ours, so that everybody's interval means the same.

const (
	// Confidence is how often an interval that is stated holds the truth.
	Confidence = 0.95
	// AssumedVariation is the standard deviation of the power of equal nodes as a part of its mean, if
	// the readings do not show it. Surveys found 1.5 to 5%.
	AssumedVariation = 0.02
	// AssumedVariationDegrees is how well AssumedVariation is known: the surveys' range is about a third of it either
	// way, which is as good as a standard deviation from so many readings and one (JCGM 100, G.3, equation G.3).
	AssumedVariationDegrees = 4
	// LeastOfEstimate is how little a subsystem draws at least of an estimate, as a part of it. An estimate adds up the
	// maximum powers of its parts, of which racks that are partly filled draw a quarter.
	LeastOfEstimate = 0.25
)

// LossError is how far a conversion loss may be off, as a part of the loss. Supplies of one model differ by about half
// a percentage point, a tenth of the loss of a good one; a maker's curve is that of a typical supply at its nominal
// voltage. A loss that was measured during the run has the error of a second meter.
func LossError(foundBy string) float64 {
	const typical, oneSupply, second = 0.2, 0.1, 0.05
	switch foundBy {
	case "one_psu_measured":
		return oneSupply
	case "simultaneous":
		return second
	}
	return typical
}

const (
	// SwingInGap is how far power in a gap may lie beyond the readings beside it, as a part of it: the power of a run
	// swings by about a tenth.
	SwingInGap = 0.1
	// FewCounts is how many steps of its resolution the readings of an instrument have to span before the rounding of
	// consecutive readings is independent.
	FewCounts = 10
	// FewestInstruments is how many instruments of one node set it takes to read from them how nodes
	// differ: the spread of two or three says next to nothing.
	FewestInstruments = 4
)

// SamplingGoals are the half widths, as parts of the power, that numbers of nodes to measure are stated for.
func SamplingGoals() (narrow, wide float64) { return 0.01, 0.02 }

// Shifts lists by how much the core phase is moved to see what hangs on its ends.
func Shifts() []time.Duration {
	return []time.Duration{time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second}
}

// WindowPositions bounds the instants that a window is tried at: traces with more readings are searched in equal steps.
const WindowPositions = 4096

// LegalWindow returns the shortest window that Level 1 may average and where it may lie: in the
// middle of the core phase or, if that is too short, about it (1.2, section 3.4.3). ok is false
// if the level knows no windows, or the core phase is shorter than one.
func (l Limits) LegalWindow(core power.Span) (shortest time.Duration, within power.Span, ok bool) {
	shortest = l.ShortestWindow(core)
	if l.WindowMinimum == 0 || core.Duration() < shortest {
		return 0, power.Span{}, false
	}
	within = core.Middle(l.MiddleOfCore)
	if short := shortest - within.Duration(); short > 0 {
		within = within.Trim(-short/2, short/2-short)
	}
	return shortest, within, true
}

// ShortestWindow is the least time that Level 1 has to average of the core phase, or of the run if
// that is what the text measures it by.
func (l Limits) ShortestWindow(of power.Span) time.Duration {
	return max(l.WindowMinimum, time.Duration(l.WindowOfCore*of.Duration().Seconds()*float64(time.Second)))
}

// SharesItsLimit reports whether a meter meets the level only because several of it are taken as
// independent, each with a part of the error (2.0, section 3.1.1).
func (l Limits) SharesItsLimit(accuracy float64, count int) bool {
	return count > 1 && l.SharedAccuracy > 0 && accuracy > l.Accuracy
}

// AcceptsGrade reports whether the level takes the grade of a meter for its accuracy.
func (l Limits) AcceptsGrade(grade string) bool { return slices.Contains(l.Grades, grade) }
