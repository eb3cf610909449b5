package review

import (
	"fmt"
	"slices"
)

// Assignment is a change of who reviews an entry; it reads on after "may".
type Assignment string

// The changes of who reviews an entry.
const (
	Assign   Assignment = "assign a reviewer"
	TakeUp   Assignment = "take an unassigned entry"
	GiveUp   Assignment = "give up a review"
	TakeAway Assignment = "unassign a reviewer"
)

// AssignmentRoles is the one table of who may change who reviews an entry.
func AssignmentRoles() map[Assignment][]Role {
	return map[Assignment][]Role{
		Assign:   {Editor},
		TakeUp:   {Reviewer, Editor},
		GiveUp:   {Reviewer, Editor},
		TakeAway: {Editor},
	}
}

// AssignmentOf returns what it is when somebody changes the reviewer from one account to another; 0 is nobody.
func AssignmentOf(actor, from, to int64) Assignment {
	switch {
	case to == 0 && from == actor:
		return GiveUp
	case to == 0:
		return TakeAway
	case to == actor && from == 0:
		return TakeUp
	}
	return Assign
}

// Assignable reports whether an entry has somebody who reviews it, or waits for one. One that was returned
// comes back to the reviewer who returned it.
func (s State) Assignable() bool { return s.Decidable() || s == Returned }

// TryAssigning says why somebody may not change who reviews an entry.
func TryAssigning(what Assignment, state State, by Party) error {
	switch {
	case by.Conflict != NoConflict:
		return &ConflictError{by.Conflict}
	case by.Owner:
		return &Refusal{"Nobody says who reviews an entry of their own."}
	case !slices.Contains(AssignmentRoles()[what], by.Role):
		return &Refusal{fmt.Sprintf("A %s may not %s.", by.Role, what)}
	case !state.Assignable():
		return &Refusal{fmt.Sprintf("An entry that is %s waits for no reviewer.", state.Word())}
	}
	return nil
}

// TryReviewing says why somebody cannot review an entry; name is theirs.
func TryReviewing(name string, them Party) error {
	switch {
	case !May(them.Role, ReadQueue):
		return &Refusal{fmt.Sprintf("%s is a %s, and does not review.", name, them.Role)}
	case them.Owner:
		return &Refusal{fmt.Sprintf("The entry is %s's own; choose somebody else.", name)}
	case them.Conflict != NoConflict:
		return &Refusal{fmt.Sprintf("%s has a conflict of interest with this entry (%s); choose somebody else.", name, them.Conflict)}
	}
	return nil
}
