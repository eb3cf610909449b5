package submission

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/document"
)

// Report serves the verdict, byte for byte as the command line prints it.
func (h *Handlers) Report(c echo.Context, _ store.EntryAccess, revision store.Revision) error {
	if len(revision.Report) == 0 {
		return store.ErrNotFound
	}
	return c.JSONBlob(http.StatusOK, revision.Report)
}

// Document serves the document as YAML, to be kept beside its files.
func (h *Handlers) Document(c echo.Context, _ store.EntryAccess, revision store.Revision) error {
	entry, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	written, err := document.YAML(entry)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="submission.yaml"`)
	return c.Blob(http.StatusOK, "application/yaml; charset=utf-8", written)
}
