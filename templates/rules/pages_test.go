package rules

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/methodology"
	"green500/validation/rules"
	"green500/validation/rules/examples"
)

func TestRulesPages(t *testing.T) { pagetest.Check(t, rulesPages()) }

// rulesPages are pages full, empty, and with everything that can be wrong.
func rulesPages() map[string]templ.Component {
	public := templates.Viewer{}
	return map[string]templ.Component{
		"rules": Rules(RulesPage{Page: pagetest.Page("/rules", public), Rules: rules.All(),
			Editions: methodology.Editions()}),
		"rules, filtered": Rules(RulesPage{Page: pagetest.Page("/rules", public), Rules: rules.All(),
			Editions: methodology.Editions(),
			Filter:   RuleFilter{Edition: methodology.V12, Level: 2, Severity: rules.Must, Drafts: true}}),
		"rules, draft": Rules(RulesPage{Page: pagetest.Page("/rules", public), Rules: rules.All(),
			Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V30, Drafts: true}}),
		"rules, none": Rules(RulesPage{Page: pagetest.Page("/rules", public), Rules: rules.All(),
			Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V12, Severity: rules.May}}),
		"rule": Rule(rulePage()),
		"rule, bare": Rule(RulePage{Page: pagetest.Page("/rules/idle-power", public), Rule: oneRule("idle-power"),
			Editions: methodology.Editions(), Margins: &RuleMargins{}}),
		"rule, never": Rule(RulePage{Page: pagetest.Page("/rules/measuring-point", public),
			Rule: oneRule("measuring-point"), Editions: methodology.Editions(),
			Examples: []RuleExample{{Example: examples.Example{Never: "No other word can be written."}}}}),
		"compare": Compare(ComparePage{Page: pagetest.Page("/rules/compare", public), Rules: rules.All(),
			Editions: methodology.Editions()}),
		"compare, less": Compare(ComparePage{Page: pagetest.Page("/rules/compare", public), Rules: rules.All(),
			Editions: methodology.Editions(), Differences: true, Drafts: true}),
	}
}
