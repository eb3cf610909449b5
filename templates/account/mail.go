// Package account draws the pages of accounts and sites: signing in, registration, /account with its tokens, passkeys
// and identities, /sites and /notices. It also writes the mails to people.
package account

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"green500/validation/review"
)

// The mails about accounts, as subject and text. Server is the address of the server as people reach it. The person who
// asked typed nothing in them but the address they go to: nobody can make us say something to a stranger.

// ConfirmAccountMail goes to a person who registered.
func ConfirmAccountMail(server, link string, valid time.Duration) (subject, text string) {
	return "Confirm your account at green500", letter(server,
		"Somebody, perhaps you, registered at "+server+
			" with this e-mail address. To confirm that it is yours, follow this link and press the button there:",
		link,
		"The link is valid for "+hours(valid)+
			" and works once. If it was not you, do nothing: without the link nobody can use the account.")
}

// ExistsMail goes to a person who asked for an account, or for it to be confirmed, and has one.
func ExistsMail(server, login, reset string) (subject, text string) {
	return "You have an account at green500", letter(server,
		"Somebody, perhaps you, asked for an account at "+server+" with this e-mail address. "+
			"This address already has an account, and nothing was changed. You can sign in here:",
		login,
		"If you do not know the password, set a new one:",
		reset,
		"If it was not you, do nothing.")
}

// NoAccountMail goes to a person who asked for a link and has no account, or one that was disabled.
func NoAccountMail(server string) (subject, text string) {
	return "There is no account for this address at green500", letter(server,
		"Somebody, perhaps you, asked "+server+" for a link to sign in with this e-mail address. No active account "+
			"has this address. Your account may have another address; if it was disabled, ask an administrator.",
		"If it was not you, do nothing.")
}

// ResetMail goes to a person who asked to set a new password.
func ResetMail(server, link string, valid time.Duration) (subject, text string) {
	return "Set a new password for green500", letter(server,
		"Somebody, perhaps you, asked to set a new password for your account at "+server+". Follow this link to do so:",
		link,
		"The link is valid for "+hours(valid)+" and works once; earlier links no longer work. "+
			"If it was not you, do nothing: your password is not changed.")
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
		"An access token was just created for your account at "+server+". With it, a program may act for you. Its "+
			"scopes: "+scopeWords(scopes)+".", "If it was not you, revoke the token and set a new password at once:",
		tokens)
}

// ConfirmAddressMail goes to the address that an account is to move to.
func ConfirmAddressMail(server, link string, valid time.Duration) (subject, text string) {
	return "Confirm your new e-mail address at green500", letter(server,
		"Somebody, perhaps you, asked to use this e-mail address for their account at "+server+
			". To confirm it, follow this link and press the button there:",
		link,
		"The link is valid for "+hours(valid)+
			" and works once. If it was not you, do nothing: the account keeps its address.")
}

// AddressTakenMail goes to the address that an account was to move to, and that has another.
func AddressTakenMail(server, login string) (subject, text string) {
	return "You have an account at green500", letter(server,
		"Somebody, perhaps you, asked to use this e-mail address for their account at "+server+
			". It already belongs to an account, and nothing was changed. You can sign in to that account here:",
		login,
		"If it was not you, do nothing.")
}

// AddressChangedMail informs somebody, at their old address, that their account has a new one.
func AddressChangedMail(server, now string) (subject, text string) {
	return "The e-mail address of your green500 account was changed", letter(server,
		"The e-mail address of your account at "+server+" was changed from this one to "+now+". From now on, "+
			"sign in with the new address.", "If it was not you, inform an administrator of the server at once.")
}

func letter(server string, paragraphs ...string) string {
	wrapped := []string{"Hello,"}
	for _, paragraph := range paragraphs {
		wrapped = append(wrapped, wrap(paragraph))
	}
	return strings.Join(wrapped, "\n\n") + "\n\n-- \ngreen500, " + server +
		"\npower measurements of supercomputer runs, graded and ranked\n"
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

// InvitationMail goes to a person who is invited to a site, who may know nothing of us. By is the address of
// the person who invites, server that of the server as people reach it.
func InvitationMail(server, link, site, by string, valid time.Duration) (subject, text string) {
	const day = 24 * time.Hour
	return "Join " + site + " at green500", fmt.Sprintf(`Hello,

%s invites you to be a member of the site
%s at %s, where power
measurements of supercomputer runs are graded and ranked. Members of a site
share what they submit.

To join, follow this link, and sign in or register with the address that this
mail was sent to:

%s

The link is good for %d days and can be used once. If you do not know what
this is about, do nothing.
`, by, site, server, link, int(valid/day))
}

// Notice is what a mail about a notice contains. What was measured is read by those who follow the link and sign in.
// Who holds the submission reads the name of its system, and what is wanted of them; everybody else nothing
// confidential.
type Notice struct {
	Server      string // address of the server as people reach it
	Name        string // of the recipient
	Kind        review.Kind
	Entry       string // number of the submission; empty if it belongs to none
	Edition     string // of the submission
	System      string // name of the submission; empty unless the recipient holds it
	Open        string // what anybody may read of it; the words of the kind if empty
	Detail      string // more paragraphs, each in a line; empty if there are none
	Link        string // to where it is read
	Preferences string // address of where people choose what comes by mail
}

func openWords() map[review.Kind]struct{ of, alone string } {
	return map[review.Kind]struct{ of, alone string }{
		review.OfMoves:     {"has a new state", "A submission has a new state."},
		review.OfQuestions: {"has a new question or answer", "There is a new question or answer."},
		review.OfWork:      {"has a task for you", "You have a task as a reviewer."},
		review.OfRanks:     {"has a new rank on a published list", "An erratum changed ranks of a published list."},
		review.OfAppeals:   {"has news of an appeal", "There is news of an appeal."},
		review.OfDeadlines: {"has a deadline or an expiry date coming up",
			"A deadline or an expiry date is coming up."},
	}
}

// NoticeMail writes the mail that goes with a notice.
func NoticeMail(n Notice) (subject, text string) {
	words := openWords()[n.Kind]
	sentence := cmp.Or(n.Open, words.alone)
	if n.Entry != "" {
		sentence = "Submission " + n.Entry + " to " + n.Edition + " " + cmp.Or(n.Open, words.of) + "."
		if n.System != "" {
			sentence = n.System + ", submission " + n.Entry + " to " + n.Edition + ", " + cmp.Or(n.Open, words.of) + "."
		}
	}
	paragraphs := wrap(sentence)
	for paragraph := range strings.SplitSeq(n.Detail, "\n") {
		if paragraph = wrap(paragraph); paragraph != "" {
			paragraphs += "\n\n" + paragraph
		}
	}
	return "green500: " + strings.TrimSuffix(sentence, "."),
		"Dear " + n.Name + ",\n\n" + paragraphs + "\n\nSign in to read it here:\n" + n.Link +
			"\n\nChoose which notices you get by mail:\n" + n.Preferences + "\n\n-- \ngreen500, " + n.Server + "\n"
}
