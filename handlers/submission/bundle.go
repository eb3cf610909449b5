package submission

import (
	"cmp"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/bundle"
	"green500/validation/review"
)

// Bundle serves an entry as a zip that another installation, or the command line, reads as it is.
func (h *Handlers) Bundle(c echo.Context, entry store.EntryAccess, revision store.Revision) error {
	if !review.MayReadReadings(entry.Reader) {
		return filesStay()
	}
	document, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	packed, err := h.packed(c, revision)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, "application/zip")
	name := fmt.Sprintf("green500-%s-%d-revision-%d.zip", entry.Edition, entry.ID, revision.Number)
	header.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	c.Response().WriteHeader(http.StatusOK)
	report := revision.Report
	if slices.ContainsFunc(revision.Files, func(f store.File) bool { return f.Name == bundle.ReportName }) {
		report = nil // somebody's evidence has that name, and a report can be had again
	}
	return bundle.Pack(c.Response(), document, report, packed)
}

// packed are the files of a revision for a bundle, but for one that stands where its document is, and the waivers of
// the entry.
func (h *Handlers) packed(c echo.Context, revision store.Revision) ([]bundle.PackedFile, error) {
	packed, err := h.packedWaivers(c, revision)
	if err != nil {
		return nil, err
	}
	for _, file := range slices.SortedFunc(slices.Values(revision.Files), func(a, b store.File) int { return cmp.Compare(a.Name, b.Name) }) {
		if file.Name == bundle.DocumentNames()[0] {
			continue
		}
		packed = append(packed, bundle.PackedFile{Name: file.Name, Open: func() (io.ReadCloser, error) {
			return h.Store.Blobs().Open(c.Request().Context(), file.Digest)
		}})
	}
	return packed, nil
}
