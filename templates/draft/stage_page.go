package draft

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document/proposal"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// StagePage is one page of the way from files to a submission: GET and POST /submissions/{id}/steps/{stage}
// (multipart).
//
// Its fields are those of the form of the document, FormPage, and the buttons do what they do there. Further values of
// "action":
// continue (to the next stage); on the stage of files output:NAME (it is the output of the run), cover:NAME (with the
// fields CoverField for the parts of a log), unit:NAME:UNIT, zone:NAME (with the field ZoneField); on that of coverage
// the field TreatmentField for each subsystem; on the last submit, with the field declared.
type StagePage struct {
	FormPage
	Stage  fields.Stage
	Points []StagePoint // what does not fit, of what the page asks; worst first
	Cards  []FileCard   // on the stage of files
	Spans  []SpanOffer  // of times that the readings show
	Alike  []LogGroup   // logs that look the same
	Move   Submitting   // on the last stage

	Refused templates.FieldErrors // of Errors, what was wrong with what was just sent from this page
}

// StagePoint is a requirement or warning beside where something can be done about it.
type StagePoint struct {
	validation.Point
	Path string // of the field; empty if no field helps
	Fix  *Fix   // what one press does about it
}

// Fix is a button.
type Fix struct{ Action, Label string }

// SpanOffer is a time range that the readings show, for two fields of the page.
type SpanOffer struct {
	Action   string // of the button that takes it; empty if it is to be read only
	Sentence string
}

// FileCard is a file and what it seems to be.
type FileCard struct {
	File    templates.File
	Kind    string // as people read it, such as log; empty while nobody looked into it
	Facts   []string
	Problem string // why it cannot be read as what it seems to be
	Waiting bool   // nobody looked into it yet: the page asks for it by itself
	Output  *OutputCard
	Log     *LogCard
}

// OutputCard is an output of HPL.
type OutputCard struct {
	Used      bool // it is the output of the run
	NeedsZone bool // its times name no zone
}

// LogGroup are logs of the same form that no series reads yet.
type LogGroup struct {
	Names  []string // in the order of time
	InTurn bool     // each begins after the one before it ended: they are one log in several files
}

// LogCard is a log of readings.
type LogCard struct {
	Used       bool   // a series reads it
	Of         string // the file that it continues, whose card answers for both; empty if it stands by itself
	Form       string // the same for logs of the same format and columns
	Instrument proposal.Instrument
	Recorded   power.Span // from the first to the last reading
	Settings   []Setting
	Physical   string // what it reads, in watts
	Chosen     map[string]string
	Parts      []proposal.Part
	Chart      *chart.Chart
	Laid       []string // how the core phase lies over it
	Zones      []string // with which the times of the output would fit the readings
}

// Setting is an import setting of a log.
type Setting struct {
	Name, Value string
	Confidence  tracefile.Confidence
	Why         string
}

// Submitting is what the last stage submits.
type Submitting struct {
	Revision, State string
	Allowed         bool
	Wrong           string // why it was refused
}

// CoverField is the name of the field for what a part of a log measures.
func CoverField(file string, part proposal.Part) string { return "cover:" + file + ":" + part.Key }

// ExplainField is the name of the field for why what a rule found is no mistake.
func ExplainField(rule string) string { return "explain:" + rule }

// ToConfirm are the points to be corrected, or confirmed with a reason, before the next page: watts that cannot be
// right.
func (p StagePage) ToConfirm() []StagePoint {
	return slices.DeleteFunc(slices.Clone(p.Points), func(point StagePoint) bool {
		return p.Stage.ID != fields.FilesStage || point.Explained != "" ||
			!slices.Contains([]string{"node-power-plausible", "core-power-plausible", "accelerator-power-plausible",
				"efficiency-plausible", "unit-as-named"}, point.Rule)
	})
}

// ZoneField is the name of the field for the zone in which the times of the output fit a log.
func ZoneField(file string) string { return "zone-choice:" + file }

func (p StagePage) coverOptions(single bool) []templates.Option {
	made := []templates.Option{}
	for _, name := range p.subsystems() {
		made = append(made, templates.Option{Value: name, Label: templates.Words(name)})
	}
	if !single {
		made = append(made, templates.Option{Value: proposal.NotOfMachine, Label: "nothing of this machine"})
	}
	return made
}

func (p StagePage) subsystems() []string {
	names := power.SubsystemNames()
	for _, name := range p.itemNames("subsystems", "name") {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (p StagePage) next() fields.Stage { return NextStage(p.Stage, p.Values) }

// NextStage is the stage after another. The loss of power is asked for only behind a converter.
func NextStage(s fields.Stage, values map[string]string) fields.Stage {
	all := fields.Stages()
	at := slices.IndexFunc(all, func(one fields.Stage) bool { return one.ID == s.ID })
	for at++; at < len(all)-1; at++ {
		if !all[at].Aside && (all[at].ID != fields.LossStage || losesPower(values)) {
			break
		}
	}
	return all[min(at, len(all)-1)]
}

func losesPower(values map[string]string) bool {
	for n := range fields.Count("meters", values) {
		if values[fields.ItemPath("meters[].location", n)] == string(power.Downstream) {
			return true
		}
	}
	return false
}

func (p FormPage) progress(s fields.Stage) sectionState {
	var state sectionState
	for _, section := range s.Sections() {
		one := p.state(section)
		state.Filled, state.Wrong, state.Missing = state.Filled+one.Filled, state.Wrong+one.Wrong,
			state.Missing+one.Missing
	}
	switch s.ID {
	case fields.FilesStage:
		if len(p.Files) == 0 {
			state.Missing = max(state.Missing, 1)
		}
	case fields.CoverageStage:
		state.Missing += unanswered(p.Values)
	}
	for _, step := range p.Verdict.Next {
		if fields.StageOf(step.Path).ID == s.ID && !p.counted(step.Path) {
			state.Missing++
		}
	}
	return state
}

func (p FormPage) counted(path string) bool {
	if f, known := fields.FieldOf(path); known {
		return p.stateOf([]fields.Field{f}, itemNumber(path)).left() > 0
	}
	s, known := fields.SectionOf(path)
	return known && (p.wrongAt(path) || path == s.Group && fields.Count(path, p.Values) < s.Least)
}

func (p FormPage) left() int {
	left := 0
	for _, s := range fields.Stages() {
		left += p.progress(s).left()
	}
	return left
}

func (p FormPage) progressText(s fields.Stage, state sectionState) string {
	switch {
	case state.word() != "empty":
		return state.text()
	case s.ID == fields.LossStage && !losesPower(p.Values):
		return "not needed"
	}
	return "optional"
}

type stagePart struct {
	Now, More []fields.Field
}

func (p FormPage) stageParts(s fields.Section, n int) stagePart {
	var divided stagePart
	for _, part := range p.parts(s, n) {
		if part.Title == "" {
			divided.Now = part.Fields
		} else {
			divided.More = append(divided.More, part.Fields...)
		}
	}
	return divided
}

func (v Verdict) levelNow() string {
	granted := templates.Either(v.Graded && v.Granted > 0, v.Granted.String(), "none")
	if v.Claimed == 0 {
		return "Level now: " + granted
	}
	return "Level now: " + granted + ", " + v.Claimed.String() + " wanted"
}

func (p FormPage) leftText() string {
	left := templates.Plural(p.left(), "thing", "things") + " left to fill in or correct"
	if !p.Verdict.Graded {
		return "Not graded yet: " + left + "."
	}
	return left + ", " + templates.Plural(len(p.Verdict.Warnings), "warning", "warnings") + "."
}

type answer struct{ Label, Value, Href string }

func (p FormPage) answers(s fields.Stage) []answer {
	var all []answer
	for _, section := range s.Sections() {
		items := templates.Either(section.Group != "", fields.Count(section.Group, p.Values), 1)
		for n := range items {
			for _, f := range section.Fields {
				value := p.Values[f.At(n)]
				if value == "" || f.Kind == fields.KindHidden {
					continue
				}
				all = append(all, answer{Label: fields.PlaceOf(f.At(n)), Value: p.answerText(f, value),
					Href: fields.StageHref(p.ID, f.At(n))})
			}
		}
	}
	return all
}

func (p FormPage) answerText(f fields.Field, value string) string {
	for _, option := range f.Options {
		if option.Value == value {
			return option.Label
		}
	}
	if f.Kind == fields.KindCheckbox {
		return map[string]string{"true": "yes", "false": "no"}[value]
	}
	return strings.TrimSpace(value + " " + f.Unit)
}

func (p StagePage) editable() map[int]fields.Field {
	shown, told := map[int]fields.Field{}, map[string]bool{}
	for i, point := range p.Points {
		f, known := fields.FieldOf(point.Path)
		if known && !told[point.Path] && f.Kind != fields.KindFile {
			told[point.Path], shown[i] = true, f
		}
	}
	return shown
}

func itemNumber(path string) int {
	_, rest, _ := strings.Cut(path, "[")
	number, _, _ := strings.Cut(rest, "]")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return n
}

func cardID(n int) string       { return "card-" + strconv.Itoa(n) }
func (c FileCard) kind() string { return cmp.Or(c.Kind, c.File.Use, "file") }
