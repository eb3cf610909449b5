package validation_test

import (
	"slices"
	"testing"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestEveryRuleIsOnTheChecklist: what a rule finds shows beside the item that asks for it.
func TestEveryRuleIsOnTheChecklist(t *testing.T) {
	for _, rule := range rules.All() {
		if !slices.ContainsFunc(validation.Checklist(),
			func(item validation.CheckItem) bool { return slices.Contains(item.Labels, rule.Section) }) {
			t.Errorf("no item of the checklist has the section of %s", rule.ID)
		}
	}
}

func TestChecklistOfCleanBundlesIsAnswered(t *testing.T) {
	for _, b := range clean() {
		report := grade(t, b.Bundle)
		if asked := askedOf(b.Methodology); !slices.Equal(itemsOf(report), asked) {
			t.Fatalf("%s: items are %v, want %v", b.Name, itemsOf(report), asked)
		}
		for _, item := range report.Checklist {
			if item.Answer == validation.Missing || item.Section == " " {
				t.Errorf("%s: %q is %s by %v", b.Name, item.Title, item.Answer, item.Rules)
			}
		}
	}
}

// askedOf lists the items of an edition: all, but that the draft has dropped the workload.
func askedOf(edition methodology.Edition) []string {
	var ids []string
	for _, item := range validation.Checklist() {
		if item.ID != "workload" || !edition.Draft() {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

func itemsOf(report *validation.Report) []string {
	var ids []string
	for _, item := range report.Checklist {
		ids = append(ids, item.ID)
	}
	return ids
}

func TestAMissingItemNamesItsRules(t *testing.T) {
	b := sample.Clean(power.Level(2), string(methodology.V20))
	b.Entry.Idle = nil
	for _, item := range grade(t, b).Checklist {
		want := validation.Given
		switch item.ID {
		case "idle-power":
			want = validation.Missing
			if !slices.Equal(item.Rules, []string{"idle-power"}) {
				t.Errorf("idle power is missing by %v", item.Rules)
			}
		case "power-loss", "level-3-measurement", "tunable-parameters":
			want = validation.NotGiven
		}
		if item.Answer != want {
			t.Errorf("%s is %s, want %s", item.ID, item.Answer, want)
		}
	}
}
