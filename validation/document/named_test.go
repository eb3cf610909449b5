package document_test

import (
	"reflect"
	"testing"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/power"
)

// TestNamedReplacesNamesOnly: a document that lacks nothing stays as it is; of one that lacks names only those are
// filled in, and the document itself stays untouched.
func TestNamedReplacesNamesOnly(t *testing.T) {
	whole := sample.Clean(2, "2.0").Entry
	if got := document.Named(&whole); !reflect.DeepEqual(*got, whole) {
		t.Error("a whole document changes")
	}
	bare := sample.Clean(2, "2.0").Entry
	bare.Contact.Name, bare.Contact.Email, bare.Site.Name, bare.System.Name, bare.ClaimedLevel = "", "", "", "", 0
	bare.Subsystems = append(bare.Subsystems, power.Subsystem{Name: "archive"})
	before := document.Fields(&bare)
	if document.Check(&bare) == nil {
		t.Fatal("the bare document lacks nothing")
	}
	named := document.Named(&bare)
	if err := document.Check(named); err != nil {
		t.Errorf("it still lacks something: %v", err)
	}
	if !reflect.DeepEqual(document.Fields(&bare), before) {
		t.Error("the document itself is changed")
	}
	if len(named.Subsystems) != len(whole.Subsystems) || named.ClaimedLevel != power.Levels()[0] {
		t.Errorf("got %d subsystems at %v", len(named.Subsystems), named.ClaimedLevel)
	}
	named.Contact, named.Site, named.System, named.ClaimedLevel = whole.Contact, whole.Site, whole.System,
		whole.ClaimedLevel
	if !reflect.DeepEqual(*named, whole) {
		t.Error("more than names is changed")
	}
}
