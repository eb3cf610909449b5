package review

// AppealStates lists the states.
func AppealStates() []AppealState {
	return []AppealState{NoAppeal, AppealOpen, AppealUpheld, AppealDismissed, AppealTakenBack}
}

// AppealVerbs lists what can be done with an appeal.
func AppealVerbs() []AppealVerb {
	return []AppealVerb{MakeAppeal, AnswerAppeal, UpholdAppeal, DismissAppeal, TakeBackAppeal}
}

// Phases lists the phases in their order.
func Phases() []Phase { return []Phase{BeforeOpening, WhileOpen, InGrace, OnceClosed, OncePublished} }

// HolderActions lists the actions in the order of an entry's life.
func HolderActions() []HolderAction {
	return []HolderAction{ToStart, ToWrite, ToAttach, ToCommit, ToSubmit, ToWithdraw, ToRestore}
}

// Standings lists the standings of threads.
func Standings() []ThreadState { return []ThreadState{ThreadOpen, ThreadAnswered, ThreadSettled} }

// Steps lists the steps.
func Steps() []Step { return []Step{SayStep, AnswerStep, SettleStep, ReopenStep} }

// WaiverStates lists the states of a waiver in the order of its life.
func WaiverStates() []WaiverState {
	return []WaiverState{Proposed, InForce, Declined, TakenBack, EndedEarly}
}
