// Package auditlog reads the audit log, and proves with it that nothing of an installation was altered.
package auditlog

import (
	"green500/store/lists"
	"green500/store/recorded"
)

// AuditLog reads the audit log.
type AuditLog struct {
	db    *recorded.Database
	lists *lists.Lists
}

// New returns the audit log of a database.
func New(db *recorded.Database, lists *lists.Lists) *AuditLog { return &AuditLog{db, lists} }
