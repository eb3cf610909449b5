package templates

import (
	"net/url"

	"github.com/a-h/templ"
)

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
