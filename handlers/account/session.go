package account

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/power"
	"green500/validation/review"
)

// LoginForm shows the form to sign in.
func (h *Handlers) LoginForm(c echo.Context) error {
	return h.login(c, http.StatusOK, accountpage.LoginPage{Next: localPath(c.QueryParam("next"))})
}

func (h *Handlers) login(c echo.Context, status int, page accountpage.LoginPage) error {
	page.Page, page.Registration = h.Page(c, "Sign in"), h.Registration
	_, page.Passkeys = h.relyingParty()
	page.Providers = h.providerLinks()
	if page.Flash == "" { // a person who was signed out reads why
		page.Flash = h.Sessions.PopString(c.Request().Context(), handlers.FlashKey)
	}
	return h.Render(c, status, accountpage.Login(page))
}

// Login signs a person in.
func (h *Handlers) Login(c echo.Context) error {
	page := accountpage.LoginPage{Email: c.FormValue("email"), Next: localPath(c.FormValue("next"))}
	var user store.User
	err := h.guess(c, page.Email, func() (err error) {
		user, err = h.Store.Authenticate(c.Request().Context(), page.Email, c.FormValue("password"))
		return err
	})
	switch {
	case errors.Is(err, errTooManyGuesses):
		page.Errors = templates.FieldErrors{"": errTooManyGuesses.Sentence}
		return h.login(c, http.StatusTooManyRequests, page)
	case errors.Is(err, store.ErrCredentials):
		page.Errors = templates.FieldErrors{"": "Wrong email or password."}
		return h.login(c, http.StatusUnauthorized, page)
	case errors.Is(err, store.ErrUnconfirmed):
		page.Unconfirmed = true
		return h.login(c, http.StatusForbidden, page)
	case err != nil:
		return err
	}
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, landing(user.Role, page.Next))
}

var errTooManyGuesses = &review.Refusal{
	Sentence: "Too many wrong passwords were tried for this account. Wait an hour, or set a new password by mail.",
}

// guess tries a password for an account, unless too many were wrong: from one network few, so that a person who
// guesses does not keep the owner out as well, and from all of them together more. It counts by what was typed,
// whether or not there is such an account.
func (h *Handlers) guess(c echo.Context, email string, try func() error) error {
	ctx, name := c.Request().Context(), store.NormalEmail(email)
	for _, count := range guessesOf(c, name) {
		if allowed, err := h.Store.Count(ctx, count.tally, count.name); err != nil {
			return err
		} else if !allowed {
			return errTooManyGuesses
		}
	}
	err := try()
	_, typed := errors.AsType[*power.InputError](err)
	right := err == nil || errors.Is(err, store.ErrUnconfirmed) || typed // only then is the rest looked at
	switch {
	case right && !errors.Is(err, store.ErrCredentials):
		h.forgive(c, name)
	case !errors.Is(err, store.ErrCredentials):
		h.untry(c, name)
	}
	return err
}

// untry takes back what was counted where the password was not compared: the database failed, or the browser left.
func (h *Handlers) untry(c echo.Context, name string) {
	ctx := context.WithoutCancel(c.Request().Context())
	for _, count := range guessesOf(c, name) {
		if err := h.Store.Uncount(ctx, count.tally, count.name); err != nil {
			h.Log.WarnContext(ctx, "an attempt that was none still counts", "error", err)
		}
	}
}

// guesses is a name under which wrong passwords are counted.
type guesses struct {
	tally store.Tally
	name  string
}

func guessesOf(c echo.Context, name string) []guesses {
	return []guesses{{store.Guesses, name + " from " + handlers.Network(c.RealIP())}, {store.SpreadGuesses, name}}
}

// forgive forgets the wrong passwords for an account. Where that fails, a person who just proved who they are goes on all the
// same, with fewer guesses left for an hour.
func (h *Handlers) forgive(c echo.Context, name string) {
	ctx := context.WithoutCancel(c.Request().Context())
	for _, count := range guessesOf(c, name) {
		if err := h.Store.Discount(ctx, count.tally, count.name); err != nil {
			h.Log.WarnContext(ctx, "wrong passwords still count", "error", err)
		}
	}
}

// Logout ends the session.
func (h *Handlers) Logout(c echo.Context) error {
	if err := h.Sessions.Destroy(c.Request().Context()); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// localPath keeps a redirect on this server, whatever the form says; it is empty for an address that is not of this server.
func localPath(path string) string {
	_, err := url.Parse(path) // which takes no tabs and line ends; browsers drop them, and "/<tab>/x" would lead to the host x
	if err != nil || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`) {
		return ""
	}
	return path
}
