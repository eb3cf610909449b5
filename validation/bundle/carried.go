package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"regexp"

	"green500/validation"
)

// Carried is the verdict that lies in a bundle which was exported: what another installation, or an
// earlier day, said of it.
type Carried struct {
	Text    []byte
	Digests validation.Digests
}

// MaximumReport bounds a verdict that is read, in bytes: one with every finding is a fraction of it.
const MaximumReport = 64 << 20

var sealed = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// ReadCarried reads a verdict as we write it; ours is false for everything else.
func ReadCarried(text []byte) (c Carried, ours bool) {
	var report validation.Report
	if json.Unmarshal(text, &report) != nil {
		return Carried{}, false
	}
	d := report.Digests
	ours = sealed.MatchString(d.Rules) && sealed.MatchString(d.Input) && sealed.MatchString(d.Report)
	return Carried{text, d}, ours
}

// FindCarried returns the verdict that lies beside the document of a bundle; found is false where none
// does that is ours. It fails where the bundle cannot be read.
func FindCarried(folder fs.FS) (c Carried, found bool, err error) {
	beside, err := Beside(folder)
	if err != nil {
		return c, false, err
	}
	opened, err := beside.Open(ReportName)
	if errors.Is(err, fs.ErrNotExist) {
		return c, false, nil
	}
	if err != nil {
		return c, false, unreadable(ReportName, err)
	}
	defer func() { _ = opened.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(opened, MaximumReport))
	if err != nil {
		return c, false, unreadable(ReportName, err)
	}
	c, found = ReadCarried(text)
	return c, found, nil
}

// Explain says how a verdict that was just come to compares with the one that was carried along.
func (c Carried) Explain(digests validation.Digests, report []byte) string {
	if digests == c.Digests && !bytes.Equal(report, c.Text) {
		return ReportName + " was changed after it was written: it names the digests of the verdict here, and says something else."
	}
	return digests.Explain(c.Digests, ReportName)
}
