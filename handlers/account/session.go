package account

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
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
	var user accounts.User
	err := h.guess(c, page.Email, func() (err error) {
		user, err = h.Store.Accounts.Authenticate(c.Request().Context(), page.Email, c.FormValue("password"))
		return err
	})
	switch {
	case errors.Is(err, errTooManyGuesses):
		page.Errors = templates.FieldErrors{"": errTooManyGuesses.Sentence}
		return h.login(c, http.StatusTooManyRequests, page)
	case errors.Is(err, accounts.ErrCredentials):
		page.Errors = templates.FieldErrors{"": "Wrong email or password."}
		return h.login(c, http.StatusUnauthorized, page)
	case errors.Is(err, accounts.ErrUnconfirmed):
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
	ctx, name := c.Request().Context(), accounts.NormalEmail(email)
	for _, count := range guessesOf(c, name) {
		if allowed, err := h.Store.Accounts.Count(ctx, count.tally, count.name); err != nil {
			return err
		} else if !allowed {
			return errTooManyGuesses
		}
	}
	err := try()
	_, typed := errors.AsType[*power.InputError](err)
	right := err == nil || errors.Is(err, accounts.ErrUnconfirmed) || typed // only then is the rest looked at
	switch {
	case right && !errors.Is(err, accounts.ErrCredentials):
		h.forgive(c, name)
	case !errors.Is(err, accounts.ErrCredentials): // it was not compared: the database failed, or the browser left
		ctx := context.WithoutCancel(c.Request().Context())
		for _, count := range guessesOf(c, name) {
			if err := h.Store.Accounts.Uncount(ctx, count.tally, count.name); err != nil {
				h.Log.WarnContext(ctx, "an attempt that was none still counts", "error", err)
			}
		}
	}
	return err
}

type guesses struct {
	tally accounts.Tally
	name  string
}

func guessesOf(c echo.Context, name string) []guesses {
	return []guesses{{accounts.Guesses, name + " from " + handlers.Network(c.RealIP())}, {accounts.SpreadGuesses, name}}
}

func (h *Handlers) forgive(c echo.Context, name string) {
	ctx := context.WithoutCancel(c.Request().Context())
	for _, count := range guessesOf(c, name) {
		if err := h.Store.Accounts.Discount(ctx, count.tally, count.name); err != nil {
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

// localPath keeps a redirect on this server, whatever the form says; it is empty for an address that is not of this
// server.
func localPath(path string) string {
	// which takes no tabs and line ends; browsers drop them, and "/<tab>/x" would lead to the host x
	_, err := url.Parse(path)
	if err != nil || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`) {
		return ""
	}
	return path
}

// Landings is the one table of where a role works, which is where signing in leads unless another address was asked
// for.
func Landings() map[review.Role]string {
	return map[review.Role]string{
		review.Submitter: "/submissions",
		review.Reviewer:  "/review",
		review.Editor:    "/editions",
		review.Admin:     "/server",
	}
}

// landing is where somebody goes who has just signed in: to the address that was asked for, else to where their role
// works.
func landing(role review.Role, next string) string {
	return cmp.Or(localPath(next), Landings()[role], "/")
}

// What a session holds between two requests of which the second proves something.
const (
	addingKey   = "adding_passkey"
	enteringKey = "entering_by_passkey"
	openIDKey   = "openid"
	proofKey    = "proof" // of an identity that is not tied to an account yet
)

func (h *Handlers) begin(c echo.Context, key string, ceremony any) error {
	held, err := json.Marshal(ceremony)
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	h.Sessions.Put(c.Request().Context(), key, string(held))
	return nil
}

// finish takes out what begin kept, so that nothing is answered twice; ok is false if nothing was begun.
func (h *Handlers) finish(c echo.Context, key string, ceremony any) (ok bool) {
	return json.Unmarshal([]byte(h.Sessions.PopString(c.Request().Context(), key)), ceremony) == nil
}

func (h *Handlers) look(c echo.Context, key string, ceremony any) (ok bool) {
	return json.Unmarshal([]byte(h.Sessions.GetString(c.Request().Context(), key)), ceremony) == nil
}

func (h *Handlers) addedLetter(what string) accounts.Letter {
	return func(string) (subject, text string) {
		return accountpage.WayAddedMail(h.Link(), h.Link("account"), what)
	}
}

// presenceLength is for how long after signing in by a passkey or a provider somebody may create a token without a
// password.
const presenceLength = 5 * time.Minute

func (h *Handlers) notePresence(c echo.Context) {
	h.Sessions.Put(c.Request().Context(), handlers.PresentKey, h.Now().UnixMicro())
}

// present reports whether a person signed in by a passkey or a provider just now, and has created no token since.
func (h *Handlers) present(c echo.Context) bool {
	at := h.Sessions.GetInt64(c.Request().Context(), handlers.PresentKey)
	return at != 0 && h.recent(at, presenceLength)
}

// requirePresence is an error at a field unless the person proves again who they are: a session that was left open is
// not enough.
func (h *Handlers) requirePresence(c echo.Context, user accounts.User, field, password string) error {
	switch {
	case h.present(c):
		return nil
	case !user.HasPassword || password == "":
		return &power.InputError{Field: field, Problem: "confirm that it is you", Remedy: templates.Either(
			user.HasPassword, "enter your password, or use a passkey", "use a passkey, or sign out and sign in again")}
	}
	return h.guess(c, user.Email,
		func() error { return h.Store.Accounts.ConfirmPassword(c.Request().Context(), user.ID, field, password) })
}
