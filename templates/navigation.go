package templates

import (
	"green500/validation/review"
	"strings"
)

// menus are the links of the header, by where they stand: in the line, in the menu of what is rare, and in that of the account.
type menus struct{ line, more, account []Link }

// navigation is what the viewer may visit. The line has what the role of the viewer works with; it has to fit a screen of 1,280 px.
func navigation(v Viewer) menus {
	m := menus{line: []Link{{"/lists", "Lists"}, {"/trends", "Trends"}, {"/plan", "Plan"}, {"/models", "Models"}, {"/rules", "Rules"}}}
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

// parts are the addresses that belong to what a link of the navigation leads to.
var parts = map[string]string{"/lists/": "/lists", "/systems/": "/lists", "/by/": "/lists", "/compare": "/lists", "/entries/": "/lists", "/inconsistencies": "/lists", "/rules/": "/rules", "/sites/": "/sites", "/equipment/": "/equipment", "/account/": "/account", "/review/": "/review", "/server/": "/server"}
