package desk

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	deskpage "green500/templates/desk"
	"green500/validation/power"
	"green500/validation/review"
)

// Accounts shows the administrator's desk.
func (h *Handlers) Accounts(c echo.Context) error {
	return h.accounts(c, http.StatusOK, deskpage.AccountForm{Role: review.Submitter})
}

func (h *Handlers) accounts(c echo.Context, status int, form deskpage.AccountForm) error {
	users, err := h.Store.Users(c.Request().Context())
	if err != nil {
		return err
	}
	self, _ := handlers.Viewer(c)
	page := deskpage.AccountsPage{Page: h.Page(c, "Accounts"), Form: form, Total: len(users),
		Asked: deskpage.AccountView{Text: c.QueryParam("q"), Role: review.Role(c.QueryParam("role")), Status: c.QueryParam("status")}}
	users = slices.DeleteFunc(users, func(u store.User) bool {
		return !page.Asked.Shows(strings.Join([]string{u.Name, u.Email, u.Affiliation}, " "), u.Role, u.Disabled, u.ConfirmedAt.IsZero())
	})
	page.Fit = len(users)
	typed, _ := strconv.Atoi(c.QueryParam("page")) // what is no number is the first page
	page.Number = max(1, min(typed, (page.Fit+deskpage.AccountsOnPage-1)/deskpage.AccountsOnPage))
	page.From = (page.Number - 1) * deskpage.AccountsOnPage
	for _, user := range users[page.From:min(page.Fit, page.From+deskpage.AccountsOnPage)] {
		page.Rows = append(page.Rows, deskpage.AccountRow{ID: handlers.Text(user.ID), Name: user.Name, Email: user.Email, Role: user.Role, Created: user.CreatedAt,
			Self: user.ID == self.ID, Disabled: user.Disabled, Unconfirmed: user.ConfirmedAt.IsZero(), Erased: user.Erased()})
	}
	return h.Render(c, status, deskpage.Accounts(page))
}

// CreateAccount creates an account.
func (h *Handlers) CreateAccount(c echo.Context) error {
	form := deskpage.AccountForm{Name: c.FormValue("name"), Email: c.FormValue("email"), Role: review.Role(c.FormValue("role"))}
	user, err := h.Store.CreateUser(c.Request().Context(), store.NewUser{
		Name: form.Name, Email: form.Email, Role: form.Role, Password: c.FormValue("password"),
	})
	if form.Errors = handlers.FieldErrors(err); form.Errors != nil {
		return h.accounts(c, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return h.Done(c, "/accounts", "The account of "+user.Name+" was created.")
}

// SetRole changes the role of an account; nobody changes their own, so that one admin is always left.
func (h *Handlers) SetRole(c echo.Context) error {
	account, err := another(c, "Nobody changes their own role; another administrator has to.")
	if err != nil {
		return err
	}
	role := review.Role(c.FormValue("role"))
	if !role.Valid() {
		return power.InputErrors{{Field: "role", Problem: "this is not a role", Remedy: "choose one of the list"}}
	}
	if err := h.Store.SetRole(c.Request().Context(), account, role); err != nil {
		return err
	}
	return h.Done(c, "/accounts", "The role was changed.")
}

// another reads the account of the address, which may not be that of the current user.
func another(c echo.Context, refusal string) (int64, error) {
	account, err := handlers.ID(c, "id")
	if self, _ := handlers.Viewer(c); err == nil && self.ID == account {
		err = &review.Refusal{Sentence: refusal}
	}
	return account, err
}

// SetDisabled locks an account out or lets it in again; nobody locks themselves out.
func (h *Handlers) SetDisabled(c echo.Context) error {
	account, err := another(c, "Nobody disables their own account; another administrator has to.")
	if err != nil {
		return err
	}
	sentences := map[string]string{"true": "The account was disabled, and its sessions were ended.", "false": "The account can be used again."}
	disabled := c.FormValue("disabled")
	sentence, known := sentences[disabled]
	if !known {
		return power.InputErrors{{Field: "disabled", Problem: "this is neither true nor false", Remedy: "use the buttons of the page"}}
	}
	if err := h.Store.SetDisabled(c.Request().Context(), account, disabled == "true"); err != nil {
		return err
	}
	return h.Done(c, "/accounts", sentence)
}
