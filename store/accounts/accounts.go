// Package accounts keeps the accounts of people: registering, signing in, passwords, passkeys, tokens and sessions.
//
// What a person may not do is a *review.Refusal, an error in what they typed a *power.InputError, and an account that
// does not exist database.ErrNotFound. Any function also fails if the database does.
package accounts

import (
	"runtime"

	"green500/store/outbox"
	"green500/store/recorded"
)

// Accounts keeps the accounts of people.
type Accounts struct {
	db      *recorded.Database
	outbox  *outbox.Outbox
	hashing chan struct{} // a slot for each password that may be hashed at a time
}

// New returns the accounts of a database. Links are sent by the outbox.
func New(db *recorded.Database, outbox *outbox.Outbox) *Accounts {
	return &Accounts{db: db, outbox: outbox, hashing: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// SignIns keeps what people and programs sign in with: sessions, passkeys, identities and tokens.
type SignIns struct {
	db       *recorded.Database
	outbox   *outbox.Outbox
	accounts *Accounts
}

// NewSignIns returns what people sign in to accounts with.
func NewSignIns(accounts *Accounts) *SignIns { return &SignIns{accounts.db, accounts.outbox, accounts} }
