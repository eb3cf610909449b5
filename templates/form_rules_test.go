package templates

import (
	"strings"
	"testing"

	"green500/validation/methodology"
	"green500/validation/rules"
)

// TestEveryRuleLeadsToAField that the form has.
func TestEveryRuleLeadsToAField(t *testing.T) {
	known := map[string]bool{}
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			known[rule.ID] = true
			path := ruleFields[rule.ID]
			if _, ok := fieldOf(strings.Replace(path, "[]", "[0]", 1)); !ok {
				t.Errorf("%s leads to %q, which is no field of the form", rule.ID, path)
			}
		}
	}
	for rule := range ruleFields {
		if !known[rule] {
			t.Errorf("there is no rule %s", rule)
		}
	}
}

func TestARuleLeadsToTheItemItIsAbout(t *testing.T) {
	values := map[string]string{
		"meters[0].id": "pdu", "meters[0].make": "A", "meters[1].id": "pdu-2", "meters[2].id": "feed", "meters[2].make": "B",
		"subsystems[0].name": "compute", "subsystems[0].treatment": "measured", "subsystems[1].name": "cooling", "subsystems[1].treatment": "left_out",
	}
	for _, c := range []struct{ rule, sentence, want string }{
		{"meters-described", "Name the make of meter feed", "meters[2].make"},
		{"meters-described", "Name the make of meter pdu-2", "meters[1].make"},
		{"meters-described", "Name make and model of every meter", "meters[1].make"},
		{"subsystems-measured", "Put a meter on the cooling", "subsystems[1].treatment"},
		{"subsystems-measured", "Put a meter on it", "subsystems[0].treatment"},
		{"idle-power", "Record idle power", "idle"},
		{"core-phase-proven", "", "run.output"},
		{"no-such-rule", "", ""},
	} {
		if got := RulePath(c.rule, c.sentence, values); got != c.want {
			t.Errorf("%s, %q: got %s, want %s", c.rule, c.sentence, got, c.want)
		}
	}
}
