// Package plan states before a run what each level requires of its measurement, with the limits that grading uses
// afterwards. It uses no clock: a plan counts from the start of the job, or from a time in the request.
package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Request is what somebody knows of a machine, of a run of it and of the meters at hand. The json
// tags name the fields of the file, of the form and of the address of a plan alike.
type Request struct {
	Methodology string      `json:"methodology,omitempty" doc:"Methodology the submission is for: 1.2 or 2.0; the one in force if left out"`
	Level       power.Level `json:"level,omitempty" doc:"Quality level the submission is for; 2 if left out"`
	Edition     string      `json:"edition,omitempty" doc:"List the submission is for, such as 2026-11"`
	System      string      `json:"system,omitempty" doc:"Name of the system"`
	Rmax        float64     `json:"rmax_tflops,omitempty" doc:"Rmax that the run is expected to reach"`
	Rpeak       float64     `json:"rpeak_tflops,omitempty" doc:"Theoretical peak of the machine, for its balance"`
	MainsHz     int         `json:"mains_hz,omitempty" doc:"Frequency of the mains: 50 or 60"`
	Goal        float64     `json:"wanted_percent,omitempty" doc:"Half width of the uncertainty that is wanted, in percent of the power"`
	Run         Run         `json:"run"`
	NodeSets    []NodeSet   `json:"node_sets" doc:"Sets of identical compute nodes"`
	Subsystems  []Subsystem `json:"subsystems,omitempty" doc:"What else takes part in the run"`
	Meter       power.Meter `json:"meter,omitzero" doc:"The kind of meter at hand, as a submission writes it"`
}

// Run is how long the parts of the run are expected to take.
type Run struct {
	Core      float64    `json:"core_phase_s" doc:"Length of the core phase"`
	Before    float64    `json:"before_s,omitempty" doc:"From the start of the job to the core phase"`
	After     float64    `json:"after_s,omitempty" doc:"From the end of the core phase to the end of the job"`
	Start     power.Time `json:"start,omitzero" doc:"When the job is to start"`
	IdleNodes int        `json:"idle_nodes,omitempty" doc:"Compute nodes that stay idle during the run"`
	Timezone  string     `json:"timezone,omitempty" doc:"IANA zone of the node that prints the output, such as Europe/Berlin"`
}

// NodeSet is a set of identical compute nodes that nobody has measured yet.
type NodeSet struct {
	Name       string      `json:"name,omitempty"`
	Nodes      int         `json:"nodes"`
	Power      power.Watts `json:"power_per_node_w" doc:"Average power of a node over the core phase, at the location of the meter"`
	Idle       power.Watts `json:"idle_per_node_w,omitempty" doc:"Power of a node when it is ready for work but idle"`
	PerChassis int         `json:"nodes_per_chassis,omitempty" doc:"Nodes that share a chassis and its power supplies"`
	Variation  float64     `json:"variation_percent,omitempty" doc:"Standard deviation of the power between nodes in an earlier run, in percent of their mean; 2 is assumed"`
	Bandwidth  float64     `json:"memory_gb_s,omitempty" doc:"Memory bandwidth of a node in GB/s, as STREAM measures it, for the balance"`
}

// Subsystem is a part of the machine besides the compute nodes.
type Subsystem struct {
	Name         string      `json:"name"`
	Power        power.Watts `json:"power_w,omitempty" doc:"Maximum power of all of it by its specification"`
	Units        int         `json:"units,omitempty" doc:"How many equal units or feeds it has"`
	Measurable   *bool       `json:"can_be_measured,omitempty" doc:"false if it cannot be metered"`
	Participates *bool       `json:"participates,omitempty" doc:"false if the run does not use it"`
}

// The largest figures that a plan takes: beyond them somebody mistook a unit.
const (
	mostNodes   = 10_000_000
	mostPerNode = 1e6 // W
	mostPower   = 1e9 // W, of a subsystem
	longestRunS = 60 * 24 * 3600.0
	mostRmax    = 1e12 // TFlop/s

	mostVariation = 50.0 // %
	mostBandwidth = 1e9  // GB/s
	mostSets      = 20   // and most subsystems
	usualLevel    = 2

	shortestCore = 1.0 // s: nothing shorter has a reading
)

// Read takes a request from YAML or JSON. All problems are reported at once, as power.InputErrors with their lines.
func Read(name string, text []byte) (Request, error) {
	var r Request
	places, err := document.DecodeInto(name, text, &r)
	if err != nil {
		return r, err
	}
	r = r.completed()
	return r, places.Of(r.check())
}

// FromFields takes a request from the fields of a form. It holds what could be read even if there
// is reported as power.InputErrors with the paths of the fields.
func FromFields(fields map[string]string) (Request, error) {
	var r Request
	err := document.FieldsInto(fields, &r)
	if r = r.completed(); err == nil {
		err = r.check()
	}
	return r, err
}

// Fields is the inverse of FromFields.
func (r Request) Fields() map[string]string { return document.FieldsOf(r) }

func (r Request) completed() Request {
	r.Methodology = cmp.Or(r.Methodology, string(methodology.InForce))
	r.Level, r.Meter.ID = cmp.Or(r.Level, usualLevel), cmp.Or(r.Meter.ID, "meter")
	r.NodeSets = slices.Clone(r.NodeSets)
	for i := range r.NodeSets {
		r.NodeSets[i].Name = cmp.Or(r.NodeSets[i].Name, fmt.Sprintf("set %d", i+1))
	}
	return r
}

func (r Request) core() time.Duration { return duration(r.Run.Core) }

func duration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Nanosecond)
}

// subsystem is only its name if there is no description.
func (r Request) subsystem(name string) Subsystem {
	for _, s := range r.Subsystems {
		if s.Name == name {
			return s
		}
	}
	return Subsystem{Name: name}
}

func (r Request) check() error {
	c := &checker{}
	if edition, known := methodology.Parse(r.Methodology); !known || edition.Draft() {
		c.problem("methodology", fmt.Sprintf("%q is not a methodology that a list uses", r.Methodology),
			"write 1.2 or 2.0")
	}
	if !slices.Contains(power.Levels(), r.Level) {
		c.problem("level", fmt.Sprintf("%d is not a level", r.Level), "write 1, 2 or 3")
	}
	c.between("rpeak_tflops", r.Rpeak, 0, mostRmax, "write it in TFlop/s")
	c.between("rmax_tflops", r.Rmax, 0, mostRmax, "write it in TFlop/s")
	if r.Goal < 0 || r.Goal >= 100 {
		c.problem("wanted_percent", fmt.Sprintf("an uncertainty of %s%% cannot be planned", figure(r.Goal)),
			"write a part of the power in percent, such as 2")
	}
	c.between("run.core_phase_s", r.Run.Core, shortestCore, longestRunS,
		"write the expected length of the core phase in seconds")
	c.between("run.before_s", r.Run.Before, 0, longestRunS, "write it in seconds")
	c.between("run.after_s", r.Run.After, 0, longestRunS, "write it in seconds")
	c.nodeSets(r.NodeSets)
	if r.Run.IdleNodes < 0 || r.Run.IdleNodes > 0 && r.Run.IdleNodes >= r.nodes() {
		c.problem("run.idle_nodes", fmt.Sprintf("%d of %d nodes stay idle", r.Run.IdleNodes, r.nodes()),
			"write how many stay idle: fewer than all, or leave it out")
	}
	c.subsystems(r.Subsystems)
	c.ofSubmission(r)
	return c.problems.OrNil()
}

type checker struct{ problems power.InputErrors }

func (c *checker) problem(field, problem, remedy string) {
	c.problems.Add(&power.InputError{Field: field, Problem: problem, Remedy: remedy})
}

func (c *checker) between(field string, value, least, most float64, remedy string) {
	switch {
	case value == 0 && least > 0:
		c.problem(field, "this is missing", remedy)
	case !(value >= least && value <= most):
		c.problem(field, fmt.Sprintf("%s is not between %s and %s", figure(value), figure(least), figure(most)), remedy)
	}
}

func (c *checker) nodeSets(sets []NodeSet) {
	if len(sets) == 0 {
		c.problem("node_sets", "no compute nodes are given", "give at least one set with its nodes and their power")
	}
	if len(sets) > mostSets {
		c.problem("node_sets", fmt.Sprintf("a plan cannot have %d sets of nodes", len(sets)),
			fmt.Sprintf("combine similar ones, into %d at most", mostSets))
	}
	for i, set := range sets {
		at := fmt.Sprintf("node_sets[%d]", i)
		c.between(at+".nodes", float64(set.Nodes), 1, mostNodes, "write the number of nodes of the set")
		c.between(at+".power_per_node_w", float64(set.Power), 1, mostPerNode,
			"write the average power of a node over the core phase in watts")
		c.between(at+".idle_per_node_w", float64(set.Idle), 0, mostPerNode, "write it in watts")
		c.between(at+".variation_percent", set.Variation, 0, mostVariation, "write it in percent, such as 2")
		c.between(at+".memory_gb_s", set.Bandwidth, 0, mostBandwidth, "write it in GB/s")
		if set.Idle > set.Power && set.Power > 0 {
			c.problem(at+".idle_per_node_w", "an idle node draws more than a busy one", "swap or correct the two")
		}
		if set.PerChassis < 0 || set.PerChassis > max(set.Nodes, 0) {
			c.problem(at+".nodes_per_chassis", fmt.Sprintf("%d of %d nodes share a chassis", set.PerChassis, set.Nodes),
				"write how many nodes share one, or leave it out")
		}
		if slices.ContainsFunc(sets[:i], func(other NodeSet) bool { return other.Name == set.Name }) {
			c.problem(at+".name", fmt.Sprintf("%q names two sets", set.Name), "give each its own name")
		}
	}
}

func (c *checker) subsystems(subsystems []Subsystem) {
	if len(subsystems) > mostSets {
		c.problem("subsystems", fmt.Sprintf("a plan cannot have %d subsystems", len(subsystems)),
			fmt.Sprintf("combine similar ones, into %d at most", mostSets))
	}
	for i, s := range subsystems {
		at := fmt.Sprintf("subsystems[%d]", i)
		switch {
		case s.Name == "":
			c.problem(at+".name", "this is missing", "name the subsystem")
		case s.Name == power.Compute:
			c.problem(at+".name", "the compute nodes are described by their sets", "write them under node_sets")
		case slices.ContainsFunc(subsystems[:i], func(other Subsystem) bool { return other.Name == s.Name }):
			c.problem(at+".name", fmt.Sprintf("%q is listed twice", s.Name), "write each once")
		}
		c.between(at+".power_w", float64(s.Power), 0, mostPower, "write it in watts")
		c.between(at+".units", float64(s.Units), 0, mostNodes, "write how many units it has, or leave it out")
	}
}

// ofSubmission checks what goes into the document unchanged.
func (c *checker) ofSubmission(r Request) {
	entry := &power.Entry{Edition: r.Edition, Site: power.Site{MainsHz: r.MainsHz}, Meters: []power.Meter{r.Meter},
		Run: power.Run{Timezone: r.Run.Timezone}}
	if entry.Meters[0].Measures == "" {
		entry.Meters[0].Measures = power.Power
	}
	var problems power.InputErrors
	errors.As(document.Check(entry), &problems) // it has no other kind of error
	for _, one := range problems {
		field, ofMeter := strings.CutPrefix(one.Field, "meters[0].")
		switch {
		case ofMeter:
			one.Field = "meter." + field
		case one.Field == "edition" && r.Edition != "", one.Field == "run.timezone":
		case one.Field == "site.mains_hz":
			one.Field = "mains_hz"
		default:
			continue
		}
		c.problems = append(c.problems, one)
	}
	if r.Meter.Count < 0 || r.Meter.Count > mostNodes {
		c.problem("meter.count", fmt.Sprintf("%d meters", r.Meter.Count),
			"write how many such meters see equal fractions, or leave it out")
	}
	// negative values are reported above
	c.between("meter.reading_interval_s", max(r.Meter.IntervalSeconds, 0), 0, longestRunS, "write it in seconds")
}
