package validation

import "green500/validation/power"

// Forensics is what the readings themselves show, meter by meter, inside the core phase.
type Forensics struct {
	Instruments []InstrumentFacts `json:"instruments"`
	Twins       []Twins           `json:"twins"` // pairs of instruments that read the same
	Edges       *Edges            `json:"edges"` // null where no edge shows
	Runs        []power.Span      `json:"runs"`  // stretches of load in the readings, in the order of time
}

// InstrumentFacts are the readings of one instrument inside the core phase.
type InstrumentFacts struct {
	File       string      `json:"file"`
	Instrument string      `json:"instrument,omitempty"`
	Readings   int         `json:"readings"`
	Interval   float64     `json:"interval_s"`  // usual time between readings
	Update     float64     `json:"update_s"`    // usual time between changes of value
	Gaps       int         `json:"gaps"`        // steps so long that readings are missing
	Lost       float64     `json:"lost_s"`      // time in gaps beyond one interval
	LongestGap *power.Span `json:"longest_gap"` // null where there is none
	Repeats    int         `json:"repeats"`     // readings equal to the one before
	LongestRun *power.Span `json:"longest_run"` // longest stretch of one value
	Doubled    int         `json:"doubled"`     // readings with the timestamp of the one before
	Reversed   int         `json:"reversed"`    // readings that stand after a later one in the file, whole file
	Resolution float64     `json:"resolution"`  // smallest difference between values, in watts or joules
	Falls      int         `json:"falls"`       // energy totals: readings below the one before
	Sentinels  int         `json:"sentinels"`   // values that meters write for "no reading"
	Outliers   int         `json:"outliers"`    // single readings far from both neighbours
}

// Twins are two instruments whose readings are equal, or nearly.
type Twins struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Equal  bool   `json:"equal"` // to the last digit
}

// Edges are where the power rises and falls, against the stated core phase. Positive offsets are
// later than stated.
type Edges struct {
	Rise       power.Time `json:"rise,omitzero"`
	Fall       power.Time `json:"fall,omitzero"`
	RiseOffset *float64   `json:"rise_offset_s"`
	FallOffset *float64   `json:"fall_offset_s"`
}
