package submission

import (
	"fmt"
	"slices"
	"strings"

	"green500/templates"
	"green500/validation"
	"green500/validation/review"
	"green500/validation/rules"
)

// waivable are the findings against which the viewer may propose to accept the entry.
func (p EntryPage) waivable() []rules.Finding {
	if p.Report == nil || !p.Deciding.Proposing {
		return nil
	}
	return slices.DeleteFunc(p.Report.Waivable(), func(f rules.Finding) bool {
		return slices.ContainsFunc(p.Deciding.Waivers, func(w WaiverLine) bool { return w.Rule == f.Rule && (w.Counts || w.State == review.Proposed) })
	})
}

// try is what was tried with a waiver, where it was this one.
func (p EntryPage) try(id, rule string) WaiverTry {
	if t := p.Decision.Waiver; t.ID == id && t.Rule == rule {
		return t
	}
	return WaiverTry{ID: id, Rule: rule, Until: p.Deciding.Until[0]}
}

// levelSentence says what would be decided.
func (p EntryPage) levelSentence() string {
	if p.Report == nil {
		return "It cannot be graded."
	}
	return validation.LevelSentence(p.Deciding.Granted, p.Deciding.Claimed) + p.Report.Warned()
}

// findingAddress is where the page shows the finding of a point.
func (p EntryPage) findingAddress(point validation.Point) string {
	return "#" + templates.AnchorOf(p.Report.Findings, p.Report.ClaimedLevel, point.Rule)
}

// phrase is a common reason that a reviewer need not type.
type phrase struct{ Name, Label, Text string }

// phrasesOf are the reasons that the findings suggest, and a few that every reviewer writes.
func (p EntryPage) phrasesOf() []phrase {
	var all []phrase
	if p.Report != nil {
		for _, f := range p.Report.Waivable() {
			all = append(all, phrase{f.Rule, f.Title, strings.Join(slices.DeleteFunc([]string{f.Title + " (" + f.Rule + "):", f.Message, f.Remedy}, isEmpty), " ")})
		}
	}
	if p.Deciding.Granted < p.Deciding.Claimed {
		all = append(all, phrase{"level", "The evidence shows a lower level", fmt.Sprintf("The evidence shows %s. Claim that, or add what %s requires.", p.Deciding.Granted, p.Deciding.Claimed)})
	}
	return append(all,
		phrase{"file", "A file is missing", "A file that the submission depends on is missing. Upload it with the next revision."},
		phrase{"description", "The description is not sufficient", "The description does not show how it was measured. State where each instrument was, and what it did not measure."},
	)
}

func isEmpty(s string) bool { return s == "" }

// reason is what stands in the field, with the words that were chosen under what was typed.
func (p EntryPage) reason() string {
	typed := p.Decision.Reason
	for _, one := range p.phrasesOf() {
		if one.Name == p.Decision.Phrase {
			return strings.TrimLeft(strings.TrimRight(typed, "\r\n ")+"\n"+one.Text, "\n")
		}
	}
	return typed
}
