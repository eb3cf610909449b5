package account

import (
	"bytes"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	accountpage "green500/templates/account"
)

// personalDataSection offers a person what is kept on them.
func (h *Handlers) personalDataSection(echo.Context, store.User) (templ.Component, error) {
	return accountpage.PersonalDataSection(h.Contact), nil
}

// PersonalData is all that is kept on the current user, as a file.
func (h *Handlers) PersonalData(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	if err := handlers.TakeTurn(c); err != nil {
		return err
	}
	var text bytes.Buffer // whole before the first byte is sent, so that a failure is no half file
	if err := h.Store.WritePerson(c.Request().Context(), user.ID, &text); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="green500-account.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, text.Bytes())
}
