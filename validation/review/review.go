// Package review says what becomes of an entry: states, moves, roles and permissions, all as tables.
package review

import (
	"fmt"
	"slices"
)

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
)

// States lists the states in the order of an entry's life.
func States() []State {
	return []State{Draft, Submitted, InReview, Returned, Accepted, Rejected, Withdrawn, Published}
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

// Decidable reports whether a reviewer may decide.
func (s State) Decidable() bool { return s == Submitted || s == InReview }

// Verb is a move from one state to another.
type Verb string

// The moves.
const (
	Submit   Verb = "submit"
	Take     Verb = "take"
	Accept   Verb = "accept"
	Return   Verb = "return"
	Reject   Verb = "reject"
	Withdraw Verb = "withdraw"
	Publish  Verb = "publish"
)

// Move is one row of the table of moves.
type Move struct {
	Verb   Verb
	From   []State
	To     State
	Roles  []Role // who may, besides Owner
	Owner  bool   // the owner may, whatever the role
	Reason bool   // a reason is required
	Label  string // as a button says it
}

// Moves is the one table of what may become of an entry.
func Moves() []Move {
	reviewers := []Role{Reviewer, Editor}
	return []Move{
		{Verb: Submit, From: []State{Draft, Returned}, To: Submitted, Owner: true, Label: "Submit for review"},
		{Verb: Take, From: []State{Submitted}, To: InReview, Roles: reviewers, Label: "Take for review"},
		{Verb: Accept, From: []State{Submitted, InReview}, To: Accepted, Roles: reviewers, Label: "Accept"},
		{Verb: Return, From: []State{Submitted, InReview}, To: Returned, Roles: reviewers, Reason: true, Label: "Return to submitter"},
		{Verb: Reject, From: []State{Submitted, InReview}, To: Rejected, Roles: reviewers, Reason: true, Label: "Reject"},
		{Verb: Withdraw, From: []State{Draft, Submitted, InReview, Returned, Accepted}, To: Withdrawn, Owner: true, Label: "Withdraw"},
		{Verb: Publish, From: []State{Accepted}, To: Published, Roles: []Role{Editor}, Label: "Publish"},
	}
}

// Refusal says why a move is not allowed, in a sentence for people.
type Refusal struct{ Sentence string }

// Error is the sentence.
func (r *Refusal) Error() string { return r.Sentence }

// Try returns the state a move leads to. owner says whether the person owns the entry; nobody
// decides on an entry of their own.
func Try(verb Verb, from State, role Role, owner bool, reason string) (State, error) {
	for _, move := range Moves() {
		if move.Verb == verb {
			return move.try(from, role, owner, reason)
		}
	}
	return "", &Refusal{fmt.Sprintf("%q is not something that can be done to an entry.", verb)}
}

func (m Move) try(from State, role Role, owner bool, reason string) (State, error) {
	switch {
	case !slices.Contains(m.From, from):
		return "", &Refusal{fmt.Sprintf("An entry that is %s cannot be moved by %q; reload the page to see where it stands.", from.Word(), m.Verb)}
	case m.Owner && !owner:
		return "", &Refusal{fmt.Sprintf("Only the owner of an entry may %s it.", m.Verb)}
	case !m.Owner && owner:
		return "", &Refusal{fmt.Sprintf("Nobody may %s an entry of their own; another reviewer has to.", m.Verb)}
	case !m.Owner && !slices.Contains(m.Roles, role):
		return "", &Refusal{fmt.Sprintf("A %s may not %s an entry.", role, m.Verb)}
	case m.Reason && reason == "":
		return "", &Refusal{fmt.Sprintf("To %s an entry, write the reason: the submitter reads it.", m.Verb)}
	}
	return m.To, nil
}

// Possible lists the moves a person has on an entry, for the buttons of a page.
func Possible(from State, role Role, owner bool) []Move {
	var possible []Move
	for _, move := range Moves() {
		if _, err := move.try(from, role, owner, "a reason"); err == nil {
			possible = append(possible, move)
		}
	}
	return possible
}
