// Package editions keeps the collection rounds: their dates, and what may be done at a time.
package editions

import "green500/store/recorded"

// Editions keeps the collection rounds.
type Editions struct{ db *recorded.Database }

// New returns the editions of a database.
func New(db *recorded.Database) *Editions { return &Editions{db} }
