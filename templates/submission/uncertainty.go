package submission

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

func intervalWords(i validation.Interval, size float64, decimals int) string {
	return templates.Digits(i.Low/size, decimals) + " to " + templates.Digits(i.High/size, decimals)
}

type budgetPart struct {
	name, class, width, percent, how string
}

// budgetFigure is a part of the uncertainty before it is drawn; watts are nil if it is not known.
type budgetFigure struct {
	name, how string
	watts     *float64
}

// budget are the parts of the uncertainty, in percent of the published power, drawn to the largest.
func budget(r *validation.Report) []budgetPart {
	if r.Numbers.CoreAverage == nil || r.Numbers.CoreAverage.Value <= 0 {
		return nil
	}
	figures := componentFigures(r)
	if figures == nil {
		figures = partFigures(r.Uncertainty)
	}
	largest := 0.0
	for _, f := range figures {
		if f.watts != nil {
			largest = math.Max(largest, *f.watts)
		}
	}
	var parts []budgetPart
	for _, f := range figures {
		part := budgetPart{f.name, "budget-part", "0", templates.Missing, f.how}
		if f.watts != nil {
			part.width, part.percent = chart.Coordinate(100**f.watts/math.Max(largest, 1)),
				templates.Digits(100**f.watts/r.Numbers.CoreAverage.Value, 2)+"%"
		}
		parts = append(parts, part)
	}
	return parts
}

// partFigures are the parts of a report without an interval, or of one that was made before it listed components.
func partFigures(u validation.Uncertainty) []budgetFigure {
	ends := math.Max(u.Boundary.Above, u.Boundary.Below)
	figures := []budgetFigure{
		{componentWord(uncertainty.FromMeters), meterHow, u.MetersHalf},
		{componentWord(uncertainty.FromSampling), samplingHow(u.Sampling), &u.SamplingHalf},
		{componentWord(uncertainty.FromTimes), clockWord(u.Boundary), &ends},
	}
	if u.MetersHalf == nil {
		figures[0].how = "no accuracy is documented"
	}
	return figures
}

// leastDrawn is the part of the power below which a component is not listed.
const leastDrawn = 5e-5

// componentFigures are the components of an interval; nil if the report lists none.
func componentFigures(r *validation.Report) []budgetFigure {
	var figures []budgetFigure
	whole := r.Numbers.CoreAverage.Value
	for _, c := range r.Uncertainty.Components {
		if math.Max(c.Half, math.Abs(c.Shift)) < leastDrawn*whole {
			continue
		}
		how := componentHow(r.Uncertainty, c)
		if shift := c.Shift / whole; math.Abs(shift) >= leastDrawn {
			how += "; expected change " + change(shift)
		}
		figures = append(figures, budgetFigure{componentWord(c.Name), how, &c.Half})
	}
	return figures
}

func componentWord(name uncertainty.Name) string {
	return map[uncertainty.Name]string{
		uncertainty.FromMeters: "Meters", uncertainty.FromSampling: "Nodes not measured",
		uncertainty.FromLoss:  "Conversion loss",
		uncertainty.FromTimes: "Start and end of the core phase",
		uncertainty.FromEnds:  "Readings partly in the core phase", uncertainty.FromGaps: "Missing readings",
		uncertainty.FromCodes: "Codes for “no reading”", uncertainty.FromResolution: "Resolution of the readings",
		uncertainty.FromEstimates: "Estimates",
	}[name]
}

const meterHow = "documented accuracy; meters of one make share their error"

func componentHow(u validation.Uncertainty, c uncertainty.Component) string {
	switch c.Name {
	case uncertainty.FromMeters:
		return meterHow
	case uncertainty.FromSampling:
		return samplingHow(u.Sampling)
	case uncertainty.FromTimes:
		return clockWord(u.Boundary) + ", and whole seconds in the output"
	}
	return map[uncertainty.Name]string{
		uncertainty.FromLoss:       "loss of the power supplies that were not measured",
		uncertainty.FromEnds:       "between the readings on both sides of each end",
		uncertainty.FromGaps:       "filled from the readings on both sides; also unequal intervals",
		uncertainty.FromCodes:      "filled from the readings on both sides",
		uncertainty.FromResolution: "rounded or cut off",
		uncertainty.FromEstimates:  "upper bounds: the true power is lower, not higher",
	}[c.Name]
}

func samplingHow(parts []validation.SamplingPart) string {
	switch {
	case len(parts) == 0:
		return "everything was measured or estimated as a whole"
	case slices.ContainsFunc(parts, func(p validation.SamplingPart) bool { return p.Assumed }):
		return "variation between nodes assumed, as found in surveys"
	}
	return "variation between instruments, from the readings"
}

func clockWord(b validation.Boundary) string {
	return templates.Either(b.Declared, "clock error of "+significantSeconds(b.ClockError)+", as declared",
		"clock error of "+significantSeconds(b.ClockError)+", because none is declared")
}

func shiftKinds() []validation.ShiftKind {
	return []validation.ShiftKind{validation.Earlier, validation.Later, validation.Trimmed}
}

func shiftWord(k validation.ShiftKind) string {
	return map[validation.ShiftKind]string{validation.Earlier: "earlier", validation.Later: "later",
		validation.Trimmed: "shorter at both ends"}[k]
}

// shiftRow is one row of the boundary table: the same seconds, in every direction.
type shiftRow struct {
	by     string
	clock  bool // the declared error of the clocks
	shifts []*validation.Shift
}

func shiftRows(b validation.Boundary) []shiftRow {
	var lengths []float64
	for _, shift := range b.Shifts {
		if !slices.Contains(lengths, shift.Seconds) {
			lengths = append(lengths, shift.Seconds)
		}
	}
	slices.Sort(lengths)
	rows := make([]shiftRow, len(lengths))
	for i, length := range lengths {
		rows[i] = shiftRow{by: significantSeconds(length), clock: length == b.ClockError}
		for _, kind := range shiftKinds() {
			at := slices.IndexFunc(b.Shifts,
				func(s validation.Shift) bool { return s.Kind == kind && s.Seconds == length })
			if at < 0 {
				rows[i].shifts = append(rows[i].shifts, nil)
				continue
			}
			rows[i].shifts = append(rows[i].shifts, &b.Shifts[at])
		}
	}
	return rows
}

func significantSeconds(s float64) string { return fmt.Sprintf("%g s", s) }
func secondsOf(s float64) time.Duration   { return time.Duration(s * float64(time.Second)) }

// change is a relative change in percent with its sign.
func change(part float64) string {
	percent := part * 100
	if math.Abs(percent) < 0.005 {
		return "0.00%"
	}
	return templates.Either(percent > 0, "+", "") + templates.Digits(percent, 2) + "%"
}

const notableChange = 0.01

func notable(part float64) bool { return math.Abs(part) >= notableChange }

func kilowattsOr(w *float64) string {
	if w == nil {
		return templates.Missing
	}
	return templates.Digits(power.Watts(*w).Kilowatts(), 3)
}
