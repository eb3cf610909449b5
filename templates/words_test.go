package templates

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"green500/validation/power"
	"green500/validation/rules"
)

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
		want := name != "" && regexp.MustCompile(`(^|[\s"'(,])`+regexp.QuoteMeta(name)+`($|[\s"'),.;:])`).MatchString(sentence)
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

// TestTheWorstFindingOfARuleIsFound where it stands among those of all.
func TestTheWorstFindingOfARuleIsFound(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	names := []string{"a", "b", "a-b", "c"}
	for range 2000 {
		var all []rules.Finding
		for range dice.IntN(14) {
			f := rules.Finding{Rule: names[dice.IntN(len(names))], Levels: power.Levels()[dice.IntN(3):],
				Severity: []rules.Severity{rules.Must, rules.Should, rules.May}[dice.IntN(3)], Outcome: []rules.Outcome{rules.Pass, rules.Fail, rules.Unknown, rules.NotApplicable}[dice.IntN(4)]}
			if dice.IntN(2) == 0 {
				slack := dice.Float64()
				f.Slack = &slack
			}
			all = append(all, f)
		}
		claimed := power.Level(dice.IntN(4))
		for _, rule := range names {
			want := "findings"
			for _, group := range grouped(all, claimed) {
				for _, f := range group.findings {
					if f.Rule == rule && want == "findings" {
						want = f.anchor
					}
				}
			}
			if got := anchorOf(all, claimed, rule); got != want {
				t.Fatalf("%s is at %s, want %s of %+v", rule, got, want, all)
			}
		}
	}
}
