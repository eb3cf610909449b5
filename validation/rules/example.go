package rules

import "embed"

//go:embed examples/*.txt
var examples embed.FS

// Example returns the text of examples/ID.txt: how little breaks the rule in a clean submission, in
// the words that package example reads. ok is false where nobody wrote one.
func (r Rule) Example() (text string, ok bool) {
	content, err := examples.ReadFile("examples/" + r.ID + ".txt")
	return string(content), err == nil
}
