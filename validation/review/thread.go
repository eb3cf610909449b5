package review

import (
	"fmt"
	"slices"
)

// MaximumQuestion is how many characters a message may have.
const MaximumQuestion = 4000

// Side is from where somebody takes part in the questions about an entry.
type Side string

// The sides. The holder of an entry is on no other side of it, whatever their role.
const (
	Outside   Side = ""
	Holding   Side = "holder"
	Reviewing Side = "reviewer"
)

// SideOf is the side that somebody is on. A person with a conflict of interest is on none, also once the entry is
// public: what was said about it while it was decided stays among those who could decide.
func SideOf(by Party) Side {
	switch {
	case by.Owner:
		return Holding
	case May(by.Role, ReadQueue) && by.Conflict == NoConflict:
		return Reviewing
	}
	return Outside
}

// Sees reports whether a side sees a thread.
func (s Side) Sees(shared bool) bool { return s == Reviewing || s == Holding && shared }

// ThreadState is how far a thread has come.
type ThreadState string

// The standings of a thread. One that is answered is still open until a reviewer settles it.
const (
	ThreadOpen     ThreadState = "open"
	ThreadAnswered ThreadState = "answered"
	ThreadSettled  ThreadState = "settled"
)

// Step is what is done with a message in a thread; each step has its text.
type Step string

// The steps.
const (
	SayStep    Step = "say"
	AnswerStep Step = "answer"
	SettleStep Step = "settle"
	ReopenStep Step = "reopen"
)

// ThreadMove is one row of the table of steps.
type ThreadMove struct {
	Step Step
	By   Side
	From []ThreadState
	To   ThreadState // empty where the thread stands as before
}

// ThreadMoves is the one table of what may be done in a thread, and by whom.
func ThreadMoves() []ThreadMove {
	unsettled := []ThreadState{ThreadOpen, ThreadAnswered}
	return []ThreadMove{
		{Step: SayStep, By: Reviewing, From: unsettled, To: ThreadOpen},
		{Step: SayStep, By: Holding, From: unsettled},
		{Step: AnswerStep, By: Holding, From: []ThreadState{ThreadOpen}, To: ThreadAnswered},
		{Step: SettleStep, By: Reviewing, From: unsettled, To: ThreadSettled},
		{Step: ReopenStep, By: Reviewing, From: []ThreadState{ThreadSettled}, To: ThreadOpen},
	}
}

// PossibleSteps lists the steps that a side has in a thread that it sees.
func PossibleSteps(from ThreadState, by Side) []Step {
	var possible []Step
	for _, move := range ThreadMoves() {
		if move.By == by && slices.Contains(move.From, from) {
			possible = append(possible, move.Step)
		}
	}
	return possible
}

// TakeStep returns how a thread stands after a step, or a *Refusal.
func TakeStep(step Step, from ThreadState, by Side) (ThreadState, error) {
	for _, move := range ThreadMoves() {
		switch {
		case move.Step != step || move.By != by || !slices.Contains(move.From, from):
		case move.To == "":
			return from, nil
		default:
			return move.To, nil
		}
	}
	if from == ThreadSettled && by == Holding {
		return "", &Refusal{"This question is settled; ask another if something is left to say."}
	}
	return "", &Refusal{fmt.Sprintf("A question that is %s cannot be taken on by %q; reload the page to see where it stands.", from, step)}
}
