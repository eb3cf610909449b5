package validation_test

import (
	"testing"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestTheRulesDigestIsOfWhatDecides: what a rule requires changes it, how the rule is worded does not.
func TestTheRulesDigestIsOfWhatDecides(t *testing.T) {
	of := func(change func(*rules.Rule)) string {
		asked := rules.For(methodology.V20)
		change(&asked[0])
		return validation.RulesDigest(methodology.V20, asked)
	}
	want := of(func(*rules.Rule) {})
	for name, change := range map[string]func(*rules.Rule){
		"title":  func(r *rules.Rule) { r.Title += "!" },
		"remedy": func(r *rules.Rule) { r.Remedy += "!" },
		"how":    func(r *rules.Rule) { r.How += "!" },
		"end":    func(r *rules.Rule) { r.Until = methodology.V30 },
	} {
		if of(change) != want {
			t.Errorf("%s changes the digest", name)
		}
	}
	for name, change := range map[string]func(*rules.Rule){
		"id":       func(r *rules.Rule) { r.ID += "-2" },
		"aspect":   func(r *rules.Rule) { r.Aspect += "b" },
		"section":  func(r *rules.Rule) { r.Section = methodology.Tunables },
		"levels":   func(r *rules.Rule) { r.Levels = []power.Level{3} },
		"severity": func(r *rules.Rule) { r.Severity = rules.May },
	} {
		if of(change) == want {
			t.Errorf("%s does not change the digest", name)
		}
	}
	if validation.RulesDigest(methodology.V20, rules.For(methodology.V20)[1:]) == want {
		t.Error("a rule that is left out does not change the digest")
	}
	if validation.RulesDigest(methodology.V12, rules.For(methodology.V20)) == want {
		t.Error("the limits do not change the digest")
	}
}
