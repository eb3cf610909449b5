package proposals

import (
	"io/fs"

	"green500/validation/bundle"
	"green500/validation/plan"
	"green500/validation/power"
)

// Draft returns the fields that have to be filled in before a document can be graded that is still the draft of a plan, each
// with its place; none if it is no draft.
func Draft(doc *bundle.Document) power.InputErrors {
	if !plan.IsDraft(doc.Entry) {
		return nil
	}
	exists := func(name string) bool {
		_, err := fs.Stat(doc.Folder, name)
		return err == nil
	}
	var all power.InputErrors
	for _, blank := range plan.Blanks(doc.Entry, exists) {
		all = append(all, &power.InputError{Field: blank.Path, Problem: "fill in: " + blank.Note})
	}
	_ = doc.Places.Of(all) // adds their lines
	return all
}
