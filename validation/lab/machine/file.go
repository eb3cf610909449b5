// Package machine computes the energy of runs on a machine with nodes of several kinds, from the power of one node of
// each kind against its active threads (Czarnul et al., MERPSYS).
package machine

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"green500/validation/lab"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// File describes a machine and runs on it.
type File struct {
	Title    string                   `json:"title,omitempty" doc:"What is computed"`
	Kinds    []Kind                   `json:"kinds" doc:"Kinds of nodes"`
	Runs     []Run                    `json:"runs" doc:"Runs of the same work, or of different work"`
	Law      Law                      `json:"time,omitzero" doc:"How run time depends on the number of processes; fitted to the runs if left out"`
	Timezone string                   `json:"timezone,omitempty" doc:"IANA zone of times written without one, such as Europe/Berlin"`
	Import   tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of every log, if they are not detected"`
}

// Kind is nodes that draw the same power under the same load.
type Kind struct {
	Name      string  `json:"name" doc:"Name, such as node or gpu"`
	Nodes     int     `json:"nodes" doc:"Nodes of this kind"`
	Cores     int     `json:"cores,omitempty" doc:"Cores of a node"`
	IdleWatts float64 `json:"idle_power_w,omitempty" doc:"Power of an idle node; half of the highest power if neither this nor idle_log states it"`
	IdleLog   string  `json:"idle_log,omitempty" doc:"Log of one idle node"`
	MaxWatts  float64 `json:"max_power_w,omitempty" doc:"Power of a node with all cores busy, if no power is listed"`
	Interval  float64 `json:"reading_interval_s,omitempty" doc:"Interval of the meter; that of the logs if left out"`
	Power     []Point `json:"power,omitempty" doc:"Power of one node against its active threads"`
}

// Point is the power of one node of a kind under some load.
type Point struct {
	Threads   float64                  `json:"threads,omitempty" doc:"Active threads of the node"`
	Processes int                      `json:"processes,omitempty" doc:"Processes of the run that the node was measured in, instead of threads: they are spread over the nodes"`
	Nodes     int                      `json:"nodes,omitempty" doc:"Nodes of that run; all of the kind if left out"`
	Watts     float64                  `json:"power_w,omitempty" doc:"Mean power"`
	Deviation float64                  `json:"deviation_w,omitempty" doc:"Standard deviation of the readings"`
	Readings  int                      `json:"readings,omitempty" doc:"Readings of one run"`
	Log       string                   `json:"log,omitempty" doc:"Log of the node, instead of its power"`
	Logs      []string                 `json:"logs,omitempty" doc:"Logs of the same run, repeated"`
	From      power.Time               `json:"from,omitzero" doc:"Start of the run within its logs; the first reading if left out"`
	To        power.Time               `json:"to,omitzero" doc:"End of the run within its logs; the last reading if left out"`
	Import    tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of the logs, if they are not detected"`
}

// Form is how the processes of a run come and go.
type Form string

// The forms of runs.
const (
	SPMD             Form = "spmd"
	DivideAndConquer Form = "divide-and-conquer"
	Phases           Form = "phases"
)

// Run is one run of some processes.
type Run struct {
	Name      string  `json:"name,omitempty" doc:"Name; its processes if left out"`
	Form      Form    `json:"form,omitempty" doc:"spmd, divide-and-conquer or phases; spmd if left out"`
	Processes int     `json:"processes,omitempty" doc:"Processes on the nodes of the first kind"`
	On        []Use   `json:"on,omitempty" doc:"Processes on the nodes of each kind, if not the first alone"`
	Seconds   float64 `json:"seconds,omitempty" doc:"Run time of spmd"`
	Steps     []Time  `json:"steps_s,omitempty" doc:"Time of each step of divide-and-conquer; half of the processes end after each"`
	Phases    []Phase `json:"phases,omitempty" doc:"Phases, one after the other"`
	Measured  float64 `json:"measured_wh,omitempty" doc:"Energy to compare with, measured or simulated elsewhere"`
}

// Time is a duration in seconds.
type Time = float64

// Use is processes on the nodes of a kind.
type Use struct {
	Kind      string `json:"kind" doc:"Name of the kind"`
	Processes int    `json:"processes" doc:"Processes on its nodes, one per node until all nodes are used"`
}

// Phase is a time during which the same processes run.
type Phase struct {
	Name      string  `json:"name,omitempty" doc:"Name"`
	Processes int     `json:"processes,omitempty" doc:"Processes on the nodes of the first kind"`
	On        []Use   `json:"on,omitempty" doc:"Processes on the nodes of each kind, if not the first alone"`
	Seconds   float64 `json:"seconds" doc:"Its length"`
}

// Law is how long the same work takes on so many processes: work_s / processes + each_process_s × processes.
type Law struct {
	Work float64 `json:"work_s,omitempty" doc:"Time on one process"`
	Each float64 `json:"each_process_s,omitempty" doc:"Time that each process adds by communication"`
}

// Bounds on a file.
const (
	MostKinds = 20
	MostRuns  = 200
	MostParts = 200 // points of a kind, steps or phases of a run
	mostNodes = 10_000_000
	mostWatts = 1e6
	longest   = 1e9 // s
)

// Read takes a machine from YAML or JSON. All problems are returned at once, as power.InputErrors with their lines.
func Read(name string, text []byte) (File, error) { return lab.Read[File](name, text) }

// Check says what is wrong with a file, as power.InputErrors.
func (f File) Check() error {
	c := &lab.Checks{}
	if len(f.Kinds) == 0 || len(f.Kinds) > MostKinds {
		c.Say("kinds", fmt.Sprintf("there are %d kinds of nodes", len(f.Kinds)),
			fmt.Sprintf("list 1 to %d kinds, each with its nodes and their power", MostKinds))
	}
	if len(f.Runs) > MostRuns {
		c.Say("runs", fmt.Sprintf("there are %d runs", len(f.Runs)), fmt.Sprintf("list at most %d", MostRuns))
	}
	c.Zone(f.Timezone)
	for i, kind := range f.Kinds {
		at := fmt.Sprintf("kinds[%d]", i)
		if slices.ContainsFunc(f.Kinds[:i], func(other Kind) bool { return other.Name == kind.Name }) ||
			strings.TrimSpace(kind.Name) == "" {
			c.Say(at+".name", fmt.Sprintf("%q does not name one kind", kind.Name), "give each kind its own name")
		}
		kind.check(at, c)
	}
	c.Between("time.work_s", f.Law.Work, 0, longest)
	c.Between("time.each_process_s", f.Law.Each, 0, longest)
	for i, run := range f.Runs {
		f.checkRun(fmt.Sprintf("runs[%d]", i), run, c)
	}
	return c.OrNil()
}

func (k Kind) check(at string, c *lab.Checks) {
	c.Between(at+".nodes", float64(k.Nodes), 1, mostNodes)
	c.Between(at+".cores", float64(k.Cores), 0, 1e6)
	c.Between(at+".idle_power_w", k.IdleWatts, 0, mostWatts)
	c.Between(at+".max_power_w", k.MaxWatts, 0, mostWatts)
	c.Between(at+".reading_interval_s", k.Interval, 0, longest)
	if len(k.Power) == 0 && (k.MaxWatts == 0 || k.Cores == 0) || len(k.Power) > MostParts {
		c.Say(at+".power", fmt.Sprintf("there are %d powers", len(k.Power)), fmt.Sprintf(
			"list 1 to %d powers of a node, each with its threads; or write max_power_w and cores", MostParts))
	}
	for i, p := range k.Power {
		p.check(fmt.Sprintf("%s.power[%d]", at, i), c)
	}
}

func (p Point) check(at string, c *lab.Checks) {
	c.Between(at+".threads", p.Threads, 0, 1e6)
	c.Between(at+".processes", float64(p.Processes), 0, 1e9)
	c.Between(at+".nodes", float64(p.Nodes), 0, mostNodes)
	c.Between(at+".power_w", p.Watts, 0, mostWatts)
	c.Between(at+".deviation_w", p.Deviation, 0, mostWatts)
	c.Between(at+".readings", float64(p.Readings), 0, 1e12)
	if p.Threads > 0 && p.Processes > 0 {
		c.Say(at+".threads", "both threads and processes are stated", "write one of them")
	}
	c.Span(at+".from", power.Span{Start: p.From, End: p.To})
	if logs := p.logs(); (len(logs) == 0) == (p.Watts == 0) || len(logs) > MostParts {
		c.Say(at+".power_w", "a point has either its power or its logs", "write power_w, or name the log of the node")
	}
}

func (p Point) logs() []string {
	if p.Log == "" {
		return p.Logs
	}
	return append([]string{p.Log}, p.Logs...)
}

func (f File) checkRun(at string, r Run, c *lab.Checks) {
	c.Between(at+".measured_wh", r.Measured, 0, 1e15)
	switch cmp.Or(r.Form, SPMD) {
	case SPMD:
		f.checkUse(at, r.Processes, r.On, c)
		c.Between(at+".seconds", r.Seconds, 1e-6, longest)
	case DivideAndConquer:
		f.checkUse(at, r.Processes, r.On, c)
		if len(r.Steps) == 0 || len(r.Steps) > MostParts {
			c.Say(at+".steps_s", fmt.Sprintf("there are %d steps", len(r.Steps)),
				"write the time of each step; half of the processes end after each")
		}
		for i, s := range r.Steps {
			c.Between(fmt.Sprintf("%s.steps_s[%d]", at, i), s, 0, longest)
		}
	case Phases:
		if len(r.Phases) == 0 || len(r.Phases) > MostParts {
			c.Say(at+".phases", fmt.Sprintf("there are %d phases", len(r.Phases)),
				"list the phases, each with its processes and its length")
		}
		for i, p := range r.Phases {
			phase := fmt.Sprintf("%s.phases[%d]", at, i)
			f.checkUse(phase, p.Processes, p.On, c)
			c.Between(phase+".seconds", p.Seconds, 0, longest)
		}
	default:
		c.Say(at+".form", fmt.Sprintf("%q is not a form of runs", r.Form),
			fmt.Sprintf("write %s, %s or %s", SPMD, DivideAndConquer, Phases))
	}
}

func (f File) checkUse(at string, processes int, on []Use, c *lab.Checks) {
	c.Between(at+".processes", float64(processes), 0, 1e9)
	if processes > 0 && len(on) > 0 {
		c.Say(at+".processes", "both processes and on are stated",
			"write processes for the first kind alone, or on for each kind")
	}
	if processes == 0 && len(on) == 0 {
		c.Say(at+".processes", "the processes are missing", "write how many processes run")
	}
	for i, use := range on {
		field := fmt.Sprintf("%s.on[%d]", at, i)
		c.Between(field+".processes", float64(use.Processes), 0, 1e9)
		if !slices.ContainsFunc(f.Kinds, func(k Kind) bool { return k.Name == use.Kind }) ||
			slices.ContainsFunc(on[:i], func(u Use) bool { return u.Kind == use.Kind }) {
			c.Say(field+".kind", fmt.Sprintf("%q is not a kind of the machine, or is listed twice", use.Kind),
				"name each kind once, as under kinds")
		}
	}
}

var (
	//go:embed spmd.yaml
	spmdExample []byte
	//go:embed dac.yaml
	dacExample []byte
)

// Example is a machine with runs of the publication, as a file.
type Example struct {
	Name  string // in addresses
	Title string
	Text  []byte
}

// Examples are those of the tables of Czarnul et al.
func Examples() []Example {
	return []Example{
		{"spmd", "Tables I and III: SPMD", spmdExample},
		{"dac", "Tables II and IV: divide and conquer", dacExample},
	}
}

// ExampleNamed returns the example of a name, or else the first.
func ExampleNamed(name string) Example {
	all := Examples()
	return all[max(0, slices.IndexFunc(all, func(e Example) bool { return e.Name == name }))]
}
