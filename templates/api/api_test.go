package api

import (
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/pagetest"
)

// TestWhatCanBeTriedOnThePage: what only reads, needs no token and no part of its address.
func TestWhatCanBeTriedOnThePage(t *testing.T) {
	in := func(path bool) []APIParameter { return []APIParameter{{Name: "x", InPath: path}} }
	for _, c := range []struct {
		operation APIOperation
		want      bool
	}{
		{APIOperation{Method: "GET"}, true}, {APIOperation{Method: "GET", Parameters: in(false)}, true},
		{APIOperation{Method: "GET", Parameters: in(true)}, false},
		{APIOperation{Method: "GET", Token: true}, false}, {APIOperation{Method: "POST"}, false},
	} {
		if got := c.operation.tryable(); got != c.want {
			t.Errorf("%+v can be tried: %t", c.operation, got)
		}
	}
	page := APIPage{Page: templates.Page{Title: "API"}, Operations: []APIOperation{{Method: "POST",
		Address: "/api/v1/submissions", Summary: "Begin one.", Token: true, Takes: "application/json"}}}
	text := pagetest.TextOf(pagetest.Parse(t, API(page)))
	for _, want := range []string{"POST /api/v1/submissions", "Begin one.", "Requires a token.", "application/json"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
