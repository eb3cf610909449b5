package sample

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Bundle is a submission as a folder holds it: the document, and its files by name. The document
// itself is not among the files. Methodology is what the bundle is made for; a document may not name
// a draft, and then names the edition in force instead.
type Bundle struct {
	Methodology methodology.Edition
	Entry       power.Entry
	Files       map[string][]byte
}

// Named is a bundle with a name for a test case.
type Named struct {
	Name string
	Bundle
}

// addEvidence adds the report that a conversion loss rests on.
func (b *Bundle) addEvidence(loss *power.Loss) {
	if loss == nil || loss.Evidence == "" {
		return
	}
	b.attach(loss.Evidence, "conversion loss", fmt.Sprintf(
		"Sample record of a conversion loss, found by: %s.\nSupplied over delivered power near the load of the run: %.3f.\n", loss.FoundBy, loss.Factor))
}

// addSpecification adds the data sheet that an estimate rests on.
func (b *Bundle) addSpecification(sub power.Subsystem) {
	if sub.Treatment != power.Estimated || sub.Basis == "" {
		return
	}
	b.attach(sub.Basis, "specification", fmt.Sprintf("Sample data sheet.\nMaximum power of the %s: %s.\n", sub.Name, sub.Formula))
}

func (b *Bundle) attach(file, kind, text string) {
	b.Files[file] = []byte(text)
	b.Entry.Attachments = append(b.Entry.Attachments, power.Attachment{File: file, Kind: kind})
}

// detach takes a file out of the bundle.
func (b *Bundle) detach(file string) {
	delete(b.Files, file)
	b.Entry.Attachments = slices.DeleteFunc(b.Entry.Attachments, func(a power.Attachment) bool { return a.File == file })
}
