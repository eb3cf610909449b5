package rules

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates/fields"
	"green500/templates/pagetest"
	"green500/validation/methodology"
	"green500/validation/rules"
)

// TestADraftShowsOnlyWhereItIsAskedFor: on the page of rules, and never where a form or an editor chooses.
func TestADraftShowsOnlyWhereItIsAskedFor(t *testing.T) {
	draft := string(methodology.V30)
	for _, option := range fields.MethodologyOptions() {
		if option.Value == draft {
			t.Error("forms offer the draft")
		}
	}
	usual := shown(t, RulesPage{Rules: rules.All(), Editions: methodology.Listed()})
	asked := shown(t, RulesPage{Rules: rules.All(), Editions: methodology.Editions(),
		Filter: RuleFilter{Edition: methodology.V30, Drafts: true}})
	if strings.Contains(usual, draft) || strings.Contains(usual, "readout-interval") {
		t.Error("the draft shows unasked")
	}
	if !strings.Contains(asked, draft+" is a draft: no list requires it") ||
		!strings.Contains(asked, "readout-interval") || strings.Contains(asked, "workload-on-all-nodes") {
		t.Error("asked for, the draft does not show as one, with its rules and no others")
	}
}

// shown is the text of a page, words apart by one blank.
func shown(t *testing.T, p RulesPage) string {
	t.Helper()
	var text strings.Builder
	for n := range pagetest.Parse(t, Rules(p)).Descendants() {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
