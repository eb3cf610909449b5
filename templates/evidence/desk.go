// Package evidence draws the review desk: what is wrong with a submission, where on its curve, and the decision.
package evidence

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
	"green500/validation/rules"
)

// DeskPage is the page of a submission for those who review it: GET /submissions/{id}, with ?tab= and what EntryPage reads.
type DeskPage struct {
	submissionpage.EntryPage
	Tab    string // one of Tabs
	Place  Place
	Meters *Meters // nil where the tab of meters is not drawn
}

// Place is where the submission is in the queue of the viewer.
type Place struct {
	Previous, Next string // IDs; empty at the ends
	At, Of         int    // At is 0 where it does not wait for a decision
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
	all := []templates.Fact{{Name: "Requirement", Value: f.Title}, {Name: "Observed", Value: f.Observed}, {Name: "Limit", Value: f.Limit}, {Name: "Section", Value: f.Section}}
	return slices.DeleteFunc(all, func(f templates.Fact) bool { return f.Value == "" })
}

func (p DeskPage) showHref(f chart.Fault) templ.SafeURL {
	around := f.Around()
	query := url.Values{"tab": {p.Tab}, "view_from": {templates.Machine(around.Start.Time)}, "view_to": {templates.Machine(around.End.Time)}}
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

func (p Place) words() string {
	if p.At == 0 {
		return strconv.Itoa(p.Of) + " in the queue"
	}
	return strconv.Itoa(p.At) + " of " + strconv.Itoa(p.Of)
}

func span(f chart.Fault) templ.Attributes {
	around := f.Around()
	if around.IsZero() {
		return nil
	}
	return templ.Attributes{"data-from": templates.Machine(around.Start.Time), "data-to": templates.Machine(around.End.Time)}
}
