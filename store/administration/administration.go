// Package administration keeps what administrators do and see: the state of the installation, and erasing a person.
package administration

import (
	"green500/store/auditlog"
	"green500/store/jobs"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/uploads"
)

// Administration keeps what administrators do and see.
type Administration struct {
	db       *recorded.Database
	jobs     *jobs.Queue
	uploads  *uploads.Uploads
	reviews  *reviews.Reviews
	auditLog *auditlog.AuditLog
}

// New returns the administration of a database.
func New(
	db *recorded.Database, jobs *jobs.Queue, uploads *uploads.Uploads, reviews *reviews.Reviews,
	auditLog *auditlog.AuditLog,
) *Administration {
	return &Administration{db, jobs, uploads, reviews, auditLog}
}
