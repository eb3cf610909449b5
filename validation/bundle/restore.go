package bundle

import (
	"fmt"
	"io/fs"
	"slices"

	"green500/validation"
	"green500/validation/power"
)

// Kept is what is kept of a bundle that was read once.
type Kept struct {
	Entry    *power.Entry
	Document []byte                  // canonical JSON of Entry, as it was graded
	Folder   fs.FS                   // the files; of these only the output is read again
	Traces   [][]*power.Trace        // the readings of each series
	Files    []validation.FileDigest // of all files, in any order
}

// Restore puts a bundle together from what was kept of it: the same as Assemble made of its files.
// The document has to have passed document.Check. Trouble with the input is returned as
// power.InputErrors.
func Restore(kept Kept) (*Bundle, error) {
	r := reader{entry: kept.Entry, folder: kept.Folder}
	measurement, err := r.measurement(kept.parts)
	if err != nil {
		return nil, err
	}
	files, err := kept.digests()
	if err != nil {
		return nil, err
	}
	return &Bundle{Entry: kept.Entry, Document: kept.Document, Measurement: measurement, Files: files}, nil
}

// parts ties the readings to their series.
func (k Kept) parts(m *power.Measurement) error {
	if len(k.Traces) != len(k.Entry.Series) {
		return fmt.Errorf("readings of %d series were kept, and the document has %d", len(k.Traces), len(k.Entry.Series))
	}
	for i := range k.Entry.Series {
		series := &k.Entry.Series[i]
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: k.Entry.MeterOf(series), Traces: k.Traces[i]})
	}
	return nil
}

// digests picks the digests of the files the document names, in its order.
func (k Kept) digests() ([]validation.FileDigest, error) {
	var files []validation.FileDigest
	var troubles power.InputErrors
	for _, named := range Named(k.Entry) {
		same := func(f validation.FileDigest) bool { return f.Name == named.Name }
		if slices.ContainsFunc(files, same) {
			continue
		}
		at := slices.IndexFunc(k.Files, same)
		if at < 0 {
			troubles = append(troubles, absent(named.Name, named.Field)...)
			continue
		}
		files = append(files, k.Files[at])
	}
	return files, troubles.OrNil()
}
