package templates

import (
	"green500/validation/review"
	"strings"
)

// navigation is what the viewer may visit.
func navigation(v Viewer) []Link {
	links := []Link{{"/", "Lists"}, {"/trends", "Trends"}, {"/plan", "Plan"}, {"/models", "Models"}, {"/rules", "Rules"}}
	if v.SignedIn && v.May(review.WriteOwnEntry) {
		links = append(links, Link{"/submissions", "My submissions"}, Link{"/submissions/new", "New submission"}, Link{"/sites", "Sites"}, Link{"/cabinet", "Equipment"})
	}
	if v.May(review.ReadQueue) {
		links = append(links, Link{"/review", "Review"})
	}
	if v.May(review.ManageEditions) {
		links = append(links, Link{"/editions", "Editions"})
	}
	if v.May(review.Rehearse) {
		links = append(links, Link{"/editions/rehearsal", "Rehearsal"})
	}
	if v.May(review.ManageAccounts) {
		links = append(links, Link{"/accounts", "Accounts"}, Link{"/outbox", "Outbox"}, Link{"/server", "Server"})
	}
	if v.May(review.ReadAudit) {
		links = append(links, Link{"/audit", "Audit log"})
	}
	return links
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
var parts = map[string]string{"/lists/": "/", "/systems/": "/", "/by/": "/", "/compare": "/", "/entries/": "/", "/rules/": "/rules", "/sites/": "/sites", "/cabinet/": "/cabinet", "/account/": "/account", "/review/": "/review", "/server/": "/server"}
