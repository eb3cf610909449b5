package study

import (
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
		c.Say("runs", fmt.Sprintf("there are %d runs", len(f.Runs)),
			fmt.Sprintf("list 1 to %d runs, each with its settings and its log", MostRuns))
	}
	if !(f.Bound >= 0 && f.Bound <= mostOfSlower) {
		c.Say("slower_percent", "this is not a part in percent",
			fmt.Sprintf("write a number from 0 to %d", mostOfSlower))
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
			c.Say(at+"message_kilobytes", "a size, an amount or a clock is negative",
				"write positive numbers, or leave them out")
		}
	}
	return c.OrNil()
}

// logName takes the parts of a log's name: primitive, settings, size or N, and extension, such as
// put_interrupt+dvfs_16KB.csv.
var logName = regexp.MustCompile(
	`(?i)^([^_]+)_([^_]+)_(?:N([0-9]{1,9})|([0-9]+(?:\.[0-9]+)?) ?(B|KB|MB)?)(\.[a-z0-9.]+)$`)

var idleName = regexp.MustCompile(`(?i)^idle\.[a-z0-9.]+$`)

// outputEnding is how a folder names an HPL output beside a log of the same name.
const outputEnding = ".out"

// FromNames makes a study of logs whose names say primitive, settings and size, or N if HPL ran. The settings polling,
// default or baseline are the baseline; the first settings if none is named so. The log idle shows idle power. A file
// that ends in .out beside a log of the same name is the HPL output of its run. The error is power.InputErrors, one for
// each other name.
func FromNames(names []string) (File, error) {
	var f File
	var problems power.InputErrors
	logs, outputs := withoutOutputs(names)
	for _, name := range logs {
		if idleName.MatchString(path.Base(name)) {
			f.IdleLog = name
			continue
		}
		run, ok := runNamed(name)
		if !ok {
			problems.Add(&power.InputError{File: name, Field: "logs",
				Problem: "the name does not say primitive, settings and size",
				Remedy:  "name the log like put_interrupt+dvfs_16KB.csv, or hpl_default_N65536.csv"})
			continue
		}
		f.Runs = append(f.Runs, run)
	}
	if len(problems) > 0 {
		return f, problems
	}
	if err := f.TakeOutputs(outputs); err != nil {
		return f, err
	}
	return f, f.Check()
}

func withoutOutputs(names []string) (logs, outputs []string) {
	beside := map[string]int{}
	for _, name := range names {
		beside[stem(name)]++
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if strings.EqualFold(path.Ext(name), outputEnding) && beside[stem(name)] > 1 {
			outputs = append(outputs, name)
		} else {
			logs = append(logs, name)
		}
	}
	return logs, outputs
}

func stem(name string) string {
	base := path.Base(name)
	if parts := logName.FindStringSubmatch(base); parts != nil {
		base = strings.TrimSuffix(base, parts[len(parts)-1])
	}
	return strings.ToLower(base)
}

func runNamed(name string) (run Run, ok bool) {
	parts := logName.FindStringSubmatch(path.Base(name))
	if parts == nil {
		return Run{}, false
	}
	plain := strings.ToLower(parts[2])
	run = Run{Primitive: strings.ReplaceAll(parts[1], "-", " "), Settings: parts[2], Log: name,
		Baseline: plain == "polling" || plain == "default" || plain == "baseline"}
	var err error
	if parts[3] != "" {
		run.Order, err = strconv.Atoi(parts[3])
		return run, err == nil
	}
	run.Kilobytes, err = strconv.ParseFloat(parts[4], 64)
	switch strings.ToUpper(parts[5]) {
	case "B":
		run.Kilobytes /= 1024
	case "MB":
		run.Kilobytes *= 1024
	}
	return run, err == nil
}

// TakeOutputs gives each run the HPL output whose name is that of its log but for the extension.
func (f *File) TakeOutputs(names []string) error {
	var problems power.InputErrors
	for _, name := range names {
		i := slices.IndexFunc(f.Runs, func(r Run) bool { return stem(r.Log) == stem(name) })
		if i < 0 {
			problems.Add(&power.InputError{File: name, Field: "outputs", Problem: "no log has the name of this output",
				Remedy: "name the output as the log of its run, such as hpl_default_N65536.out"})
			continue
		}
		f.Runs[i].Output = name
	}
	return problems.OrNil()
}

// TakeTimes gives runs the time ranges of a text with a line for each: the name of the log, start and end, with
// commas, semicolons or tabs between them, as in "put_polling_16KB.csv, 2026-11-05T09:00:00Z, 2026-11-05T09:05:00Z".
func (f *File) TakeTimes(text string) error {
	var problems power.InputErrors
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if problem, remedy := f.takeTime(line); problem != "" {
			problems.Add(&power.InputError{Field: "times", Problem: fmt.Sprintf("line %d: %s", number, problem),
				Remedy: remedy})
		}
	}
	return problems.OrNil()
}

func (f *File) takeTime(line string) (problem, remedy string) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;\t", r) })
	if len(fields) != 3 {
		return "this is not a log, a start and an end",
			"write put_polling_16KB.csv, 2026-11-05T09:00:00Z, 2026-11-05T09:05:00Z"
	}
	name := strings.TrimSpace(fields[0])
	i := slices.IndexFunc(f.Runs, func(r Run) bool {
		return strings.EqualFold(path.Base(r.Log), name) || stem(r.Log) == strings.ToLower(name)
	})
	if i < 0 {
		return fmt.Sprintf("no log is named %q", name), "write the name of an uploaded log"
	}
	run := f.Runs[i]
	for _, one := range []struct {
		text string
		time *power.Time
	}{{fields[1], &run.From}, {fields[2], &run.To}} {
		if err := one.time.UnmarshalText([]byte(strings.TrimSpace(one.text))); err != nil {
			return fmt.Sprintf("%q is not a time with an offset", strings.TrimSpace(one.text)),
				"write 2026-11-05T09:00:00Z or 2026-11-05T10:00:00+01:00"
		}
	}
	if !run.To.After(run.From.Time) {
		return "the end is not after the start", "write the start first"
	}
	f.Runs[i] = run
	return "", ""
}
