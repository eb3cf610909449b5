package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"green500/cmd/green500/inputfile"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/plan"
	"green500/validation/power"
)

type planning struct {
	Path string `arg:"" optional:"" help:"A YAML file with the machine, its run and the meter, as written by --format machine."`
	From string `placeholder:"SUBMISSION" help:"Take the machine from an earlier submission: a folder or zip, or its submission.yaml."`

	Nodes        string `help:"Compute nodes of the machine (of its first set)."`
	PowerPerNode string `placeholder:"WATTS" help:"Average power of a node over the core phase."`
	IdlePerNode  string `placeholder:"WATTS" help:"Power of an idle node."`
	CorePhase    string `placeholder:"SECONDS" help:"Expected length of the core phase."`
	Before       string `placeholder:"SECONDS" help:"From the start of the job to the core phase."`
	After        string `placeholder:"SECONDS" help:"From the end of the core phase to the end of the job."`
	Start        string `placeholder:"TIME" help:"Planned start of the job, such as 2026-11-05T10:00:00+01:00."`
	Rmax         string `placeholder:"TFLOPS" help:"Expected Rmax, in TFlop/s."`
	Rpeak        string `placeholder:"TFLOPS" help:"Theoretical peak, in TFlop/s."`
	Memory       string `name:"memory-bandwidth" placeholder:"GB/S" help:"Memory bandwidth of a node, as STREAM measures it."`
	IdleNodes    string `help:"Compute nodes that stay idle during the run."`
	System       string `help:"Name of the system."`
	Edition      string `help:"Edition it is for, such as 2026-11. Default: the next one."`

	Measures string `placeholder:"KIND" help:"Quantity that the meter reports: power, or integrated energy."`
	Interval string `placeholder:"SECONDS" help:"Shortest interval at which the meter can be read."`
	Accuracy string `placeholder:"PERCENT" help:"Error of the meter, as a part of the reading."`
	Sampling string `placeholder:"HERTZ" help:"Internal sampling rate of the meter."`
	Location string `help:"Location of the meter: upstream, delivery, equivalent or downstream."`
	Meters   string `help:"Number of equal meters that see equal fractions of the nodes."`

	Level       string `help:"Level to plan for: 1, 2 or 3. Default: 2."`
	Methodology string `help:"Methodology to plan for: 1.2 or 2.0. Default: the one in force."`
	Wanted      string `placeholder:"PERCENT" help:"Target uncertainty: the plan states how many nodes it needs."`
	Format      string `default:"text" enum:"text,json,yaml,machine" help:"text, json, yaml (a submission.yaml, filled in as far as known) or machine (the input of the plan, to edit and plan again)."`
}

func (p planning) flags() []flagged {
	const set, meter = "node_sets[0].", "meter."
	return []flagged{
		{"nodes", set + "nodes", p.Nodes}, {"power-per-node", set + "power_per_node_w", p.PowerPerNode},
		{"idle-per-node", set + "idle_per_node_w", p.IdlePerNode},
		{"core-phase", "run.core_phase_s", p.CorePhase}, {"before", "run.before_s", p.Before},
		{"after", "run.after_s", p.After}, {"start", "run.start", p.Start},
		{"rmax", "rmax_tflops", p.Rmax}, {"rpeak", "rpeak_tflops", p.Rpeak},
		{"memory-bandwidth", set + "memory_gb_s", p.Memory}, {"idle-nodes", "run.idle_nodes", p.IdleNodes},
		{"system", "system", p.System}, {"edition", "edition", p.Edition},
		{"measures", meter + "measures", p.Measures}, {"interval", meter + "reading_interval_s", p.Interval},
		{"accuracy", meter + "accuracy.of_reading_percent", p.Accuracy},
		{"sampling", meter + "sampling_hz", p.Sampling}, {"location", meter + "location", p.Location},
		{"meters", meter + "count", p.Meters},
		{"level", "level", p.Level}, {"methodology", "methodology", p.Methodology},
		{"wanted", "wanted_percent", p.Wanted},
	}
}

type flagged struct{ flag, path, value string }

// Run prints the plan. It returns errDenied if the level is out of reach with the meters at hand.
func (p planning) Run(out io.Writer) error {
	request, err := p.request(time.Now())
	if err != nil {
		return err
	}
	made, err := plan.Of(request)
	if err != nil {
		return err
	}
	if err := p.print(out, made); err != nil {
		return err
	}
	if !made.Chosen().Reachable() {
		return errDenied
	}
	return nil
}

func (p planning) print(out io.Writer, made *plan.Plan) (err error) {
	var text []byte
	switch p.Format {
	case "json":
		return made.WriteJSON(out)
	case "yaml":
		text, err = made.YAML()
	case "machine":
		text, err = document.Write(made.Request)
	default:
		return made.WriteText(out)
	}
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

func (p planning) request(now time.Time) (plan.Request, error) {
	base, err := p.base()
	if err != nil {
		return plan.Request{}, err
	}
	fields := base.Fields()
	if fields["edition"] == "" {
		fields["edition"] = nextEdition(now)
	}
	for _, one := range p.flags() {
		if one.value != "" {
			fields[one.path] = one.value
		}
	}
	request, err := plan.FromFields(fields)
	return request, p.named(err)
}

func (p planning) named(err error) error {
	var problems power.InputErrors
	if !errors.As(err, &problems) {
		return err
	}
	for _, one := range problems {
		for _, flag := range p.flags() {
			if one.Field == flag.path && (flag.value != "" || p.Path == "") {
				one.Field = "--" + flag.flag
			}
		}
		if one.Field == "node_sets" && p.Path == "" {
			one.Field, one.Remedy = "--nodes",
				"give --nodes and --power-per-node, a file with the machine, or --from an earlier submission"
		}
	}
	return problems
}

func (p planning) base() (plan.Request, error) {
	switch {
	case p.Path != "" && p.From != "":
		return plan.Request{}, &power.InputError{Field: "--from",
			Problem: "the machine is stated twice, by a file and by an earlier submission", Remedy: "give one of them"}
	case p.From != "":
		return fromEntry(p.From)
	case p.Path == "":
		return plan.Request{}, nil
	}
	text, err := os.ReadFile(p.Path)
	if err != nil {
		return plan.Request{}, inputfile.Unreadable(p.Path, err)
	}
	return plan.Read(p.Path, text)
}

// fromEntry takes the machine of a submission with its readings, or of the document alone.
func fromEntry(path string) (plan.Request, error) {
	folder, done, err := inputfile.OpenBundle(path)
	if err != nil {
		return plan.Request{}, err
	}
	defer done()
	read, err := bundle.Open(folder, small)
	if err == nil {
		defer func() { _ = read.Close() }() // nothing of it is needed any more
		var report *validation.Report
		if report, err = read.Grade(""); err != nil {
			return plan.Request{}, err
		}
		return plan.From(read.Entry, report), nil
	}
	if strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".json") {
		text, unread := os.ReadFile(path)
		if unread != nil {
			return plan.Request{}, inputfile.Unreadable(path, unread)
		}
		entry, _, failure := document.Decode(path, text)
		if failure != nil {
			return plan.Request{}, failure
		}
		return plan.From(entry, nil), nil
	}
	return plan.Request{}, err
}

// nextEdition is the list that is published next: in June and in November.
func nextEdition(now time.Time) string {
	year, month := now.Year(), time.June
	switch {
	case now.Month() > time.November:
		year++
	case now.Month() > time.June:
		month = time.November
	}
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}
