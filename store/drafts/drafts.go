// Package drafts changes documents and files of submissions before they are submitted, grades them, and keeps the
// equipment libraries of sites.
package drafts

import (
	"runtime"

	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/submissions"
)

// Drafts changes submissions before they are submitted.
type Drafts struct {
	db          *recorded.Database
	editions    *editions.Editions
	submissions *submissions.Submissions
	grading     *gradingTurns
}

// New returns the drafts of a database.
func New(db *recorded.Database, editions *editions.Editions, submissions *submissions.Submissions) *Drafts {
	slots := make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)) // a core is left to those who type
	return &Drafts{db, editions, submissions, &gradingTurns{taken: map[int64]chan struct{}{}, slots: slots}}
}
