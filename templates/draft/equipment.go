package draft

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// EquipmentPage is the equipment library of the viewer and their sites: GET /equipment.
type EquipmentPage struct {
	templates.Page
	Libraries []EquipmentLibrary // the viewer's own first
	Today     power.Date
}

// EquipmentLibrary is the saved equipment of one person or one site.
type EquipmentLibrary struct {
	SiteID string // empty for the viewer's own
	Name   string // of the site
	Parts  []EquipmentPart
}

func (s EquipmentLibrary) title() string {
	return templates.Either(s.SiteID == "", "My equipment", s.Name)
}

func (s EquipmentLibrary) of(kind document.Kind) []EquipmentPart {
	return slices.DeleteFunc(slices.Clone(s.Parts), func(p EquipmentPart) bool { return p.Part.Kind != kind })
}

// EquipmentPart is one saved part.
type EquipmentPart struct {
	ID, Name string
	Part     document.Part
	Changed  time.Time
	By       string
}

func (p EquipmentPart) meter() *power.Meter {
	if p.Part.Kind != document.Meter || len(p.Part.Entry.Meters) == 0 {
		return nil
	}
	return &p.Part.Entry.Meters[0]
}

func (p EquipmentPart) tells() string {
	values := p.Part.Fields()
	if p.Part.Kind == document.System {
		return wordsOf(values["system.manufacturer"], values["system.processor"], values["system.accelerator"])
	}
	return FormPage{Values: values}.itemTells(sectionOfKind(p.Part.Kind), 0)
}

func wordsOf(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}

type calibrationNote struct {
	sign, word, text string
}

func noteOf(calibration power.Calibration, today power.Date) calibrationNote {
	until := calibration.ValidUntil
	switch {
	case until.IsZero() || today.IsZero():
		return calibrationNote{}
	case calibration.Ended(today):
		return calibrationNote{"✕", "wrong", "Calibration ended on " + until.String()}
	case until == today:
		return calibrationNote{"?", "missing", "Calibration ends today, " + until.String()}
	case calibration.EndsSoon(today):
		return calibrationNote{"?", "missing",
			fmt.Sprintf("Calibration ends on %s, in %s", until, templates.Plural(until.Days(today), "day", "days"))}
	}
	return calibrationNote{"✓", "filled", "Calibrated until " + until.String()}
}

func (p EquipmentPage) ending() []EquipmentPart {
	var ending []EquipmentPart
	for _, library := range p.Libraries {
		for _, part := range library.of(document.Meter) {
			if c := part.meter().Calibration; c.Ended(p.Today) || c.EndsSoon(p.Today) {
				ending = append(ending, part)
			}
		}
	}
	slices.SortStableFunc(ending, func(a, b EquipmentPart) int {
		return a.meter().Calibration.ValidUntil.Days(b.meter().Calibration.ValidUntil)
	})
	return ending
}

func (p EquipmentPage) powerPath() powerPath {
	path := powerPath{None: "No meter of this library."}
	for _, library := range p.Libraries {
		for _, part := range library.of(document.Meter) {
			path.Meters = append(path.Meters, placed(part.Name, part.meter()))
		}
	}
	return path
}

func placed(name string, meter *power.Meter) PlacedMeter {
	made := PlacedMeter{Name: name, Location: meter.Location}
	if meter.Loss != nil {
		made.Loss = meter.Loss.Factor
	}
	return made
}

// PartPage is one part of the equipment library as a form: GET /equipment/new and GET and POST /equipment/{id}.
// Inputs are named by their path in a document of which the part is the first of its kind; "version"
// is that of what was loaded, "site" where the part is kept, "action" save or remove.
type PartPage struct {
	templates.Page
	ID      string // empty if the part is new
	Kind    document.Kind
	Name    string // as it is kept
	SiteID  string
	Library string            // whose it is: the name of the site
	Values  map[string]string // text by path
	Theirs  map[string]string // what somebody else saved since, if it differs
	Errors  templates.FieldErrors
	Version int64
	Changed time.Time
	By      string
	Today   power.Date
}

func sectionOfKind(kind document.Kind) fields.Section {
	section, _ := fields.SectionOf(kind.Group())
	return section
}

func item(kind document.Kind) string {
	section := sectionOfKind(kind)
	if section.Item == "" {
		return section.Title
	}
	return section.Item
}

func (p PartPage) form() FormPage {
	values := maps.Clone(p.Values)
	if values == nil {
		values = map[string]string{}
	}
	levels := power.Levels()
	values["claimed_level"] = strconv.Itoa(int(levels[len(levels)-1]))
	values["methodology"] = string(methodology.InForce)
	return FormPage{Values: values, Errors: p.Errors}
}

func (p PartPage) action() string {
	return templates.Either(p.ID == "", "/equipment", "/equipment/"+p.ID)
}

func (p PartPage) title() string {
	return templates.Either(p.ID == "", "New "+strings.ToLower(item(p.Kind)), item(p.Kind)+" "+p.Name)
}

func (p PartPage) powerPath() (path powerPath, ok bool) {
	if p.Kind != document.Meter {
		return powerPath{}, false
	}
	path = p.form().powerPath()
	path.None = "This meter is not here."
	return path, true
}

func (p PartPage) calibration() calibrationNote { return calibrationAt(p.Values, 0, p.Today) }

func calibrationAt(values map[string]string, n int, today power.Date) calibrationNote {
	var until power.Date
	if err := until.UnmarshalText([]byte(values[fields.ItemPath("meters[].calibration.valid_until", n)])); err != nil {
		return calibrationNote{} // the field says so itself
	}
	return noteOf(power.Calibration{ValidUntil: until}, today)
}

func (p PartPage) differences() []formProblem {
	var lines []formProblem
	for _, field := range sectionOfKind(p.Kind).Fields {
		theirs, differs := p.Theirs[field.At(0)]
		if !differs {
			continue
		}
		if theirs == "" {
			theirs = "nothing"
		}
		lines = append(lines, formProblem{field.Label + ": " + theirs, "#" + fields.FieldID(field.At(0))})
	}
	return lines
}

// PartsPage is what can be saved from a draft to the equipment library, and inserted from it: GET
// /submissions/{id}/parts.
type PartsPage struct {
	templates.Page
	ID, System string
	Groups     []PartsGroup
	Libraries  []EquipmentLibrary
	Today      power.Date
	Error      string
}

// PartsGroup is the parts of one kind in a draft.
type PartsGroup struct {
	Kind  document.Kind
	Names []string // in the order of the document
}
