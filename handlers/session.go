package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
)

const (
	accountKey = "account"    // id of the account, in a session
	startedKey = "started_at" // when it was signed in, in microseconds since 1970, in a session
)

// Identify finds the account that a session belongs to. A session that began before the password
// was last set, or of an account that was disabled, counts as none.
func (h *Handlers) Identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		account := h.Sessions.GetInt64(ctx, accountKey)
		if account == 0 {
			return next(c)
		}
		user, err := h.Store.User(ctx, account)
		switch {
		case errors.Is(err, store.ErrNotFound) || (err == nil && (user.Disabled || user.PasswordAt.UnixMicro() > h.Sessions.GetInt64(ctx, startedKey))):
			if err := h.Sessions.Destroy(ctx); err != nil {
				return err
			}
		case err != nil:
			return err
		default:
			c.Set(viewerKey, user)
		}
		return next(c)
	}
}

// LoginForm shows the form to sign in.
func (h *Handlers) LoginForm(c echo.Context) error {
	return h.render(c, http.StatusOK, templates.Login(templates.LoginPage{Page: h.page(c, "Sign in"), Next: localPath(c.QueryParam("next"))}))
}

// Login signs a person in.
func (h *Handlers) Login(c echo.Context) error {
	ctx := c.Request().Context()
	next := localPath(c.FormValue("next"))
	user, err := h.Store.Authenticate(ctx, c.FormValue("email"), c.FormValue("password"))
	if errors.Is(err, store.ErrCredentials) {
		page := templates.LoginPage{Page: h.page(c, "Sign in"), Email: c.FormValue("email"), Next: next,
			Errors: templates.FieldErrors{"": "E-mail address and password do not belong together."}}
		return h.render(c, http.StatusUnauthorized, templates.Login(page))
	}
	if err != nil {
		return err
	}
	if err := h.Sessions.RenewToken(ctx); err != nil {
		return err
	}
	h.Sessions.Put(ctx, accountKey, user.ID)
	h.Sessions.Put(ctx, startedKey, h.Now().UnixMicro())
	return c.Redirect(http.StatusSeeOther, next)
}

// Logout ends the session.
func (h *Handlers) Logout(c echo.Context) error {
	if err := h.Sessions.Destroy(c.Request().Context()); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// localPath keeps a redirect on this server, whatever the form says.
func localPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return "/submissions"
	}
	return path
}
