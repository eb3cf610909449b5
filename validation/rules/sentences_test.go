package rules_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestEverySentenceOfTheTextIsHeld: every sentence with must or should has a rule of its edition, or a reason why it
// cannot.
func TestEverySentenceOfTheTextIsHeld(t *testing.T) {
	text, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 6 || fields[3] != "must" && fields[3] != "should" {
			t.Fatalf("%q is no edition, section, levels, severity, sentence and rules", line)
		}
		edition, known := methodology.Parse(fields[0])
		if !known || !hasSection(edition, fields[1]) {
			t.Errorf("%q: edition %s has no section %s", fields[4], fields[0], fields[1])
		}
		if why, none := strings.CutPrefix(fields[5], "none: "); none {
			if why == "" {
				t.Errorf("%q has no rule and no reason", fields[4])
			}
			continue
		}
		for _, id := range strings.Fields(fields[5]) {
			held[id] = true
			for _, level := range strings.Fields(fields[2]) {
				checkAsked(t, fields[4], id, cell{edition: edition, level: power.Level(atoi(t, level))})
			}
		}
	}
	for _, rule := range rules.All() {
		if rule.Severity == rules.Must && rule.Since != methodology.V30 && !held[rule.ID] && !ofNoSentence(rule.ID) {
			t.Errorf("%s decides a level, and no sentence of the text asks for it", rule.ID)
		}
	}
}

// ofNoSentence names the rules that rest on the purpose of the text: the result is valid, and power and performance are
// of one run.
func ofNoSentence(id string) bool {
	return slices.Contains([]string{"residual-passed", "optimised-run-apart"}, id)
}

// hasSection looks among the sections that rules cite, and those that none does.
func hasSection(edition methodology.Edition, number string) bool {
	cited := []methodology.Label{methodology.Format, methodology.WholeRun, methodology.Level1}
	for _, rule := range rules.All() {
		cited = append(cited, rule.Section)
	}
	return slices.ContainsFunc(cited, func(label methodology.Label) bool {
		section, known := edition.Section(label)
		return known && section.Number == number
	})
}
