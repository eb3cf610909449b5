// Package lists publishes editions, corrects and imports lists, and answers questions about the entries of all lists.
package lists

import (
	"green500/store/editions"
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/submissions"
)

// Lists keeps published and imported lists.
type Lists struct {
	db          *recorded.Database
	editions    *editions.Editions
	submissions *submissions.Submissions
	notices     *notices.Notices
	reviews     *reviews.Reviews
	keys        keyIndex
}

// New returns the lists of a database.
func New(
	db *recorded.Database, editions *editions.Editions, submissions *submissions.Submissions, notices *notices.Notices,
	reviews *reviews.Reviews,
) *Lists {
	return &Lists{db: db, editions: editions, submissions: submissions, notices: notices, reviews: reviews}
}
