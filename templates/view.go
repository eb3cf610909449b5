// Package templates draws the pages. A page is a struct that a handler fills and a component of the
// same stem that renders it: List(ListPage), Entry(EntryPage). Nothing here reads a request, a clock
// or the store; everything here works under a policy without inline script and without inline style.
package templates

import (
	"time"

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
	Href string
	Text string
}

// File is an uploaded file.
type File struct {
	Name   string
	Bytes  int64
	SHA256 string // in hexadecimal
	URL    string // to download it; empty where the viewer may not
	Use    string // what the document uses it for, such as "readings"; may be empty
}

// Event is one row of the history of an entry.
type Event struct {
	At       time.Time
	Who      string
	Text     string       // what was done, such as "Accept" or "Saved revision 3"
	To       review.State // empty where the state did not change
	Revision int
	Reason   string
}

// FieldErrors are sentences by the name of the field they belong to; the empty name is the whole form.
type FieldErrors map[string]string

// Fact is a name with its value.
type Fact struct{ Name, Value string }
