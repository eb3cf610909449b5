package watch

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/cmd/green500/fetch"
	"green500/validation/document"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

type sourceFile struct {
	Sources []Source `json:"sources"`
}

// Source is a series and where it is kept. Its fields are the flags of fetch, and what the series covers.
type Source struct {
	Name            string   `json:"name"`
	Source          string   `json:"source"`
	URL             string   `json:"url"`
	Query           string   `json:"query,omitempty"`
	Step            string   `json:"step,omitempty"`
	Database        string   `json:"database,omitempty"`
	RetentionPolicy string   `json:"retention_policy,omitempty"`
	Org             string   `json:"org,omitempty"`
	Bucket          string   `json:"bucket,omitempty"`
	Measurement     string   `json:"measurement,omitempty"`
	Field           string   `json:"field,omitempty"`
	Tags            []string `json:"tags,omitempty"`
	Report          string   `json:"report,omitempty"`
	Metric          string   `json:"metric,omitempty"`
	Unit            string   `json:"unit,omitempty"`
	CA              string   `json:"ca,omitempty"`

	Meter       string `json:"meter,omitempty"`
	Subsystem   string `json:"subsystem,omitempty"`
	NodeSet     string `json:"node_set,omitempty"`
	Instruments int    `json:"instruments,omitempty"`
}

// Example is a file of sources, for help and errors.
const Example = `sources:
  - name: pdu
    source: prometheus
    url: http://prometheus:9090
    query: node_power_watts{job="pdu"}
    subsystem: compute
    instruments: 128
`

func kinds() []string { return []string{"prometheus", "influxdb1", "influxdb2", "redfish"} }

func readSources(name string) ([]Source, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	var file sourceFile
	places, err := document.DecodeInto(name, text, &file)
	if err != nil {
		return nil, err
	}
	return file.Sources, places.Of(checkSources(file.Sources))
}

func unreadable(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &power.InputError{File: name, Problem: "there is no such file", Remedy: "check its name"}
	}
	return &power.InputError{File: name, Problem: "this cannot be read", Remedy: "check that you may read it"}
}

func checkSources(all []Source) error {
	var problems power.InputErrors
	problem := func(field, problem, remedy string) {
		problems = append(problems, &power.InputError{Field: field, Problem: problem, Remedy: remedy})
	}
	if len(all) == 0 {
		problem("sources", "no source is given", "write one as:\n"+Example)
	}
	for i := range all {
		one, at := &all[i], fmt.Sprintf("sources[%d].", i)
		one.Subsystem = cmp.Or(one.Subsystem, power.Compute)
		if !fileName(one.Name) {
			problem(at+"name", fmt.Sprintf("%q does not name a folder", one.Name),
				"write a short name of letters and digits, such as pdu")
		}
		if slices.ContainsFunc(all[:i], func(other Source) bool { return strings.EqualFold(other.Name, one.Name) }) {
			problem(at+"name", fmt.Sprintf("%q names two sources", one.Name), "give each its own name")
		}
		if !slices.Contains(kinds(), one.Source) {
			problem(at+"source", fmt.Sprintf("%q is not a known value", one.Source),
				"write one of "+strings.Join(kinds(), ", "))
		}
		if one.Unit != "" && !slices.Contains(power.Units(), one.Unit) {
			problem(at+"unit", fmt.Sprintf("%q is not a known value", one.Unit),
				"write one of "+strings.Join(power.Units(), ", "))
		}
		if _, err := one.step(); err != nil {
			problem(at+"step", fmt.Sprintf("%q is not a time", one.Step), "write it as 10s")
		}
		if one.Instruments < 0 {
			problem(at+"instruments", "the figure is negative",
				"write how many instruments the source has, or leave it out")
		}
	}
	return problems.OrNil()
}

func fileName(name string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-.", r)
	}
	return name != "" && !strings.HasPrefix(name, ".") &&
		!strings.ContainsFunc(name, func(r rune) bool { return !plain(r) })
}

func (s Source) step() (time.Duration, error) {
	if s.Step == "" {
		return 0, nil
	}
	return time.ParseDuration(s.Step)
}

func (s Source) flags(f Flags) fetch.Flags {
	flags := fetch.Defaults()
	flags.Source, flags.URL, flags.Output = s.Source, s.URL, filepath.Join(f.Output, s.Name)
	flags.Query, flags.Database, flags.Retention, flags.Org, flags.Bucket = s.Query, s.Database, s.RetentionPolicy,
		s.Org, s.Bucket
	flags.Measurement, flags.Field, flags.Tag, flags.Report, flags.Metric = s.Measurement, s.Field, s.Tags,
		s.Report, s.Metric
	flags.Step, _ = s.step() // checked with the file
	flags.Unit, flags.Meter, flags.Subsystem, flags.CA = s.Unit, s.Meter, s.Subsystem, s.CA
	flags.Token, flags.User, flags.Password = f.Token, f.User, f.Password
	return flags
}

func (s Source) covers() power.Covers {
	return power.Covers{Subsystem: s.Subsystem, NodeSet: s.NodeSet}
}

type output struct {
	name   string
	zone   *time.Location
	stated string // name of the zone
	result int
	size   int64
	core   power.Span // zero until the output prints it
}

func (w *watching) openOutput() (output, error) {
	run := w.planned.entry.Run
	o := output{name: w.flags.HPL, stated: cmp.Or(w.flags.HPLTimezone, run.Timezone), result: run.Result, size: -1}
	var err error
	if o.zone, err = document.Zone(o.stated); err != nil {
		return o, &power.InputError{Field: "--hpl-timezone", Problem: o.stated + " is not a time zone",
			Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	if o.name != "" && o.zone == nil {
		return o, &power.InputError{Field: "--hpl-timezone", Problem: "is required",
			Remedy: "write the IANA name of the head node's zone, such as Europe/Berlin or UTC"}
	}
	return o, nil
}

// look reads the output again if it grew. One that is not complete, or not there yet, says nothing.
func (o *output) look(_ time.Time) {
	if o.name == "" {
		return
	}
	info, err := os.Stat(o.name)
	if err != nil || info.Size() == o.size {
		return
	}
	o.size = info.Size()
	if core, err := o.read(); err == nil {
		o.core = core
	}
}

func (o *output) read() (core power.Span, err error) {
	file, err := os.Open(o.name)
	if err != nil {
		return core, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	all, err := tracefile.ReadHPL(file, filepath.Base(o.name))
	if err != nil {
		return core, err
	}
	result, err := all.Pick(o.result)
	if err != nil {
		return core, err
	}
	return result.Core(o.zone)
}
