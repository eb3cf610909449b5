package chart

import (
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/validation"
	"green500/validation/logs/drawing"
	"green500/validation/power"
)

// Window is a part of the curve that is one click away; its statistics are shown unless it is the whole.
type Window struct {
	Name  string
	Span  power.Span
	Whole bool
}

// Href is the page with the window drawn and all else that it is asked for, for browsers without script.
func (w Window) Href(path string, kept url.Values) string {
	q := url.Values{}
	maps.Copy(q, kept)
	from, to := "from", "to"
	if w.Whole {
		from, to = "view_from", "view_to"
		q.Del("from")
		q.Del("to")
	}
	q.Set(from, templates.Machine(w.Span.Start.Time))
	q.Set(to, templates.Machine(w.Span.End.Time))
	return path + "?" + q.Encode() + "#power"
}

// margin is how much is shown on either side of a window, as a part of it, so that its edges can be seen.
const margin = 0.08

// farLonger times the run: if idle power was measured hours before, the run would be a sliver.
const farLonger = 3

// Opening is the window a page opens with: all, or the run with a margin if it would be too small to see.
func Opening(whole power.Span, s validation.Spans) power.Span {
	run := s.FullRun
	if run.IsZero() {
		run = s.Core
	}
	if whole.Duration() <= farLonger*run.Duration() {
		return whole
	}
	opened, ok := whole.Intersect(beside(run))
	if !ok {
		return whole
	}
	return opened
}

// Seen is what is drawn: what the address asks for if that holds the chosen window, else that with its surroundings,
// else the opening.
func Seen(whole, asked, chosen power.Span, s validation.Spans) power.Span {
	if shared, ok := whole.Intersect(asked); ok && !asked.IsZero() && (chosen.IsZero() || asked.Contains(chosen)) {
		return shared
	}
	if shared, ok := whole.Intersect(beside(chosen)); ok && !chosen.IsZero() {
		return shared
	}
	return Opening(whole, s)
}

// Numbered distinguishes things of one name if there are several.
func Numbered(name string, i, count int) string {
	if count == 1 {
		return name
	}
	return name + " " + strconv.Itoa(i+1)
}

// Listed joins words as a sentence does.
func Listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

const tableRows = 100

// TableGroup is how many steps of the curve make a row of the table.
func TableGroup(c power.Curve) int { return (c.Steps() + tableRows - 1) / tableRows }

// TableRow is a row of the curve as a table: from when on, and the power of each line.
type TableRow struct {
	At    string
	Cells []string
}

func (c Chart) table() []TableRow {
	group, count := TableGroup(c.Curve), c.Curve.Steps()
	zone := time.FixedZone("", int(c.Offset().Seconds()))
	layout := TableLayout(c.Curve)
	var rows []TableRow
	for i := 0; i < count; i += group {
		row := TableRow{At: c.Curve.At(i).In(zone).Format(layout)}
		for _, l := range c.lines() {
			row.Cells = append(row.Cells, c.Cell(l, i, min(i+group, count)))
		}
		rows = append(rows, row)
	}
	return rows
}

func (c Chart) tableHeads() []string {
	heads := []string{"from"}
	for _, l := range c.lines() {
		heads = append(heads, "#"+l.Name)
	}
	return heads
}

// TableLayout shows the day if the curve is longer, and milliseconds if its rows are short.
func TableLayout(c power.Curve) string {
	switch whole := c.Span().Duration(); {
	case whole > 24*time.Hour:
		return "2006-01-02 15:04:05"
	case whole < time.Duration(c.Steps())*time.Second:
		return "15:04:05.000"
	}
	return "15:04:05"
}

// Cell is the mean of some steps in kilowatts, with the lowest and the highest if they differ. If there is none, it
// says why.
func (c Chart) Cell(l power.Line, from, to int) string {
	energy, present, low, high := 0.0, 0.0, math.Inf(1), math.Inf(-1)
	for i := from; i < to; i++ {
		length := c.Curve.At(i + 1).Sub(c.Curve.At(i)).Seconds()
		energy, present = energy+l.Watts[i]*length, present+l.Present[i]*length
		low, high = min(low, l.Min[i]), max(high, l.Max[i]) // NaN stays
	}
	if math.IsNaN(energy) {
		return absent(l, from, to, present/c.Curve.At(to).Sub(c.Curve.At(from)).Seconds())
	}
	whole := c.Curve.At(to).Sub(c.Curve.At(from)).Seconds()
	mean, lowest, highest := templates.Digits(energy/whole/1e3, 3), templates.Digits(low/1e3, 3),
		templates.Digits(high/1e3, 3)
	if lowest == mean && highest == mean {
		return mean
	}
	return mean + " (" + lowest + " to " + highest + ")"
}

// absent says why some steps of a line have no mean. Only what lies between readings is a gap.
func absent(l power.Line, from, to int, present float64) string {
	known := func(watts float64) bool { return !math.IsNaN(watts) }
	before, after := slices.ContainsFunc(l.Watts[:from], known), slices.ContainsFunc(l.Watts[to:], known)
	share := templates.Digits(100*present, 0) + "%"
	switch several := l.Instruments+l.Absent > 1; {
	case before && after && present > 0:
		return "gap, " + share + " present"
	case before && after:
		return "gap"
	case present > 0 && several:
		return "no sum: not all instruments have readings, " + share + " present"
	case present > 0:
		return "read in part, " + share + " present"
	case after:
		return "before the first reading shown"
	case before:
		return "after the last reading shown"
	}
	return "no reading"
}

// View is what an address selects for the chart of an entry.
type View struct {
	From, To string     // the window that is chosen, as it was typed
	Chosen   power.Span // the same; zero if none is
	Claim    *validation.Claim
	Errors   templates.FieldErrors // "from" and "to"
	Choices  []power.Selection
	Series   []string
	TooMany  bool // more were selected than are drawn
	Panes    []Pane
	Numbered bool     // faults are drawn with their numbers, for those who review
	Show     []string // overlays that are drawn; empty for those that are at first
}

type windowFigure struct{ ID, Label, Value string }

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

type markRow struct{ name, from, to, length string }

func (c Chart) markRows() []markRow {
	var rows []markRow
	window, zone := c.Curve.Span(), ZoneTime(c.Spans, c.Whole).Location()
	for _, o := range c.shown() {
		for _, s := range o.Spans {
			if _, seen := s.Intersect(window); seen || s.Duration() == 0 {
				rows = append(rows, markRow{o.legend(), moment(s.Start.In(zone)), moment(s.End.In(zone)),
					templates.Lasting(s.Duration())})
			}
		}
	}
	return rows
}

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
	var names []string
	for _, l := range c.Curve.Lines {
		names = append(names, templates.Words(l.Name))
	}
	whole.Note = "sum of " + Listed(names) + ", as metered; pale: " + Band(c.Curve)
	pictures := []*drawing.Picture{whole}
	for _, pane := range c.Panes {
		pictures = append(pictures, c.picture(pane.Name, pane.Curve, pictureLow))
	}
	return pictures
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

func moment(t time.Time) string { return t.Format("2006-01-02 15:04:05.999") }
