package draft

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"green500/templates/fields"
	"green500/validation/rules"
)

// TestEveryRuleLeadsToAField that the form has.
func TestEveryRuleLeadsToAField(t *testing.T) {
	for _, rule := range rules.All() {
		if _, ok := fields.FieldOf(strings.Replace(rule.Field, "[]", "[0]", 1)); !ok {
			t.Errorf("%s leads to %q, which is no field of the form", rule.ID, rule.Field)
		}
	}
}

func TestARuleLeadsToTheItemItIsAbout(t *testing.T) {
	values := map[string]string{
		"meters[0].id": "pdu", "meters[0].make": "A", "meters[1].id": "pdu-2", "meters[2].id": "feed",
		"meters[2].make":     "B",
		"subsystems[0].name": "compute", "subsystems[0].treatment": "measured", "subsystems[1].name": "cooling",
		"subsystems[1].treatment": "left_out",
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

// TestNamesAreWordsOfTheirOwn, as an expression says it.
func TestNamesAreWordsOfTheirOwn(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	said := func(most int) string {
		letters := []rune("aab. ,;:'\"()\n-é")
		text := make([]rune, dice.IntN(most+1))
		for i := range text {
			text[i] = letters[dice.IntN(len(letters))]
		}
		return string(text)
	}
	found := 0
	for range 20_000 {
		sentence, name := said(12), said(3)
		want := name != "" &&
			regexp.MustCompile(`(^|[\s"'(,])`+regexp.QuoteMeta(name)+`($|[\s"'),.;:])`).MatchString(sentence)
		if got := hasWord(sentence, name); got != want {
			t.Fatalf("%q in %q: got %v", name, sentence, got)
		}
		if want {
			found++
		}
	}
	if found == 0 {
		t.Error("nothing was found in anything")
	}
}
