package document_test

import (
	"testing"

	"green500/validation/document"
)

// TestAFieldHasOnePath, and whatever is nearly that is of no field.
func TestAFieldHasOnePath(t *testing.T) {
	for path, want := range map[string]bool{
		"system.name": true, "meters[0].model": true, "meters[10].model": true, "meters[499].model": true,
		"": false, "system": false, "system.": false, ".system.name": false, "system.Name": false,
		"system.name.": false, "system name": false,
		"meters": false, "meters[0]": false, "meters[].model": false, "meters[0.model": false,
		"meters[0]].model": false, "meters[[0].model": false, "meters[0]x.model": false,
		"meters[-1].model": false, "meters[+1].model": false, "meters[ 1].model": false, "meters[01].model": false,
		"meters[500].model": false, "meters[1000].model": false,
		"meters.model": false, "system[0].name": false, "[0].model": false,
	} {
		if got := document.IsField(path); got != want {
			t.Errorf("%q is a field: %t, want %t", path, got, want)
		}
	}
}
