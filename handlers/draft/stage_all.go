package draft

import (
	"maps"
	"slices"

	"green500/store"
	"green500/templates/fields"
	"green500/validation/power"
)

// allMeasured adds to changes of a draft what follows from the answer that all nodes of a set were measured: their number. A number
// that somebody typed stays.
func allMeasured(values map[string]string, changes []store.Change) []store.Change {
	after := maps.Clone(values)
	for _, change := range changes {
		after[change.Path] = change.Value
	}
	for n := range fields.Count("node_sets", after) {
		nodes, measured := fields.ItemPath("node_sets[].nodes", n), fields.ItemPath("node_sets[].measured", n)
		ofAll := after[fields.ItemPath("node_sets[].selection_method", n)] == string(power.SelectAll)
		typed := after[measured] != "" && after[measured] != values[nodes]
		if !ofAll || typed || after[nodes] == "" || after[measured] == after[nodes] {
			continue
		}
		at := slices.IndexFunc(changes, func(c store.Change) bool { return c.Path == measured })
		if at < 0 {
			was := values[measured]
			at, changes = len(changes), append(changes, store.Change{Path: measured, Was: &was})
		}
		changes[at].Value = after[nodes]
	}
	return changes
}
