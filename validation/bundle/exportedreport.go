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

// ExportedReport is the verdict that lies in a bundle which was exported: what another installation, or an
// earlier day, said of it.
type ExportedReport struct {
	Text    []byte
	Digests validation.Digests
}

// MaximumReport bounds a verdict that is read, in bytes: one with every finding is a fraction of it.
const MaximumReport = 64 << 20

var sealed = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// ReadExportedReport reads a verdict as we write it; ours is false for everything else.
func ReadExportedReport(text []byte) (c ExportedReport, ours bool) {
	var report validation.Report
	if json.Unmarshal(text, &report) != nil {
		return ExportedReport{}, false
	}
	d := report.Digests
	ours = sealed.MatchString(d.Rules) && sealed.MatchString(d.Input) && sealed.MatchString(d.Report)
	return ExportedReport{text, d}, ours
}

// FindExportedReport returns the verdict that lies beside the document of a bundle; found is false where none
// does that is ours. It fails where the bundle cannot be read.
func FindExportedReport(folder fs.FS) (c ExportedReport, found bool, err error) {
	beside, err := DocumentFolder(folder)
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
	c, found = ReadExportedReport(text)
	return c, found, nil
}

// Explain says how a verdict that was just come to compares with the one that was carried along.
func (c ExportedReport) Explain(digests validation.Digests, report []byte) string {
	if digests == c.Digests && !bytes.Equal(report, c.Text) {
		return ReportName + " was changed after it was written: its digests are those of this report, but its content differs."
	}
	return digests.Explain(c.Digests, ReportName)
}
