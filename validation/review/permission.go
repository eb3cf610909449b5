package review

import "slices"

// Action is something a route lets a person do.
type Action string

// The actions; each route of the server names one.
const (
	ReadPublic     Action = "read what is public"
	SignIn         Action = "sign in"
	SignOut        Action = "sign out"
	WriteOwnEntry  Action = "create and change entries of their own"
	ReadEntry      Action = "read an entry that is not published" // the owner, and those who review
	MoveEntry      Action = "submit, withdraw or decide"          // held to the table of moves
	ReadQueue      Action = "see the review queue"
	ManageEditions Action = "open and publish editions"
	Rehearse       Action = "grade again what one may read, changing nothing"
	ManageAccounts Action = "create accounts and change roles"
)

// Permissions is the one table of who may do what. Public stands for everybody, signed in or not.
func Permissions() map[Action][]Role {
	return map[Action][]Role{
		ReadPublic:     {Public},
		SignIn:         {Public},
		SignOut:        {Submitter, Reviewer, Editor, Admin},
		WriteOwnEntry:  {Submitter, Reviewer, Editor, Admin},
		ReadEntry:      {Submitter, Reviewer, Editor, Admin},
		MoveEntry:      {Submitter, Reviewer, Editor, Admin},
		ReadQueue:      {Reviewer, Editor},
		ManageEditions: {Editor},
		Rehearse:       {Editor, Admin},
		ManageAccounts: {Admin},
	}
}

// May reports whether a role may do something.
func May(role Role, action Action) bool {
	allowed := Permissions()[action]
	return slices.Contains(allowed, Public) || slices.Contains(allowed, role)
}

// MayRead reports whether a person may read an entry: anyone once it is published, its owner
// always, reviewers and editors once it was submitted.
func MayRead(role Role, owner bool, state State) bool {
	if state == Published || owner {
		return true
	}
	return May(role, ReadQueue) && state != Draft
}

// ReadableStates lists the states whose entries a role may read, whoever owns them.
func ReadableStates(role Role) []State {
	return slices.DeleteFunc(States(), func(state State) bool { return !MayRead(role, false, state) })
}
