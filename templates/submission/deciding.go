package submission

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/review"
	"green500/validation/rules"
)

// Deciding is what a reviewer has to know, and for everybody by which waivers the level is granted.
type Deciding struct {
	review.Deliberation
	Approvals []templates.Event // of this revision, the first of two
	Waivers   []WaiverLine
	Words     string             // by which waivers the level is granted; empty if by none
	Proposing bool               // the viewer may propose a waiver
	Approvers []templates.Option // who could be asked to approve one
	Until     []string           // editions until which one may hold
}

// WaiverLine is a waiver on the page of an entry.
type WaiverLine struct {
	ID, Rule, Reason, Until string
	State                   review.WaiverState
	Proposer                string
	Proposed                time.Time
	Approver                string
	Approved                time.Time // zero if it was not
	Ended                   time.Time
	EndedBy, EndedReason    string
	From                    string              // edition of the entry it was granted for, if that is an earlier one
	Past                    bool                // it does not reach the edition of this entry
	Counts                  bool                // the level rests on it
	Moves                   []review.WaiverMove // what the viewer may do with it
}

// WaiverTry is what a reviewer tried to do with a waiver: POST /submissions/{id}/waivers, and …/waivers/{waiver}.
type WaiverTry struct {
	ID                      string // of a waiver; empty for a new one
	Rule                    string // of a new one
	Reason, Until, Approver string
	Errors                  templates.FieldErrors // "reason", "until", "approver", or "" for the whole form
}

func (w WaiverLine) sentence() string {
	switch {
	case w.State == review.Proposed:
		return "Proposed. " + w.Approver + " has to approve it. Until then the submission cannot be accepted."
	case w.State == review.Declined:
		return "Declined by " + w.EndedBy + ": the finding still counts."
	case w.State == review.TakenBack:
		return "Withdrawn by " + w.EndedBy + "."
	case w.State == review.EndedEarly && w.Counts:
		return "Waived when it was published, approved by " + w.Approver + ". Ended by " + w.EndedBy +
			" since: it does not apply to later submissions."
	case w.State == review.EndedEarly:
		return "Ended by " + w.EndedBy + ": the finding counts again."
	case w.Past:
		return "Was waived until " + w.Until + ": it does not apply here."
	case w.Counts:
		return "Waived until " + w.Until + ", approved by " + w.Approver + "."
	}
	return "Approved by " + w.Approver + ", but not needed: the requirement is met."
}

func (w WaiverLine) sign() (sign, class string) {
	switch {
	case w.Counts:
		return "◇", "waiver-counts"
	case w.State == review.Proposed:
		return "?", "outcome-unknown"
	}
	return "–", "muted"
}

func (t WaiverTry) tried() bool              { return len(t.Errors) > 0 }
func (t WaiverTry) field(name string) string { return "waiver-" + t.ID + t.Rule + "-" + name }

func reasonHint(moves []review.Offer, reader string) string {
	var need []string
	for _, move := range moves {
		if move.Reasoned {
			need = append(need, string(move.Verb))
		}
	}
	if len(need) == 0 {
		return "Optional. " + reader
	}
	if last := len(need) - 1; last > 0 {
		need = []string{strings.Join(need[:last], ", ") + " or " + need[last]}
	}
	return reader + " Required to " + need[0] + "."
}

func moveEffect(m review.Move) templ.Attributes {
	if m.Effect == "" {
		return nil
	}
	return templ.Attributes{"aria-describedby": "effect-" + string(m.Verb)}
}

func (p EntryPage) waivable() []rules.Finding {
	if p.Report == nil || !p.Deciding.Proposing {
		return nil
	}
	return slices.DeleteFunc(p.Report.Waivable(), func(f rules.Finding) bool {
		return slices.ContainsFunc(p.Deciding.Waivers,
			func(w WaiverLine) bool { return w.Rule == f.Rule && (w.Counts || w.State == review.Proposed) })
	})
}

func (p EntryPage) try(id, rule string) WaiverTry {
	if t := p.Decision.Waiver; t.ID == id && t.Rule == rule {
		return t
	}
	return WaiverTry{ID: id, Rule: rule, Until: p.Deciding.Until[0]}
}

func (p EntryPage) levelSentence() string {
	if p.Report == nil {
		return "It cannot be graded."
	}
	return validation.LevelSentence(p.Deciding.Granted, p.Deciding.Claimed) + p.Report.Warned()
}

type readBox struct {
	rule, sign, title       string
	warning, answered, read bool
}

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
	return readBox{rule, sign, title, warning, slices.Contains(p.Deciding.Answered, rule),
		slices.Contains(p.Decision.Read, rule)}
}

func unreadWords(boxes []readBox) string {
	unread := 0
	for _, box := range boxes {
		if !box.answered && !box.read {
			unread++
		}
	}
	return fmt.Sprintf("%d of %d to read", unread, len(boxes))
}

type phrase struct{ Name, Label, Text string }

func (p EntryPage) phrasesOf() []phrase {
	var all []phrase
	if p.Report != nil {
		for _, f := range p.Report.Waivable() {
			all = append(all, phrase{f.Rule, f.Heading(), strings.Join(
				slices.DeleteFunc([]string{f.Heading() + " (" + f.Rule + "):", f.Message, f.Remedy}, isEmpty), " ")})
		}
	}
	if p.Deciding.Granted < p.Deciding.Claimed {
		all = append(all, phrase{"level", "The evidence shows a lower level", fmt.Sprintf(
			"The evidence shows %s. Claim that, or add what %s requires.", p.Deciding.Granted, p.Deciding.Claimed)})
	}
	return append(all,
		phrase{"file", "A file is missing",
			"A file that the submission depends on is missing. Upload it with the next revision."},
		phrase{"description", "The description is not sufficient", "The description does not show how it was " +
			"measured. State where each instrument was, and what it did not measure."},
	)
}

func isEmpty(s string) bool { return s == "" }

func (p EntryPage) reason() string {
	typed := p.Decision.Reason
	for _, one := range p.phrasesOf() {
		if one.Name == p.Decision.Phrase {
			return strings.TrimLeft(strings.TrimRight(typed, "\r\n ")+"\n"+one.Text, "\n")
		}
	}
	return typed
}
