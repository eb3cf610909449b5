package validation_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
)

// TestAStencilGivesTheReportOnAnotherInput: the same text and the same digests as grading gives.
func TestAStencilGivesTheReportOnAnotherInput(t *testing.T) {
	for _, b := range clean() {
		first := grade(t, b.Bundle)
		stencil, err := validation.NewStencil(first)
		if err != nil {
			t.Fatal(err)
		}
		named := b.Bundle
		named.Entry.System.Name, named.Entry.Site.Name = `Another <machine> & "more"`, "Elsewhere"
		second := grade(t, named)
		want, err := second.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if text, digests := stencil.Of(second.Digests.Input); !bytes.Equal(text, want) || digests != second.Digests {
			t.Errorf("%s: got digests %v, want %v", b.Name, digests, second.Digests)
		}
		if stencil.Size() < len(want) {
			t.Errorf("%s: it takes %d bytes, for a text of %d", b.Name, stencil.Size(), len(want))
		}
		if first.Digests.Input == second.Digests.Input {
			t.Errorf("%s: another name is no other input", b.Name)
		}
	}
}

// TestVerdictsRestOnNothingElse: what only names and describes is left out, and every other field stays.
func TestVerdictsRestOnNothingElse(t *testing.T) {
	left := []string{"contact.affiliation", "contact.email", "contact.name", "site.name", "site.url",
		"system.interconnect", "system.manufacturer", "system.name", "system.operating_system", "system.processor",
		"system.top500_rank", "system.url", "system.year"}
	entry := power.Entry{
		Schema: power.Schema, Edition: "2026-11", Methodology: "2.0",
		ClaimedLevel: 2, Contact: power.Contact{Name: "a", Email: "b", Affiliation: "c"},
		Site: power.Site{Name: "a", Country: "DE", URL: "b", MainsHz: 50},
		System: power.System{Name: "a", Manufacturer: "b", URL: "c", Year: 1, TotalCores: 2, AcceleratorCores: 3,
			Processor: "d", Accelerator: "e",
			Interconnect: "f", OperatingSystem: "g", RpeakTeraflops: 4, Top500Rank: 5, Top500Teraflops: 6},
		Run: power.Run{Workload: "HPL", Output: "o"}, Study: []power.StudyRun{{}},
	}
	before, after := document.Fields(&entry), document.Fields(validation.Judged(&entry))
	var gone []string
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if after[path] != before[path] {
			gone = append(gone, path)
		}
	}
	gone = slices.DeleteFunc(gone, func(path string) bool { return len(path) > 5 && path[:5] == "study" })
	if !slices.Equal(gone, left) {
		t.Errorf("left out are %q, want %q", gone, left)
	}
	if entry.System.Name != "a" || len(entry.Study) != 1 {
		t.Error("the entry itself was changed")
	}
}

// TestThereIsNoStencilOfWhatIsNotSealed: it would be filled in at the wrong place.
func TestThereIsNoStencilOfWhatIsNotSealed(t *testing.T) {
	if _, err := validation.NewStencil(&validation.Report{}); err == nil {
		t.Error("there is one of nothing")
	}
}
