package review

import (
	"fmt"
	"slices"
)

// WaiverState is where a waiver stands.
type WaiverState string

// The states of a waiver.
const (
	Proposed   WaiverState = "proposed"
	InForce    WaiverState = "approved"
	Declined   WaiverState = "declined"
	TakenBack  WaiverState = "taken back"
	EndedEarly WaiverState = "ended"
)

// WaiverPart is what somebody is to a waiver.
type WaiverPart string

// The parts that people have in a waiver. The proposer of a waiver is never its approver.
const (
	WaiverProposer WaiverPart = "proposer"
	WaiverApprover WaiverPart = "approver"
	WaiverEditor   WaiverPart = "editor"
	NoPart         WaiverPart = "none"
)

// WaiverMove is one row of the table of what may become of a waiver.
type WaiverMove struct {
	Verb   Verb
	From   WaiverState
	To     WaiverState
	By     WaiverPart
	Reason bool    // a reason is required
	While  []State // where the entry stands
	Label  string  // as a button says it
	Done   string  // as it is told once it was done
	Effect string  // what it does, told before it is done
}

// The moves of waivers; one is approved by the verb by which an entry is.
const (
	Decline  Verb = "decline"
	TakeBack Verb = "take back"
	End      Verb = "end"
)

// WaiverMoves is the one table of what may become of a waiver.
func WaiverMoves() []WaiverMove {
	before := []State{Submitted, InReview, Returned}
	return []WaiverMove{
		{Verb: Approve, From: Proposed, To: InForce, By: WaiverApprover, While: before, Label: "Approve the waiver",
			Done: "approved",
			Effect: "The finding counts as met, up to the claimed level. " +
				"The submission, its page and the list name you as the approver."},
		{Verb: Decline, From: Proposed, To: Declined, By: WaiverApprover, Reason: true, While: before, Label: "Decline",
			Done:   "declined",
			Effect: "The finding still counts against the submission."},
		{Verb: TakeBack, From: Proposed, To: TakenBack, By: WaiverProposer, While: before, Label: "Take it back",
			Done:   "took back",
			Effect: "It no longer needs an approval."},
		{Verb: End, From: InForce, To: EndedEarly, By: WaiverEditor, Reason: true, While: States(),
			Label: "End the waiver", Done: "ended",
			Effect: "The finding counts again, for every submission that is not published."},
	}
}

// WaiverParty is somebody as a waiver sees them.
type WaiverParty struct {
	Party
	Proposer bool // they proposed it
	Approver bool // they are named to approve it
}

func (p WaiverParty) has(part WaiverPart) bool {
	return map[WaiverPart]bool{WaiverProposer: p.Proposer, WaiverApprover: p.Approver && !p.Proposer,
		WaiverEditor: p.Role == Editor}[part]
}

// TryWaiver returns the state a move leads a waiver to. It returns a *Refusal, a *StaleError if the waiver or the
// entry stands elsewhere than the move begins, or a *ConflictError.
func TryWaiver(verb Verb, from WaiverState, entry State, by WaiverParty, reason string) (WaiverState, error) {
	for _, move := range WaiverMoves() {
		if move.Verb == verb {
			return move.try(from, entry, by, reason)
		}
	}
	return "", &Refusal{fmt.Sprintf("%q is not something that can be done to a waiver.", verb)}
}

func (m WaiverMove) try(from WaiverState, entry State, by WaiverParty, reason string) (WaiverState, error) {
	switch {
	case m.From != from:
		return "", &StaleError{Refusal{
			fmt.Sprintf("This waiver is %s, so %q is not possible. Reload the page to see its state.", from, m.Verb)}}
	case !slices.Contains(m.While, entry):
		return "", &StaleError{Refusal{fmt.Sprintf("The submission is %s, so %q is no longer possible for its waivers.",
			entry.Word(), m.Verb)}}
	case by.Owner:
		return "", &Refusal{"You cannot decide on a waiver for your own submission."}
	case !May(by.Role, ReadQueue):
		return "", &Refusal{fmt.Sprintf("A %s may not decide on a waiver.", by.Role)}
	case !by.has(m.By):
		return "", &Refusal{fmt.Sprintf("Only the %[2]s of a waiver can %[1]s it.", m.Verb, m.By)}
	case by.Conflict != NoConflict:
		return "", &ConflictError{by.Conflict}
	case m.Reason && reason == "":
		return "", &ReasonError{
			Refusal{fmt.Sprintf("To %s a waiver, write the reason: it is kept with the waiver.", m.Verb)}}
	}
	return m.To, nil
}

// PossibleForWaiver lists the moves a person has on a waiver, for the buttons of a page.
func PossibleForWaiver(from WaiverState, entry State, by WaiverParty) []WaiverMove {
	var possible []WaiverMove
	for _, move := range WaiverMoves() {
		if _, err := move.try(from, entry, by, "a reason"); err == nil {
			possible = append(possible, move)
		}
	}
	return possible
}

// ProposeWaiver returns a *Refusal or a *ConflictError if somebody may not propose a waiver on an entry.
func ProposeWaiver(entry State, by Party) error {
	switch {
	case by.Owner:
		return &Refusal{"You cannot propose a waiver for your own submission."}
	case !May(by.Role, ReadQueue):
		return &Refusal{fmt.Sprintf("A %s may not propose a waiver.", by.Role)}
	case by.Conflict != NoConflict:
		return &ConflictError{by.Conflict}
	case !entry.Decidable():
		return &StaleError{
			Refusal{fmt.Sprintf("The submission is %s; waivers are proposed while it is reviewed.", entry.Word())}}
	}
	return nil
}

// WaiverReaches reports whether a waiver until an edition counts for another; their names sort by time.
func WaiverReaches(until, edition string) bool { return edition <= until }

// WaiverEditions lists the editions until which a waiver for an entry of one may hold: that one, and those of a year
// and a half after it. Lists are published in June and November.
func WaiverEditions(edition string) []string {
	const most = 4
	all := []string{edition}
	for len(all) < most {
		var year int
		var month string
		if _, err := fmt.Sscanf(all[len(all)-1], "%4d-%s", &year, &month); err != nil {
			return all
		}
		if month == "06" {
			all = append(all, fmt.Sprintf("%04d-11", year))
		} else {
			all = append(all, fmt.Sprintf("%04d-06", year+1))
		}
	}
	return all
}
