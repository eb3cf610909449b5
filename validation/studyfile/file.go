// Package studyfile computes a study of settings from logs: duration, mean power and energy of each run come from its log.
package studyfile

import (
	"cmp"
	"fmt"
	"strings"

	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// File describes a study: its runs, each with the log that shows its power.
type File struct {
	Title         string  `json:"title,omitempty" doc:"What was studied"`
	IdleWatts     float64 `json:"idle_power_w,omitempty" doc:"Idle power of what was studied; idle_log if a log shows it"`
	IdleLog       string  `json:"idle_log,omitempty" doc:"Log of what was studied while it was idle"`
	LowerMHz      float64 `json:"lower_clock_mhz,omitempty" doc:"Lowest clock of what was studied"`
	HigherMHz     float64 `json:"higher_clock_mhz,omitempty" doc:"Highest clock of what was studied"`
	Bound         float64 `json:"slower_percent,omitempty" doc:"By how much a run may be slower, in percent; 5 if left out"`
	Timezone      string  `json:"timezone,omitempty" doc:"IANA zone of times written without one, such as Europe/Berlin"`
	Runs          []Run   `json:"runs" doc:"The runs"`
	ImportOfEvery Import  `json:"import,omitzero" doc:"Import settings of every log, if they are not detected"`
}

// Run is one run of a primitive with some settings and a size.
type Run struct {
	Primitive string     `json:"primitive,omitempty" doc:"What ran: get, put, accumulate, strided put, or any name"`
	Settings  string     `json:"settings" doc:"The settings, in words"`
	Baseline  bool       `json:"baseline,omitempty" doc:"The settings that the others of the primitive are compared with; those of its first run if left out"`
	Kilobytes float64    `json:"message_kilobytes,omitempty" doc:"Size of a message"`
	Order     int        `json:"order,omitempty" doc:"N, the order of the matrix, if HPL ran"`
	Megabytes float64    `json:"moved_megabytes,omitempty" doc:"Data moved, if runs of a size moved different amounts"`
	Clock     float64    `json:"clock_mhz,omitempty" doc:"Clock, if the settings change it"`
	Log       string     `json:"log" doc:"The log of the run"`
	From      power.Time `json:"from,omitzero" doc:"Start of the run; the first reading if neither this nor an output states it"`
	To        power.Time `json:"to,omitzero" doc:"End of the run"`
	Output    string     `json:"output,omitempty" doc:"HPL output that states start and end"`
	Import    Import     `json:"import,omitzero" doc:"Import settings of the log, if they are not detected"`
}

// Import is what a log is read by, where it is not detected.
type Import struct {
	Time     string         `json:"time,omitempty" doc:"Column of the time"`
	Value    string         `json:"value,omitempty" doc:"Column of the readings"`
	Quantity power.Quantity `json:"quantity,omitempty" doc:"power or energy"`
	Unit     power.Unit     `json:"unit,omitempty" doc:"Unit of the readings"`
	Stamp    string         `json:"stamp,omitempty" doc:"What a timestamp marks of its interval: begin, middle or end"`
}

// Settings are those of a log, with what is stated of every log where it is not stated of this one.
func (i Import) Settings(every Import, zone string) tracefile.ImportSettings {
	return tracefile.ImportSettings{
		Time: cmp.Or(i.Time, every.Time), Value: cmp.Or(i.Value, every.Value), Quantity: cmp.Or(i.Quantity, every.Quantity), Unit: cmp.Or(i.Unit, every.Unit),
		Stamp: cmp.Or(i.Stamp, every.Stamp), Timezone: zone,
	}
}

// Bounds on a study.
const (
	MostRuns     = 500
	usualSlower  = 5
	mostOfSlower = 1000
)

// Read takes a study from YAML or JSON. All problems are returned at once, as power.InputErrors with their lines.
func Read(name string, text []byte) (File, error) {
	var f File
	places, err := document.DecodeInto(name, text, &f)
	if err != nil {
		return f, err
	}
	return f, places.Of(f.check())
}

func (f File) check() error {
	var problems power.InputErrors
	say := func(field, problem, remedy string) {
		problems.Add(&power.InputError{Field: field, Problem: problem, Remedy: remedy})
	}
	if len(f.Runs) == 0 || len(f.Runs) > MostRuns {
		say("runs", fmt.Sprintf("there are %d runs", len(f.Runs)), fmt.Sprintf("list 1 to %d runs, each with its settings and its log", MostRuns))
	}
	if !(f.Bound >= 0 && f.Bound <= mostOfSlower) {
		say("slower_percent", "this is not a part in percent", fmt.Sprintf("write a number from 0 to %d", mostOfSlower))
	}
	if _, err := document.Zone(f.Timezone); err != nil {
		say("timezone", fmt.Sprintf("%q is not a zone", f.Timezone), "write an IANA zone such as Europe/Berlin")
	}
	for i, run := range f.Runs {
		run.check(fmt.Sprintf("runs[%d].", i), say)
	}
	return problems.OrNil()
}

// check says what is wrong with a run, at the path of the run.
func (r Run) check(at string, say func(field, problem, remedy string)) {
	if strings.TrimSpace(r.Settings) == "" {
		say(at+"settings", "this is missing", "write the settings in words, such as interrupt + 1.9 GHz")
	}
	if r.Log == "" {
		say(at+"log", "this is missing", "name the log of the run")
	}
	if r.From.IsZero() != r.To.IsZero() || !r.From.IsZero() && !r.To.After(r.From.Time) {
		say(at+"from", "the time range is not complete", "write both from and to, the earlier first, or neither")
	}
	if r.Kilobytes < 0 || r.Order < 0 || r.Megabytes < 0 || r.Clock < 0 {
		say(at+"message_kilobytes", "a size, an amount or a clock is negative", "write positive numbers, or leave them out")
	}
}
