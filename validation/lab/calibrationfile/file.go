// Package calibrationfile finds the power models of nodes from their logs, keeps them in a file, and predicts runs by
// them.
package calibrationfile

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/lab"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// File describes a calibration: the logs of nodes while they were idle and while they worked.
type File struct {
	Title    string                   `json:"title,omitempty" doc:"What was calibrated, and with which workload"`
	NodeSet  string                   `json:"node_set,omitempty" doc:"Name of the node set of the submission that the nodes are of, if it has several"`
	Cores    int                      `json:"cores" doc:"Cores of a node"`
	Speed    float64                  `json:"core_gflops,omitempty" doc:"Speed of a core in GFlop/s at the highest clock, for SimGrid and traces"`
	Off      float64                  `json:"off_power_w,omitempty" doc:"Power of a node that is turned off"`
	Timezone string                   `json:"timezone,omitempty" doc:"IANA zone of times written without one, such as Europe/Berlin"`
	Import   tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of every log, if they are not detected"`
	Logs     []Log                    `json:"logs" doc:"The logs"`
}

// Log is a log of one node, or of several as instruments of their own, under one load.
type Log struct {
	Node      string                   `json:"node,omitempty" doc:"Name of the node; that of the instrument if left out"`
	Log       string                   `json:"log" doc:"The log"`
	Busy      int                      `json:"busy_cores" doc:"Cores of a node that are busy; 0 when idle"`
	Clock     float64                  `json:"clock_mhz,omitempty" doc:"Clock of the cores; an idle log without one counts for every clock"`
	From      power.Time               `json:"from,omitzero" doc:"Start of the load; the first reading if left out"`
	To        power.Time               `json:"to,omitzero" doc:"End of the load"`
	Irregular bool                     `json:"irregular,omitempty" doc:"The power changes in the course of the load, as that of HPL at its end: no reading is an outlier"`
	Import    tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of the log, if they are not detected"`
}

// Bounds on a calibration.
const (
	MostLogs     = 1000
	MostCores    = 1 << 20
	mostClock    = 1e5
	mostPower    = 1e6
	mostCoreRate = 1e9
)

// Read takes a calibration from YAML or JSON. All problems are returned at once, as power.InputErrors with their lines.
func Read(name string, text []byte) (File, error) { return lab.Read[File](name, text) }

// Check says what is wrong with a file, as power.InputErrors.
func (f File) Check() error {
	c := checks{}
	c.node(f.Cores, f.Off)
	if !(f.Speed >= 0 && f.Speed <= mostCoreRate) {
		c.Say("core_gflops", "this is not the speed of a core", "write it in GFlop/s, such as 18.4, or leave it out")
	}
	if len(f.Logs) == 0 || len(f.Logs) > MostLogs {
		c.Say("logs", fmt.Sprintf("there are %d logs", len(f.Logs)),
			fmt.Sprintf("list 2 to %d logs, idle and loaded", MostLogs))
	}
	c.Zone(f.Timezone)
	for i, log := range f.Logs {
		at := fmt.Sprintf("logs[%d].", i)
		if log.Log == "" {
			c.Say(at+"log", "this is missing", "name the log")
		}
		if log.Busy < 0 || log.Busy > f.Cores {
			c.Say(at+"busy_cores", fmt.Sprintf("%d of %d cores cannot be busy", log.Busy, f.Cores),
				"write how many are busy, 0 when idle")
		}
		if !(log.Clock >= 0 && log.Clock <= mostClock) {
			c.Say(at+"clock_mhz", "this is not a clock", "write it in MHz, such as 2300")
		}
		c.Span(at+"from", power.Span{Start: log.From, End: log.To})
	}
	return c.OrNil()
}

type checks struct{ lab.Checks }

func (c *checks) node(cores int, off float64) {
	if cores < 1 || cores > MostCores {
		c.Say("cores", fmt.Sprintf("a node cannot have %d cores", cores), "write the cores of a node, such as 12")
	}
	if !(off >= 0 && off <= mostPower) {
		c.Say("off_power_w", "this is not the power of a node", "write it in watts, such as 10, or leave it out")
	}
}

// logName takes the parts of a log's name: node, clock and load, such as taurus-8_2300MHz_all.csv or n1_idle.csv.
var logName = regexp.MustCompile(
	`(?i)^(.+?)(?:_([0-9]+(?:\.[0-9]+)?) ?MHz)?_(idle|all|load|loaded|([0-9]+)of([0-9]+))\.[a-z0-9.]+$`)

// FromNames makes a calibration of logs whose names say node, clock and load. Cores are those of names such as
// n1_1of12.csv if 0 is given, else 1. The error is power.InputErrors, one for each other name.
func FromNames(names []string, cores int) (File, error) {
	f := File{Cores: cores}
	var problems power.InputErrors
	say := func(name, problem string) {
		problems.Add(&power.InputError{File: name, Field: "logs", Problem: problem, Remedy: "name the log like " +
			"taurus-8_2300MHz_idle.csv, n1_all.csv, or n1_1of12.csv if one of twelve cores is busy"})
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		parts := logName.FindStringSubmatch(path.Base(name))
		if parts == nil {
			say(name, "the name does not say node and load")
			continue
		}
		log := Log{Node: parts[1], Log: name, Busy: allCores}
		if parts[2] != "" {
			log.Clock, _ = strconv.ParseFloat(parts[2], 64) // digits, by the expression
		}
		switch {
		case strings.EqualFold(parts[3], "idle"):
			log.Busy = 0
		case parts[4] != "":
			busy, errBusy := strconv.Atoi(parts[4])
			of, errOf := strconv.Atoi(parts[5])
			f.Cores = cmp.Or(f.Cores, of)
			if errBusy != nil || errOf != nil || f.Cores != of {
				say(name, "the name states other cores than the others")
				continue
			}
			log.Busy = busy
		}
		f.Logs = append(f.Logs, log)
	}
	if len(problems) > 0 {
		return f, problems
	}
	f.Cores = max(1, f.Cores)
	for i := range f.Logs {
		if f.Logs[i].Busy == allCores {
			f.Logs[i].Busy = f.Cores
		}
	}
	return f, f.Check()
}

const allCores = -1
