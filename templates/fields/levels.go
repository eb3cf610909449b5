package fields

import (
	"slices"
	"sync"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// requiredBy are the levels whose requirements look at a field, by edition and path. Only what decides a
// level counts: recommendations require nothing.
var askedBy = sync.OnceValue(func() map[methodology.Edition]map[string][]power.Level {
	all := map[methodology.Edition]map[string][]power.Level{}
	for _, edition := range methodology.Editions() {
		demands := rules.For(edition)
		all[edition] = map[string][]power.Level{}
		for _, s := range Sections() {
			for _, f := range s.Fields {
				all[edition][f.Path] = levelsOf(demands, f)
			}
		}
	}
	return all
})

func levelsOf(demands []rules.Rule, f Field) []power.Level {
	var levels []power.Level
	for _, rule := range demands {
		if rule.Severity == rules.Must && slices.Contains(f.Rules, rule.ID) {
			levels = append(levels, rule.Levels...)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// Levels are the levels that require a field under an edition; none if it is required only when it applies.
func (f Field) Levels(edition methodology.Edition) []power.Level {
	switch {
	case f.Required:
		return power.Levels()
	case f.Level > 0:
		return slices.DeleteFunc(power.Levels(), func(l power.Level) bool { return l < f.Level })
	}
	return askedBy()[edition][f.Path]
}

// Needed reports whether the entry falls short of a level without the field: the document or a
// requirement needs it.
func (f Field) Needed(edition methodology.Edition, level power.Level) bool {
	return f.Required || slices.Contains(askedBy()[edition][f.Path], level)
}
