package templates

import (
	"net/url"

	"github.com/a-h/templ"
)

// draftQuery is a query that asks for draft editions, or an empty one.
func draftQuery(drafts bool) url.Values {
	query := url.Values{}
	if drafts {
		query.Set("draft", "1")
	}
	return query
}

// address is a path with a query.
func address(path string, query url.Values) templ.SafeURL {
	at := url.URL{Path: path, RawQuery: query.Encode()}
	return templ.SafeURL(at.String())
}

// ruleHref is the page of a rule.
func ruleHref(id string, drafts bool) templ.SafeURL {
	return address("/rules/"+id, draftQuery(drafts))
}
