// Package account answers requests about accounts and sites: signing in, registration, passwords, passkeys, tokens,
// webhooks, and notices.
package account

import (
	"green500/handlers"
	"green500/store/accounts"
	accountpage "green500/templates/account"
)

// Handlers answer people about themselves.
type Handlers struct {
	*handlers.Base
	Registration bool        // whether people may make accounts for themselves
	Providers    []*Provider // through which people may sign in
}

// The letters of this server: a store.Letter each, whose secret is in the address of the link.

func (h *Handlers) confirmLetter(secret string) (subject, text string) {
	return accountpage.ConfirmAccountMail(h.Link(), h.Link("confirm", secret), accounts.ConfirmationValid)
}

func (h *Handlers) existsLetter(string) (subject, text string) {
	return accountpage.ExistsMail(h.Link(), h.Link("login"), h.Link("reset"))
}

func (h *Handlers) noAccountLetter(string) (subject, text string) {
	return accountpage.NoAccountMail(h.Link())
}

func (h *Handlers) changedLetter(string) (subject, text string) {
	return accountpage.PasswordChangedMail(h.Link(), h.Link("reset"))
}
