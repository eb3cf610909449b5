package plan

import (
	"fmt"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Blank is a field of a document that has to be filled in, and what with.
type Blank struct {
	Path string
	Note string
}

// IsDraft reports whether a document is still the draft of a plan: a field holds Unknown.
func IsDraft(e *power.Entry) bool {
	for _, text := range []string{e.Edition, e.Contact.Name, e.Contact.Email, e.Site.Name, e.System.Name} {
		if text == Unknown {
			return true
		}
	}
	return false
}

// Blanks lists the fields that a document leaves open and that its claimed level, or any grading, needs, in the order
// of the document. exists reports whether there is a file of a name beside the document.
func Blanks(e *power.Entry, exists func(name string) bool) []Blank {
	b := &blanks{entry: e, exists: exists, asks: demanded(methodology.Edition(e.Methodology), e.ClaimedLevel)}
	b.text("edition", e.Edition, "edition that it is for, such as 2026-11")
	b.text("contact.name", e.Contact.Name, "who answers questions")
	b.text("contact.email", e.Contact.Email, "where to ask")
	b.text("site.name", e.Site.Name, "where the system is located")
	b.text("site.country", e.Site.Country, "code of the country, of two letters")
	b.text("system.name", e.System.Name, "name of the system")
	b.run()
	for i, s := range e.Subsystems {
		b.subsystem(fmt.Sprintf("subsystems[%d].", i), s)
	}
	for i := range e.Meters {
		for _, field := range openFields(&e.Meters[i], methodology.Edition(e.Methodology).Limits(e.ClaimedLevel)) {
			b.add(fmt.Sprintf("meters[%d].%s", i, field), meterNotes[field])
		}
	}
	for i, s := range e.Series {
		b.file(fmt.Sprintf("series[%d].file", i), s.File, "name of the log, and time, value, stamp as it has them")
		if !exists(s.File) {
			b.add(fmt.Sprintf("series[%d].unit", i), "unit of the log, now "+string(s.Unit))
		}
	}
	b.surroundings()
	return b.all
}

var meterNotes = map[string]string{
	"accuracy":    "error of the meter by its data sheet, such as {of_reading_percent: 0.5}",
	"aggregation": "how the readings of several meters are combined",
	"current":     "AC or DC",
	"location":    "upstream, delivery, equivalent or downstream", "sampling_hz": "internal sampling rate in hertz",
	"loss": "how the loss between the meter and the supply was found", "make": "who made the meter",
	"model": "model of the meter",
}

type blanks struct {
	entry  *power.Entry
	exists func(string) bool
	asks   map[string]bool // the rules that the level grants nothing without
	all    []Blank
}

func (b *blanks) add(path, note string) { b.all = append(b.all, Blank{path, note}) }

func (b *blanks) text(path, value, note string) {
	if value == "" || value == Unknown {
		b.add(path, note)
	}
}

func (b *blanks) file(path, name, note string) {
	if name == "" || !b.exists(name) {
		b.add(path, strings.TrimSuffix(note+"; there is no "+name+" beside the document",
			"; there is no  beside the document"))
	}
}

func (b *blanks) run() {
	run := b.entry.Run
	if run.Output != "" || run.CorePhase.IsZero() {
		b.file("run.output", run.Output, "name of the file with the whole output of HPL")
	}
	if run.FullRun.IsZero() && (b.asks["full-run-average"] || b.asks["full-run-covered"]) {
		b.add("run.full_run", "start and end of the job")
	}
}

func (b *blanks) subsystem(at string, s power.Subsystem) {
	if s.Treatment != power.Estimated {
		return
	}
	if s.PowerWatts == 0 {
		b.add(at+"power_w", "estimated power of "+s.Name+", in watts")
	}
	b.text(at+"basis", s.Basis, "what the estimate of "+s.Name+" is based on")
	b.text(at+"formula", s.Formula, "how "+s.Name+" was estimated")
}

func (b *blanks) surroundings() {
	if len(b.entry.Idle) == 0 && b.asks["idle-power"] {
		b.add("idle", "start and end of the idle measurement")
	}
	environment := b.entry.Environment
	if b.asks["cooling-temperature"] {
		if environment.InletCelsius == nil {
			b.add("environment.inlet_c", "temperature of the cooling medium going in")
		}
		if environment.OutletCelsius == nil {
			b.add("environment.outlet_c", "temperature of the cooling medium going out")
		}
		return
	}
	b.text("environment.cooling", environment.Cooling, "how the machine is cooled")
}
