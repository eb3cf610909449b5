// Package rules is the catalogue: one file a requirement of the methodology, listed in All in the order of the text. A
// rule has no number of its own; limits come from the edition.
package rules

import (
	"embed"
	"slices"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Severity says how strongly the text demands something. It is a field of the rule; no check chooses it.
type Severity string

// The severities. Only Must decides a level.
const (
	Must   Severity = "must"
	Should Severity = "should"
	May    Severity = "may"
)

// Outcome is what a check found.
type Outcome string

// The outcomes. Unknown means that evidence is missing: it never counts as passed.
const (
	Pass          Outcome = "pass"
	Fail          Outcome = "fail"
	Unknown       Outcome = "unknown"
	NotApplicable Outcome = "not_applicable"
)

// Open reports whether a demand is not met: broken, or not shown to be kept.
func (o Outcome) Open() bool { return o == Fail || o == Unknown }

// Rule is one demand of the methodology. Its id names its file, its variable, its folder of test
// cases and its place on the page of rules.
type Rule struct {
	ID       string
	Title    string // the demand, as a short statement
	Aspect   methodology.Aspect
	Section  methodology.Label
	Requires string        // what the text requires, in our words; if the check is ours, the requirement that it serves
	Levels   []power.Level // that ask it; all if left out
	Since    methodology.Edition
	Until    methodology.Edition
	Severity Severity // Should if left out
	Field    string   // of the form, if it is met
	// what people who plan a run do before, during or after it, whatever their numbers; see package plan
	Before string
	During string
	After  string
	Remedy string // what to do if it does not pass, one sentence
	How    string // how it is computed and, if the texts differ, which reading applies; sentences
	Check  func(Case) Result
}

// Case is what a check may look at: the measurement, and the limits of one level of one edition.
type Case struct {
	*power.Measurement
	Level  power.Level
	Limits methodology.Limits
	Facts  *forensics.Facts // of the readings; a rule looks itself if they are left out
	Quick  bool             // only the outcome matters: a rule may leave out figures and sentences
}

// Result is what a check returns.
type Result struct {
	Outcome  Outcome
	Observed string       // with its unit
	Limit    string       // with its unit
	Margin   *float64     // margin left as a fraction of the limit; negative if it fails; nil if there is no number
	Message  string       // one sentence: what was observed and what is required
	Needs    []Need       // what is missing, in the submitter's numbers; empty if the remedy says it
	Spans    []power.Span // the evidence, to be drawn over the curve

	TimesPower float64 // the power that the result suspects, as a multiple of the stated one; 0 if it suspects none
}

// Finding is the result of one rule for the levels that ask the same of it.
type Finding struct {
	Rule     string             `json:"rule"`
	Title    string             `json:"title"`
	Aspect   methodology.Aspect `json:"aspect"`
	Section  string             `json:"section"`
	Levels   []power.Level      `json:"levels"`
	Severity Severity           `json:"severity"`
	Outcome  Outcome            `json:"outcome"`
	Observed string             `json:"observed"`
	Limit    string             `json:"limit"`
	Margin   *float64           `json:"margin"`
	Message  string             `json:"message"`
	Remedy   string             `json:"remedy,omitempty"` // only if there is something to do
	Need     string             `json:"need,omitempty"`   // the same in this entry's numbers, if the rule knows them
	Needs    []Need             `json:"-"`                // the same one by one, for the way up
	Spans    []power.Span       `json:"spans"`

	Explained  string  `json:"explained,omitempty"`   // what the submitter says of it
	TimesPower float64 `json:"times_power,omitempty"` // the power that it suspects, as a multiple of the stated one
}

// Heading is the title of the finding by its outcome: only what passed or is not required has the sentence of the rule
// alone.
func (f Finding) Heading() string { return f.Outcome.Heading(f.Title) }

// Heading is the title of a rule with this outcome.
func (o Outcome) Heading(title string) string {
	switch o {
	case Fail:
		return "Not met: " + title
	case Unknown:
		return "Not shown: " + title
	}
	return title
}

// Asks reports whether the finding is about a demand of the level.
func (f Finding) Asks(level power.Level) bool { return slices.Contains(f.Levels, level) }

//go:embed examples/*.txt
var examples embed.FS

// Example returns the text of examples/ID.txt: how little breaks the rule in a clean submission, in
// the words that package example reads. ok is false if nobody wrote one.
func (r Rule) Example() (text string, ok bool) {
	content, err := examples.ReadFile("examples/" + r.ID + ".txt")
	return string(content), err == nil
}
