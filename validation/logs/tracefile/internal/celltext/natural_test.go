package celltext

import (
	"slices"
	"testing"
)

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "a", "a.1.csv", "a.02.csv", "a.2.csv", "a.10.csv", "a1", "a1b", "a2", "b", "b/1", "b/9/x",
		"b/10", "node_9.csv", "node_10.csv"}
	got := slices.Clone(want)
	slices.Sort(got)
	slices.SortFunc(got, NaturalOrder)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
