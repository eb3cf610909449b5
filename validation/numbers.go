package validation

import "green500/validation/power"

// Number is a derived figure with its making. The formula is a sum or product of its inputs by their
// names; sum(name) adds up all inputs of one name.
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
	CoreAverage           *Number `json:"core_average_w"`          // published: the whole machine over the core phase
	WeightedCoreAverage   *Number `json:"weighted_core_average_w"` // the same, readings weighted by the time they stand for
	MeteredCoreAverage    *Number `json:"metered_core_average_w"`  // before scaling, losses and estimates
	ConversionLoss        *Number `json:"conversion_loss_w"`       // what the core average holds of it
	Extrapolated          *Number `json:"extrapolated_w"`          // the same
	Estimated             *Number `json:"estimated_w"`             // the same
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
