package review

import (
	"fmt"
	"slices"
	"time"
)

// AppealState is where an appeal stands.
type AppealState string

// The states of an appeal. NoAppeal is of an entry against whose decision none is open.
const (
	NoAppeal        AppealState = ""
	AppealOpen      AppealState = "open"
	AppealUpheld    AppealState = "upheld"
	AppealDismissed AppealState = "dismissed"
	AppealTakenBack AppealState = "taken back"
)

// AppealVerb is what somebody does with an appeal; it reads on after "to".
type AppealVerb string

// What can be done.
const (
	MakeAppeal     AppealVerb = "make"
	AnswerAppeal   AppealVerb = "answer"
	UpholdAppeal   AppealVerb = "uphold"
	DismissAppeal  AppealVerb = "dismiss"
	TakeBackAppeal AppealVerb = "take back"
)

// AppealTime is how long after a decision an appeal may be made.
const AppealTime = 30 * day

// AppealMove is one row of the table of appeals.
type AppealMove struct {
	Verb     AppealVerb
	From     AppealState
	To       AppealState
	Holder   bool   // those who hold the entry may
	Roles    []Role // who may besides
	Fresh    bool   // only somebody who had no part in what was decided before
	Text     bool   // is nothing without words
	Hearings []NoticeRule
}

// AppealMoves is the one table of what may be done with an appeal, by whom, and who is told.
func AppealMoves() []AppealMove {
	tells := func(words string, who ...Audience) []NoticeRule {
		hearings := make([]NoticeRule, len(who))
		for i, one := range who {
			hearings[i] = NoticeRule{Who: one, Kind: OfAppeals, Words: words}
		}
		return hearings
	}
	return []AppealMove{
		{Verb: MakeAppeal, From: NoAppeal, To: AppealOpen, Holder: true, Text: true,
			Hearings: tells("has an appeal against its decision", Holders, Editors, ItsReviewer)},
		{Verb: AnswerAppeal, From: AppealOpen, To: AppealOpen, Holder: true,
			Roles: []Role{Reviewer, Editor}, Text: true,
			Hearings: tells("has a new answer in its appeal", Holders, ItsReviewer, Correspondent)},
		{Verb: UpholdAppeal, From: AppealOpen, To: AppealUpheld, Roles: []Role{Editor}, Fresh: true, Text: true,
			Hearings: tells("has an appeal that was upheld", Holders, ItsReviewer, Correspondent)},
		{Verb: DismissAppeal, From: AppealOpen, To: AppealDismissed, Roles: []Role{Editor}, Fresh: true, Text: true,
			Hearings: tells("has an appeal that was dismissed", Holders, ItsReviewer, Correspondent)},
		{Verb: TakeBackAppeal, From: AppealOpen, To: AppealTakenBack, Holder: true,
			Hearings: tells("has an appeal that was taken back", Holders, Editors, ItsReviewer, Correspondent)},
	}
}

// DecidingVerbs are the moves that make somebody a part of what an appeal is about.
func DecidingVerbs() []Verb { return []Verb{Accept, Approve, Return, Reject, Correct, Reopen} }

// AppealParty is somebody as an appeal sees them.
type AppealParty struct {
	Party
	Decided bool // they decided on the entry before, approved that, or had a part in a waiver
}

// MayReadAppeals tells who sees the appeals of an entry, which are not public even once the entry is.
func MayReadAppeals(by Party) bool {
	return by.Owner || May(by.Role, ReadQueue) && by.Conflict == NoConflict
}

// TryAppeal returns the state that something done with an appeal leads to.
func TryAppeal(verb AppealVerb, from AppealState, by AppealParty) (AppealMove, error) {
	for _, move := range AppealMoves() {
		if move.Verb == verb {
			return move, move.try(from, by)
		}
	}
	return AppealMove{}, &Refusal{fmt.Sprintf("%q is not something that can be done with an appeal.", verb)}
}

func (m AppealMove) try(from AppealState, by AppealParty) error {
	switch {
	case m.From == NoAppeal && from == AppealOpen:
		return &Refusal{"An open appeal exists. Add your message to it."}
	case m.From == AppealOpen && from != AppealOpen:
		return &Refusal{"This appeal is closed; reload the page to see how."}
	case by.Owner && m.Holder:
		return nil // on their own side, whatever else they may be
	case by.Owner:
		return &Refusal{fmt.Sprintf("You cannot %s an appeal about your own submission.", m.Verb)}
	case !slices.Contains(m.Roles, by.Role):
		return &Refusal{fmt.Sprintf("A %s may not %s an appeal.", by.Role, m.Verb)}
	case by.Conflict != NoConflict:
		return &ConflictError{by.Conflict}
	case m.Fresh && by.Decided:
		return &Refusal{"You took part in this decision. Another editor must decide the appeal."}
	}
	return nil
}

// PossibleOnAppeal lists what a person can do with an appeal.
func PossibleOnAppeal(from AppealState, by AppealParty) []AppealVerb {
	var possible []AppealVerb
	for _, move := range AppealMoves() {
		if move.From == from && move.try(from, by) == nil {
			possible = append(possible, move.Verb)
		}
	}
	return possible
}

// AppealableDecision is a decision that somebody may appeal against.
type AppealableDecision struct {
	State    State
	Below    bool      // the level granted is below the one claimed
	At       time.Time // of the decision
	Appealed bool      // an appeal against it was upheld or dismissed
}

// AppealEffect is what comes of an appeal that is upheld.
type AppealEffect string

// The effects.
const (
	ToReview  AppealEffect = "reopen"  // the entry is submitted again, for another reviewer
	ToErratum AppealEffect = "erratum" // an editor makes one
)

// AppealEffects is the one table of what can be appealed against, and what comes of it if it is upheld.
func AppealEffects() map[State]AppealEffect {
	return map[State]AppealEffect{Rejected: ToReview, Accepted: ToReview, Published: ToErratum, Corrected: ToErratum}
}

// Appealable tells until when an appeal may be made, or why none may.
func (j AppealableDecision) Appealable(now time.Time) (until time.Time, err error) {
	until = j.At.Add(AppealTime)
	_, known := AppealEffects()[j.State]
	switch {
	case !known:
		return until,
			&Refusal{fmt.Sprintf("A submission that is %s has no decision to appeal against.", j.State.Word())}
	case j.State != Rejected && !j.Below:
		return until, &Refusal{"The submission was granted the level it claims; there is nothing to appeal against."}
	case j.Appealed:
		return until, &Refusal{"An appeal against this decision was decided already. You cannot appeal again."}
	case !now.Before(until):
		return until, &Refusal{fmt.Sprintf("You can appeal within %d days after the decision. This period ended on %s.",
			int(AppealTime/day), until.UTC().Format("2006-01-02 15:04 UTC"))}
	}
	return until, nil
}
