package power

import (
	"time"
)

// Schema names the document's version.
const Schema = "green500.submission/1"

// Entry is the submission document. Tags name its fields; a doc tag explains one in the JSON Schema.
type Entry struct {
	Schema       string        `json:"schema"`
	Edition      string        `json:"edition" doc:"Edition that the submission is for, such as 2026-11"`
	Methodology  string        `json:"methodology" doc:"Methodology version: 1.2 or 2.0"`
	ClaimedLevel Level         `json:"claimed_level" doc:"Quality level claimed: 1, 2 or 3"`
	Contact      Contact       `json:"contact"`
	Site         Site          `json:"site"`
	System       System        `json:"system"`
	Run          Run           `json:"run"`
	NodeSets     []NodeSet     `json:"node_sets" doc:"Sets of identical compute nodes"`
	Subsystems   []Subsystem   `json:"subsystems" doc:"Everything that takes part in the run, and how its power was determined"`
	Meters       []Meter       `json:"meters"`
	Series       []Series      `json:"series" doc:"Readings: which file and column, and what they cover"`
	LeftOut      []Unused      `json:"left_out,omitempty" doc:"Instruments of the logs that no series reads, on purpose"`
	Idle         []Idle        `json:"idle,omitempty" doc:"Idle power: ready for work, not asleep"`
	Environment  Environment   `json:"environment,omitzero"`
	Tunables     []Tunable     `json:"tunables,omitempty"`
	Study        []StudyRun    `json:"study,omitempty" doc:"Runs of the same work with other settings, which show the effect of the tunables; no rule uses them"`
	Attachments  []Attachment  `json:"attachments,omitempty"`
	Explained    []Explanation `json:"explained,omitempty" doc:"What the submitter says of warnings and open requirements; it changes no verdict"`
}

// Explanation is what a submitter says of what a rule found.
type Explanation struct {
	Rule   string `json:"rule" doc:"Name of the rule, such as node-power-plausible"`
	Reason string `json:"reason" doc:"Why the measurement is right all the same"`
}

// Contact is the person who answers questions.
type Contact struct {
	Name        string `json:"name"`
	Email       string `json:"email"`
	Affiliation string `json:"affiliation,omitempty"`
}

// Site is where the system is located.
type Site struct {
	Name    string `json:"name"`
	Country string `json:"country" doc:"ISO 3166 code of two letters"`
	URL     string `json:"url,omitempty"`
	MainsHz int    `json:"mains_hz,omitempty" doc:"Frequency of the mains: 50 or 60"`
}

// System is the machine as the lists describe it.
type System struct {
	Name             string  `json:"name"`
	Manufacturer     string  `json:"manufacturer,omitempty"`
	URL              string  `json:"url,omitempty"`
	Year             int     `json:"year,omitempty"`
	TotalCores       int     `json:"total_cores,omitempty"`
	AcceleratorCores int     `json:"accelerator_cores,omitempty"`
	Processor        string  `json:"processor,omitempty"`
	Accelerator      string  `json:"accelerator,omitempty"`
	Interconnect     string  `json:"interconnect,omitempty"`
	OperatingSystem  string  `json:"operating_system,omitempty"`
	RpeakTeraflops   float64 `json:"rpeak_tflops,omitempty"`
	Top500Rank       int     `json:"top500_rank,omitempty"`
	Top500Teraflops  float64 `json:"top500_rmax_tflops,omitempty" doc:"Rmax of the system's TOP500 entry, for comparison with that of this run"`
}

// Run is the run of the workload.
type Run struct {
	Workload        string  `json:"workload"`
	Output          string  `json:"output,omitempty" doc:"File with the HPL output"`
	Result          int     `json:"result,omitempty" doc:"Number of the result in the output that counts, from 1, if the output has several"`
	Timezone        string  `json:"timezone,omitempty" doc:"IANA zone of times written without one, such as Europe/Berlin"`
	FullRun         Span    `json:"full_run,omitzero" doc:"From the start of the job to its end"`
	CorePhase       Span    `json:"core_phase,omitzero" doc:"Only if the output has no start and end; the core phase is then stated, not proven"`
	AveragingWindow Span    `json:"averaging_window,omitzero" doc:"Methodology 1.2, Level 1 only: the part of the core phase that was averaged"`
	RmaxTeraflops   float64 `json:"rmax_tflops,omitempty"`
	Order           int     `json:"order,omitempty" doc:"N, the order of the matrix, if no output states it"`
	Claimed         Claimed `json:"claimed,omitzero" doc:"Figures published elsewhere, for comparison with the computed ones"`
	PowerOptimised  bool    `json:"power_optimised" doc:"The run was tuned for power and is not that of the TOP500 entry"`
	AllComputeNodes bool    `json:"all_compute_nodes" doc:"The workload ran on every compute node"`
	Clock           Clock   `json:"clock,omitzero"`
}

// Claimed is what somebody says of the run.
type Claimed struct {
	PowerWatts    float64 `json:"power_w,omitempty"`
	GFlopsPerWatt float64 `json:"gflops_per_watt,omitempty"`
}

// Clock says how meter and machine agree about the time.
type Clock struct {
	SynchronisedBy  string  `json:"synchronised_by,omitempty"`
	MaxErrorSeconds float64 `json:"max_error_s,omitempty"`
}

// SelectionMethod is how the nodes to measure were chosen.
type SelectionMethod string

// The methods of choosing nodes.
const (
	SelectAll         SelectionMethod = "all"
	SelectRandom      SelectionMethod = "random"
	SelectRandomRacks SelectionMethod = "random_racks" // whole racks at random
	SelectOther       SelectionMethod = "other"        // as the selection explains
)

// SelectionMethods lists the methods, the usual ones first.
func SelectionMethods() []string {
	return []string{string(SelectAll), string(SelectRandom), string(SelectRandomRacks), string(SelectOther)}
}

// NodeSet is a set of identical compute nodes.
type NodeSet struct {
	Name     string `json:"name"`
	Nodes    int    `json:"nodes"`
	Measured int    `json:"measured"`

	SelectionMethod SelectionMethod `json:"selection_method,omitempty" doc:"How the measured nodes were chosen: all, random, random_racks (whole racks at random) or other, which selection explains"`

	Selection  string  `json:"selection,omitempty" doc:"How the measured nodes were chosen: all, random, whole racks, or in words"`
	PerChassis int     `json:"nodes_per_chassis,omitempty" doc:"Nodes that share a chassis and its power supplies; 1 if each node has its own"`
	MemoryGB   float64 `json:"memory_gb,omitempty" doc:"Memory of a node in gigabytes, that of its accelerators included; optional"`
	MemoryRate float64 `json:"memory_gb_s,omitempty" doc:"Memory bandwidth of a node in GB/s, as STREAM measures it; optional, for the energy models"`
}

// Treatment says how the power of a subsystem was found.
type Treatment string

// How a subsystem's power came about.
const (
	Measured  Treatment = "measured"
	Estimated Treatment = "estimated"
	LeftOut   Treatment = "left_out"
)

// The names of the subsystems the methodology lists (2.0, section 3.6).
const (
	Compute      = "compute"
	Interconnect = "interconnect"
	Storage      = "storage"
	HeadNodes    = "head_nodes"
	Cooling      = "cooling"
)

// SubsystemNames lists the subsystems the methodology names, in its order.
func SubsystemNames() []string {
	return []string{Compute, Interconnect, HeadNodes, Storage, Cooling}
}

// Subsystem is one part of the machine.
type Subsystem struct {
	Name         string    `json:"name"`
	Treatment    Treatment `json:"treatment"`
	Units        int       `json:"units,omitempty" doc:"Number of equal units or feeds, if not all were measured"`
	Measured     int       `json:"measured,omitempty" doc:"Number of units that were measured"`
	PowerWatts   float64   `json:"power_w,omitempty" doc:"The estimate, an upper bound"`
	Basis        string    `json:"basis,omitempty" doc:"Specification that is the source of the estimate"`
	Formula      string    `json:"formula,omitempty"`
	Participates *bool     `json:"participates,omitempty" doc:"false if the run does not use it"`
	MeasuredWith string    `json:"measured_with,omitempty" doc:"Subsystem whose meters see this one too, such as compute for the fans inside its racks, if it is measured and has no series of its own"`
}

// TakesPart reports whether the run uses the subsystem; it does unless the document denies it.
func (s Subsystem) TakesPart() bool { return s.Participates == nil || *s.Participates }

// Fraction returns the part of the subsystem that was measured, and 1 if no units are stated.
func (s Subsystem) Fraction() float64 {
	if s.Units == 0 {
		return 1
	}
	return float64(s.Measured) / float64(s.Units)
}

// Location is where in the distribution of power a meter sits (2.0, section 3.7).
type Location string

// The points of measurement.
const (
	Upstream   Location = "upstream"   // A
	Delivery   Location = "delivery"   // B
	Equivalent Location = "equivalent" // C
	Downstream Location = "downstream"
)

// Unused are instruments of a log that are left out on purpose, such as the racks of another machine.
type Unused struct {
	File        string   `json:"file" doc:"The log"`
	Instruments []string `json:"instruments" doc:"Their names: columns of the log, or values of the column that a series chooses by"`
	Reason      string   `json:"reason" doc:"Why they do not count, such as: racks of another machine"`
}

// Idle is a measurement of idle power: a span of the same series, or a figure.
type Idle struct {
	Start      Time    `json:"start,omitzero"`
	End        Time    `json:"end,omitzero"`
	PowerWatts float64 `json:"power_w,omitempty"`
}

// Span returns the span of the measurement; it is zero if a figure was given.
func (i Idle) Span() Span { return Span{i.Start, i.End} }

// Environment is what cooled the machine.
type Environment struct {
	Cooling       string   `json:"cooling,omitempty" doc:"air, liquid, immersion or hybrid"`
	InletCelsius  *float64 `json:"inlet_c,omitempty"`
	OutletCelsius *float64 `json:"outlet_c,omitempty"`
	MeasuredWhere string   `json:"measured_where,omitempty"`

	HumidityPercent        *float64 `json:"humidity_percent,omitempty" doc:"Relative humidity of the air, optional"`
	SupplyDeviationPercent *float64 `json:"supply_deviation_percent,omitempty" doc:"Deviation of the supply voltage from its nominal value, optional; 5% at most is recommended"`
	DistortionPercent      *float64 `json:"distortion_percent,omitempty" doc:"Total harmonic distortion of the supply, optional; under 2% is recommended"`
	LineImpedanceOhm       *float64 `json:"line_impedance_ohm,omitempty" doc:"Impedance of the supply line, optional; under 0.25 ohm is recommended"`
}

// Tunable is a parameter that was changed for the run.
type Tunable struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Value   string `json:"value"`
}

// Attachment is a further file of the bundle.
type Attachment struct {
	File string `json:"file"`
	Kind string `json:"kind,omitempty"`
}

// MeterOf returns the meter a series names, or nil.
func (e *Entry) MeterOf(s *Series) *Meter {
	for i := range e.Meters {
		if e.Meters[i].ID == s.Meter {
			return &e.Meters[i]
		}
	}
	return nil
}

// Subsystem returns the subsystem of that name, or nil if the document does not list it.
func (e *Entry) Subsystem(name string) *Subsystem {
	for i := range e.Subsystems {
		if e.Subsystems[i].Name == name {
			return &e.Subsystems[i]
		}
	}
	return nil
}

// NodeSet returns the set of that name, or nil.
func (e *Entry) NodeSet(name string) *NodeSet {
	for i := range e.NodeSets {
		if e.NodeSets[i].Name == name {
			return &e.NodeSets[i]
		}
	}
	return nil
}

// Nodes returns how many compute nodes the machine has and how many were measured.
func (e *Entry) Nodes() (nodes, measured int) {
	for _, set := range e.NodeSets {
		nodes += set.Nodes
		measured += set.Measured
	}
	return nodes, measured
}

// StatedRmax returns the Rmax the document states; 0 if it states none.
func (r Run) StatedRmax() GFlops { return GFlops(r.RmaxTeraflops * 1e3) }

// ListedRmax returns the Rmax of the TOP500 entry; 0 if the document gives none.
func (s System) ListedRmax() GFlops { return GFlops(s.Top500Teraflops * 1e3) }

// StudyRun is a run of the same work with some settings, as its site describes it. Nothing is graded by it.
type StudyRun struct {
	Primitive        string  `json:"primitive,omitempty" doc:"What ran: get, put, accumulate, strided put, or any name; each is compared with a baseline of its own"`
	Settings         string  `json:"settings" doc:"The settings, in words; runs with the same words belong to one variant"`
	Role             string  `json:"role,omitempty" doc:"baseline: the settings that others are compared with, by default those of the first run; submitted: the settings of the submitted run"`
	Order            int     `json:"order,omitempty" doc:"N, the order of the matrix, if HPL ran"`
	WorkTeraflop     float64 `json:"work_tflop,omitempty" doc:"Floating-point operations of the run, in 10^12, if it was not HPL"`
	MessageKilobytes float64 `json:"message_kilobytes,omitempty" doc:"Size of a message, if moving data was studied"`
	MovedMegabytes   float64 `json:"moved_megabytes,omitempty" doc:"Data moved during the run"`
	DurationSeconds  float64 `json:"duration_s,omitempty"`
	PowerWatts       float64 `json:"power_w,omitempty" doc:"Average over the run, of the same part of the machine in all runs"`
	Readings         int     `json:"readings,omitempty" doc:"Number of readings in the average; fewer than 10 are marked"`
	ClockMegahertz   float64 `json:"clock_mhz,omitempty" doc:"Clock of the processors or accelerators, if the settings change it"`
}

// The roles of a run of a study.
const (
	StudyBaseline  = "baseline"
	StudySubmitted = "submitted"
)

// Duration is how long the run took.
func (r StudyRun) Duration() time.Duration { return Seconds(r.DurationSeconds) }

// Operations is how many floating-point operations the run did; 0 if unknown.
func (r StudyRun) Operations() float64 {
	if r.WorkTeraflop > 0 || r.Order <= 0 {
		return r.WorkTeraflop * 1e12
	}
	return Operations(r.Order)
}
