package templates

import (
	"slices"
	"strings"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Limit is one number of the methodology in words: what it bounds, and how a page writes it.
type Limit struct {
	Aspect   methodology.Aspect
	Rules    []string // ids of those that hold an entry to it
	Name     string
	Relation string // to the number, such as "at least"; may be empty
	Write    func(methodology.Limits) string
}

const integrating = "Voltage and current sampling of an integrating meter, "

// Limits lists every number that levels require, by aspect. What a level does not require is empty.
func Limits() []Limit {
	return []Limit{
		{methodology.Granularity, []string{"sampling-rate"}, "Internal sampling rate of a power meter", "at least",
			func(l methodology.Limits) string { return amount(l.SamplingHertz, "Hz") }},
		{methodology.Granularity, []string{"sampling-rate-energy"}, integrating + "AC", "at least",
			func(l methodology.Limits) string { return amount(l.SamplingHertzAC, "Hz") }},
		{methodology.Granularity, []string{"sampling-rate-energy"}, integrating + "DC", "at least",
			func(l methodology.Limits) string { return amount(l.SamplingHertzDC, "Hz") }},
		{methodology.Granularity, []string{"sampling-rate-energy"}, integrating + "50 Hz mains", "at least",
			func(l methodology.Limits) string { return amount(l.SamplingHertz50, "Hz") }},
		{methodology.Granularity, []string{"readout-interval", "update-interval"},
			"Time between power readings, and between their updates", "at most",
			func(l methodology.Limits) string { return lastingLimit(l.ReadoutInterval) }},
		{methodology.Granularity, []string{"readouts-in-core"}, "Readings of power in the core phase", "at least",
			func(l methodology.Limits) string { return pieces(l.ReadoutsInCore, "reading") }},
		{methodology.Granularity, []string{"reading-interval"}, "Interval between readings", "at most",
			func(l methodology.Limits) string { return partOf(l.IntervalOfCore, "the core phase") }},
		{methodology.Timing, []string{"core-phase-length"}, "Core phase", "at least",
			func(l methodology.Limits) string { return lastingLimit(l.CoreMinimum) }},
		{methodology.Timing, []string{"level-1-window"}, "Averaged window, fraction", "at least",
			func(l methodology.Limits) string { return partOf(l.WindowOfCore, "the core phase") }},
		{methodology.Timing, []string{"level-1-window"}, "Averaged window, duration", "at least",
			func(l methodology.Limits) string { return lastingLimit(l.WindowMinimum) }},
		{methodology.Timing, []string{"level-1-window"}, "Averaged window", "in the middle",
			func(l methodology.Limits) string { return partOf(l.MiddleOfCore, "the core phase") }},
		{methodology.Timing, []string{"core-edges-covered"}, "Core phase outside the first and last reading, total",
			"at most", func(l methodology.Limits) string { return lastingLimit(l.UncoveredTotal) }},
		{methodology.Timing, []string{"core-edges-covered"}, "Core phase outside the first and last reading, " +
			"at either end", "at most", func(l methodology.Limits) string { return lastingLimit(l.UncoveredEach) }},
		{methodology.Timing, []string{"core-edges-small"}, "Core phase outside the first and last reading, fraction",
			"at most", func(l methodology.Limits) string { return partOf(l.UncoveredOfCore, "the core phase") }},
		{methodology.Timing, []string{"energy-read-at-ends"}, "Distance of energy readings from either end of the " +
			"core phase", "at most", func(l methodology.Limits) string { return lastingLimit(l.EnergyReadWithin) }},
		{methodology.Measurements, []string{"readings-in-core"}, "Readings in the core phase", "at least",
			func(l methodology.Limits) string { return pieces(l.ReadingsInCore, "reading") }},
		{methodology.Measurements, []string{"idle-power"}, "Measurements of idle power", "at least",
			func(l methodology.Limits) string { return pieces(l.IdleMeasurements, "measurement") }},
		{methodology.MachineFraction, []string{"machine-fraction"}, "Measured compute nodes", "at least",
			computeFraction},
		{methodology.MachineFraction, []string{"machine-fraction"}, "Power of the measured compute nodes", "at least",
			func(l methodology.Limits) string { return kilowattLimit(l.Compute.Power) }},
		{methodology.MachineFraction, []string{"machine-fraction"}, "Number of measured compute nodes", "at least",
			func(l methodology.Limits) string { return pieces(l.Compute.Nodes, "node") }},
		{methodology.MachineFraction, []string{"machine-fraction"}, "Power that is enough for any fraction", "at least",
			func(l methodology.Limits) string { return kilowattLimit(l.Compute.EnoughPower) }},
		{methodology.MachineFraction, []string{"node-sets", "every-set-fraction"}, "Each set of identical nodes, " +
			"fraction", "at least", func(l methodology.Limits) string { return partOf(l.SetFraction, "the set") }},
		{methodology.MachineFraction, []string{"node-sets"}, "Each set of identical nodes, number of nodes", "at least",
			func(l methodology.Limits) string { return pieces(l.SetNodes, "node") }},
		{methodology.MachineFraction, []string{"subsystem-fraction"}, "Every other measured subsystem", "at least",
			func(l methodology.Limits) string { return partOf(l.SubsystemFraction, "") }},
		{methodology.Location, []string{"conversion-loss"}, "Accepted sources of the conversion loss", "", lossWays},
		{methodology.Location, []string{"loss-interval"}, "Time between measurements of the loss", "at most",
			func(l methodology.Limits) string { return lastingLimit(l.LossInterval) }},
		{methodology.MeterAccuracy, []string{"meter-accuracy"}, "Error of a meter", "at most",
			func(l methodology.Limits) string { return partOf(l.Accuracy, "") }},
		{methodology.MeterAccuracy, []string{"meter-accuracy"}, "Error of each of several identical meters, before " +
			"the square root", "at most", func(l methodology.Limits) string { return partOf(l.SharedAccuracy, "") }},
		{methodology.MeterAccuracy, []string{"meter-accuracy"}, "Meter grades that need no further proof", "",
			func(l methodology.Limits) string { return strings.Join(l.Grades, ", ") }},
	}
}

// everything is a fraction of one: no more can be required, so no relation goes with it.
const everything = "all"

// amount writes a number with its unit, and nothing for zero, which requires nothing.
func amount(x float64, unit string) string { return Either(x == 0, "", plain(x)+" "+unit) }

// plain writes a number whole: the finest part that a text names is 1/64, or 1.5625%.
func plain(x float64) string {
	return strings.TrimRight(strings.TrimRight(Digits(x, 4), "0"), ".")
}

func pieces(n int, one string) string { return Either(n == 0, "", Plural(n, one, one+"s")) }

func partOf(fraction float64, whole string) string {
	switch {
	case fraction == 0:
		return ""
	case fraction == 1 && whole == "":
		return everything + " of it"
	case whole == "":
		return plain(fraction*100) + "%"
	}
	return plain(fraction*100) + "% of " + whole
}

func lastingLimit(d time.Duration) string { return amount(d.Seconds(), "s") }
func kilowattLimit(w power.Watts) string  { return amount(w.Kilowatts(), "kW") }

func computeFraction(l methodology.Limits) string {
	return Either(l.Compute.Whole, everything, partOf(l.Compute.Fraction, ""))
}

func lossWays(l methodology.Limits) string {
	named := make([]string, len(l.LossFoundBy))
	for i, way := range l.LossFoundBy {
		named[i] = map[string]string{
			"manufacturer_model": "the manufacturer's model",
			"one_psu_measured":   "one power supply measured",
			"simultaneous":       "measured during the run",
		}[way]
		if named[i] == "" {
			named[i] = Words(way)
		}
	}
	return strings.Join(named, ", or ")
}

// Sentence is the limit as a level of an edition has it; empty if that requires nothing.
func (l Limit) Sentence(edition methodology.Edition, level power.Level) string {
	value := l.Write(edition.Limits(level))
	if value == "" || strings.HasPrefix(value, everything) {
		return value
	}
	return strings.TrimSpace(l.Relation + " " + value)
}

// Title is the name of the limit with its relation, for a table of values.
func (l Limit) Title() string { return Either(l.Relation == "", l.Name, l.Name+", "+l.Relation) }

// LimitsOf are the limits that a rule holds an entry to.
func LimitsOf(rule string) []Limit {
	var of []Limit
	for _, l := range Limits() {
		if slices.Contains(l.Rules, rule) {
			of = append(of, l)
		}
	}
	return of
}
