// Package evidence draws the review page: the findings of a submission, its power chart and the decision, with evidence
// in tabs.
package evidence

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// DeskPage is the page of a submission for those who review it: GET /submissions/{id}, with ?tab= and what EntryPage
// reads.
type DeskPage struct {
	submissionpage.EntryPage
	Tab    string // one of Tabs
	Place  Place
	Meters *Meters // nil if the tab of meters is not drawn
}

// Place is where the submission is in the queue of the viewer.
type Place struct {
	Previous, Next string // IDs; empty at the ends
	At, Of         int    // At is 0 if it does not wait for a decision
}

// Tab is a part of the evidence with an address of its own.
type Tab struct{ ID, Name string }

// MetersTab is the tab whose drawings are made only for its own address.
const MetersTab = "meters"

// Tabs are the parts of the evidence below the desk, the first of which is open at first.
func Tabs() []Tab {
	return []Tab{
		{"findings", "Findings"}, {MetersTab, "Meters"}, {"uncertainty", "Uncertainty"}, {"results", "Results"},
		{"models", "Models"}, {"compare", "Compare"}, {"files", "Files"}, {"history", "History"},
	}
}

// TabOf is the tab that an address asks for, or the first.
func TabOf(asked string) string {
	if slices.ContainsFunc(Tabs(), func(t Tab) bool { return t.ID == asked }) {
		return asked
	}
	return Tabs()[0].ID
}

func (p DeskPage) tabHref(id string) templ.SafeURL {
	q := p.Kept()
	q.Set("tab", id)
	return templ.SafeURL("/submissions/" + p.ID + "?" + q.Encode() + "#tab-" + id)
}

func (p DeskPage) faults() []chart.Fault { return chart.FaultsOf(p.Report) }

func (p DeskPage) counts() (failed, unknown, warnings int) {
	for _, f := range p.faults() {
		switch {
		case f.Warning():
			warnings++
		case f.Outcome == rules.Fail:
			failed++
		default:
			unknown++
		}
	}
	if slices.Contains(p.Deciding.Faults, review.SharedFault) {
		warnings++
	}
	return failed, unknown, warnings
}

func (p DeskPage) refusal() string {
	for _, field := range []string{"", "read", "reason"} {
		if sentence := p.Decision.Errors[field]; sentence != "" {
			return sentence
		}
	}
	return ""
}

func sentence(f chart.Fault) string {
	if f.Message == "" {
		return f.Heading()
	}
	return f.Message
}

func effect(f chart.Fault) string {
	if f.TimesPower <= 0 {
		return ""
	}
	return fmt.Sprintf("%+.1f%% power", (f.TimesPower-1)*100)
}

func facts(f chart.Fault) []templates.Fact {
	all := []templates.Fact{{Name: "Requirement", Value: f.Title}, {Name: "Observed", Value: f.Observed},
		{Name: "Limit", Value: f.Limit}, {Name: "Section", Value: f.Section}}
	return slices.DeleteFunc(all, func(f templates.Fact) bool { return f.Value == "" })
}

func (p DeskPage) showHref(f chart.Fault) templ.SafeURL {
	around := f.Around()
	query := url.Values{"tab": {p.Tab}, "view_from": {templates.Machine(around.Start.Time)},
		"view_to": {templates.Machine(around.End.Time)}}
	return templ.SafeURL("/submissions/" + p.ID + "?" + query.Encode() + "#power")
}

func reasonOf(f chart.Fault) string {
	text := f.Sign() + " " + f.Heading() + " (" + f.Rule + "):"
	for _, part := range []string{f.Message, f.Remedy} {
		if part != "" {
			text += " " + part
		}
	}
	return text
}

func span(f chart.Fault) templ.Attributes {
	around := f.Around()
	if around.IsZero() {
		return nil
	}
	return templ.Attributes{"data-from": templates.Machine(around.Start.Time),
		"data-to": templates.Machine(around.End.Time)}
}

// Meters are all instruments of a submission over the same time, for small multiples or a heat map.
type Meters struct {
	All   []Meter // outliers first
	Whole power.Span
	Core  power.Span
	Steps int
	Zone  string
}

// Meter is one instrument in equal steps.
type Meter struct {
	ID    string // as power.Selection writes it
	Name  string
	Watts []float64 // NaN if readings are missing
	Apart float64   // from the usual course of its series, as a part of the mean power of that
	Mean  float64   // of the steps in the core phase
}

// multiples is up to how many instruments each has a drawing of its own; more are rows of a heat map.
const multiples = 120

// MeterSteps is how many steps an instrument has at most: fewer, the more there are.
func MeterSteps(instruments int) int {
	const most, least, cells = 120, 48, 60_000
	return max(least, min(most, cells/max(1, instruments)))
}

// NewMeters puts those first that leave the usual course of their series. series and inside are by instrument and by
// step.
func NewMeters(all []Meter, series []int, inside []bool) []Meter {
	usual := map[int][]float64{}
	for _, s := range series {
		if usual[s] == nil {
			usual[s] = usualCourse(all, series, s)
		}
	}
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
		all[i].Mean, all[i].Apart = distance(all[i].Watts, usual[series[i]], inside)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Apart, all[a].Apart) })
	sorted := make([]Meter, len(all))
	for i, at := range order {
		sorted[i] = all[at]
	}
	return sorted
}

func usualCourse(all []Meter, series []int, of int) []float64 {
	var course []float64
	for step := 0; ; step++ {
		var values []float64
		more := false
		for i, meter := range all {
			if series[i] == of && step < len(meter.Watts) {
				more = true
				if w := meter.Watts[step]; !math.IsNaN(w) {
					values = append(values, w)
				}
			}
		}
		if !more {
			return course
		}
		course = append(course, median(values))
	}
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// distance is the mean of an instrument over some steps, and how far it is from the usual course there.
func distance(watts, usual []float64, inside []bool) (mean, apart float64) {
	sum, off, level, n := 0.0, 0.0, 0.0, 0
	for i, w := range watts {
		switch {
		case !inside[i]:
			continue
		case math.IsNaN(w):
			if !math.IsNaN(usual[i]) {
				off, level = off+usual[i], level+usual[i] // a gap is as far as can be
			}
			continue
		}
		sum, n = sum+w, n+1
		off, level = off+math.Abs(w-usual[i]), level+usual[i]
	}
	if n > 0 {
		mean = sum / float64(n)
	}
	if level > 0 {
		apart = off / level
	}
	return mean, apart
}

func (m *Meters) heat() bool { return len(m.All) > multiples }

func (m *Meters) highest() float64 {
	highest := 0.0
	for _, meter := range m.All {
		for _, w := range meter.Watts {
			if w > highest { // NaN is not
				highest = w
			}
		}
	}
	return highest
}

// Sizes of a small drawing, in its own units.
const (
	smallWidth  = 120
	smallHeight = 36
)

func (m *Meters) path(meter Meter, highest float64) string {
	var b strings.Builder
	pen := false
	for i, w := range meter.Watts {
		if math.IsNaN(w) || highest <= 0 {
			pen = false
			continue
		}
		x, y := i*smallWidth/max(1, len(meter.Watts)),
			strconv.Itoa(smallHeight-int(math.Round(w/highest*(smallHeight-2))))
		step := "L"
		if !pen {
			step = "M"
		}
		b.WriteString(step + strconv.Itoa(x) + " " + y)
		pen = true
	}
	return b.String()
}

func (m *Meters) share(at power.Time, width int) int {
	whole := m.Whole.Duration()
	if whole <= 0 {
		return 0
	}
	return int(math.Round(float64(at.Sub(m.Whole.Start.Time)) / float64(whole) * float64(width)))
}

func (m *Meters) coreBox(width int) (x, wide string) {
	from, to := m.share(m.Core.Start, width), m.share(m.Core.End, width)
	return strconv.Itoa(from), strconv.Itoa(max(1, to-from))
}

const shades = 9

// shadePaths are the cells of a heat map as one shape for each shade; the last is that of cells without readings.
func (m *Meters) shadePaths() []string {
	paths := make([]strings.Builder, shades+1)
	highest := m.highest()
	for row, meter := range m.All {
		for from := 0; from < len(meter.Watts); {
			shade, to := shadeOf(meter.Watts[from], highest), from+1
			for to < len(meter.Watts) && shadeOf(meter.Watts[to], highest) == shade {
				to++
			}
			paths[shade].WriteString("M" + strconv.Itoa(from) + " " + strconv.Itoa(row) + "h" + strconv.Itoa(to-from) +
				"v1h-" + strconv.Itoa(to-from) + "z")
			from = to
		}
	}
	texts := make([]string, len(paths))
	for i := range paths {
		texts[i] = paths[i].String()
	}
	return texts
}

func shadeOf(watts, highest float64) int {
	if math.IsNaN(watts) || highest <= 0 {
		return shades
	}
	return min(shades-1, max(0, int(watts/highest*shades)))
}

const notable = 0.1
