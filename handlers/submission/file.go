package submission

import (
	"io"
	"mime"
	"net/http"
	"path"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/review"
)

// File serves a file of an entry as it was uploaded, always as something to keep and never as a
// page: what a stranger uploaded must not run in anyone's browser.
func (h *Handlers) File(c echo.Context, entry store.EntryAccess, revision store.Revision) error {
	if !review.MayReadReadings(entry.Reader) {
		return filesStay()
	}
	name := c.Param("*")
	at := slices.IndexFunc(revision.Files, func(f store.File) bool { return f.Name == name })
	if at < 0 {
		return store.ErrNotFound
	}
	opened, err := h.Store.Blobs().Open(c.Request().Context(), revision.Files[at].Digest)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, echo.MIMEOctetStream)
	header.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.Copy(c.Response(), opened)
	return err
}

// filesStay is for people who may read an entry only because everybody may.
func filesStay() error {
	return echo.NewHTTPError(http.StatusForbidden, "Only the submitter and the reviewers of this entry can read its files; its page has the envelope, which is public.")
}
