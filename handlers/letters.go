package handlers

import (
	"green500/store"
	accountpage "green500/templates/account"
)

// The letters of this server: a store.Letter each, whose secret is in the address of the link.

func (h *Accounts) confirmLetter(secret string) (subject, text string) {
	return accountpage.ConfirmAccountMail(h.link(), h.link("confirm", secret), store.ConfirmationValid)
}

func (h *Accounts) existsLetter(string) (subject, text string) {
	return accountpage.ExistsMail(h.link(), h.link("login"), h.link("reset"))
}

func (h *Accounts) noAccountLetter(string) (subject, text string) {
	return accountpage.NoAccountMail(h.link())
}

func (h *Accounts) resetLetter(secret string) (subject, text string) {
	return accountpage.ResetMail(h.link(), h.link("reset", secret), store.ResetValid)
}

func (h *Accounts) changedLetter(string) (subject, text string) {
	return accountpage.PasswordChangedMail(h.link(), h.link("reset"))
}

func (h *Accounts) addressLetter(secret string) (subject, text string) {
	return accountpage.ConfirmAddressMail(h.link(), h.link("address", secret), store.ConfirmationValid)
}

func (h *Accounts) addressTakenLetter(string) (subject, text string) {
	return accountpage.AddressTakenMail(h.link(), h.link("login"))
}

// movedLetter tells an old address of the new one.
func (h *Accounts) movedLetter(now string) store.Letter {
	return func(string) (subject, text string) { return accountpage.AddressChangedMail(h.link(), now) }
}
