package bundle

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"time"

	"github.com/klauspost/compress/flate"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
)

// ReportName is what the verdict is called in a bundle that was exported. It shows what was said of
// the bundle and is never read back.
const ReportName = "green500-report.json"

// WaiversName is what the waivers of an entry are called in a bundle that was exported. They count where they were
// approved, and are never read back.
const WaiversName = "waivers.json"

// PackedFile is a file to be put into a bundle.
type PackedFile struct {
	Name string // its path in the bundle
	Open func() (io.ReadCloser, error)
}

// Pack writes a bundle as a zip: the document, the verdict if there is one, and the files as they
// are. The same bundle gives the same bytes at any time. It fails if writing or reading does.
func Pack(to io.Writer, entry *power.Entry, report []byte, files []PackedFile) error {
	text, err := document.YAML(entry)
	if err != nil {
		return fmt.Errorf("write the document of a bundle: %w", err)
	}
	archive := zip.NewWriter(to)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestSpeed)
	})
	inMemory := func(name string, text []byte) []PackedFile {
		return []PackedFile{{name, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}}
	}
	files = slices.Concat(inMemory(DocumentNames()[0], text), files)
	if len(report) > 0 {
		files = append(files, inMemory(ReportName, report)...)
	}
	for _, file := range files {
		if err := packFile(archive, file); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("finish a bundle: %w", err)
	}
	return nil
}

// packTime is the time of every file in a bundle: the first that a zip can store.
var packTime = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

func packFile(archive *zip.Writer, file PackedFile) error {
	from, err := file.Open()
	if err != nil {
		return fmt.Errorf("open %s for a bundle: %w", file.Name, err)
	}
	defer func() { _ = from.Close() }() // it was read
	into, err := archive.CreateHeader(&zip.FileHeader{Name: file.Name, Method: zip.Deflate, Modified: packTime})
	if err != nil {
		return fmt.Errorf("begin %s in a bundle: %w", file.Name, err)
	}
	if _, err := io.Copy(into, from); err != nil {
		return fmt.Errorf("write %s into a bundle: %w", file.Name, err)
	}
	return nil
}

// ExportedReport is the verdict in an exported bundle: what another installation, or an earlier day, said of it.
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

// FindExportedReport returns the verdict beside the document of a bundle; found is false if there is none of ours.
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
		return ReportName +
			" was changed after it was written: its digests are those of this report, but its content differs."
	}
	return digests.Explain(c.Digests, ReportName)
}
