package handlers

import (
	"bytes"

	"github.com/labstack/echo/v4"

	"green500/templates"
	"green500/validation/review"
)

// ReadsAsEverybody reports whether pages that draw nothing specific to the reader but the frame show them what they show
// everybody. Who reviews or edits reads lists that are under embargo, and is offered more.
func ReadsAsEverybody(c echo.Context) bool {
	user, signedIn := Viewer(c)
	return signedIn && user.Role == review.Submitter
}

// AsEverybody has a request answered as if nobody in particular asked.
func AsEverybody(c echo.Context, next echo.HandlerFunc) error {
	who := c.Get(viewerKey)
	c.Set(viewerKey, nil)
	defer c.Set(viewerKey, who)
	return next(c)
}

// CutPage returns where the part of a page begins that tells nothing of who reads it; 0 where the text is no page.
func CutPage(page []byte) int { return templates.CutPage(page) }

// Reframe gives a page that was drawn for everybody the frame of the current user: it returns what stands before the part of the
// page that is the same for all, as CutPage has cut it. It fails where drawing does.
func (h *Base) Reframe(c echo.Context, page []byte) ([]byte, error) {
	var drawn bytes.Buffer
	err := templates.Reframe(c.Request().Context(), &drawn, h.Page(c, ""), page)
	return drawn.Bytes(), err
}
