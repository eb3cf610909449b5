package templates

import (
	"slices"
	"testing"
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
