package templates

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

func TestFindingsAreOrderedForAReaderInAHurry(t *testing.T) {
	var anchors []string
	for _, group := range grouped(mixed(), 2) {
		for _, f := range group.findings {
			anchors = append(anchors, f.anchor)
		}
	}
	want := []string{
		"finding-core-covered", "finding-idle-power", "finding-core-covered-l3",
		"finding-meter-accuracy", "finding-machine-fraction", "finding-conversion-loss",
	}
	if !slices.Equal(anchors, want) {
		t.Errorf("got %v, want %v", anchors, want)
	}
}

// TestOtherLevelsAreCountedAsTheyAreHeaded: the caption of what a higher level requires is the number of the tally.
func TestOtherLevelsAreCountedAsTheyAreHeaded(t *testing.T) {
	groups, tally := grouped(mixed(), 2), validation.Tally(mixed(), 2)
	if caption := groups[2].caption(); caption != "1 requirement of higher levels not met" ||
		!strings.Contains(tally, caption) {
		t.Errorf("%q stands under %q", caption, tally)
	}
}

func TestWhatPassedEasilyIsFolded(t *testing.T) {
	var all []rules.Finding
	for i := range 30 {
		all = append(all, rules.Finding{Rule: "rule-" + strconv.Itoa(i), Severity: rules.Must, Outcome: rules.Pass,
			Margin: new(1 - float64(i)/100)})
	}
	groups := grouped(all, 2)
	if len(groups) != 2 || !groups[0].open || groups[1].open ||
		len(groups[0].findings)+len(groups[1].findings) != len(all) {
		t.Fatalf("got %+v", groups)
	}
	if first := groups[0].findings[0].Rule; first != "rule-29" || len(groups[0].findings) != narrowest {
		t.Errorf("%d are open, the first is %s", len(groups[0].findings), first)
	}
}

// mixed are findings of every standing.
func mixed() []rules.Finding {
	return []rules.Finding{
		{Rule: "machine-fraction", Levels: []power.Level{2}, Severity: rules.Must, Outcome: rules.Pass,
			Margin: new(1.4)},
		{Rule: "meter-accuracy", Levels: []power.Level{1, 2}, Severity: rules.Must, Outcome: rules.Pass,
			Margin: new(0.0)},
		{Rule: "core-covered", Levels: []power.Level{2}, Severity: rules.Must, Outcome: rules.Fail, Margin: new(-0.5)},
		{Rule: "core-covered", Levels: []power.Level{3}, Severity: rules.Must, Outcome: rules.Fail, Margin: new(-0.9)},
		{Rule: "idle-power", Levels: []power.Level{1, 2, 3}, Severity: rules.Should, Outcome: rules.Unknown},
		{Rule: "conversion-loss", Levels: []power.Level{1, 2, 3}, Severity: rules.Must, Outcome: rules.NotApplicable},
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
				Severity: []rules.Severity{rules.Must, rules.Should, rules.May}[dice.IntN(3)],
				Outcome:  []rules.Outcome{rules.Pass, rules.Fail, rules.Unknown, rules.NotApplicable}[dice.IntN(4)]}
			if dice.IntN(2) == 0 {
				margin := dice.Float64()
				f.Margin = &margin
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
			if got := AnchorOf(all, claimed, rule); got != want {
				t.Fatalf("%s is at %s, want %s of %+v", rule, got, want, all)
			}
		}
	}
}
