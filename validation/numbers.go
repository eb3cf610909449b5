package validation

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"green500/validation/power"
)

func numbers(m *power.Measurement) Numbers {
	core, source := m.Average(m.AveragingSpan()), "run.core_phase"
	if m.CoreProven {
		source = m.Entry.Run.Output
	}
	n := Numbers{
		CoreAverage: byDuration(m, core.Span, published(core, "metered_core_average_w")),
		// real entries differ by a tenth of a percent
		WeightedCoreAverage: published(m.WeightedAverage(m.AveragingSpan()), "time_weighted_metered_w"),
		MeteredCoreAverage:  total(core, power.Metered, "metered_w"),
		ConversionLoss:      total(core, power.ConversionLoss, "loss_w"),
		Extrapolated:        total(core, power.Extrapolated, "part_w"),
		Estimated:           total(core, power.Estimate, "power_w"),
		CoreDuration:        duration(m.Core, source),
		Rmax:                rmax(m),
		Idle:                idle(m),
		IdleEnergy:          idleEnergy(m),
	}
	n.CoreEnergy = energy(n.CoreAverage, n.CoreDuration, "core_average_w", "core_duration_s")
	n.Efficiency = efficiency(n.Rmax, n.CoreAverage)
	if span := m.Entry.Run.FullRun; !span.IsZero() {
		run := m.Average(span)
		n.FullRunAverage, n.MeteredFullRunAverage = byDuration(m, span, published(run, "metered_full_run_average_w")),
			total(run, power.Metered, "metered_w")
		n.FullRunDuration = duration(span, "run.full_run")
		n.FullRunEnergy = energy(n.FullRunAverage, n.FullRunDuration, "full_run_average_w", "full_run_duration_s")
	}
	return n
}

func published(a power.Average, metered string) *Number {
	if !a.Known {
		return nil
	}
	return &Number{
		Value: rounded(a.Total), Unit: "W", Formula: metered + " + conversion_loss_w + extrapolated_w + estimated_w",
		Inputs: []Term{
			{metered, rounded(a.Of(power.Metered)), "W", "what the meters measured"},
			{"conversion_loss_w", rounded(a.Of(power.ConversionLoss)), "W", "between the meters and the supply"},
			{"extrapolated_w", rounded(a.Of(power.Extrapolated)), "W", "nodes and units that were not measured"},
			{"estimated_w", rounded(a.Of(power.Estimate)), "W", "subsystems that were not measured"},
		},
	}
}

func byDuration(m *power.Measurement, span power.Span, number *Number) *Number {
	if locked := m.Weighted(span); number != nil && locked > 0 {
		number.Inputs[0].Source += fmt.Sprintf("; the intervals of %d of their instruments follow the mains, "+
			"and readings of these are weighted by duration", locked)
	}
	return number
}

func total(a power.Average, kind power.Kind, name string) *Number {
	if !a.Known {
		return nil
	}
	number := &Number{Value: rounded(a.Of(kind)), Unit: "W", Formula: "sum(" + name + ")"}
	for _, c := range a.Contributions {
		if c.Kind != kind {
			continue
		}
		source := subject(c)
		if c.Part != nil {
			source += ", " + c.Part.Series.File
		}
		number.Inputs = append(number.Inputs, Term{name, rounded(c.Watts), "W", source})
	}
	return number
}

func duration(span power.Span, source string) *Number {
	seconds := func(at power.Time) float64 {
		return round(float64(at.Unix()) + time.Duration(at.Nanosecond()).Seconds())
	}
	return &Number{Value: span.Duration().Seconds(), Unit: "s", Formula: "end - start",
		Inputs: []Term{{"end", seconds(span.End), "s since 1970 UTC", source},
			{"start", seconds(span.Start), "s since 1970 UTC", source}}}
}

func energy(average, over *Number, averageName, overName string) *Number {
	if average == nil {
		return nil
	}
	return &Number{Value: round(average.Value * over.Value), Unit: "J", Formula: averageName + " × " + overName,
		Inputs: []Term{{averageName, average.Value, "W", ""}, {overName, over.Value, "s", ""}}}
}

func idle(m *power.Measurement) *Number {
	mean, known := m.IdleAverage()
	if !known {
		return nil
	}
	number := &Number{Value: rounded(mean), Unit: "W", Formula: "sum(idle_measurement_w) / measurements"}
	all := m.IdleAverages()
	for _, a := range all {
		number.Inputs = append(number.Inputs, Term{"idle_measurement_w", rounded(a.Total), "W", idleSource(a)})
	}
	number.Inputs = append(number.Inputs, Term{"measurements", float64(len(all)), "", "idle"})
	return number
}

func idleSource(a power.Average) string {
	if a.Span.IsZero() {
		return "stated in the document"
	}
	return a.Span.Start.Format(time.RFC3339) + " to " + a.Span.End.Format(time.RFC3339)
}

func idleEnergy(m *power.Measurement) *Number {
	number := &Number{Unit: "J", Formula: "sum(idle_span_j)"}
	for _, a := range m.IdleAverages() {
		if a.Span.IsZero() {
			continue
		}
		joules := round(float64(a.Total.Over(a.Span.Duration())))
		number.Value = round(number.Value + joules)
		number.Inputs = append(number.Inputs, Term{"idle_span_j", joules, "J", idleSource(a)})
	}
	if len(number.Inputs) == 0 {
		return nil
	}
	return number
}

func rmax(m *power.Measurement) *Number {
	if m.Rmax <= 0 {
		return nil
	}
	if m.Output != nil {
		return &Number{Value: float64(m.Rmax), Unit: "GFlops", Formula: "result_gflops",
			Inputs: []Term{{"result_gflops", float64(m.Rmax), "GFlops",
				"Gflops of the result in " + m.Entry.Run.Output}}}
	}
	return &Number{Value: float64(m.Rmax), Unit: "GFlops", Formula: "rmax_tflops × 1000",
		Inputs: []Term{{"rmax_tflops", m.Entry.Run.RmaxTeraflops, "TFlops",
			"stated by the submitter (run.rmax_tflops)"}}}
}

func efficiency(rmax, average *Number) *Number {
	if rmax == nil || average == nil || average.Value <= 0 {
		return nil
	}
	return &Number{Value: power.GFlops(rmax.Value).PerWatt(power.Watts(average.Value)),
		Unit: "GFlops/W", Formula: "rmax_gflops / core_average_w",
		Inputs: []Term{{"rmax_gflops", rmax.Value, "GFlops", ""}, {"core_average_w", average.Value, "W", ""}}}
}

func rounded(w power.Watts) float64 { return round(float64(w)) }

// round keeps a millionth of a unit: below what any meter resolves, above what binary fractions scatter.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// Number is a derived figure with its making. The formula is a sum or product of its inputs by their
// names; sum(name) adds up all inputs of one name.
type Number struct {
	Value       float64  `json:"value"`
	Uncertainty *float64 `json:"uncertainty"` // half width, in the unit of the value; null if it is not known
	Unit        string   `json:"unit"`
	Formula     string   `json:"formula"`
	Inputs      []Term   `json:"inputs,omitempty"` // what the formula was filled with
}

// Term is a figure that a formula names.
type Term struct {
	Name   string  `json:"name"` // as the formula writes it
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Source string  `json:"source,omitempty"` // file, field or number it comes from
}

// Numbers are the figures of an entry. A figure that cannot be formed is null.
type Numbers struct {
	CoreAverage *Number `json:"core_average_w"` // published: the whole machine over the core phase
	// the same, readings weighted by the time they stand for
	WeightedCoreAverage   *Number `json:"weighted_core_average_w"`
	MeteredCoreAverage    *Number `json:"metered_core_average_w"` // before scaling, losses and estimates
	ConversionLoss        *Number `json:"conversion_loss_w"`      // what the core average holds of it
	Extrapolated          *Number `json:"extrapolated_w"`         // the same
	Estimated             *Number `json:"estimated_w"`            // the same
	FullRunAverage        *Number `json:"full_run_average_w"`
	MeteredFullRunAverage *Number `json:"metered_full_run_average_w"`
	FullRunEnergy         *Number `json:"full_run_energy_j"`
	FullRunDuration       *Number `json:"full_run_duration_s"`
	Idle                  *Number `json:"idle_w"`
	IdleEnergy            *Number `json:"idle_energy_j"` // of the idle spans together
	CoreEnergy            *Number `json:"core_energy_j"`
	CoreDuration          *Number `json:"core_duration_s"`
	Rmax                  *Number `json:"rmax_gflops"`
	Efficiency            *Number `json:"gflops_per_watt"`
}

// Part is one bar of the breakdown from metered to published watts, with its making.
type Part struct {
	power.Contribution
	Formula string `json:"formula"`
	Inputs  []Term `json:"inputs,omitempty"`
}

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

func extrapolation(m *power.Measurement, before []power.Contribution, part *power.Part) (
	formula string, inputs []Term) {
	all, measured := m.UnitsOf(part.Series)
	formula, inputs = "metered_w × ", []Term{meteredTerm(before)}
	if part.LossFactor() != 1 {
		formula, inputs = formula+"loss_factor × ", append(inputs, lossTerm(part))
	}
	of := power.Contribution{Subsystem: part.Series.Covers.Subsystem, NodeSet: part.Series.Covers.NodeSet}
	return formula + "(all / measured - 1)", append(inputs,
		Term{"all", float64(all), "", unitsWord(of) + " of " + subject(of)},
		Term{"measured", float64(measured), "", unitsWord(of) + " of " + subject(of)})
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
	return Term{"power_w", rounded(power.Watts(sub.PowerWatts)), "W",
		fmt.Sprintf("%s: %s", subject(power.Contribution{Subsystem: sub.Name}), source)}
}

func subject(c power.Contribution) string {
	return strings.TrimRight(strings.ReplaceAll(c.Subsystem, "_", " ")+" "+c.NodeSet, " ")
}
