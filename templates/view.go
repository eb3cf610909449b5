// Package templates draws the pages. A page is a struct that a handler fills, and a component with the same name that
// renders it: List(ListPage), Entry(EntryPage). It reads no request, clock or store. All pages work without inline
// scripts and inline styles.
package templates

import (
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/validation/review"
)

// Page is what every page has.
type Page struct {
	Title   string // of the document, without the name of the site
	Path    string // of the request, for the mark in the navigation
	Viewer  Viewer
	Flash   string   // one sentence about what was just done
	Version string   // of the program; may be empty
	Legal   []Link   // to what the operator has to say by law; may be empty
	Ignored []string // sentences about parameters of the address that were ignored
	Removed *Removal // that the entry of the page was taken out of its list; nil if it was not
}

// Viewer is who looks at a page; the zero value is a visitor who is not signed in.
type Viewer struct {
	SignedIn bool
	Name     string
	Role     review.Role
	Unread   int // notices
}

// May reports whether the viewer may do something, by the one table of permissions.
func (v Viewer) May(action review.Action) bool {
	if !v.SignedIn {
		return review.May(review.Public, action)
	}
	return review.May(v.Role, action)
}

// Link is a link with its words.
type Link struct {
	Href, Text string
}

// File is an uploaded file.
type File struct {
	Name   string
	Bytes  int64
	SHA256 string // in hexadecimal
	URL    string // to download it; empty if the viewer may not
	Use    string // what the document uses it for, such as "readings"; may be empty
}

// Event is one row of the history of an entry.
type Event struct {
	At       time.Time
	Who      string
	Text     string       // what was done, such as "Accept" or "Saved revision 3"
	To       review.State // empty if the state did not change
	Revision int
	Reason   string
}

// FieldErrors are sentences by the name of the field they belong to; the empty name is the whole form.
type FieldErrors map[string]string

// Fact is a name with its value.
type Fact struct{ Name, Value string }

// DraftQuery is a query that asks for draft editions, or an empty one.
func DraftQuery(drafts bool) url.Values {
	query := url.Values{}
	if drafts {
		query.Set("draft", "1")
	}
	return query
}

// Address is a path with a query.
func Address(path string, query url.Values) templ.SafeURL {
	at := url.URL{Path: path, RawQuery: query.Encode()}
	return templ.SafeURL(at.String())
}

// RuleHref is the page of a rule.
func RuleHref(id string, drafts bool) templ.SafeURL {
	return Address("/rules/"+id, DraftQuery(drafts))
}

// menus are the links of the header, by where they stand: in the line, in the menu of what is rare, and in that of the
// account.
type menus struct{ line, more, account []Link }

// navigation is what the viewer may visit. The line has what the role of the viewer works with; it has to fit a screen
// of 1,280 px.
func navigation(v Viewer) menus {
	m := menus{line: []Link{{"/lists", "Lists"}, {"/trends", "Trends"}, {"/plan", "Plan"}, {"/models", "Models"},
		{"/rules", "Rules"}}}
	if v.SignedIn && v.May(review.WriteOwnEntry) {
		own := []Link{{"/submissions", "My submissions"}, {"/submissions/new", "New submission"}}
		if v.May(review.ReadQueue) || v.May(review.ManageAccounts) {
			m.account = own
		} else {
			m.line = append(m.line, own...)
		}
		m.account = append(m.account, Link{"/sites", "Sites"}, Link{"/equipment", "Equipment"})
	}
	if v.May(review.ReadQueue) {
		m.line = append(m.line, Link{"/review", "Review"})
	}
	if v.May(review.ManageEditions) {
		m.line = append(m.line, Link{"/editions", "Editions"})
	}
	if v.May(review.ManageAccounts) {
		m.line = append(m.line, Link{"/accounts", "Accounts"}, Link{"/server", "Server"})
		m.more = append(m.more, Link{"/outbox", "Outbox"})
	}
	if !v.SignedIn {
		m.line = append(m.line, Link{"/about", "About"}, Link{"/how-to-submit", "Submit a measurement"})
	}
	if v.May(review.Rehearse) {
		m.more = append(m.more, Link{"/editions/rehearsal", "Rehearsal"})
	}
	if v.May(review.ReadAudit) {
		m.more = append(m.more, Link{"/audit", "Audit log"})
	}
	return m
}

// Current is the value of aria-current for a link on a page.
func Current(path, href string) string {
	if path == href {
		return "page"
	}
	for part, of := range parts {
		if of == href && strings.HasPrefix(path, part) {
			return "true"
		}
	}
	return "false"
}

var parts = map[string]string{"/lists/": "/lists", "/systems/": "/lists", "/by/": "/lists",
	"/compare": "/lists", "/entries/": "/lists", "/inconsistencies": "/lists", "/rules/": "/rules", "/sites/": "/sites",
	"/equipment/": "/equipment", "/account/": "/account", "/review/": "/review", "/server/": "/server"}
