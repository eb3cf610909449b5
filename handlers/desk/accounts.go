// Package desk answers editors and administrators: editions and their rehearsal, accounts, the outbox, the server, the
// audit log.
package desk

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/administration"
	"green500/store/database"
	deskpage "green500/templates/desk"
	"green500/validation/power"
	"green500/validation/review"
)

// Accounts shows the administrator's desk.
func (h *Handlers) Accounts(c echo.Context) error {
	return h.accounts(c, http.StatusOK, deskpage.AccountForm{Role: review.Submitter})
}

func (h *Handlers) accounts(c echo.Context, status int, form deskpage.AccountForm) error {
	users, err := h.Store.Accounts.Users(c.Request().Context())
	if err != nil {
		return err
	}
	page := deskpage.AccountsPage{Page: h.Page(c, "Accounts"), Form: form, Total: len(users),
		Asked: deskpage.AccountView{Text: c.QueryParam("q"), Role: review.Role(c.QueryParam("role")),
			Status: c.QueryParam("status")}}
	users = slices.DeleteFunc(users, func(u accounts.User) bool {
		return !page.Asked.Shows(strings.Join([]string{u.Name, u.Email, u.Affiliation}, " "), u.Role, u.Disabled,
			u.ConfirmedAt.IsZero())
	})
	page.Fit = len(users)
	typed, _ := strconv.Atoi(c.QueryParam("page")) // what is no number is the first page
	page.Number = max(1, min(typed, (page.Fit+deskpage.AccountsOnPage-1)/deskpage.AccountsOnPage))
	page.From = (page.Number - 1) * deskpage.AccountsOnPage
	for _, user := range users[page.From:min(page.Fit, page.From+deskpage.AccountsOnPage)] {
		page.Rows = append(page.Rows, deskpage.AccountRow{ID: handlers.Text(user.ID), Name: user.Name,
			Email: user.Email, Role: user.Role, Created: user.CreatedAt,
			Self: user.ID == handlers.User(c).ID, Disabled: user.Disabled, Unconfirmed: user.ConfirmedAt.IsZero(),
			Erased: user.Erased()})
	}
	return h.Render(c, status, deskpage.Accounts(page))
}

// CreateAccount creates an account.
func (h *Handlers) CreateAccount(c echo.Context) error {
	form := deskpage.AccountForm{Name: c.FormValue("name"), Email: c.FormValue("email"),
		Role: review.Role(c.FormValue("role"))}
	user, err := h.Store.Accounts.CreateUser(c.Request().Context(), accounts.NewUser{
		Name: form.Name, Email: form.Email, Role: form.Role, Password: c.FormValue("password"),
	})
	if form.Errors = handlers.FieldErrors(err); form.Errors != nil {
		return h.accounts(c, http.StatusUnprocessableEntity, form)
	}
	return h.Finish(c, err, "/accounts", "The account of "+user.Name+" was created.")
}

// SetRole changes the role of an account; nobody changes their own, so that one admin is always left.
func (h *Handlers) SetRole(c echo.Context) error {
	account, err := another(c, "You cannot change your own role. Another administrator must do it.")
	if err != nil {
		return err
	}
	role := review.Role(c.FormValue("role"))
	if !role.Valid() {
		return power.InputErrors{{Field: "role", Problem: "this is not a role", Remedy: "choose one of the list"}}
	}
	return h.Finish(c, h.Store.Accounts.SetRole(c.Request().Context(), account, role), "/accounts",
		"The role was changed.")
}

func another(c echo.Context, refusal string) (int64, error) {
	account, err := handlers.ID(c, "id")
	if self, _ := handlers.Viewer(c); err == nil && self.ID == account {
		err = &review.Refusal{Sentence: refusal}
	}
	return account, err
}

// SetDisabled locks an account out or lets it in again; nobody locks themselves out.
func (h *Handlers) SetDisabled(c echo.Context) error {
	account, err := another(c, "You cannot disable your own account. Another administrator must do it.")
	if err != nil {
		return err
	}
	sentences := map[string]string{"true": "The account was disabled, and its sessions were ended.",
		"false": "The account can be used again."}
	disabled := c.FormValue("disabled")
	sentence, known := sentences[disabled]
	if !known {
		return power.InputErrors{{Field: "disabled", Problem: "this is neither true nor false",
			Remedy: "use the buttons of the page"}}
	}
	return h.Finish(c, h.Store.Accounts.SetDisabled(c.Request().Context(), account, disabled == "true"),
		"/accounts", sentence)
}

// Erasure shows what erasing a person does, and what has to be settled first.
func (h *Handlers) Erasure(c echo.Context) error {
	user, err := h.toErase(c)
	if err != nil {
		return err
	}
	return h.erasure(c, http.StatusOK, user, "")
}

func (h *Handlers) erasure(c echo.Context, status int, user accounts.User, wrong string) error {
	page := deskpage.ErasurePage{Page: h.Page(c, "Erase a person"), ID: handlers.Text(user.ID), Name: user.Name,
		Email: user.Email, Role: string(user.Role), Error: wrong}
	err := h.Store.Administration.MayErase(c.Request().Context(), user.ID)
	if refused, is := errors.AsType[*review.Refusal](err); is {
		page.Unsettled = refused.Sentence
	} else if err != nil {
		return err
	}
	return h.Render(c, status, deskpage.Erasure(page))
}

// Erase erases a person, if the address of the account was typed as a confirmation. Nobody erases themselves.
func (h *Handlers) Erase(c echo.Context) error {
	user, err := h.toErase(c)
	if err != nil {
		return err
	}
	if accounts.NormalEmail(c.FormValue("email")) != user.Email {
		return h.erasure(c, http.StatusUnprocessableEntity, user,
			"This is not the email address of the account. Type "+user.Email+" to confirm.")
	}
	number := handlers.Text(user.ID)
	done := "The person was erased, and is account " + number + " from now on."
	err = h.Store.Administration.EraseAccount(c.Request().Context(), user.ID)
	if errors.Is(err, administration.ErrNotScrubbed) {
		h.Log.WarnContext(c.Request().Context(), "an erasure is not complete", "error", err)
		return h.Done(c, "/accounts", done+" The database file still contains what was deleted. "+
			"To remove it there, run green500 user erase "+number+" --yes on the server.")
	}
	return h.Finish(c, err, "/accounts", done)
}

// toErase is the account of the address; one that was erased is not found.
func (h *Handlers) toErase(c echo.Context) (accounts.User, error) {
	id, err := another(c, "You cannot erase your own account. Another administrator must do it.")
	if err != nil {
		return accounts.User{}, err
	}
	user, err := h.Store.Accounts.User(c.Request().Context(), id)
	if err == nil && user.Erased() {
		err = database.ErrNotFound
	}
	return user, err
}

// Handlers answer editors and administrators.
type Handlers struct {
	*handlers.Base
	MailSent   bool // by a mail server; else the outbox shows the texts
	Started    time.Time
	Archiving  chan struct{} // of one place, which is taken while an archive is made and sent
	Licence    string        // URL of the licence of archives; empty if none is stated
	Rehearsing chan struct{} // of one place, which is taken while a rehearsal runs
}
