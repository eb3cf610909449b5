package validation

import (
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// Uncertainty is how far the published figures may lie from the truth, part by part.
type Uncertainty struct {
	Power        *Interval      `json:"power_w"`         // null if a part is not known
	Efficiency   *Interval      `json:"gflops_per_watt"` // the same for the efficiency
	Meters       []MeterPart    `json:"meters"`          // accuracy of the meters
	MetersHalf   *float64       `json:"meters_half_w"`   // together; null if one is not known
	Sampling     []SamplingPart `json:"sampling"`        // nodes and units that were not measured
	SamplingHalf float64        `json:"sampling_half_w"` // together
	Boundary     Boundary       `json:"boundary"`        // when the core phase began and ended
	// methodology 1.2, Level 1: what the choice of window is worth
	Window  *LegalWindow `json:"window,omitempty"`
	Missing []string     `json:"missing"` // sentences: why no interval can be stated

	Components []uncertainty.Component `json:"components,omitempty"` // what the interval is made of
	Standard   *float64                `json:"standard_w,omitempty"` // of all components that are not one-sided
	// of that, effective; unbounded if they are left out
	Degrees  *float64 `json:"degrees_of_freedom,omitempty"`
	Coverage *float64 `json:"coverage_factor,omitempty"` // from it to a half width
}

// Interval is a stated interval of confidence.
type Interval struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"` // such as 0.95
}

func interval(low, high float64) *Interval {
	return &Interval{Low: round(low), High: round(high), Confidence: methodology.Confidence}
}

// MeterPart is what the documented accuracy of one meter adds.
type MeterPart struct {
	Meter       string  `json:"meter"`
	Make        string  `json:"make,omitempty"`
	Metered     float64 `json:"metered_w"`
	OfReading   float64 `json:"of_reading"` // as parts of one, of the metered power
	OfRange     float64 `json:"of_range"`
	Count       int     `json:"count"`          // instruments that see equal fractions
	Kind        string  `json:"kind,omitempty"` // what the stated accuracy means; a hard bound if it is left out
	Transformer float64 `json:"current_transformers,omitempty"`
	Grade       string  `json:"grade,omitempty"` // that the accuracy is of, if no figure is documented
	// errors of one make taken as common: they add up; null if nothing is documented
	Half *float64 `json:"half_w"`
	// errors taken as independent: divided by the square root of the count
	Independent *float64 `json:"independent_w"`
	Warning     string   `json:"warning,omitempty"` // if a level rests on independence
}

// SamplingPart is what extrapolation from the measured nodes or units to all adds.
type SamplingPart struct {
	Subsystem string  `json:"subsystem"`
	NodeSet   string  `json:"node_set,omitempty"`
	Measured  int     `json:"measured"`
	All       int     `json:"all"`
	Variation float64 `json:"variation"`        // standard deviation over mean of one node or unit
	Assumed   bool    `json:"assumed"`          // not seen in the readings: what surveys found
	Groups    int     `json:"groups,omitempty"` // of nodes or units, that the variation was seen in
	Half      float64 `json:"half_w"`
	ForOne    int     `json:"for_one_percent"` // units to measure for a half width of 1%
	ForTwo    int     `json:"for_two_percent"` // and of 2%
}

// Boundary is what another core phase would have given. Below and Above are taken over the shifts by
// the clock error and less.
type Boundary struct {
	ClockError float64 `json:"clock_error_s"`        // declared, or what the output resolves
	Declared   bool    `json:"clock_error_declared"` // by the document
	Below      float64 `json:"below_w"`              // how far the average falls within the clock error
	Above      float64 `json:"above_w"`
	Shifts     []Shift `json:"shifts"`
}

// ShiftKind says what is done to the core phase.
type ShiftKind string

// The shifts.
const (
	Earlier ShiftKind = "earlier" // both ends
	Later   ShiftKind = "later"   // both ends
	Trimmed ShiftKind = "trimmed" // shorter at both ends
)

// Shift is the verdict with another core phase.
type Shift struct {
	Kind       ShiftKind    `json:"kind"`
	Seconds    float64      `json:"seconds"`
	Core       power.Span   `json:"core_phase"`
	Power      *float64     `json:"power_w"` // null if the readings do not reach
	Change     *float64     `json:"change"`  // of the power, as a part of it
	Efficiency *float64     `json:"gflops_per_watt"`
	Level      *power.Level `json:"granted_level"`
}

// LegalWindow is what methodology 1.2 lets a Level 1 submission choose from.
type LegalWindow struct {
	Shortest float64      `json:"shortest_s"`
	Within   power.Span   `json:"within"` // where a window may lie
	Best     WindowFigure `json:"best"`   // the legal window of the least power
	Worst    WindowFigure `json:"worst"`
	Claimed  WindowFigure `json:"claimed"`
}

// WindowFigure is the average over one window, each reading weighted by the time it stands for.
type WindowFigure struct {
	Span       power.Span `json:"span"`
	Power      float64    `json:"power_w"`
	Efficiency float64    `json:"gflops_per_watt"`
	Gain       float64    `json:"gain"` // of efficiency over the whole core phase, as a part of it
}
