package submission

import (
	"fmt"
	"slices"
	"strings"

	"green500/templates/chart"
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

// readBox is a failure or a warning that has to be read or answered before the submission is accepted.
type readBox struct {
	rule, sign, title string
	warning           bool
	answered          bool
	read              bool
}

// readBoxes are the faults of the decision, with the numbers that they have everywhere on the page.
func (p EntryPage) readBoxes() []readBox {
	var boxes []readBox
	for _, f := range chart.FaultsOf(p.Report) {
		if slices.Contains(p.Deciding.Faults, f.Rule) {
			boxes = append(boxes, p.readBox(f.Rule, f.Sign(), f.Heading(), f.Warning()))
		}
	}
	if slices.Contains(p.Deciding.Faults, review.SharedFault) {
		boxes = append(boxes, p.readBox(review.SharedFault, "!", p.sharedSentence(), true))
	}
	return boxes
}

func (p EntryPage) readBox(rule, sign, title string, warning bool) readBox {
	return readBox{rule, sign, title, warning, slices.Contains(p.Deciding.Answered, rule), slices.Contains(p.Decision.Read, rule)}
}

// unreadWords count what has to be read.
func unreadWords(boxes []readBox) string {
	unread := 0
	for _, box := range boxes {
		if !box.answered && !box.read {
			unread++
		}
	}
	return fmt.Sprintf("%d of %d to read", unread, len(boxes))
}

// phrase is a common reason that a reviewer need not type.
type phrase struct{ Name, Label, Text string }

// phrasesOf are the reasons that the findings suggest, and a few that every reviewer writes.
func (p EntryPage) phrasesOf() []phrase {
	var all []phrase
	if p.Report != nil {
		for _, f := range p.Report.Waivable() {
			all = append(all, phrase{f.Rule, f.Heading(), strings.Join(slices.DeleteFunc([]string{f.Heading() + " (" + f.Rule + "):", f.Message, f.Remedy}, isEmpty), " ")})
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
