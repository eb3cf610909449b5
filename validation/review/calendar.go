package review

import (
	"slices"
	"time"
)

// Phase is where an edition stands in time, as one entry sees it.
type Phase string

// The phases of an edition. InGrace is the time after the deadline for an entry whose bytes were
// committed before it; any other entry finds the edition closed then.
const (
	BeforeOpening Phase = "before opening"
	WhileOpen     Phase = "open"
	InGrace       Phase = "grace time"
	OnceClosed    Phase = "closed"
	OncePublished Phase = "published"
)

// Calendar is when an edition takes what.
type Calendar struct {
	Opens     time.Time     // entries can be submitted from here
	Closes    time.Time     // to before here
	Grace     time.Duration // from there on, for the bytes of a manifest
	Published bool
}

// Phase tells the phase at an instant; committed is whether a manifest was committed before the deadline.
func (c Calendar) Phase(now time.Time, committed bool) Phase {
	switch {
	case c.Published:
		return OncePublished
	case now.Before(c.Opens):
		return BeforeOpening
	case now.Before(c.Closes):
		return WhileOpen
	case committed && now.Before(c.Closes.Add(c.Grace)):
		return InGrace
	}
	return OnceClosed
}

// HolderAction is what the holder of an entry does with it.
type HolderAction string

// The actions of a holder.
const (
	ToStart    HolderAction = "start"
	ToWrite    HolderAction = "write"
	ToAttach   HolderAction = "attach"
	ToCommit   HolderAction = "commit"
	ToSubmit   HolderAction = "submit"
	ToWithdraw HolderAction = "withdraw"
	ToRestore  HolderAction = "undo the withdrawal"
)

// Availability is how far something is possible.
type Availability string

// The leaves.
const (
	Refused     Availability = "no"
	AsCommitted Availability = "as committed" // with the bytes that a manifest names, and no others
	Granted     Availability = "yes"
)

// Timetable is the one table of what is possible when with an entry that was not submitted. Writing and withdrawing are
// always: a draft stays its owner's, and another edition may start from it. In the grace time it may be written too, so
// that what was changed after it was committed can be put back. A withdrawal can be undone until the deadline: after
// it, what takes part in the edition only becomes less.
func Timetable() map[Phase]map[HolderAction]Availability {
	return map[Phase]map[HolderAction]Availability{
		BeforeOpening: {ToStart: Granted, ToWrite: Granted, ToAttach: Granted, ToCommit: Granted, ToSubmit: Refused,
			ToWithdraw: Granted, ToRestore: Granted},
		WhileOpen: {ToStart: Granted, ToWrite: Granted, ToAttach: Granted, ToCommit: Granted, ToSubmit: Granted,
			ToWithdraw: Granted, ToRestore: Granted},
		InGrace: {ToStart: Refused, ToWrite: Granted, ToAttach: AsCommitted, ToCommit: Refused,
			ToSubmit: AsCommitted, ToWithdraw: Granted, ToRestore: Refused},
		OnceClosed: {ToStart: Refused, ToWrite: Granted, ToAttach: Refused, ToCommit: Refused, ToSubmit: Refused,
			ToWithdraw: Granted, ToRestore: Refused},
		OncePublished: {ToStart: Refused, ToWrite: Granted, ToAttach: Refused, ToCommit: Refused, ToSubmit: Refused,
			ToWithdraw: Granted, ToRestore: Refused},
	}
}

// MayWhen tells how far something is possible with an entry in a state. One that was returned met the
// deadline once: what reviewers asked for may come until the list is frozen.
func MayWhen(phase Phase, state State, action HolderAction) Availability {
	owed := []HolderAction{ToWrite, ToAttach, ToSubmit}
	if state == Returned && phase != OncePublished && slices.Contains(owed, action) {
		return Granted
	}
	return Timetable()[phase][action]
}

// NextStep is one thing that happens after a submission was submitted.
type NextStep struct {
	At   time.Time // zero if it has no date
	Text string
}

// NextSteps is the one wording of what happens after a submission, in order. Times that the edition lacks are zero.
func NextSteps(c Calendar, reviewBy, embargo, now time.Time) []NextStep {
	steps := []NextStep{{Text: "A reviewer takes the submission, and reads its evidence. " +
		"If something is unclear or missing, you get a question, or the submission back for correction."}}
	dated := []NextStep{{c.Closes,
		"The edition closes. Until then you can withdraw the submission, and undo the withdrawal."}}
	if !now.Before(c.Closes) {
		dated[0].Text = "The edition closed. You can withdraw the submission until the list is published, " +
			"but no longer undo the withdrawal."
	}
	if !reviewBy.IsZero() {
		dated = append(dated, NextStep{reviewBy, "Reviewers should have decided. You get a notice of the decision."})
	}
	last := NextStep{Text: "If the submission is accepted, it is on the list when the edition is published. " +
		"Everybody can then read it."}
	if !embargo.IsZero() {
		last = NextStep{embargo, "If the submission is accepted, it is on the list when the edition is published. " +
			"Everybody can read it from this time on, and not before."}
		dated = append(dated, last)
	}
	slices.SortStableFunc(dated, func(a, b NextStep) int { return a.At.Compare(b.At) })
	if steps = append(steps, dated...); embargo.IsZero() {
		steps = append(steps, last)
	}
	return steps
}
