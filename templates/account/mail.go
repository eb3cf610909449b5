package account

import (
	"strconv"
	"strings"
	"time"

	"green500/validation/review"
)

// The mails about accounts, as subject and text. Server is the address of the server as people reach
// it. The person who asked typed nothing in them but the address they go to: nobody can make us say
// something to a stranger.

// ConfirmAccountMail goes to a person who registered.
func ConfirmAccountMail(server, link string, valid time.Duration) (subject, text string) {
	return "Confirm your account at green500", letter(server,
		"Somebody, perhaps you, registered at "+server+" with this e-mail address. To confirm that it is yours, follow this link and press the button there:",
		link,
		"The link is valid for "+hours(valid)+" and works once. If it was not you, do nothing: without the link nobody can use the account.")
}

// ExistsMail goes to a person who asked for an account, or for it to be confirmed, and has one.
func ExistsMail(server, login, reset string) (subject, text string) {
	return "You have an account at green500", letter(server,
		"Somebody, perhaps you, asked for an account at "+server+" with this e-mail address. This address already has an account, and nothing was changed. You can sign in here:",
		login,
		"If you do not know the password, set a new one:",
		reset,
		"If it was not you, do nothing.")
}

// NoAccountMail goes to a person who asked for a link and has no account, or one that was disabled.
func NoAccountMail(server string) (subject, text string) {
	return "There is no account for this address at green500", letter(server,
		"Somebody, perhaps you, asked "+server+" for a link to sign in with this e-mail address. No active account has this address. Your account may have another address; if it was disabled, ask an administrator.",
		"If it was not you, do nothing.")
}

// ResetMail goes to a person who asked to set a new password.
func ResetMail(server, link string, valid time.Duration) (subject, text string) {
	return "Set a new password for green500", letter(server,
		"Somebody, perhaps you, asked to set a new password for your account at "+server+". Follow this link to do so:",
		link,
		"The link is valid for "+hours(valid)+" and works once; earlier links no longer work. If it was not you, do nothing: your password is not changed.")
}

// PasswordChangedMail informs somebody that the password of their account was changed.
func PasswordChangedMail(server, reset string) (subject, text string) {
	return "Your password for green500 was changed", letter(server,
		"The password of your account at "+server+" was just changed. You were signed out everywhere else.",
		"If it was not you, set a new password at once and inform an administrator:",
		reset)
}

// TokenMadeMail informs somebody that an access token of their account was created.
func TokenMadeMail(server, tokens string, scopes []review.Scope) (subject, text string) {
	return "An access token was created at green500", letter(server,
		"An access token was just created for your account at "+server+". With it, a program may act for you: "+scopeWords(scopes)+".",
		"If it was not you, revoke the token and set a new password at once:",
		tokens)
}

// ConfirmAddressMail goes to the address that an account is to move to.
func ConfirmAddressMail(server, link string, valid time.Duration) (subject, text string) {
	return "Confirm your new e-mail address at green500", letter(server,
		"Somebody, perhaps you, asked to use this e-mail address for their account at "+server+". To confirm it, follow this link and press the button there:",
		link,
		"The link is valid for "+hours(valid)+" and works once. If it was not you, do nothing: the account keeps its address.")
}

// AddressTakenMail goes to the address that an account was to move to, and that has another.
func AddressTakenMail(server, login string) (subject, text string) {
	return "You have an account at green500", letter(server,
		"Somebody, perhaps you, asked to use this e-mail address for their account at "+server+". It already belongs to an account, and nothing was changed. You can sign in to that account here:",
		login,
		"If it was not you, do nothing.")
}

// AddressChangedMail informs somebody, at their old address, that their account has a new one.
func AddressChangedMail(server, now string) (subject, text string) {
	return "The e-mail address of your green500 account was changed", letter(server,
		"The e-mail address of your account at "+server+" was changed from this one to "+now+". From now on, sign in with the new address.",
		"If it was not you, inform an administrator of the server at once.")
}

// letter is a mail of paragraphs that ends by saying who writes.
func letter(server string, paragraphs ...string) string {
	wrapped := []string{"Hello,"}
	for _, paragraph := range paragraphs {
		wrapped = append(wrapped, wrap(paragraph))
	}
	return strings.Join(wrapped, "\n\n") + "\n\n-- \ngreen500, " + server + "\npower measurements of supercomputer runs, graded and ranked\n"
}

// lineLength is how long a line of a mail may be, in bytes; a word that is longer stays whole.
const lineLength = 76

func wrap(paragraph string) string {
	var text strings.Builder
	length := 0
	for _, word := range strings.Fields(paragraph) {
		switch {
		case length == 0:
		case length+1+len(word) > lineLength:
			text.WriteString("\n")
			length = 0
		default:
			text.WriteString(" ")
			length++
		}
		text.WriteString(word)
		length += len(word)
	}
	return text.String()
}

func hours(d time.Duration) string {
	count := int(d.Hours())
	if count == 1 {
		return "an hour"
	}
	return strconv.Itoa(count) + " hours"
}
