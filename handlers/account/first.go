package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

// FirstForm shows the form to make the first administrator, by the link that the server printed when it started.
func (h *Handlers) FirstForm(c echo.Context) error {
	if err := h.Store.CheckFirstLink(c.Request().Context(), c.Param("secret")); err != nil {
		return h.deadLink(c, err, firstAgain())
	}
	return h.Render(c, http.StatusOK, accountpage.First(accountpage.FirstPage{Page: h.Page(c, "First administrator")}))
}

// First makes the first administrator, and signs the person in.
func (h *Handlers) First(c echo.Context) error {
	page := accountpage.FirstPage{Name: c.FormValue("name"), Email: c.FormValue("email")}
	person := store.NewUser{Name: page.Name, Email: page.Email, Password: c.FormValue("password")}
	user, err := h.Store.CreateFirstAdministrator(c.Request().Context(), c.Param("secret"), person)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		page.Page = h.Page(c, "First administrator")
		return h.Render(c, http.StatusUnprocessableEntity, accountpage.First(page))
	}
	if err != nil {
		return h.deadLink(c, err, firstAgain())
	}
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	return h.Done(c, landing(review.Admin, ""), "Your account was made, and you are signed in.")
}

func firstAgain() templates.Link { return templates.Link{Href: "/login", Text: "Sign in"} }
