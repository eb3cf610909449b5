package public

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	publicpage "green500/templates/public"
)

// LegalText shows what the operator has to say by law, or leads to where it stands.
func (h *Handlers) LegalText(c echo.Context) error {
	title, text := h.Legal.Of(c.Request().URL.Path)
	switch {
	case text == "":
		return store.ErrNotFound
	case handlers.IsAddress(text):
		return c.Redirect(http.StatusSeeOther, text)
	}
	return h.Render(c, http.StatusOK, publicpage.Legal(publicpage.LegalPage{Page: h.Page(c, title), Paragraphs: strings.Split(strings.ReplaceAll(text, "\r", ""), "\n\n")}))
}
