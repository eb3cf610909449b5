package demodata_test

import (
	"testing"

	"green500/cmd/green500/demodata"
	"green500/validation/lists/published"
)

// TestTheInventedListsCanBeRead: the demonstration is imported by the way that real lists are.
func TestTheInventedListsCanBeRead(t *testing.T) {
	machines := demodata.Machines()
	systems := map[int]bool{}
	for i, edition := range demodata.PublishedEditions() {
		for _, kind := range []published.Kind{published.Green500, published.Top500} {
			data, err := demodata.Sheet(kind, demodata.Listed(machines, i))
			if err != nil {
				t.Fatal(err)
			}
			list, err := published.Read(published.Source{Name: string(kind) + "_" + edition + ".csv"}, data)
			if err != nil {
				t.Fatal(err)
			}
			if list.Kind != kind || list.Edition != edition || len(list.Rows) < 15 || len(list.Warnings) > 0 {
				t.Errorf("%s %s: %d rows, remarks %v", list.Kind, list.Edition, len(list.Rows), list.Warnings)
			}
			for _, row := range list.Rows {
				systems[row.SystemID] = true
				if _, known := published.CountryCode(row.Country); !known {
					t.Errorf("%s is in no country: %q", row.Site, row.Country)
				}
			}
			for _, c := range list.Contradictions() {
				if c.Explained != published.OptimizedRun {
					t.Error(c)
				}
			}
		}
	}
	if len(systems) != demodata.InventedMachines {
		t.Errorf("%d machines are on lists, of %d", len(systems), demodata.InventedMachines)
	}
}
