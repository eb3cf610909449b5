package draft

import (
	"strconv"
	"strings"
	"sync"

	"green500/templates/fields"
)

// fieldRules are the rules whose requirement is met at a field of the form, or at the section of what they are about.
var fieldRules = map[string][]string{
	"environment.cooling":                  {"cooling-described"},
	"environment.inlet_c":                  {"cooling-temperature"},
	"environment.measured_where":           {"temperature-described"},
	"environment.supply_deviation_percent": {"supply-quality"},
	"idle[].power_w":                       {"idle-plausible"},
	"idle[].start":                         {"idle-outside-run", "idle-power"},
	"meters[].accuracy.grade":              {"grade-agrees"},
	"meters[].accuracy.of_reading_percent": {"meter-accuracy"},
	"meters[].accuracy.range_w":            {"range-holds-load"},
	"meters[].calibration.valid_until":     {"calibration-valid"},
	"meters[].count":                       {"equal-fractions", "meter-count-agrees"},
	"meters[].location":                    {"measuring-point"},
	"meters[].loss.evidence":               {"loss-evidence"},
	"meters[].loss.factor":                 {"loss-plausible"},
	"meters[].loss.found_by":               {"conversion-loss"},
	"meters[].loss.interval_s":             {"loss-interval"},
	"meters[].make":                        {"meters-described"},
	"meters[].reading_interval_s":          {"interval-as-stated", "update-interval"},
	"meters[].sampling_hz":                 {"sampling-rate", "sampling-rate-energy"},
	"node_sets[].measured":                 {"every-set-fraction", "instruments-match-nodes", "machine-fraction", "node-sets"},
	"node_sets[].memory_gb":                {"matrix-fits-memory"},
	"node_sets[].name":                     {"sets-alike"},
	"node_sets[].nodes":                    {"nodes-fit-processes"},
	"node_sets[].nodes_per_chassis":        {"whole-chassis"},
	"node_sets[].selection":                {"random-selection"},
	"node_sets[].selection_method":         {"selection-confirmed"},
	"run.all_compute_nodes":                {"nodes-work", "workload-on-all-nodes"},
	"run.averaging_window.start":           {"level-1-window", "level-1-window-of-run", "whole-core-averaged"},
	"run.claimed.gflops_per_watt":          {"claim-agrees"},
	"run.clock.synchronised_by":            {"clocks-agree", "edges-agree", "meters-synchronised"},
	"run.full_run.start": {
		"full-run-agrees", "full-run-average", "full-run-covered", "readings-beyond-run", "run-edges-covered",
		"whole-run-covered",
	},
	"run.order": {"run-time-plausible"},
	"run.output": {
		"core-is-whole", "core-phase-length", "core-phase-proven", "one-run", "optimised-run-apart", "output-order",
		"output-parameters", "output-rate-agrees", "output-times-agree", "output-weekday", "residual-passed",
	},
	"run.power_optimised":       {"optimised-run-declared"},
	"run.result":                {"fastest-result"},
	"run.rmax_tflops":           {"rmax-agrees"},
	"run.timezone":              {"no-likelier-run", "zone-in-country"},
	"series[].covers.subsystem": {"measured-is-covered"},
	"series[].file": {
		"constant-interval", "core-average", "core-edges-covered", "core-edges-small", "core-phase-covered",
		"energy-read-at-ends", "equally-spaced", "instruments-differ", "mean-by-duration", "no-codes", "no-cuts",
		"no-outliers", "no-replays", "no-time-lost", "reading-interval", "readings-in-core", "readings-regular",
		"readout-interval", "readouts-in-core", "resolution-fine", "timestamps-rise", "values-renewed",
	},
	"series[].quantity":          {"integrated-energy"},
	"series[].unit":              {"efficiency-plausible", "node-power-plausible", "unit-as-named"},
	"series[].value":             {"instruments-used"},
	"series[].wraps_at":          {"energy-total-rises"},
	"subsystems[].basis":         {"estimates-founded"},
	"subsystems[].formula":       {"estimate-agrees"},
	"subsystems[].measured":      {"subsystem-fraction"},
	"subsystems[].measured_with": {"measured-together"},
	"subsystems[].name":          {"others-listed"},
	"subsystems[].treatment": {
		"compute-measured", "interconnect-included", "measured-changes", "no-estimates", "subsystems-included",
		"subsystems-measured",
	},
	"system.accelerator_cores": {"accelerator-power-plausible"},
	"system.rpeak_tflops":      {"rmax-below-rpeak"},
	"system.total_cores":       {"core-power-plausible", "nodes-fit-cores"},
	"tunables[].default":       {"tunables-complete"},
}

var ruleFields = sync.OnceValue(func() map[string]string {
	paths := map[string]string{}
	for path, of := range fieldRules {
		for _, rule := range of {
			paths[rule] = path
		}
	}
	return paths
})

var itemNames = map[string]string{"meters": "id", "node_sets": "name", "series": "file", "subsystems": "name", "tunables": "name"}

// RulePath is where in the form something is done about what a sentence says of a rule: in the item that
// the sentence names, else in the first that leaves the field empty, else in the first; at the section
// where there is no item yet. It is empty for an unknown rule.
func RulePath(rule, sentence string, values map[string]string) string {
	path := ruleFields()[rule]
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
