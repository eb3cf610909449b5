package account

import (
	"time"

	"green500/templates"
)

// Provider is one that people may sign in through.
type Provider struct {
	Name string
	Slug string // in addresses
}

// PasskeySection is the part of a person's page about passkeys. POST /account/passkeys/{id} (action:
// rename, remove; name) changes one; POST /passkeys adds one, by script.
type PasskeySection struct {
	Rows  []PasskeyRow
	Error string
}

// PasskeyRow is one passkey.
type PasskeyRow struct {
	ID, Name string
	Typed    string // for a name, or the name
	Error    string // about what was typed
	Created  time.Time
	Used     time.Time // zero if it was not used yet
}

// IdentitySection is the part of a person's page about providers. POST /account/identities (issuer,
// subject) removes one; POST /login/openid/{provider} adds one.
type IdentitySection struct {
	Rows  []IdentityRow
	More  []Provider // that can be added
	Error string
}

// IdentityRow is who somebody is with a provider.
type IdentityRow struct {
	Provider, Issuer, Subject string
	Created, Used             time.Time
}

// LeavePage is between us and a provider.
type LeavePage struct {
	templates.Page
	Provider string
	URL      string // of the provider, for this sign-in
	Host     string // of it
}

// StrangerPage is GET and POST /register/openid: somebody proved who they are with a provider and has no
// account that is tied to it. Fields are name, email and affiliation.
type StrangerPage struct {
	templates.Page
	Provider                         string
	Held                             bool // the address that the provider vouches for has an account
	Proven, Name, Email, Affiliation string
	Registration                     bool // whether people may register
	Errors                           templates.FieldErrors
}

// TiePage is GET and POST /account/openid: whether an identity is to open the account from now on.
type TiePage struct {
	templates.Page
	Provider, Subject string
	Name              string // of the person, with the provider
	Email             string // of the account
}

// WayAddedMail informs somebody of a new way to sign in to their account.
func WayAddedMail(server, account, what string) (subject, text string) {
	return "A new way to sign in to green500 was added", letter(server,
		what+" was added to your account at "+server+" just now and can be used to sign in.",
		"If it was not you, remove it at once, sign out everywhere, and inform an administrator:",
		account)
}
