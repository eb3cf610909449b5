package chart

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"green500/templates"
	"green500/validation"
	"green500/validation/drawing"
	"green500/validation/power"
)

// View is what an address selects for the chart of an entry.
type View struct {
	From, To string                // the window that is chosen, as it was typed
	Chosen   power.Span            // the same; zero where none is
	Claim    *validation.Claim     // its figures
	Errors   templates.FieldErrors // "from" and "to"
	Choices  []power.Selection     // that there are
	Series   []string              // choices that are drawn
	TooMany  bool                  // more were selected than are drawn
	Panes    []Pane                // their curves
	Numbered bool                  // faults are drawn with their numbers, for those who review
	Show     []string              // overlays that are drawn; empty for those that are at first
}

// windowFigure is one figure of a window, which the script knows by its id.
type windowFigure struct{ ID, Label, Value string }

// figuresOf are the figures of a window in words.
func figuresOf(c validation.Claim) []windowFigure {
	figures := []windowFigure{
		{"duration", "Duration", templates.Lasting(c.Span.Duration())},
		{"mean", "Mean power", notKnown},
		{"metered", "Metered part", notKnown},
		{"energy", "Energy", notKnown},
		{"efficiency", "Rmax / mean power", notKnown},
		{"level", "Level", "does not apply"},
	}
	set := func(i int, value *float64, factor float64, decimals int, unit string) {
		if value != nil {
			figures[i].Value = templates.Digits(*value*factor, decimals) + " " + unit
		}
	}
	const kilo, kilowattHour, thousandth, hundredth = 1e-3, 1 / 3.6e6, 3, 2
	set(1, c.Power, kilo, thousandth, "kW")
	set(2, c.Metered, kilo, thousandth, "kW")
	set(3, c.Energy, kilowattHour, hundredth, "kWh")
	if c.Efficiency != nil {
		figures[4].Value = templates.Efficiency(*c.Efficiency) + " GFlops/W"
	}
	if c.Level != nil {
		figures[5].Value = "no level"
		if *c.Level > 0 {
			figures[5].Value = c.Level.String()
		}
	}
	return figures
}

const notKnown = "unknown"

// WindowJSON is the figures of a window for programs, and in words for the page.
func WindowJSON(c validation.Claim) ([]byte, error) {
	shown := map[string]string{}
	for _, f := range figuresOf(c) {
		shown[f.ID] = f.Value
	}
	return json.Marshal(struct {
		validation.Claim
		Shown map[string]string `json:"shown"`
	}{c, shown})
}

// ChoiceGroup is a series of the document with its instruments.
type ChoiceGroup struct {
	Series      power.Selection
	Instruments []power.Selection
}

// Groups are the choices by the series of the document.
func (v View) Groups() []ChoiceGroup {
	var all []ChoiceGroup
	for _, choice := range v.Choices {
		if choice.Instrument == "" {
			all = append(all, ChoiceGroup{Series: choice})
			continue
		}
		all[len(all)-1].Instruments = append(all[len(all)-1].Instruments, choice)
	}
	return all
}

// Draws reports whether a choice is drawn.
func (v View) Draws(choice power.Selection) bool {
	return slices.Contains(v.Series, choice.String())
}

// markRow is a stretch that is marked in the chart, for the table of them.
type markRow struct{ name, from, to, length string }

// markRows are the overlays that are drawn, as far as they lie in the window.
func (c Chart) markRows() []markRow {
	var rows []markRow
	window, zone := c.Curve.Span(), ZoneTime(c.Spans, c.Whole).Location()
	for _, o := range c.shown() {
		for _, s := range o.Spans {
			if _, seen := s.Intersect(window); seen || s.Duration() == 0 {
				rows = append(rows, markRow{o.legend(), moment(s.Start.In(zone)), moment(s.End.In(zone)), templates.Lasting(s.Duration())})
			}
		}
	}
	return rows
}

// legend says what an overlay is.
func (o overlay) legend() string {
	switch o.Kind {
	case findingBar, warningBar:
		return o.Name + " (did not pass)"
	case otherBar:
		return o.Name + " (not met, not required for the claimed level)"
	case passedBar:
		return o.Name + " (passed)"
	}
	return o.Name
}

// Sizes of a picture of the chart, in pixels.
const (
	pictureWidth  = 1200
	pictureHeight = 420
	pictureLow    = 220 // of a pane
)

// PictureSteps is how many equal steps the curve of a picture has.
const PictureSteps = pictureWidth

// Pictures are the curve and its panes as drawings, of curves of equal steps.
func (c Chart) Pictures(title string) []*drawing.Picture {
	whole := c.picture(title, c.Curve, pictureHeight)
	whole.Note = "sum of " + Listed(lineNames(c.Curve)) + ", as metered; pale: " + Band(c.Curve)
	pictures := []*drawing.Picture{whole}
	for _, pane := range c.Panes {
		pictures = append(pictures, c.picture(pane.Name, pane.Curve, pictureLow))
	}
	return pictures
}

func lineNames(c power.Curve) []string {
	var names []string
	for _, l := range c.Lines {
		names = append(names, templates.Words(l.Name))
	}
	return names
}

func (c Chart) picture(title string, curve power.Curve, height int) *drawing.Picture {
	p := &drawing.Picture{Title: title, Zone: c.ZoneName(), Width: pictureWidth, Height: height}
	for _, o := range c.shown() {
		switch o.ID {
		case "core":
			p.Core = o.Spans[0]
		case "run":
			p.Run = o.Spans[0]
		default:
			p.Marks = append(p.Marks, drawing.Mark{Name: o.Name, Spans: o.Spans, Over: !o.Kind.band()})
		}
	}
	if curve.Steps() == 0 || len(curve.Lines) == 0 {
		return p
	}
	p.Start, p.Step = curve.At(0).In(ZoneTime(c.Spans, c.Whole).Location()), curve.At(1).Sub(curve.At(0))
	sum := total(curve.Lines)
	for i, mean := range sum.Watts {
		cell := drawing.Cell{Min: sum.Min[i], Mean: mean, Max: sum.Max[i]}
		if math.IsNaN(mean) {
			cell.Min, cell.Max = mean, mean
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}

// moment is an instant with its day, and with milliseconds where it has some.
func moment(t time.Time) string { return t.Format("2006-01-02 15:04:05.999") }
