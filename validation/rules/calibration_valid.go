package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var calibrationValid = Rule{
	ID:      "calibration-valid",
	Title:   "The meters were calibrated when the run was",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "meters[].calibration.valid_until",
	Requires: "The operating conditions of the meter must be met. " +
		"The text points to standards that include calibration, and requires no certificate.",
	Severity: May,
	Remedy: "Give the certificate that was valid during the run (meters: calibration), " +
		"or say why the meter is still as accurate as its data sheet states.",
	How: "A calibration is optional. If one is stated, the run must lie between the day of the calibration and the " +
		"last day that it is valid, in the time zone of " +
		"the run. The run is the full run, or the core phase if the document does not state the full run.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result { return calibrationResult(c, m) })
	},
}

func calibrationResult(c Case, m *power.Meter) Result {
	run := c.Entry.Run.FullRun
	if run.IsZero() {
		run = c.Core
	}
	made, until := m.Calibration.Calibrated, m.Calibration.ValidUntil
	first, last := power.DateOf(run.Start.Time), power.DateOf(run.End.Time)
	asked := "valid on " + last.String()
	switch {
	case made.IsZero() && until.IsZero():
		return notApplicable("No calibration of meter %s is stated. A calibration is optional.", m.ID)
	case run.IsZero():
		return unknown("The time of the run is not known, so it is not known whether meter %s was calibrated then.",
			m.ID).seen("time of the run not known", "valid during the run")
	case first.Before(made):
		return failed("Meter %s was calibrated on %s, after the run had begun on %s.", m.ID, made, first).
			seen("from "+made.String(), "valid on "+first.String())
	case until.IsZero():
		return unknown("The last day of the calibration of meter %s is not stated.", m.ID).seen("end not stated", asked)
	case until.Before(first):
		return failed("The calibration of meter %s had ended on %s, before the run of %s.", m.ID, until, first).
			seen("until "+until.String(), asked)
	case until.Before(last):
		return failed("The calibration of meter %s ended on %s, while the run went on to %s.", m.ID, until, last).
			seen("until "+until.String(), asked)
	}
	return passed("Meter %s was calibrated until %s.", m.ID, until).seen("until "+until.String(), asked)
}
