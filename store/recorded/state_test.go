package recorded_test

import (
	"slices"
	"testing"

	"green500/store/recorded"
)

func TestADecisionSealsAllAboutTheEntry(t *testing.T) {
	kinds := map[string]recorded.SealedKind{"entry": {Tables: []string{"entries"}},
		"files":                {Tables: []string{"files"}},
		recorded.SealedEdition: {}}
	for _, c := range []struct{ changed, sealed []string }{
		{[]string{"files"}, []string{"files-5"}},
		{[]string{"decisions"}, []string{"entry-5", "files-5"}},
		{[]string{"entries", "draft_changes"}, []string{}},
		{[]string{"entries", "draft_changes", "decisions"}, []string{"entry-5", "files-5"}},
		{[]string{"editions"}, []string{}},
	} {
		if got := recorded.SealedAfter(kinds, c.changed...); !slices.Equal(got, c.sealed) {
			t.Errorf("a change of %v seals %v, want %v", c.changed, got, c.sealed)
		}
	}
}
