package templates

import (
	"slices"
	"strings"
	"testing"

	"green500/validation"
)

// TestTheFormAsksTheChecklist: every item of the methodology's checklist stands in a section of the
// form, beside the fields that answer it.
func TestTheFormAsksTheChecklist(t *testing.T) {
	for _, item := range validation.Checklist() {
		for _, path := range item.Fields {
			if !slices.ContainsFunc(Sections(), func(s Section) bool {
				return slices.ContainsFunc(s.Fields, func(f Field) bool { return strings.HasPrefix(f.Path, path) }) &&
					slices.ContainsFunc(checkItems(s), func(shown validation.CheckItem) bool { return shown.ID == item.ID })
			}) {
				t.Errorf("no section of the form has %s of %q", path, item.Title)
			}
		}
	}
}
