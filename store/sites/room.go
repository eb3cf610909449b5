// Package sites keeps the organisations that accounts belong to, their members, and their presets of import settings.
package sites

import (
	"green500/store/accounts"
	"green500/store/outbox"
	"green500/store/recorded"
)

// Sites keeps sites and who belongs to them.
type Sites struct {
	db       *recorded.Database
	outbox   *outbox.Outbox
	accounts *accounts.Accounts
}

// New returns the sites of a database. Invitations are sent by the outbox.
func New(db *recorded.Database, outbox *outbox.Outbox, accounts *accounts.Accounts) *Sites {
	return &Sites{db, outbox, accounts}
}
