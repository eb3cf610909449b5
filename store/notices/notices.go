// Package notices tells people and programs of events: on the page of notices, by mail and by webhook.
package notices

import (
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/store/submissions"
)

// Notices tells people and programs of events.
type Notices struct {
	db          *recorded.Database
	outbox      *outbox.Outbox
	submissions *submissions.Submissions
	write       func(Notice) outbox.Mail // nil if notices are only on the page
}

// New returns the notices of a database. write makes the mail of a notice, without its recipient; nil sends no mail.
func New(
	db *recorded.Database, box *outbox.Outbox, submissions *submissions.Submissions, write func(Notice) outbox.Mail,
) *Notices {
	return &Notices{db, box, submissions, write}
}
