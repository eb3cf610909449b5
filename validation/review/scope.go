package review

import "slices"

// Scope is what the owner of a token lets it do.
type Scope string

// The scopes of tokens. AnyToken is what takes none: it is of every token, also of one that nobody knows.
const (
	AnyToken    Scope = "any"
	ReadScope   Scope = "read"
	WriteScope  Scope = "write"
	SubmitScope Scope = "submit"
)

// Scopes lists the scopes that a token may have.
func Scopes() []Scope { return []Scope{ReadScope, WriteScope, SubmitScope} }

// Valid reports whether a token may have the scope.
func (s Scope) Valid() bool { return slices.Contains(Scopes(), s) }

// Word is what a scope lets a token do, in words.
func (s Scope) Word() string {
	return map[Scope]string{
		ReadScope:   "see my submissions and their verdicts",
		WriteScope:  "create and change drafts, upload files, and see my submissions",
		SubmitScope: "submit and withdraw",
	}[s]
}

// ScopeActions is the one table of what a scope lets a token do. What is in no row no token may.
func ScopeActions() map[Scope][]Action {
	return map[Scope][]Action{
		AnyToken:    {ReadPublic},
		ReadScope:   {ReadOwnEntries, ReadEntry},
		WriteScope:  {ReadOwnEntries, ReadEntry, WriteOwnEntry},
		SubmitScope: {MoveEntry},
	}
}

// TokenRole is who comes with a token, whatever else their account may be: nobody reviews or publishes by a program.
const TokenRole = Submitter

// TokenMay reports whether scopes let a token do something.
func TokenMay(scopes []Scope, action Action) bool {
	table := ScopeActions()
	if slices.Contains(table[AnyToken], action) {
		return true
	}
	return slices.ContainsFunc(scopes, func(s Scope) bool { return slices.Contains(table[s], action) })
}
