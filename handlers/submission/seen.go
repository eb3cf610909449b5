package submission

import (
	"fmt"
	"time"

	"green500/store"
	"green500/validation"
	"green500/validation/envelope"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// seen is the readings of an entry as somebody may see them.
type seen struct {
	readings *store.Readings
	graded   *validation.Report
	steps    *envelope.Steps // nil for people who may see every reading
}

func seenBy(entry store.EntryAccess, readings *store.Readings, report *validation.Report) seen {
	s := seen{readings: readings, graded: report}
	if !review.MayReadReadings(entry.Reader) {
		steps := envelope.StepsOf(readings.Measurement, report.Spans)
		s.steps = &steps
	}
	return s
}

// step is the length of the steps that everybody sees; 0 for people who may see every reading.
func (s seen) step() time.Duration {
	if s.steps == nil {
		return 0
	}
	return s.steps.Length
}

// curve is the power of the measurement or a part of it over a window.
func (s seen) curve(m *power.Measurement, window power.Span, most int) power.Curve {
	if s.steps == nil {
		return m.Curve(window, most)
	}
	return s.steps.Curve(m, window, most)
}

// even is a curve in equal steps.
func (s seen) even(m *power.Measurement, window power.Span, most int) power.Curve {
	if s.steps == nil {
		return m.EvenCurve(window, most)
	}
	return s.steps.EvenCurve(m, window, most)
}

// claim are the figures of a window.
func (s seen) claim(window power.Span) validation.Claim {
	in := validation.Input{Measurement: s.readings.Measurement, Edition: methodology.Edition(s.graded.Methodology)}
	if s.steps == nil {
		return validation.ClaimOf(in, window)
	}
	whole, ok := s.steps.Window(window)
	if !ok {
		return validation.Claim{Span: window, Seconds: window.Duration().Seconds(), Step: s.steps.Length.Seconds(),
			Why: "Figures of windows are public within the run, and of the idle measurements as they were graded."}
	}
	claim := validation.ClaimOf(in, whole)
	claim.Step = s.steps.Length.Seconds()
	claim.Why += fmt.Sprintf(" The figures are those from %s to %s: everybody sees the run in steps of %s, as in its envelope.",
		whole.Start.Format(time.RFC3339Nano), whole.End.Format(time.RFC3339Nano), s.steps.Length)
	return claim
}
