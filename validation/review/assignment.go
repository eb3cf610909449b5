package review

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Assignment is a change of who reviews an entry; it reads on after "may".
type Assignment string

// The changes of who reviews an entry.
const (
	Assign   Assignment = "assign a reviewer"
	TakeUp   Assignment = "take an unassigned submission"
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

// AssignmentOf returns the kind of assignment when actor changes the reviewer from one account to another; 0 means
// unassigned.
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

// Assignable reports whether an entry has or awaits a reviewer; a returned one comes back to who returned it.
func (s State) Assignable() bool { return s.Decidable() || s == Returned }

// TryAssigning says why somebody may not change who reviews an entry.
func TryAssigning(what Assignment, state State, by Party) error {
	switch {
	case by.Conflict != NoConflict:
		return &ConflictError{by.Conflict}
	case by.Owner:
		return &Refusal{"You cannot assign a reviewer to your own submission."}
	case !slices.Contains(AssignmentRoles()[what], by.Role):
		return &Refusal{fmt.Sprintf("A %s may not %s.", by.Role, what)}
	case !state.Assignable():
		return &Refusal{fmt.Sprintf("This submission is %s. It needs no reviewer.", state.Word())}
	}
	return nil
}

// TryReviewing says why somebody cannot review an entry; name is theirs.
func TryReviewing(name string, them Party) error {
	switch {
	case !May(them.Role, ReadQueue):
		return &Refusal{fmt.Sprintf("%s is a %s, and does not review.", name, them.Role)}
	case them.Owner:
		return &Refusal{fmt.Sprintf("%s owns this submission. Choose another reviewer.", name)}
	case them.Conflict != NoConflict:
		return &Refusal{fmt.Sprintf("%s has a conflict of interest with this submission (%s); choose somebody else.",
			name, them.Conflict)}
	}
	return nil
}

// Distribute proposes who reviews what: each submission somebody who may, those with the fewest undecided submissions
// first. may lists for each submission the accounts without a conflict of interest; load is how many undecided
// submissions an account reviews already. A submission that nobody may review gets 0.
func Distribute(may [][]int64, load map[int64]int) []int64 {
	hands := maps.Clone(load)
	if hands == nil {
		hands = map[int64]int{}
	}
	order := make([]int, len(may))
	for i := range order {
		order[i] = i
	}
	// who has no choice first
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(may[a]), len(may[b])) })
	chosen := make([]int64, len(may))
	for _, i := range order {
		for _, account := range may[i] {
			if chosen[i] == 0 || hands[account] < hands[chosen[i]] {
				chosen[i] = account
			}
		}
		if chosen[i] != 0 {
			hands[chosen[i]]++
		}
	}
	return chosen
}
