package validation

import "green500/validation/power"

// Number is a derived figure with its making.
type Number struct {
	Value       float64  `json:"value"`
	Uncertainty *float64 `json:"uncertainty"` // half width, in the unit of the value; null where it is not known
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
	CoreAverage           *Number `json:"core_average_w"`         // published: the whole machine over the core phase
	MeteredCoreAverage    *Number `json:"metered_core_average_w"` // before scaling, losses and estimates
	FullRunAverage        *Number `json:"full_run_average_w"`
	MeteredFullRunAverage *Number `json:"metered_full_run_average_w"`
	Idle                  *Number `json:"idle_w"`
	CoreEnergy            *Number `json:"core_energy_j"`
	CoreDuration          *Number `json:"core_duration_s"`
	Rmax                  *Number `json:"rmax_gflops"`
	Efficiency            *Number `json:"gflops_per_watt"`
}

// Part is one bar of the breakdown from metered to published watts.
type Part struct {
	Subsystem string      `json:"subsystem"`
	NodeSet   string      `json:"node_set,omitempty"`
	Kind      power.Kind  `json:"kind"`
	Watts     power.Watts `json:"watts"`
	Factor    float64     `json:"factor"`
}
