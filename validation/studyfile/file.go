// Package studyfile computes a study of settings from logs: duration, mean power and energy of each run come from its log.
package studyfile

import (
	"fmt"
	"strings"

	"green500/validation/lab"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// File describes a study: its runs, each with the log that shows its power.
type File struct {
	Title     string                   `json:"title,omitempty" doc:"What was studied"`
	IdleWatts float64                  `json:"idle_power_w,omitempty" doc:"Idle power of what was studied; idle_log if a log shows it"`
	IdleLog   string                   `json:"idle_log,omitempty" doc:"Log of what was studied while it was idle"`
	LowerMHz  float64                  `json:"lower_clock_mhz,omitempty" doc:"Lowest clock of what was studied"`
	HigherMHz float64                  `json:"higher_clock_mhz,omitempty" doc:"Highest clock of what was studied"`
	Bound     float64                  `json:"slower_percent,omitempty" doc:"By how much a run may be slower, in percent; 5 if left out"`
	Timezone  string                   `json:"timezone,omitempty" doc:"IANA zone of times written without one, such as Europe/Berlin"`
	Runs      []Run                    `json:"runs" doc:"The runs"`
	Import    tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of every log, if they are not detected"`
}

// Run is one run of a primitive with some settings and a size.
type Run struct {
	Primitive string                   `json:"primitive,omitempty" doc:"What ran: get, put, accumulate, strided put, or any name"`
	Settings  string                   `json:"settings" doc:"The settings, in words"`
	Baseline  bool                     `json:"baseline,omitempty" doc:"The settings that the others of the primitive are compared with; those of its first run if left out"`
	Kilobytes float64                  `json:"message_kilobytes,omitempty" doc:"Size of a message"`
	Order     int                      `json:"order,omitempty" doc:"N, the order of the matrix, if HPL ran"`
	Megabytes float64                  `json:"moved_megabytes,omitempty" doc:"Data moved, if runs of a size moved different amounts"`
	Clock     float64                  `json:"clock_mhz,omitempty" doc:"Clock, if the settings change it"`
	Log       string                   `json:"log" doc:"The log of the run"`
	From      power.Time               `json:"from,omitzero" doc:"Start of the run; the first reading if neither this nor an output states it"`
	To        power.Time               `json:"to,omitzero" doc:"End of the run"`
	Output    string                   `json:"output,omitempty" doc:"HPL output that states start and end"`
	Import    tracefile.ImportSettings `json:"import,omitzero" doc:"Import settings of the log, if they are not detected"`
}

// Bounds on a study.
const (
	MostRuns     = 500
	usualSlower  = 5
	mostOfSlower = 1000
)

// Read takes a study from YAML or JSON. All problems are returned at once, as power.InputErrors with their lines.
func Read(name string, text []byte) (File, error) { return lab.Read[File](name, text) }

// Check says what is wrong with a file, as power.InputErrors.
func (f File) Check() error {
	c := lab.Checks{}
	if len(f.Runs) == 0 || len(f.Runs) > MostRuns {
		c.Say("runs", fmt.Sprintf("there are %d runs", len(f.Runs)), fmt.Sprintf("list 1 to %d runs, each with its settings and its log", MostRuns))
	}
	if !(f.Bound >= 0 && f.Bound <= mostOfSlower) {
		c.Say("slower_percent", "this is not a part in percent", fmt.Sprintf("write a number from 0 to %d", mostOfSlower))
	}
	c.Zone(f.Timezone)
	for i, run := range f.Runs {
		at := fmt.Sprintf("runs[%d].", i)
		if strings.TrimSpace(run.Settings) == "" {
			c.Say(at+"settings", "this is missing", "write the settings in words, such as interrupt + 1.9 GHz")
		}
		if run.Log == "" {
			c.Say(at+"log", "this is missing", "name the log of the run")
		}
		c.Span(at+"from", power.Span{Start: run.From, End: run.To})
		if run.Kilobytes < 0 || run.Order < 0 || run.Megabytes < 0 || run.Clock < 0 {
			c.Say(at+"message_kilobytes", "a size, an amount or a clock is negative", "write positive numbers, or leave them out")
		}
	}
	return c.OrNil()
}
