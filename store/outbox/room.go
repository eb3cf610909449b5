// Package outbox keeps mail, encrypted, until it is sent.
package outbox

import "green500/store/recorded"

// Outbox keeps mail until it is sent.
type Outbox struct{ db *recorded.Database }

// New returns the outbox of a database.
func New(db *recorded.Database) *Outbox { return &Outbox{db} }
