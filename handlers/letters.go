package handlers

import (
	"green500/store"
	"green500/templates"
)

// The letters of this server: a store.Letter each, whose secret is in the address of the link.

func (h *Accounts) confirmLetter(secret string) (subject, text string) {
	return templates.ConfirmAccountMail(h.link(), h.link("confirm", secret), store.ConfirmationValid)
}

func (h *Accounts) existsLetter(string) (subject, text string) {
	return templates.AccountExistsMail(h.link(), h.link("login"), h.link("reset"))
}

func (h *Accounts) noAccountLetter(string) (subject, text string) {
	return templates.NoAccountMail(h.link())
}

func (h *Accounts) resetLetter(secret string) (subject, text string) {
	return templates.ResetMail(h.link(), h.link("reset", secret), store.ResetValid)
}

func (h *Accounts) changedLetter(string) (subject, text string) {
	return templates.PasswordChangedMail(h.link(), h.link("reset"))
}

func (h *Accounts) addressLetter(secret string) (subject, text string) {
	return templates.ConfirmAddressMail(h.link(), h.link("address", secret), store.ConfirmationValid)
}

func (h *Accounts) addressTakenLetter(string) (subject, text string) {
	return templates.AddressTakenMail(h.link(), h.link("login"))
}

// movedLetter tells an old address of the new one.
func (h *Accounts) movedLetter(now string) store.Letter {
	return func(string) (subject, text string) { return templates.AddressChangedMail(h.link(), now) }
}
