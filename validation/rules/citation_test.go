package rules_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"green500/validation/methodology"
	"green500/validation/rules"
)

const (
	described      = "../../../shared/methodology.md" // beside the checkout
	sectionsHeader = "### 1.1b Section numbers of 2.0"
)

// sectionTitle is a number and a title as they stand in that list.
var sectionTitle = regexp.MustCompile(`(3(?:\.\d)+) ([a-z][^,.;()]*)`)

// TestCitationsOfTheEditionInForce: every section of 2.0 that a rule cites has the number and the title of the text.
func TestCitationsOfTheEditionInForce(t *testing.T) {
	text, err := os.ReadFile(described)
	if err != nil {
		t.Skip("the description of the methodology is not beside this checkout")
	}
	_, after, found := strings.Cut(string(text), sectionsHeader)
	if !found {
		t.Fatalf("%s has no part %q", described, sectionsHeader)
	}
	listed, _, _ := strings.Cut(after, "###")
	titles := map[string]string{}
	for _, match := range sectionTitle.FindAllStringSubmatch(listed, -1) {
		titles[match[1]] = strings.Trim(match[2], " *")
	}
	// "3.3.3 to 3.3.5 Levels 1 to 3" is the only range.
	titles["3.3.3"], titles["3.3.4"], titles["3.3.5"] = "level 1", "level 2", "level 3"
	for _, rule := range rules.All() {
		section, known := methodology.V20.Section(rule.Section)
		if !methodology.V20.Between(rule.Since, rule.Until) || strings.HasPrefix(section.Title, "Checklist") {
			continue
		}
		title, listed := titles[section.Number]
		if !known || !listed {
			t.Errorf("%s cites %s, which the text does not have", rule.ID, section)
		}
		for word := range strings.FieldsSeq(strings.ReplaceAll(title, "aspects", "aspect")) {
			if !strings.Contains(strings.ToLower(section.Title), word) {
				t.Errorf("%s cites %s, which the text calls %q", rule.ID, section, title)
			}
		}
	}
}
