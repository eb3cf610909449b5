package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

const (
	accountKey = "account"    // id of the account, in a session
	startedKey = "started_at" // when it was signed in, in microseconds since 1970, in a session
)

// Identify finds the account that a session belongs to. A session that began before the password
// was last set, or of an account that was disabled, counts as none. A request that names a token has
// the account of that, and no session.
func (h *Handlers) Identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		if secret, named := bearer(c.Request()); named {
			if err := h.identifyBearer(c, secret); err != nil {
				return err
			}
			return next(c)
		}
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
	return h.login(c, http.StatusOK, templates.LoginPage{Next: localPath(c.QueryParam("next"))})
}

func (h *Handlers) login(c echo.Context, status int, page templates.LoginPage) error {
	page.Page, page.Registration = h.page(c, "Sign in"), h.Registration
	_, page.Passkeys = h.relyingParty()
	page.Providers = h.providerLinks()
	if page.Flash == "" { // whoever was signed out is told why
		page.Flash = h.Sessions.PopString(c.Request().Context(), flashKey)
	}
	return h.render(c, status, templates.Login(page))
}

// Login signs a person in.
func (h *Handlers) Login(c echo.Context) error {
	page := templates.LoginPage{Email: c.FormValue("email"), Next: localPath(c.FormValue("next"))}
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
		page.Errors = templates.FieldErrors{"": "E-mail address and password do not belong together."}
		return h.login(c, http.StatusUnauthorized, page)
	case errors.Is(err, store.ErrUnconfirmed):
		page.Unconfirmed = true
		return h.login(c, http.StatusForbidden, page)
	case err != nil:
		return err
	}
	if err := h.signIn(c, user); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, page.Next)
}

// signIn begins a session of an account.
func (h *Handlers) signIn(c echo.Context, user store.User) error {
	ctx := c.Request().Context()
	if err := h.Sessions.RenewToken(ctx); err != nil {
		return err
	}
	h.Sessions.Put(ctx, accountKey, user.ID)
	// Where the clock has been set back since the password was set, the session began after that all the same.
	h.Sessions.Put(ctx, startedKey, max(h.Now().UnixMicro(), user.PasswordAt.UnixMicro()))
	return nil
}

var errTooManyGuesses = &review.Refusal{
	Sentence: "Too many wrong passwords were tried for this account. Wait an hour, or set a new password by mail.",
}

// guess tries a password for an account, unless too many were wrong: from one network few, so that whoever
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
	if right && !errors.Is(err, store.ErrCredentials) {
		h.forgive(c, name)
	}
	return err
}

// guesses is a name under which wrong passwords are counted.
type guesses struct {
	tally store.Tally
	name  string
}

func guessesOf(c echo.Context, name string) []guesses {
	return []guesses{{store.Guesses, name + " from " + Network(c.RealIP())}, {store.SpreadGuesses, name}}
}

// forgive forgets the wrong passwords for an account. Where that fails, whoever just proved who they are goes on all the
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

// localPath keeps a redirect on this server, whatever the form says.
func localPath(path string) string {
	_, err := url.Parse(path) // which takes no tabs and line ends; browsers drop them, and "/<tab>/x" would lead to the host x
	if err != nil || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`) {
		return "/submissions"
	}
	return path
}
