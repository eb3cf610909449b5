package submission

import (
	"fmt"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/validation/receipt"
)

// ManifestText serves a manifest as it was committed.
func (h *Handlers) ManifestText(c echo.Context, entry store.EntryAccess) error {
	made, err := h.committed(c, entry)
	if err != nil {
		return err
	}
	return keepable(c, "manifest.json", made.Text)
}

// ManifestReceipt serves the signed receipt of a manifest.
func (h *Handlers) ManifestReceipt(c echo.Context, entry store.EntryAccess) error {
	made, err := h.committed(c, entry)
	if err != nil {
		return err
	}
	given, err := h.Store.Receipts(c.Request().Context(), made.Submission)
	if err != nil {
		return err
	}
	for _, one := range given {
		if one.Kind == receipt.OfManifest && one.Digest == made.Digest {
			return keepable(c, fmt.Sprintf("receipt-%d-manifest-%d.json", made.Submission, made.Number), one.Text)
		}
	}
	return store.ErrNotFound
}

// committed finds the manifest of the address.
func (h *Handlers) committed(c echo.Context, entry store.EntryAccess) (store.Manifest, error) {
	number, err := handlers.ID(c, "number")
	if err != nil {
		return store.Manifest{}, err
	}
	all, err := h.Store.Manifests(c.Request().Context(), entry.ID)
	if err != nil {
		return store.Manifest{}, err
	}
	for _, one := range all {
		if int64(one.Number) == number {
			return one, nil
		}
	}
	return store.Manifest{}, store.ErrNotFound
}

// keepable answers with a text as it is, to be kept as a file.
func keepable(c echo.Context, name string, content []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, content)
}
