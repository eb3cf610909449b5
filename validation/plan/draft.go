package plan

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Unknown stands in the draft if the document demands a text and a plan can't know it. If it can be
// left out, it is: a text that says nothing would pass for evidence.
const Unknown = "(fill in)"

// Names of what the draft leaves to the run.
const (
	outputFile   = "HPL.out"
	readingsFile = "readings.csv"
	othersMeter  = "others"
)

// Draft is the submission as far as it is known before the run, with notes on what to fill in, by paths of fields.
func (p *Plan) Draft() (entry *power.Entry, notes map[string]string) {
	r, l := p.Request, p.Chosen()
	d := draft{plan: p, level: l, notes: map[string]string{}}
	d.entry = &power.Entry{
		Schema: power.Schema, Edition: r.Edition, Methodology: r.Methodology, ClaimedLevel: r.Level,
		Contact: power.Contact{Name: d.unknown("contact.name", "who answers questions"),
			Email: d.unknown("contact.email", "where to ask")},
		Site:   power.Site{Name: d.unknown("site.name", "where the system is located"), MainsHz: r.MainsHz},
		System: power.System{Name: r.System},
		Run: power.Run{
			Workload: "HPL", Output: outputFile, Timezone: r.Run.Timezone, RmaxTeraflops: r.Rmax, AllComputeNodes: true,
			FullRun: p.stretch(FullRun).At, Clock: power.Clock{SynchronisedBy: "NTP"},
		},
	}
	if r.System == "" {
		d.entry.System.Name = d.unknown("system.name", "name of the system")
	}
	if r.Edition == "" {
		d.entry.Edition = d.unknown("edition", "edition that it is for, such as 2026-11")
	}
	d.run()
	d.machine()
	d.meters()
	return d.entry, d.notes
}

// YAML is the draft as a file, with a comment at each field that is to be filled in or looked at.
func (p *Plan) YAML() ([]byte, error) {
	entry, notes := p.Draft()
	text, err := document.WriteWithComments(*entry, notes)
	if err != nil {
		return nil, err
	}
	var head strings.Builder
	fmt.Fprintf(&head, "# Submission for Level %d of methodology %s, as far as it is known before the run.\n"+
		"# Fill in, or correct, every line that has a comment; then grade it with: green500 check\n",
		entry.ClaimedLevel, entry.Methodology)
	for _, blank := range Blanks(entry, func(string) bool { return false }) {
		if group, _, _ := strings.Cut(blank.Path, "."); group == "idle" || group == "environment" ||
			blank.Path == "run.full_run" {
			fmt.Fprintf(&head, "# to add: %s, %s\n", blank.Path, blank.Note)
		}
	}
	return append([]byte(head.String()), text...), nil
}

type draft struct {
	plan  *Plan
	level *Level
	entry *power.Entry
	notes map[string]string
}

func (d *draft) note(path, note string) { d.notes[path] = "fill in: " + note }

func (d *draft) unknown(path, note string) string {
	d.note(path, note)
	return Unknown
}

func (d *draft) run() {
	r := d.plan.Request
	d.note("run.output", "name of the file with the whole output of HPL")
	d.note("site.country", "code of the country, of two letters")
	d.notes["run.all_compute_nodes"] = "as planned: write false if it ran on a part of them"
	d.notes["run.clock"] = "as planned: write how the clocks were synchronised, and by how much they may have differed"
	if r.Rmax > 0 {
		d.notes["run.rmax_tflops"] = "as expected: correct it with the value of the output, or leave it out"
	}
	if !d.entry.Run.FullRun.IsZero() {
		d.notes["run.full_run"] = "as planned: write when the job really started and ended"
	}
	if idle := d.plan.stretch(Idle).At; !idle.IsZero() {
		d.entry.Idle = []power.Idle{{Start: idle.Start, End: idle.End}}
		d.notes["idle"] = "as planned: write when idle power was really recorded"
	}
}

func (d *draft) machine() {
	for i, set := range d.level.Sets {
		one := power.NodeSet{Name: set.Name, Nodes: set.Nodes, Measured: set.Measured, Selection: "all",
			PerChassis: max(1, d.plan.Request.NodeSets[i].PerChassis), MemoryRate: d.plan.Request.NodeSets[i].Bandwidth}
		if set.Measured < set.Nodes {
			one.Selection = "random"
			d.notes[fmt.Sprintf("node_sets[%d].selection", i)] = "as planned: write how they were really chosen"
		}
		d.entry.NodeSets = append(d.entry.NodeSets, one)
	}
	d.entry.Subsystems = []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}
	for i, s := range d.level.Subsystems {
		one := power.Subsystem{Name: s.Name, Treatment: s.Treatment}
		at := fmt.Sprintf("subsystems[%d].", i+1)
		switch {
		case !s.TakesPart:
			one.Participates = new(false)
		case s.Treatment == power.Estimated:
			one.PowerWatts = float64(s.Power)
			missing := "basis, formula"
			if s.Power == 0 {
				missing = "power_w, " + missing
			}
			d.note(at+"treatment", missing+" of the estimate")
		case s.Treatment == power.Measured && s.Measured < s.Units:
			one.Units, one.Measured = s.Units, s.Measured
		}
		d.entry.Subsystems = append(d.entry.Subsystems, one)
	}
}

func (d *draft) meters() {
	meter := d.plan.Request.Meter
	if d.level.Integrated {
		meter.Measures = power.Energy
	}
	if meter.Measures == "" {
		meter.Measures = power.Power
	}
	meter.IntervalSeconds = d.level.readEvery()
	d.meter(meter)
	for _, set := range d.entry.NodeSets {
		covers := power.Covers{Subsystem: power.Compute}
		if len(d.entry.NodeSets) > 1 {
			covers.NodeSet = set.Name
		}
		d.series(meter, covers)
	}
	if others := d.level.with(power.Measured); len(others) > 0 {
		other := power.Meter{ID: othersMeter, Measures: meter.Measures, IntervalSeconds: meter.IntervalSeconds}
		if other.ID == meter.ID {
			other.ID += "-2"
		}
		d.meter(other)
		for _, s := range d.level.Subsystems {
			if s.Treatment == power.Measured {
				d.series(other, power.Covers{Subsystem: s.Name})
			}
		}
	}
}

func (d *draft) meter(meter power.Meter) {
	at := fmt.Sprintf("meters[%d].", len(d.entry.Meters))
	if open := openFields(&meter, d.level.limits); len(open) > 0 {
		d.note(at+"id", strings.Join(open, ", "))
	}
	d.entry.Meters = append(d.entry.Meters, meter)
}

func openFields(meter *power.Meter, limits methodology.Limits) []string {
	var missing []string
	for field, isMissing := range map[string]bool{
		"accuracy": meter.Accuracy.OfReadingPercent == 0 && meter.Accuracy.OfRangePercent == 0 &&
			len(meter.Accuracy.Ranges) == 0 && !limits.AcceptsGrade(meter.Accuracy.Grade),
		"current": meter.Current == "", "location": meter.Location == "", "sampling_hz": meter.SamplingHertz == 0,
		"loss": meter.Location == power.Downstream && meter.Loss == nil,
		"make": meter.Make == "", "model": meter.Model == "", "aggregation": meter.Aggregation == "",
	} {
		if isMissing {
			missing = append(missing, field)
		}
	}
	slices.Sort(missing)
	return missing
}

func (d *draft) series(meter power.Meter, covers power.Covers) {
	at := fmt.Sprintf("series[%d].", len(d.entry.Series))
	one := power.Series{File: readingsFile, Meter: meter.ID, Quantity: meter.Measures, Unit: "W", Covers: covers}
	if meter.Measures == power.Energy {
		one.Unit = "kWh"
	}
	d.note(at+"file", "name of the log, and time, value, stamp as it has them")
	d.note(at+"unit", "unit of the log")
	d.entry.Series = append(d.entry.Series, one)
}
