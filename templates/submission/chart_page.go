package submission

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/power"
)

func (p EntryPage) windows() []chart.Window {
	all := []chart.Window{{Name: "whole", Span: p.Whole, Whole: true}}
	if p.Report == nil {
		return all
	}
	add := func(name string, s power.Span) {
		if !s.IsZero() {
			all = append(all, chart.Window{Name: name, Span: s})
		}
	}
	add("full run", p.Report.Spans.FullRun)
	add("core phase", p.Report.Spans.Core)
	for i, s := range p.Report.Spans.Idle {
		add(chart.Numbered("idle", i, len(p.Report.Spans.Idle)), s)
	}
	return all
}

func (p EntryPage) chartData() string {
	return templates.Either(p.View.Numbered, p.Base+"/chart.json?faults=numbered", p.Base+"/chart.json")
}

func (p EntryPage) opened() templ.Attributes {
	if p.Window == p.Whole {
		return templ.Attributes{}
	}
	return templ.Attributes{"data-view-from": templates.Machine(p.Window.Start.Time),
		"data-view-to": templates.Machine(p.Window.End.Time)}
}

func (p EntryPage) chosen() templ.Attributes {
	if p.View.Chosen.IsZero() {
		return templ.Attributes{}
	}
	return templ.Attributes{"data-from": templates.Machine(p.View.Chosen.Start.Time),
		"data-to": templates.Machine(p.View.Chosen.End.Time)}
}

func (p EntryPage) summary() string {
	c := p.chart()
	var names []string
	for _, l := range p.Curve.Lines {
		names = append(names, templates.Words(l.Name))
	}
	text := []string{"Power as metered, in kW, of " + chart.Listed(names) + "; times are " + c.ZoneName() + ".",
		"The pale band goes " + chart.Band(p.Curve) + "."}
	for _, l := range p.Curve.Lines {
		text = append(text, absence(l))
	}
	if p.Report == nil {
		return strings.Join(strings.Fields(strings.Join(text, " ")), " ")
	}
	text = append(text,
		spanSentence("Core phase", p.Report.Spans.Core, p.Report.Numbers.MeteredCoreAverage),
		spanSentence("Full run", p.Report.Spans.FullRun, p.Report.Numbers.MeteredFullRunAverage))
	for i, idle := range p.Report.Spans.Idle {
		text = append(text, spanSentence(chart.Numbered("Idle", i, len(p.Report.Spans.Idle)), idle, nil))
	}
	if c.MarksFindings() {
		text = append(text, "Red bars above the plot mark the evidence of findings that did not pass.")
	}
	return strings.Join(strings.Fields(strings.Join(text, " ")), " ")
}

func absence(l power.Line) string {
	switch {
	case l.Absent == 0:
		return ""
	case l.Instruments == 0:
		return "No readings of " + templates.Words(l.Name) + " in this range."
	}
	return strconv.Itoa(l.Absent) + " of " + strconv.Itoa(l.Absent+l.Instruments) + " instruments of " +
		templates.Words(l.Name) + " have no readings in this range and are in no sum."
}

func spanSentence(name string, s power.Span, mean *validation.Number) string {
	if s.IsZero() {
		return ""
	}
	sentence := name + " " + templates.Clock(s.Start.Time) + " to " + templates.Clock(s.End.Time) + ", " +
		templates.Seconds(s.Duration())
	if mean != nil {
		sentence += ", mean " + templates.Digits(mean.Value/1e3, 1) + " kW"
	}
	return sentence + "."
}

func (p EntryPage) query() url.Values {
	q := url.Values{"from": {templates.Machine(p.Window.Start.Time)}, "to": {templates.Machine(p.Window.End.Time)}}
	if len(p.View.Series) > 0 {
		q["series"] = p.View.Series
	}
	if len(p.View.Show) > 0 {
		q["show"] = p.View.Show
	}
	return q
}

// Kept is what the address asks of the chart and the tabs, for links to other parts of the page.
func (p EntryPage) Kept() url.Values {
	q := url.Values{}
	if p.OpenTab != "" {
		q.Set("tab", p.OpenTab)
	}
	if len(p.View.Series) > 0 {
		q["series"] = p.View.Series
	}
	if len(p.View.Show) > 0 {
		q["show"] = p.View.Show
	}
	if !p.View.Chosen.IsZero() {
		q.Set("from", templates.Machine(p.View.Chosen.Start.Time))
		q.Set("to", templates.Machine(p.View.Chosen.End.Time))
	}
	return q
}

func (p EntryPage) export(name string) string { return p.Base + "/" + name + "?" + p.query().Encode() }

func (p EntryPage) viewQuery() string {
	q, seen := p.Kept(), p.query()
	q["view_from"], q["view_to"] = seen["from"], seen["to"]
	return "?" + q.Encode() + "#power"
}
