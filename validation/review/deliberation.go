package review

import (
	"fmt"
	"slices"

	"green500/validation/power"
)

// Deliberation is what is known of an entry when somebody wants to move it.
type Deliberation struct {
	State         State
	Before        State // where it stood before it was withdrawn; empty if it was not
	Claimed       power.Level
	Granted       power.Level // with what is waived
	Waived        bool        // it is granted against a finding
	Undecided     int         // waivers that wait for their approver
	OpenQuestions int         // questions to the submitter that are not settled
	Approvals     int         // of this revision, by others than the current user
	Approved      bool        // by the current user
	Untaken       bool        // the current user has not taken it for review, and is not the second of two
	// rules whose findings stand against the submission, warnings among them, and SharedFault; not those that are
	// waived
	Faults   []string
	Answered []string // faults that a settled question deals with
	Read     []string // faults that the current user states to have read
}

// SharedFault stands among the rules for evidence that is also in a submission of another system and submitter.
const SharedFault = "shared-evidence"

// Unread are the faults that are neither answered nor read.
func (c Deliberation) Unread() []string {
	var unread []string
	for _, fault := range c.Faults {
		if !slices.Contains(c.Answered, fault) && !slices.Contains(c.Read, fault) {
			unread = append(unread, fault)
		}
	}
	return unread
}

// Condition is something about an entry that a move depends on.
type Condition string

// The circumstances.
const (
	Never            Condition = ""
	Always           Condition = "always"
	OnceSubmitted    Condition = "once submitted"
	OneSuffices      Condition = "one suffices"
	SecondMissing    Condition = "second missing"
	ApprovedByYou    Condition = "approved by you"
	ApprovedByOther  Condition = "approved by another"
	WaiversUndecided Condition = "waivers undecided"
	QuestionsOpen    Condition = "questions open"
	NothingBefore    Condition = "nothing before"
	NotTaken         Condition = "not taken for review"
	InDoubt          Condition = "below the claim, or with warnings"
)

func (c Deliberation) holds(what Condition) bool {
	two := len(c.NeedsTwo()) > 0
	return map[Condition]bool{
		Always:           true,
		OnceSubmitted:    c.State != Draft,
		InDoubt:          c.Granted < c.Claimed || len(c.Faults) > 0,
		NotTaken:         c.Untaken && c.State.Decidable(),
		OneSuffices:      !two,
		SecondMissing:    two && c.Approvals == 0,
		ApprovedByYou:    c.Approved,
		ApprovedByOther:  c.Approvals > 0,
		WaiversUndecided: c.Undecided > 0,
		QuestionsOpen:    c.OpenQuestions > 0,
		NothingBefore:    c.Before == "",
	}[what]
}

const lastLevel power.Level = 3

// NeedsTwo says why two people have to agree before the entry is accepted; it is empty if one suffices.
func (c Deliberation) NeedsTwo() []string {
	var why []string
	if c.Granted >= lastLevel {
		why = append(why, c.Granted.String()+" is granted")
	}
	if c.Waived {
		why = append(why, "a finding is waived")
	}
	return why
}

func (c Deliberation) hindrance(what Condition) string {
	switch what {
	case OneSuffices:
		return "This submission needs only one reviewer. Choose Accept."
	case SecondMissing:
		return "Two reviewers must agree, and no other reviewer has approved this revision yet."
	case ApprovedByYou:
		return "You approved this revision already; somebody else has to accept it."
	case ApprovedByOther:
		return "Somebody else approved this revision already: accept it."
	case WaiversUndecided:
		return counted(c.Undecided, "A waiver waits for its approver", "waivers wait for their approvers") +
			": it has to be approved, declined or taken back first."
	case NotTaken:
		return "You have not taken it for review: take it first, so that others see who decides."
	case QuestionsOpen:
		return counted(c.OpenQuestions, "A question to the submitter is open", "questions to the submitter are open") +
			": settle it first."
	case NothingBefore:
		return "The withdrawal cannot be undone: no record shows where the submission stood before."
	}
	return "Not now."
}

func counted(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (c Deliberation) wanted(m Move) string {
	reader := "the submitter reads it"
	if m.Owner {
		reader = "reviewers read it"
	}
	if m.Reason == InDoubt && c.Granted >= c.Claimed {
		return fmt.Sprintf("%s against it: to %s it, write the reason; %s.",
			counted(len(c.Faults), "One warning remains", "warnings remain"), m.Verb, reader)
	}
	if m.Reason == InDoubt {
		return fmt.Sprintf("It claims %s and is granted %s: to %s it, write the reason; %s.", c.Claimed, c.Granted,
			m.Verb, reader)
	}
	return fmt.Sprintf("To %s a submission, write the reason: %s.", m.Verb, reader)
}

// Try returns the state a move leads to. Nobody decides on an entry of their own, or in a conflict of
// interest. Else it returns a *Refusal, a *StaleError if the entry stands elsewhere than the move begins, a
// *ReasonError, an *UnreadError, or a *ConflictError.
func (c Deliberation) Try(verb Verb, by Party, reason string) (State, error) {
	move, known := MoveOf(verb)
	if !known {
		return "", &Refusal{fmt.Sprintf("%q is not something that can be done to a submission.", verb)}
	}
	if err := c.allow(move, by); err != nil {
		return "", err
	}
	if against := c.against(move); len(against) > 0 {
		return "", &Refusal{against[0]}
	}
	if unread := c.Unread(); move.Reads && len(unread) > 0 {
		sentence := counted(len(unread), "1 failure or warning is", "failures or warnings are") +
			" not read: tick each that you read, or ask about it, to %s the submission."
		return "", &UnreadError{Refusal{fmt.Sprintf(sentence, move.Verb)}, unread}
	}
	if reason == "" && c.holds(move.Reason) {
		return "", &ReasonError{Refusal{c.wanted(move)}}
	}
	if move.Back {
		return c.Before, nil
	}
	return move.To, nil
}

func (c Deliberation) allow(m Move, by Party) error {
	switch {
	case !slices.Contains(m.From, c.State):
		return &StaleError{Refusal{fmt.Sprintf(
			"This submission is %s, so %q is not possible. Reload the page to see its state.", c.State.Word(), m.Verb)}}
	case m.Owner && !by.Owner:
		return &Refusal{fmt.Sprintf("Only the owner of a submission may %s it.", m.Verb)}
	case !m.Owner && by.Owner:
		return &Refusal{fmt.Sprintf("You cannot %s your own submission. Another reviewer must do it.", m.Verb)}
	case !m.Owner && !slices.Contains(m.Roles, by.Role):
		return &Refusal{fmt.Sprintf("A %s may not %s a submission.", by.Role, m.Verb)}
	case !m.Owner && by.Conflict != NoConflict:
		return &ConflictError{by.Conflict}
	}
	return nil
}

func (c Deliberation) against(m Move) []string {
	var sentences []string
	for _, what := range m.Against {
		if c.holds(what) {
			sentences = append(sentences, c.hindrance(what))
		}
	}
	return sentences
}

// StaleError is a Refusal because the entry moved on before.
type StaleError struct{ Refusal }

// Unwrap is the refusal, for callers that need no more.
func (e *StaleError) Unwrap() error { return &e.Refusal }

// ReasonError is a Refusal because a reason is wanted, and none was given.
type ReasonError struct{ Refusal }

// Unwrap is the refusal, for callers that need no more.
func (e *ReasonError) Unwrap() error { return &e.Refusal }

// UnreadError is a Refusal because faults are neither read nor answered.
type UnreadError struct {
	Refusal
	Faults []string
}

// Unwrap is the refusal, for callers that need no more.
func (e *UnreadError) Unwrap() error { return &e.Refusal }

// Offer is a move as it is offered to somebody on the page of an entry.
type Offer struct {
	Move
	Reasoned bool // a reason is required
}

// Possible lists the moves a person has on an entry, for the buttons of a page.
func (c Deliberation) Possible(by Party) []Offer {
	var possible []Offer
	for _, move := range Moves() {
		if move.Instead == "" && c.allow(move, by) == nil && len(c.against(move)) == 0 {
			possible = append(possible, Offer{move, c.holds(move.Reason)})
		}
	}
	return possible
}

// OfferOf is what a person has of one move of an entry, of which no more has to be known than where it stands.
func OfferOf(verb Verb, from State, by Party) (offer Offer, possible bool) {
	all := Deliberation{State: from}.Possible(by)
	at := slices.IndexFunc(all, func(o Offer) bool { return o.Verb == verb })
	if at < 0 {
		return Offer{}, false
	}
	return all[at], true
}

// Missing is what keeps somebody from a move that is otherwise theirs, in sentences.
func (c Deliberation) Missing(verb Verb, by Party) []string {
	move, known := MoveOf(verb)
	if !known || c.allow(move, by) != nil {
		return nil
	}
	return c.against(move)
}
