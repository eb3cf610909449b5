package draft

import (
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/fields"
	"green500/validation/power"
)

// The answers to how the power of a subsystem is known; with another is followed by the name of that.
const (
	coverMeasured = "measured"
	coverWith     = "with:"
	coverEstimate = "estimated"
	coverLeftOut  = "left_out"
	coverNoPart   = "no part"
)

// TreatmentField is the name of the field for how the power of a subsystem is known.
func TreatmentField(subsystem string) string { return "treatment:" + subsystem }

type coverRow struct {
	Name   string
	Item   int // in the document; -1 if it is not there yet
	Answer string
	Series []string // the files that measure it
}

func (p StagePage) coverage() []coverRow {
	var rows []coverRow
	held := p.itemNames("subsystems", "name")
	for _, name := range p.subsystems() {
		row := coverRow{Name: name, Item: -1}
		for n := range held {
			if at := p.Values[fields.ItemPath("subsystems[].name", n)]; at == name {
				row.Item, row.Answer = n, coverAnswer(p.Values, n)
			}
		}
		for n := range fields.Count("series", p.Values) {
			if p.Values[fields.ItemPath("series[].covers.subsystem", n)] == name {
				row.Series = append(row.Series, p.Values[fields.ItemPath("series[].file", n)])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func coverAnswer(values map[string]string, n int) string {
	at := func(name string) string { return values[fields.ItemPath("subsystems[]."+name, n)] }
	switch treatment := power.Treatment(at("treatment")); {
	case treatment == "":
		return ""
	case at("participates") == "false":
		return coverNoPart
	case treatment == power.Measured && at("measured_with") != "":
		return coverWith + at("measured_with")
	case treatment == power.Measured:
		return coverMeasured
	case treatment == power.Estimated:
		return coverEstimate
	}
	return coverLeftOut
}

// CoverAnswer is how the document says that the power of a subsystem is known; empty if it does not.
func CoverAnswer(values map[string]string, subsystem string) string {
	for n := range fields.Count("subsystems", values) {
		if values[fields.ItemPath("subsystems[].name", n)] == subsystem {
			return coverAnswer(values, n)
		}
	}
	return ""
}

// CoverChanges are the changes of the document that an answer makes, by path.
func CoverChanges(values map[string]string, subsystem, answer string) map[string]string {
	n := fields.Count("subsystems", values)
	for i := range n {
		if values[fields.ItemPath("subsystems[].name", i)] == subsystem {
			n = i
		}
	}
	if coverAnswer(values, n) == answer {
		return nil
	}
	at := func(name string) string { return fields.ItemPath("subsystems[]."+name, n) }
	changed := map[string]string{at("name"): subsystem, at("measured_with"): "", at("participates"): ""}
	with, measuredWith := strings.CutPrefix(answer, coverWith)
	switch {
	case measuredWith:
		changed[at("treatment")], changed[at("measured_with")] = string(power.Measured), with
	case answer == coverMeasured:
		changed[at("treatment")] = string(power.Measured)
	case answer == coverEstimate:
		changed[at("treatment")] = string(power.Estimated)
	case answer == coverLeftOut:
		changed[at("treatment")] = string(power.LeftOut)
	case answer == coverNoPart:
		changed[at("treatment")], changed[at("participates")] = string(power.LeftOut), "false"
	default:
		return nil // it was not answered
	}
	return changed
}

func unanswered(values map[string]string) int {
	open := len(power.SubsystemNames())
	for n := range fields.Count("subsystems", values) {
		name := values[fields.ItemPath("subsystems[].name", n)]
		for _, known := range power.SubsystemNames() {
			if name == known && coverAnswer(values, n) != "" {
				open--
			}
		}
	}
	return open
}

func (p StagePage) withOptions(row coverRow) []templates.Option {
	var made []templates.Option
	for _, other := range p.coverage() {
		if other.Name != row.Name && (len(other.Series) > 0 || row.Answer == coverWith+other.Name) {
			made = append(made,
				templates.Option{Value: coverWith + other.Name, Label: "measured with " + templates.Words(other.Name)})
		}
	}
	return made
}

func (r coverRow) settled() bool { return len(r.Series) > 0 && r.Answer == coverMeasured }

func (p StagePage) answerOptions(row coverRow) []templates.Option {
	var made []templates.Option
	if len(row.Series) > 0 || row.Answer == coverMeasured {
		made = append(made, templates.Option{Value: coverMeasured, Label: "measured by a log of its own"})
	}
	made = append(made, p.withOptions(row)...)
	made = append(made,
		templates.Option{Value: coverEstimate, Label: "estimated from data sheets"},
		templates.Option{Value: coverNoPart, Label: "takes no part in the run"})
	if row.Name == power.Compute {
		made = made[:len(made)-2]
	} else {
		made = append(made, templates.Option{Value: coverLeftOut, Label: "left out, although the run uses it"})
	}
	return made
}

func (r coverRow) answerID(i int) string {
	return "treatment-" + strings.ReplaceAll(r.Name, " ", "-") + "-" + strconv.Itoa(i)
}

func (r coverRow) fields() []fields.Field {
	asked := map[string][]string{
		coverEstimate: {"power_w", "basis", "formula"},
		coverMeasured: {"units", "measured"},
	}[r.Answer]
	var made []fields.Field
	for _, name := range asked {
		if f, known := fields.FieldOf("subsystems[0]." + name); known && r.Item >= 0 {
			made = append(made, f)
		}
	}
	return made
}

func (r coverRow) hintID() string {
	return "treatment-" + strings.ReplaceAll(r.Name, " ", "-") + "-hint"
}
