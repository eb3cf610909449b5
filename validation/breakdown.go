package validation

import (
	"cmp"
	"fmt"
	"strings"

	"green500/validation/power"
)

func breakdown(m *power.Measurement) []Part {
	parts := []Part{}
	average := m.Average(m.AveragingSpan())
	for i, c := range average.Contributions {
		part := Part{Contribution: c}
		switch c.Kind {
		case power.Metered:
			part.Formula, part.Inputs = "sum(average_w)", instruments(c.Part, average.Span)
		case power.ConversionLoss:
			part.Formula = "metered_w × (loss_factor - 1)"
			part.Inputs = []Term{meteredTerm(average.Contributions[:i]), lossTerm(c.Part)}
		case power.Extrapolated:
			part.Formula, part.Inputs = extrapolation(m, average.Contributions[:i], c.Part)
		case power.Estimate:
			part.Formula, part.Inputs = "power_w", []Term{estimateTerm(m.Entry.Subsystem(c.Subsystem))}
		default:
			part.Formula = "0"
		}
		part.Part = nil // a report outlives its readings
		parts = append(parts, part)
	}
	return parts
}

func instruments(part *power.Part, span power.Span) []Term {
	averages, _ := part.Averages(span)
	terms := make([]Term, len(averages))
	for i, average := range averages {
		source := strings.TrimRight(part.Series.File+" "+part.Traces[i].Instrument, " ")
		terms[i] = Term{"average_w", rounded(average), "W", source}
	}
	return terms
}

func meteredTerm(before []power.Contribution) Term {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Kind == power.Metered {
			return Term{"metered_w", rounded(before[i].Watts), "W", subject(before[i])}
		}
	}
	return Term{Name: "metered_w", Unit: "W"}
}

func lossTerm(part *power.Part) Term {
	source := "meter " + part.Meter.ID
	if loss := part.Meter.Loss; loss != nil && loss.FoundBy != "" {
		source += ", found by " + strings.ReplaceAll(loss.FoundBy, "_", " ")
	}
	return Term{"loss_factor", part.LossFactor(), "", source}
}

func extrapolation(m *power.Measurement, before []power.Contribution, part *power.Part) (formula string, inputs []Term) {
	all, measured := m.UnitsOf(part.Series)
	formula, inputs = "metered_w × ", []Term{meteredTerm(before)}
	if part.LossFactor() != 1 {
		formula, inputs = formula+"loss_factor × ", append(inputs, lossTerm(part))
	}
	of := power.Contribution{Subsystem: part.Series.Covers.Subsystem, NodeSet: part.Series.Covers.NodeSet}
	return formula + "(all / measured - 1)", append(inputs,
		Term{"all", float64(all), "", unitsWord(of) + " of " + subject(of)}, Term{"measured", float64(measured), "", unitsWord(of) + " of " + subject(of)})
}

func unitsWord(c power.Contribution) string {
	if c.Subsystem == power.Compute {
		return "nodes"
	}
	return "units"
}

func estimateTerm(sub *power.Subsystem) Term {
	source := cmp.Or(sub.Formula, "stated in the document")
	if sub.Basis != "" {
		source += ", by " + sub.Basis
	}
	return Term{"power_w", rounded(power.Watts(sub.PowerWatts)), "W", fmt.Sprintf("%s: %s", subject(power.Contribution{Subsystem: sub.Name}), source)}
}

func subject(c power.Contribution) string {
	return strings.TrimRight(strings.ReplaceAll(c.Subsystem, "_", " ")+" "+c.NodeSet, " ")
}
