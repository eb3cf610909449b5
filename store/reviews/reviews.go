// Package reviews keeps what reviewers do: the queue, assignments, decisions, questions, waivers, appeals and conflicts
// of interest.
package reviews

import (
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/submissions"
)

// Reviews keeps what reviewers do.
type Reviews struct {
	db          *recorded.Database
	submissions *submissions.Submissions
	notices     *notices.Notices
	fieldName   func(path string) string
}

// New returns the reviews of a database. fieldName names a field of the document for people; it may be nil.
func New(
	db *recorded.Database, submissions *submissions.Submissions, notices *notices.Notices,
	fieldName func(path string) string,
) *Reviews {
	return &Reviews{db, submissions, notices, fieldName}
}
