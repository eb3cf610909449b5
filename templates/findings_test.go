package templates

import (
	"slices"
	"strconv"
	"testing"

	"green500/validation/rules"
)

func TestFindingsAreOrderedForAReaderInAHurry(t *testing.T) {
	var anchors []string
	for _, group := range grouped(findings(), 2) {
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

func TestWhatPassedEasilyIsFolded(t *testing.T) {
	var all []rules.Finding
	for i := range 30 {
		all = append(all, rules.Finding{Rule: "rule-" + strconv.Itoa(i), Severity: rules.Must, Outcome: rules.Pass, Slack: pointer(1 - float64(i)/100)})
	}
	groups := grouped(all, 2)
	if len(groups) != 2 || !groups[0].open || groups[1].open || len(groups[0].findings)+len(groups[1].findings) != len(all) {
		t.Fatalf("got %+v", groups)
	}
	if first := groups[0].findings[0].Rule; first != "rule-29" || len(groups[0].findings) != narrowest {
		t.Errorf("%d are open, the first is %s", len(groups[0].findings), first)
	}
}
