// Package validation grades a submission: the same input gives the same report, byte for byte. It uses no clock, file
// or database.
package validation

import (
	"encoding/json"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Report is the verdict on one entry under one methodology.
type Report struct {
	Methodology  string          `json:"methodology"`
	ClaimedLevel power.Level     `json:"claimed_level"`
	GrantedLevel power.Level     `json:"granted_level"`
	Aspects      []AspectResult  `json:"aspects"`
	Numbers      Numbers         `json:"numbers"`
	Breakdown    []Part          `json:"breakdown"`
	Uncertainty  Uncertainty     `json:"uncertainty"`
	Findings     []rules.Finding `json:"findings"`
	WayUp        []LevelNeeds    `json:"way_up"`
	Forensics    Forensics       `json:"forensics"`
	Checklist    []CheckResult   `json:"checklist"`
	Spans        Spans           `json:"spans"`
	Digests      Digests         `json:"digests"`
}

// AspectResult is the level one aspect reaches.
type AspectResult struct {
	ID               string      `json:"id"`
	Title            string      `json:"title"`
	Level            power.Level `json:"level"`
	FirstFailingRule string      `json:"first_failing_rule"` // what keeps it from the next level
}

// Spans are the times the numbers rest on.
type Spans struct {
	Core       power.Span   `json:"core_phase"`
	CoreProven bool         `json:"core_phase_proven"` // read from the output, not stated
	FullRun    power.Span   `json:"full_run,omitzero"`
	Averaged   power.Span   `json:"averaged"`
	Idle       []power.Span `json:"idle,omitempty"`
}

// Digests pin a verdict to what it was made from.
type Digests struct {
	Rules  string `json:"rules"`  // of the rule set: what it demands, its limits, and the version of the engine
	Input  string `json:"input"`  // of the document and the bytes of its files
	Report string `json:"report"` // of this report without this field
}

// JSON returns the report as server and command line print it.
func (r *Report) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

// Counts returns how many demands of a level are not met, and how many cannot be judged.
func (r *Report) Counts(level power.Level) (failed, unknown int) {
	count := CountStandings(r.Findings, level)
	return count[Failed], count[Unproven]
}

// Input is what a verdict is made from.
type Input struct {
	Measurement *power.Measurement
	Edition     methodology.Edition
	Digest      string // of the document and the bytes of its files
}
