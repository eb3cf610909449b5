// Package jobs keeps the background work of an installation: a queue from which servers lease one job each.
package jobs

import "green500/store/recorded"

// Queue keeps the background work of an installation.
type Queue struct {
	db    *recorded.Database
	rules []Rule
}

// New returns the queue of a database, without rules.
func New(db *recorded.Database) *Queue { return &Queue{db: db} }

// SetRules states what each kind of job does. It is called once, before the queue is used.
func (s *Queue) SetRules(rules []Rule) { s.rules = rules }
