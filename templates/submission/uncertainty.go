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
)

// intervalWords writes an interval in a unit of a size.
func intervalWords(i validation.Interval, size float64, decimals int) string {
	return templates.Digits(i.Low/size, decimals) + " to " + templates.Digits(i.High/size, decimals)
}

// budgetPart is one bar of the error budget.
type budgetPart struct {
	name, class, width, percent, how string
}

// budget are the parts of the uncertainty, in percent of the published power, drawn to the largest.
func budget(r *validation.Report) []budgetPart {
	if r.Numbers.CoreAverage == nil || r.Numbers.CoreAverage.Value <= 0 {
		return nil
	}
	u := r.Uncertainty
	ends := math.Max(u.Boundary.Above, u.Boundary.Below)
	figures := []struct {
		name, how, unknown string
		watts              *float64
	}{
		{"Meters", "documented accuracy, taken as common to meters of one make", "no accuracy is documented", u.MetersHalf},
		{"Nodes not measured", samplingHow(u.Sampling), "one of them tells nothing of the others", u.SamplingHalf},
		{"Ends of the core phase", clockWord(u.Boundary), "", &ends},
	}
	largest := 0.0
	for _, f := range figures {
		if f.watts != nil {
			largest = math.Max(largest, *f.watts)
		}
	}
	var parts []budgetPart
	for _, f := range figures {
		part := budgetPart{f.name, "budget-part", "0", templates.Missing, f.unknown}
		if f.watts != nil {
			part.width, part.percent, part.how = chart.Coordinate(100**f.watts/math.Max(largest, 1)), templates.Digits(100**f.watts/r.Numbers.CoreAverage.Value, 2)+"%", f.how
		}
		parts = append(parts, part)
	}
	return parts
}

func samplingHow(parts []validation.SamplingPart) string {
	switch {
	case len(parts) == 0:
		return "everything was measured or estimated as a whole"
	case slices.ContainsFunc(parts, func(p validation.SamplingPart) bool { return p.Assumed }):
		return "variation between nodes assumed, as surveys found it"
	}
	return "variation between instruments as the readings show it"
}

// clockWord says which error of the clocks the interval allows for.
func clockWord(b validation.Boundary) string {
	if b.Declared {
		return "clock error of " + significantSeconds(b.ClockError) + ", as declared"
	}
	return "clock error of " + significantSeconds(b.ClockError) + ", none being declared"
}

// shiftKinds are the columns of the boundary table.
func shiftKinds() []validation.ShiftKind {
	return []validation.ShiftKind{validation.Earlier, validation.Later, validation.Trimmed}
}

func shiftWord(k validation.ShiftKind) string {
	return map[validation.ShiftKind]string{validation.Earlier: "earlier", validation.Later: "later", validation.Trimmed: "shorter at both ends"}[k]
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
			at := slices.IndexFunc(b.Shifts, func(s validation.Shift) bool { return s.Kind == kind && s.Seconds == length })
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

func secondsOf(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// change is a relative change in percent with its sign.
func change(part float64) string {
	percent := part * 100
	if math.Abs(percent) < 0.005 {
		return "0.00%"
	}
	sign := ""
	if percent > 0 {
		sign = "+"
	}
	return sign + templates.Digits(percent, 2) + "%"
}

// notableChange is the change of power from which a reader should look twice.
const notableChange = 0.01

func notable(part float64) bool { return math.Abs(part) >= notableChange }

func kilowattsOr(w *float64) string {
	if w == nil {
		return templates.Missing
	}
	return templates.Digits(power.Watts(*w).Kilowatts(), 3)
}
