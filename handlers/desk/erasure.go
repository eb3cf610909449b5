package desk

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	deskpage "green500/templates/desk"
	"green500/validation/review"
)

// Erasure shows what erasing a person does, and what has to be settled first.
func (h *Handlers) Erasure(c echo.Context) error {
	user, err := h.toErase(c)
	if err != nil {
		return err
	}
	return h.erasure(c, http.StatusOK, user, "")
}

func (h *Handlers) erasure(c echo.Context, status int, user store.User, wrong string) error {
	page := deskpage.ErasurePage{Page: h.Page(c, "Erase a person"), ID: handlers.Text(user.ID), Name: user.Name, Email: user.Email, Role: string(user.Role), Error: wrong}
	err := h.Store.MayErase(c.Request().Context(), user.ID)
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
	if store.NormalEmail(c.FormValue("email")) != user.Email {
		return h.erasure(c, http.StatusUnprocessableEntity, user, "This is not the email address of the account. Type "+user.Email+" to confirm.")
	}
	number := handlers.Text(user.ID)
	done := "The person was erased, and is account " + number + " from now on."
	err = h.Store.EraseAccount(c.Request().Context(), user.ID)
	if errors.Is(err, store.ErrNotScrubbed) {
		h.Log.WarnContext(c.Request().Context(), "an erasure is not complete", "error", err)
		return h.Done(c, "/accounts", done+" The database file still contains what was deleted. To remove it there, run green500 user erase "+number+" --yes on the server.")
	}
	if err != nil {
		return err
	}
	return h.Done(c, "/accounts", done)
}

// toErase is the account of the address; one that was erased is not found.
func (h *Handlers) toErase(c echo.Context) (store.User, error) {
	id, err := another(c, "Nobody erases their own account; another administrator has to.")
	if err != nil {
		return store.User{}, err
	}
	user, err := h.Store.User(c.Request().Context(), id)
	if err == nil && user.Erased() {
		err = store.ErrNotFound
	}
	return user, err
}
