package document

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

type fate string

const (
	kept    fate = "kept"    // of the site, the machine or its meters
	emptied fate = "emptied" // of the run, or of the edition
	given   fate = "given"   // by the edition that the new entry is for
	byLoss  fate = "by loss" // of the run if the loss was measured during it, else of the machine
)

var fates = map[string]fate{
	"schema": kept, "edition": given, "methodology": given, "claimed_level": kept,

	"contact.name": kept, "contact.email": kept, "contact.affiliation": kept,
	"site.name": kept, "site.country": kept, "site.url": kept, "site.mains_hz": kept,

	"system.name": kept, "system.manufacturer": kept, "system.url": kept, "system.year": kept,
	"system.total_cores":       kept,
	"system.accelerator_cores": kept, "system.processor": kept, "system.accelerator": kept, "system.interconnect": kept,
	"system.operating_system": kept, "system.rpeak_tflops": kept, "system.top500_rmax_tflops": kept,
	"system.top500_rank": emptied, // a rank is of one edition

	"run.workload": kept, "run.timezone": kept, "run.all_compute_nodes": kept, "run.clock.synchronised_by": kept,
	"run.clock.max_error_s": kept,
	"run.output":            emptied, "run.result": emptied, "run.full_run.start": emptied, "run.full_run.end": emptied,
	"run.core_phase.start": emptied, "run.core_phase.end": emptied,
	"run.averaging_window.start": emptied, "run.averaging_window.end": emptied,
	"run.rmax_tflops": emptied, "run.order": emptied, "run.claimed.power_w": emptied,
	"run.claimed.gflops_per_watt": emptied,
	"run.power_optimised":         emptied,

	"node_sets[].name": kept, "node_sets[].nodes": kept, "node_sets[].measured": kept, "node_sets[].selection": kept,
	"node_sets[].selection_method": kept, "node_sets[].nodes_per_chassis": kept, "node_sets[].memory_gb": kept,
	"node_sets[].memory_gb_s": kept,

	"subsystems[].name": kept, "subsystems[].treatment": kept,
	"subsystems[].units": kept, "subsystems[].measured": kept,
	"subsystems[].power_w": kept, "subsystems[].basis": kept, "subsystems[].formula": kept,
	"subsystems[].participates": kept, "subsystems[].measured_with": kept,

	"meters[].id": kept, "meters[].make": kept, "meters[].model": kept, "meters[].specification": kept,
	"meters[].measures": kept, "meters[].count": kept,
	"meters[].accuracy.of_reading_percent": kept, "meters[].accuracy.of_range_percent": kept,
	"meters[].accuracy.range_w": kept,
	"meters[].accuracy.ranges":  kept, "meters[].accuracy.grade": kept,
	"meters[].accuracy.kind": kept, "meters[].accuracy.current_transformers_percent": kept,
	"meters[].calibration.certificate": kept,
	"meters[].calibration.calibrated":  kept, "meters[].calibration.valid_until": kept,
	"meters[].current": kept, "meters[].sampling_hz": kept, "meters[].reading_interval_s": kept,
	"meters[].location":      kept,
	"meters[].loss.found_by": kept, "meters[].loss.interval_s": kept, "meters[].loss.factor": byLoss,
	"meters[].loss.evidence": byLoss,
	"meters[].aggregation":   kept,

	"series[].meter": kept, "series[].nodes": kept, "series[].feed_of": kept,
	"series[].covers.subsystem": kept, "series[].covers.node_set": kept, // as import settings are
	"series[].file": emptied, "series[].continued": emptied, "series[].origin": emptied,

	"explained[].rule": emptied, "explained[].reason": emptied,
	"left_out[].file": emptied, "left_out[].instruments": emptied, "left_out[].reason": emptied,

	"idle[].start": emptied, "idle[].end": emptied, "idle[].power_w": emptied,

	"environment.cooling": kept, "environment.measured_where": kept, "environment.line_impedance_ohm": kept,
	"environment.inlet_c": emptied, "environment.outlet_c": emptied, "environment.humidity_percent": emptied,
	"environment.supply_deviation_percent": emptied, "environment.distortion_percent": emptied,

	"tunables[].name": kept, "tunables[].default": kept, "tunables[].value": emptied,

	"study[].primitive": emptied, "study[].settings": emptied, "study[].role": emptied, "study[].order": emptied,
	"study[].work_tflop": emptied, "study[].message_kilobytes": emptied,
	"study[].moved_megabytes": emptied, "study[].duration_s": emptied, "study[].power_w": emptied,
	"study[].readings": emptied, "study[].clock_mhz": emptied,

	// what describes a machine is named by its meters and subsystems
	"attachments[].file": emptied, "attachments[].kind": emptied,
}

var (
	itemNumber = regexp.MustCompile(`\[\d+\]`)
	ofLoss     = regexp.MustCompile(`^(meters\[\d+\]\.loss\.)`)
)

// StartFrom begins a document for an edition from that of an earlier entry: what is of the site, the machine
// and its meters stays, what is of the old run does not.
func StartFrom(earlier *power.Entry, edition string, asks methodology.Edition) (*power.Entry, error) {
	fields := Fields(earlier)
	left := maps.Clone(fields)
	maps.DeleteFunc(left, func(path, _ string) bool {
		of := itemNumber.ReplaceAllString(path, "[]")
		if fates[of] == byLoss {
			return fields[ofLoss.FindString(path)+"found_by"] == "simultaneous"
		}
		return fates[of] != kept && !power.IsImportSetting(strings.TrimPrefix(of, "series[]."))
	})
	left["edition"], left["methodology"] = edition, string(asks)
	return FromFields(left)
}

// Named is a document as a draft is graded before everything is filled in: names that are missing are replaced by
// words, and subsystems of which nobody said how their power is known are left out. Neither changes what the readings
// show.
func Named(entry *power.Entry) *power.Entry {
	named := *entry
	for _, name := range []*string{&named.Contact.Name, &named.Contact.Email, &named.Site.Name, &named.System.Name} {
		if *name == "" {
			*name = "not stated yet"
		}
	}
	named.Subsystems = slices.DeleteFunc(slices.Clone(entry.Subsystems),
		func(s power.Subsystem) bool { return s.Treatment == "" })
	if !slices.Contains(power.Levels(), named.ClaimedLevel) {
		named.ClaimedLevel = power.Levels()[0]
	}
	return &named
}
