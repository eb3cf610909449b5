package draft

import (
	"testing"

	"green500/store/drafts"
)

// TestAllNodesAreMeasured: the answer "all" gives the number of nodes measured, and nothing that was typed is lost.
func TestAllNodesAreMeasured(t *testing.T) {
	const nodes, measured, method = "node_sets[0].nodes", "node_sets[0].measured", "node_sets[0].selection_method"
	for _, c := range []struct {
		what    string
		values  map[string]string
		changes map[string]string
		want    string
	}{
		{"all of them", map[string]string{nodes: "36"}, map[string]string{method: "all"}, "36"},
		{"the number after the answer", map[string]string{method: "all"}, map[string]string{nodes: "36"}, "36"},
		{"both at once, as a form without scripts sends them", map[string]string{},
			map[string]string{nodes: "36", measured: "", method: "all"}, "36"},
		{"another number of nodes", map[string]string{nodes: "36", measured: "36", method: "all"},
			map[string]string{nodes: "40", measured: "36"}, "40"},
		{"a number that was typed", map[string]string{nodes: "36", measured: "12"},
			map[string]string{method: "all"}, "12"},
		{"some of them", map[string]string{nodes: "36"}, map[string]string{method: "random"}, ""},
		{"no number of nodes", map[string]string{}, map[string]string{method: "all"}, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			var changes []drafts.Change
			for path, value := range c.changes {
				changes = append(changes, drafts.Change{Path: path, Value: value})
			}
			got := c.values[measured]
			for _, change := range allMeasured(c.values, changes) {
				if change.Path == measured {
					got = change.Value
				}
			}
			if got != c.want {
				t.Errorf("measured is %q, want %q", got, c.want)
			}
		})
	}
}
