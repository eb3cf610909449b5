package submission

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/review"
)

// Deciding is what a reviewer who decides on a submission has to know, and by which waivers its level is granted
// for everybody.
type Deciding struct {
	review.Deliberation
	Approvals []templates.Event // of this revision, the first of two
	Waivers   []WaiverLine
	Words     string           // by which waivers the level is granted; empty where by none
	Proposing bool             // the viewer may propose a waiver
	Approvers []WaiverApprover // who could be asked to approve one
	Until     []string         // editions until which one may hold
}

// WaiverApprover is somebody who could approve a waiver.
type WaiverApprover struct{ ID, Name string }

// WaiverLine is a waiver on the page of an entry.
type WaiverLine struct {
	ID          string
	Rule        string
	Reason      string
	Until       string
	State       review.WaiverState
	Proposer    string
	Proposed    time.Time
	Approver    string
	Approved    time.Time // zero where it was not
	Ended       time.Time
	EndedBy     string
	EndedReason string
	From        string              // edition of the entry it was granted for, where that is an earlier one
	Past        bool                // it does not reach the edition of this entry
	Counts      bool                // the level rests on it
	Moves       []review.WaiverMove // what the viewer may do with it
}

// WaiverTry is what a reviewer tried to do with a waiver: POST /submissions/{id}/waivers, and …/waivers/{waiver}.
type WaiverTry struct {
	ID       string // of a waiver; empty for a new one
	Rule     string // of a new one
	Reason   string
	Until    string
	Approver string
	Errors   templates.FieldErrors // "reason", "until", "approver", or "" for the whole form
}

// sentence says where a waiver stands.
func (w WaiverLine) sentence() string {
	switch {
	case w.State == review.Proposed:
		return "Proposed. " + w.Approver + " has to approve it. Until then the submission cannot be accepted."
	case w.State == review.Declined:
		return "Declined by " + w.EndedBy + ": the finding still counts."
	case w.State == review.TakenBack:
		return "Withdrawn by " + w.EndedBy + "."
	case w.State == review.EndedEarly && w.Counts:
		return "Waived when it was published, approved by " + w.Approver + ". Ended by " + w.EndedBy + " since: it does not apply to later submissions."
	case w.State == review.EndedEarly:
		return "Ended by " + w.EndedBy + ": the finding counts again."
	case w.Past:
		return "Was waived until " + w.Until + ": it does not apply here."
	case w.Counts:
		return "Waived until " + w.Until + ", approved by " + w.Approver + "."
	}
	return "Approved by " + w.Approver + ", but not needed: the requirement is met."
}

// sign is the sign and the class of where a waiver stands; the sentence says it in words.
func (w WaiverLine) sign() (sign, class string) {
	switch {
	case w.Counts:
		return "◇", "waiver-counts"
	case w.State == review.Proposed:
		return "?", "outcome-unknown"
	}
	return "–", "muted"
}

// tried reports whether something was tried that has to be shown again.
func (t WaiverTry) tried() bool { return len(t.Errors) > 0 }

// field is the id of a field of a waiver on the page, which has a form for each.
func (t WaiverTry) field(name string) string { return "waiver-" + t.ID + t.Rule + "-" + name }

// reasonHint says for which moves a reason has to be written, and who reads it.
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

// moveEffect ties a button to what it does.
func moveEffect(m review.Move) templ.Attributes {
	if m.Effect == "" {
		return nil
	}
	return templ.Attributes{"aria-describedby": "effect-" + string(m.Verb)}
}
