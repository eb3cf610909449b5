package draft

import (
	"strconv"
	"strings"

	"green500/templates/fields"
)

// ruleFields is where in the form each rule's requirement is met: at the field, or at the section of what it
// is about.
var ruleFields = map[string]string{
	"accelerator-power-plausible": "system.accelerator_cores",
	"calibration-valid":           "meters[].calibration.valid_until",
	"claim-agrees":                "run.claimed.gflops_per_watt",
	"clocks-agree":                "run.clock.synchronised_by",
	"compute-measured":            "subsystems[].treatment",
	"constant-interval":           "series[].file",
	"conversion-loss":             "meters[].loss.found_by",
	"cooling-described":           "environment.cooling",
	"cooling-temperature":         "environment.inlet_c",
	"core-average":                "series[].file",
	"core-edges-covered":          "series[].file",
	"core-edges-small":            "series[].file",
	"core-is-whole":               "run.output",
	"core-phase-covered":          "series[].file",
	"core-phase-length":           "run.output",
	"core-phase-proven":           "run.output",
	"core-power-plausible":        "system.total_cores",
	"edges-agree":                 "run.clock.synchronised_by",
	"efficiency-plausible":        "series[].unit",
	"energy-read-at-ends":         "series[].file",
	"energy-total-rises":          "series[].wraps_at",
	"equal-fractions":             "meters[].count",
	"equally-spaced":              "series[].file",
	"estimate-agrees":             "subsystems[].formula",
	"estimates-founded":           "subsystems[].basis",
	"every-set-fraction":          "node_sets[].measured",
	"fastest-result":              "run.result",
	"one-run":                     "run.output",
	"full-run-agrees":             "run.full_run.start",
	"full-run-average":            "run.full_run.start",
	"full-run-covered":            "run.full_run.start",
	"grade-agrees":                "meters[].accuracy.grade",
	"idle-outside-run":            "idle[].start",
	"idle-plausible":              "idle[].power_w",
	"idle-power":                  "idle[].start",
	"instruments-differ":          "series[].file",
	"instruments-match-nodes":     "node_sets[].measured",
	"instruments-used":            "series[].value",
	"integrated-energy":           "series[].quantity",
	"interconnect-included":       "subsystems[].treatment",
	"interval-as-stated":          "meters[].reading_interval_s",
	"level-1-window":              "run.averaging_window.start",
	"level-1-window-of-run":       "run.averaging_window.start",
	"loss-evidence":               "meters[].loss.evidence",
	"loss-interval":               "meters[].loss.interval_s",
	"loss-plausible":              "meters[].loss.factor",
	"machine-fraction":            "node_sets[].measured",
	"matrix-fits-memory":          "node_sets[].memory_gb",
	"meter-count-agrees":          "meters[].count",
	"mean-by-duration":            "series[].file",
	"measured-changes":            "subsystems[].treatment",
	"measured-is-covered":         "series[].covers.subsystem",
	"measured-together":           "subsystems[].measured_with",
	"measuring-point":             "meters[].location",
	"meter-accuracy":              "meters[].accuracy.of_reading_percent",
	"meters-described":            "meters[].make",
	"meters-synchronised":         "run.clock.synchronised_by",
	"no-codes":                    "series[].file",
	"no-cuts":                     "series[].file",
	"no-estimates":                "subsystems[].treatment",
	"no-likelier-run":             "run.timezone",
	"no-outliers":                 "series[].file",
	"no-replays":                  "series[].file",
	"no-time-lost":                "series[].file",
	"node-power-plausible":        "series[].unit",
	"node-sets":                   "node_sets[].measured",
	"nodes-fit-cores":             "system.total_cores",
	"nodes-fit-processes":         "node_sets[].nodes",
	"nodes-work":                  "run.all_compute_nodes",
	"optimised-run-apart":         "run.output",
	"optimised-run-declared":      "run.power_optimised",
	"others-listed":               "subsystems[].name",
	"output-order":                "run.output",
	"output-parameters":           "run.output",
	"output-rate-agrees":          "run.output",
	"output-times-agree":          "run.output",
	"output-weekday":              "run.output",
	"random-selection":            "node_sets[].selection",
	"range-holds-load":            "meters[].accuracy.range_w",
	"reading-interval":            "series[].file",
	"readings-beyond-run":         "run.full_run.start",
	"readings-in-core":            "series[].file",
	"readings-regular":            "series[].file",
	"readout-interval":            "series[].file",
	"readouts-in-core":            "series[].file",
	"residual-passed":             "run.output",
	"resolution-fine":             "series[].file",
	"rmax-agrees":                 "run.rmax_tflops",
	"rmax-below-rpeak":            "system.rpeak_tflops",
	"run-edges-covered":           "run.full_run.start",
	"run-time-plausible":          "run.order",
	"sampling-rate":               "meters[].sampling_hz",
	"sampling-rate-energy":        "meters[].sampling_hz",
	"selection-confirmed":         "node_sets[].selection_method",
	"sets-alike":                  "node_sets[].name",
	"subsystem-fraction":          "subsystems[].measured",
	"subsystems-included":         "subsystems[].treatment",
	"subsystems-measured":         "subsystems[].treatment",
	"supply-quality":              "environment.supply_deviation_percent",
	"temperature-described":       "environment.measured_where",
	"timestamps-rise":             "series[].file",
	"tunables-complete":           "tunables[].default",
	"unit-as-named":               "series[].unit",
	"update-interval":             "meters[].reading_interval_s",
	"values-renewed":              "series[].file",
	"whole-chassis":               "node_sets[].nodes_per_chassis",
	"whole-core-averaged":         "run.averaging_window.start",
	"whole-run-covered":           "run.full_run.start",
	"workload-on-all-nodes":       "run.all_compute_nodes",
	"zone-in-country":             "run.timezone",
}

var itemNames = map[string]string{"meters": "id", "node_sets": "name", "series": "file", "subsystems": "name", "tunables": "name"}

// RulePath is where in the form something is done about what a sentence says of a rule: in the item that
// the sentence names, else in the first that leaves the field empty, else in the first; at the section
// where there is no item yet. It is empty for an unknown rule.
func RulePath(rule, sentence string, values map[string]string) string {
	path := ruleFields[rule]
	group, rest, inGroup := strings.Cut(path, "[]")
	count := fields.Count(group, values)
	switch {
	case !inGroup:
		return path
	case count == 0:
		return group
	}
	chosen := 0
	for n := count - 1; n >= 0; n-- {
		if values[fields.Field{Path: path}.At(n)] == "" {
			chosen = n
		}
	}
	for n := range count {
		if hasWord(sentence, values[group+"["+strconv.Itoa(n)+"]."+itemNames[group]]) {
			chosen = n
		}
	}
	return group + "[" + strconv.Itoa(chosen) + "]" + rest
}

// hasWord reports whether a sentence has a name in it, and not only as a part of another word.
func hasWord(sentence, name string) bool {
	const before, after = " \t\n\f\r\"'(,", " \t\n\f\r\"'),.;:"
	for from := 0; name != ""; from++ {
		at := strings.Index(sentence[from:], name)
		if at < 0 {
			return false
		}
		from += at
		end := from + len(name)
		if (from == 0 || strings.IndexByte(before, sentence[from-1]) >= 0) && (end == len(sentence) || strings.IndexByte(after, sentence[end]) >= 0) {
			return true
		}
	}
	return false
}
