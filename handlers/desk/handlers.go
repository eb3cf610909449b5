// Package desk answers editors and administrators: editions and their rehearsal, accounts, the outbox, the server, the audit log.
package desk

import (
	"time"

	"green500/handlers"
)

// Handlers answer editors and administrators.
type Handlers struct {
	*handlers.Base
	MailSent   bool // by a mail server; else the outbox shows the texts
	Started    time.Time
	Archiving  chan struct{} // of one place, which is taken while an archive is made and sent
	Licence    string        // URL of the licence of archives; empty if none is stated
	Rehearsing chan struct{} // of one place, which is taken while a rehearsal runs
}
