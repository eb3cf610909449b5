package lists_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"green500/store"
	"green500/store/lists"
	"green500/store/storetest"
	"green500/validation/lists/listing"
)

// TestSystemKeysDoNotDependOnTheOrderOfImports: every line of the published lists has the same key whichever list was
// imported first, the key leads to its system, and numbers of the publisher are kept.
func TestSystemKeysDoNotDependOnTheOrderOfImports(t *testing.T) {
	storetest.Long(t)
	imports := realLists(t)
	inOrder := func(order func([]lists.Import)) (map[place]listing.Row, *store.Store) {
		again := slices.Clone(imports)
		order(again)
		s := storetest.Open(t, store.Config{})
		importAll(t, s, again)
		return everyLine(t, s), s
	}
	byEdition := func(l []lists.Import) {
		slices.SortStableFunc(l, func(a, b lists.Import) int { return cmp.Compare(a.List.Edition, b.List.Edition) })
	}
	want, s := inOrder(byEdition)
	numbers := 0
	for at, row := range want {
		if row.SystemKey == "" {
			t.Fatalf("%v has no key", at)
		}
		if id, err := s.Lists.SystemOf(t.Context(), row.SystemKey); err != nil || id != row.SystemID {
			t.Fatalf("%v: the key %s leads to %d, %v, want %d", at, row.SystemKey, id, err, row.SystemID)
		}
		if row.Top500SystemID != nil && row.Top500SiteID != nil {
			numbers++
		}
	}
	for name, order := range map[string]func([]lists.Import){
		"backwards": func(l []lists.Import) { byEdition(l); slices.Reverse(l) },
		"shuffled": func(l []lists.Import) {
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		},
	} {
		got, _ := inOrder(order)
		apart := 0
		for at, row := range want {
			if got[at].SystemKey != row.SystemKey {
				if apart++; apart < 10 {
					t.Errorf("%s: %v is %s, want %s", name, at, got[at].SystemKey, row.SystemKey)
				}
			}
		}
		t.Logf("%s: %d of %d lines have another key", name, apart, len(want))
	}
	if t.Logf("%d of %d lines have the publisher's numbers", numbers, len(want)); numbers == 0 {
		t.Error("the publisher's numbers are not kept")
	}
}
