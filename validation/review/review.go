// Package review decides what people may do with a submission: states, moves, roles, conflicts of interest, waivers,
// appeals and notices, all as tables.
package review

import "slices"

// Role is what an account may be.
type Role string

// The roles; a visitor who is not signed in is Public.
const (
	Public    Role = "public"
	Submitter Role = "submitter"
	Reviewer  Role = "reviewer"
	Editor    Role = "editor"
	Admin     Role = "admin"
)

// Roles lists the roles an account may have.
func Roles() []Role { return []Role{Submitter, Reviewer, Editor, Admin} }

// Valid reports whether an account may have the role.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// State is where an entry stands.
type State string

// The states of an entry.
const (
	Draft     State = "draft"
	Submitted State = "submitted"
	InReview  State = "in_review"
	Returned  State = "returned"
	Accepted  State = "accepted"
	Rejected  State = "rejected"
	Withdrawn State = "withdrawn"
	Published State = "published"
	Corrected State = "corrected" // published, and put right since by an erratum
)

// States lists the states in the order of an entry's life.
func States() []State {
	return []State{Draft, Submitted, InReview, Returned, Accepted, Rejected, Withdrawn, Published, Corrected}
}

// Word is the state in words.
func (s State) Word() string {
	if s == InReview {
		return "in review"
	}
	return string(s)
}

// Open reports whether the owner may change the entry.
func (s State) Open() bool { return s == Draft || s == Returned }

// Public reports whether the entry is on a published list.
func (s State) Public() bool { return s == Published || s == Corrected }

// Decidable reports whether a reviewer may decide.
func (s State) Decidable() bool { return s == Submitted || s == InReview }

// Verb is a move from one state to another.
type Verb string

// The moves.
const (
	Submit   Verb = "submit"
	Take     Verb = "take"
	Approve  Verb = "approve" // the first of two who have to agree
	Accept   Verb = "accept"
	Return   Verb = "return"
	Reject   Verb = "reject"
	Withdraw Verb = "withdraw"
	Publish  Verb = "publish"
	Correct  Verb = "correct"
	Reopen   Verb = "reopen"  // what comes of an appeal that was upheld
	Restore  Verb = "restore" // undoes a withdrawal
)

// Move is one row of the table of moves.
type Move struct {
	Verb    Verb
	From    []State
	To      State
	Back    bool        // it leads back to where the entry stood before, not To
	Roles   []Role      // who may, besides Owner
	Owner   bool        // the owner may, whatever the role
	Reason  Condition   // in which a reason is required
	Against []Condition // in which it is refused
	Reads   bool        // each fault has to be read or answered first
	Instead string      // what is done instead, if it is not done to one entry alone
	Label   string      // as a button says it
	Done    string      // as it is told once it was done
	Effect  string      // what it does, told before it is done
}

// Moves is the one table of what may become of an entry. What was accepted may be returned until it is published:
// a reviewer who finds something later has to be able to say so.
func Moves() []Move {
	reviewers, undecided := []Role{Reviewer, Editor}, []State{Submitted, InReview}
	return []Move{
		{Verb: Submit, From: []State{Draft, Returned}, To: Submitted, Owner: true, Label: "Submit for review",
			Done: "submitted"},
		{Verb: Take, From: []State{Submitted}, To: InReview, Roles: reviewers, Label: "Take for review", Done: "took",
			Effect: "You review it, and others see that you do."},
		{Verb: Approve, From: undecided, To: InReview, Roles: reviewers, Reads: true, Against: []Condition{NotTaken,
			OneSuffices, ApprovedByYou, ApprovedByOther, WaiversUndecided, QuestionsOpen},
			Label: "Approve, as the first of two", Done: "approved",
			Effect: "Records that you read this revision and would accept it. " +
				"It stays in review until somebody else accepts it."},
		{Verb: Accept, From: undecided, To: Accepted, Roles: reviewers, Reason: InDoubt,
			Reads: true, Against: []Condition{NotTaken, WaiversUndecided, QuestionsOpen, SecondMissing},
			Label: "Accept", Done: "accepted",
			Effect: "Accepts the submission. It appears on the list when the edition is published."},
		{Verb: Return, From: []State{Submitted, InReview, Accepted}, To: Returned, Roles: reviewers, Reason: Always,
			Against: []Condition{NotTaken}, Label: "Return to submitter", Done: "returned",
			Effect: "The submitter corrects it and submits it again as a new revision."},
		{Verb: Reject, From: undecided, To: Rejected, Roles: reviewers, Reason: Always, Against: []Condition{NotTaken},
			Label: "Reject", Done: "rejected",
			Effect: "Rejects the submission. It is not included in the edition."},
		{Verb: Withdraw, From: []State{Draft, Submitted, InReview, Returned, Accepted}, To: Withdrawn, Owner: true,
			Reason: OnceSubmitted, Label: "Withdraw", Done: "withdrew"},
		{Verb: Publish, From: []State{Accepted}, To: Published, Roles: []Role{Editor}, Label: "Publish",
			Done:    "published",
			Instead: "Submissions are published with their edition: publish that."},
		{Verb: Correct, From: []State{Published, Corrected}, To: Corrected, Roles: []Role{Editor}, Reason: Always,
			Label: "Correct", Done: "corrected",
			Instead: "What is published is corrected by an erratum to its list."},
		{Verb: Reopen, From: []State{Rejected, Accepted}, To: Submitted, Roles: []Role{Editor}, Reason: Always,
			Label: "Reopen", Done: "reopened",
			Instead: "A submission is reopened by upholding an appeal."},
		{Verb: Restore, From: []State{Withdrawn}, Back: true, Owner: true, Against: []Condition{NothingBefore},
			Label: "Undo withdrawal", Done: "restored",
			Effect: "Puts the submission back to where it was before it was withdrawn."},
	}
}

// MoveOf is the row of a verb in the table of moves; ok is false if there is none.
func MoveOf(verb Verb) (move Move, ok bool) {
	all := Moves()
	at := slices.IndexFunc(all, func(m Move) bool { return m.Verb == verb })
	if at < 0 {
		return Move{Verb: verb}, false
	}
	return all[at], true
}

// Refusal says why a move is not allowed, in a sentence for people.
type Refusal struct{ Sentence string }

// Error is the sentence.
func (r *Refusal) Error() string { return r.Sentence }

// Party is somebody as an entry sees them.
type Party struct {
	Role     Role
	Owner    bool     // the entry is their own, or of their site
	Conflict Conflict // NoConflict if there is none
}

// Try is Deliberation.Try for what is done to entries of which no more has to be known than where they stand.
func Try(verb Verb, from State, by Party, reason string) (State, error) {
	return Deliberation{State: from}.Try(verb, by, reason)
}
